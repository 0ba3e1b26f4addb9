/* command_perft.c - finais perft 'FEN' DEPTH: counts the games of some plies, to check the rules.
 */
#include "command.h"
#include "json_writer.h"
#include "report.h"
#include "session.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEPTH_MAX = 99 };

struct perft {
    finais_position position;
    unsigned depth;
    uint64_t nodes;
    double seconds;
    size_t move_count; /* of the moves below: 0 unless they are counted apart */
    finais_move moves[FINAIS_MOVES_MAX];
    uint64_t move_nodes[FINAIS_MOVES_MAX];
};

static bool read_depth(const char *text, unsigned *depth) {
    if (text[0] == '\0' || strspn(text, "0123456789") != strlen(text) || strlen(text) > 4)
        return false;
    *depth = (unsigned)strtoul(text, NULL, 10);
    return *depth <= DEPTH_MAX;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Counts below each move; their sum is the count. */
static finais_status count_by_move(const finais *handle, struct perft *perft, finais_error *error) {
    finais_status status = finais_moves(handle, &perft->position, perft->moves, FINAIS_MOVES_MAX,
                                        &perft->move_count, error);
    perft->nodes = 0;
    for (size_t i = 0; i < perft->move_count && status == FINAIS_OK; i++) {
        finais_position after;
        status = finais_move_apply(handle, &perft->position, &perft->moves[i], &after, error);
        if (status == FINAIS_OK)
            status = finais_perft(handle, &after, perft->depth - 1, &perft->move_nodes[i], error);
        perft->nodes += status == FINAIS_OK ? perft->move_nodes[i] : 0;
    }
    return status;
}

static finais_status count(const struct session *session, const char *fen, bool by_move,
                           struct perft *perft, finais_error *error) {
    finais_status status = session_read_fen(session, fen, &perft->position, error);
    if (status != FINAIS_OK)
        return status;
    double start = seconds_now();
    perft->move_count = 0;
    if (by_move && perft->depth > 0)
        status = count_by_move(session->handle, perft, error);
    else
        status =
            finais_perft(session->handle, &perft->position, perft->depth, &perft->nodes, error);
    perft->seconds = seconds_now() - start;
    return status;
}

static finais_status print_text(const struct session *session, const struct perft *perft,
                                finais_error *error) {
    for (size_t i = 0; i < perft->move_count; i++) {
        char text[FINAIS_MOVE_SIZE];
        finais_status status =
            session_write_move(session, &perft->position, &perft->moves[i], text, error);
        if (status != FINAIS_OK)
            return status;
        printf("%-12s %" PRIu64 "\n", text, perft->move_nodes[i]);
    }
    printf("depth %u: %" PRIu64 " nodes in %.3f s\n", perft->depth, perft->nodes, perft->seconds);
    return FINAIS_OK;
}

static finais_status print_json(const struct session *session, const struct perft *perft,
                                bool by_move, finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &perft->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_LINES);
    json_string(&json, "fen", fen);
    json_string(&json, "variant", finais_game_of(session->handle).variant);
    json_integer(&json, "depth", perft->depth);
    json_unsigned(&json, "nodes", perft->nodes);
    json_seconds(&json, "seconds", perft->seconds);
    if (by_move)
        json_array(&json, "moves", JSON_LINES);
    for (size_t i = 0; i < perft->move_count && status == FINAIS_OK; i++) {
        char text[FINAIS_MOVE_SIZE];
        status = session_write_move(session, &perft->position, &perft->moves[i], text, error);
        json_object(&json, NULL, JSON_INLINE);
        json_string(&json, "move", status == FINAIS_OK ? text : "");
        json_unsigned(&json, "nodes", perft->move_nodes[i]);
        json_end(&json);
    }
    if (by_move)
        json_end(&json);
    json_end(&json);
    return status;
}

static int run(const struct session *session, const struct options *options, struct perft *perft) {
    bool by_move = (options->given & OPTION_DIVIDE) != 0;
    finais_error error;
    finais_status status = count(session, options->arguments[0], by_move, perft, &error);
    if (status == FINAIS_OK)
        status = (options->given & OPTION_JSON) != 0 ? print_json(session, perft, by_move, &error)
                                                     : print_text(session, perft, &error);
    return status == FINAIS_OK ? EXIT_FINE : report_error(&error);
}

int command_perft(const struct options *options) {
    unsigned depth;
    if (!read_depth(options->arguments[1], &depth))
        return report(EXIT_INPUT,
                      "'%s' is no depth: a number from 0 to %d is wanted; see finais "
                      "perft --help",
                      options->arguments[1], DEPTH_MAX);
    struct perft *perft = malloc(sizeof *perft);
    if (perft == NULL)
        return report(EXIT_MEMORY, "not enough memory for the list of moves");
    perft->depth = depth;
    struct session session;
    int code = session_open(&session, options);
    if (code == EXIT_FINE)
        code = run(&session, options, perft);
    session_close(&session);
    free(perft);
    return code;
}
