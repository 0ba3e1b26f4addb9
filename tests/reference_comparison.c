#include "reference_comparison.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct visit {
    finais_context *context;
    unsigned flags;
    struct comparison found;
};

static bool is_as_expected(const finais_result *result, const reference_value *expected,
                           unsigned flags) {
    int dtw = expected->wdl != 0 && (flags & FINAIS_WANT_DTW) ? expected->dtw : FINAIS_NO_DISTANCE;
    int dtc = expected->wdl != 0 && (flags & FINAIS_WANT_DTC) ? expected->dtc : FINAIS_NO_DISTANCE;
    bool terminal = expected->wdl < 0 && expected->dtw == 0;
    return result->wdl == expected->wdl && result->dtw == dtw && result->dtc == dtc &&
           result->terminal == terminal;
}

static bool compare(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                    const reference_value *expected) {
    struct visit *visit = data;
    finais_position position = {white, black, kings, (uint32_t)side, 0};
    finais_result result;
    finais_wdl wdl;
    visit->found.compared++;
    if (finais_probe(visit->context, &position, visit->flags, &result, NULL) == FINAIS_OK &&
        is_as_expected(&result, expected, visit->flags) &&
        finais_probe_wdl(visit->context, &position, &wdl, NULL) == FINAIS_OK &&
        (int)wdl == expected->wdl)
        return true;
    visit->found.different++;
    visit->found.example = position;
    return true;
}

struct comparison compare_with_reference(const reference_solver *solver, finais_context *context,
                                         int pieces, unsigned flags) {
    struct visit visit = {.context = context, .flags = flags};
    for (int white = 1; white < pieces; white++)
        for (int black = 1; black <= pieces - white; black++)
            for (int white_men = 0; white_men <= white; white_men++)
                for (int black_men = 0; black_men <= black; black_men++) {
                    reference_signature signature = {white_men, white - white_men, black_men,
                                                     black - black_men};
                    if (reference_solver_visit(solver, &signature, compare, &visit) != REFERENCE_OK)
                        visit.found.different++;
                }
    return visit.found;
}

/* A row such as: R09, value, W:WKd8,a7:BKg1, win dtw 9 dtc 3, why. */
static bool row_is_right(const finais *handle, finais_context *context, const char *fen,
                         const char *expected, bool *has_tables) {
    static const char *const words[] = {"loss", "draw", "win"};
    finais_position position;
    finais_result result;
    char found[64];
    *has_tables = true;
    if (finais_position_from_fen(handle, fen, &position, NULL) != FINAIS_OK)
        return false;
    finais_status status = finais_probe(context, &position, FINAIS_WANT_ALL, &result, NULL);
    *has_tables = status != FINAIS_TOO_MANY_PIECES && status != FINAIS_TABLE_MISSING;
    if (status != FINAIS_OK)
        return false;
    snprintf(found, sizeof found, "%s dtw %d dtc %d", words[result.wdl + 1], result.dtw,
             result.dtc);
    return strcmp(found, expected) == 0;
}

unsigned compare_with_cases(const char *path, const finais *handle, finais_context *context) {
    FILE *file = fopen(path, "r");
    char line[1024];
    unsigned right = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *rest = NULL;
        const char *id = strtok_r(line, "\t", &rest);
        const char *kind = strtok_r(NULL, "\t", &rest);
        const char *fen = strtok_r(NULL, "\t", &rest);
        const char *expected = strtok_r(NULL, "\t", &rest);
        bool has_tables;
        if (expected == NULL || strcmp(kind, "value") != 0)
            continue;
        if (row_is_right(handle, context, fen, expected, &has_tables))
            right++;
        else if (has_tables)
            printf("case %s, %s: not %s\n", id, fen, expected);
    }
    if (file != NULL)
        fclose(file);
    return right;
}
