/* command_batch.c - finais probe --batch: a FEN a line from standard input, an answer a line. */
#include "answer.h"
#include "command.h"
#include "line_reader.h"
#include "report.h"
#include "words.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct batch {
    struct session session;
    bool as_json;
    /* The first failure that is no fault of a line (a damaged table, a failed read, memory). */
    finais_error first_failure;
    struct line_reader reader;
    struct answer answer;
};

/* Characters of a line too long that come back in its answer. */
enum { EXCERPT_LENGTH = 60 };

static finais_status bad_line(finais_error *error, const char *message) {
    *error = (finais_error){.status = FINAIS_BAD_TEXT, .block = -1};
    snprintf(error->message, sizeof error->message, "%s", message);
    return FINAIS_BAD_TEXT;
}

/* What no FEN can have, and the reader knows. */
static finais_status check_line(struct line_reader *reader, finais_error *error) {
    if (reader->truncated) {
        if (strlen(reader->line) > EXCERPT_LENGTH)
            snprintf(reader->line + EXCERPT_LENGTH, 4, "...");
        char message[64];
        snprintf(message, sizeof message, "the line is longer than %d characters", LINE_LENGTH_MAX);
        return bad_line(error, message);
    }
    if (reader->holds_zero)
        return bad_line(error, "the line holds a zero byte");
    return FINAIS_OK;
}

static finais_status find_value(struct batch *batch, finais_error *error) {
    struct answer *answer = &batch->answer;
    const char *fen = batch->reader.line;
    if (batch->as_json)
        return answer_find(&batch->session, fen, answer, error);
    finais_status status = session_read_fen(&batch->session, fen, &answer->position, error);
    if (status != FINAIS_OK)
        return status;
    return finais_probe(batch->session.context, &answer->position,
                        FINAIS_WANT_ALL | FINAIS_IF_PRESENT, &answer->result, error);
}

static void print_failure(struct batch *batch, const finais_error *error) {
    char reason[FINAIS_MESSAGE_SIZE];
    snprintf(reason, sizeof reason, "%s", error_text(error));
    if (batch->as_json) {
        struct json json = json_start(stdout);
        json_object(&json, NULL, JSON_INLINE);
        json_string(&json, "fen", batch->reader.line);
        json_string(&json, "error", reason);
        json_end(&json);
        return;
    }
    make_printable(batch->reader.line);
    make_printable(reason);
    printf("%s\terror\t%s\n", batch->reader.line, reason);
}

static finais_status print_value(struct batch *batch, finais_error *error) {
    if (batch->as_json)
        return answer_print_json(&batch->session, &batch->answer, JSON_INLINE, error);
    char dtw[DISTANCE_TEXT_SIZE];
    char dtc[DISTANCE_TEXT_SIZE];
    const finais_result *result = &batch->answer.result;
    make_printable(batch->reader.line);
    printf("%s\t%s\t%s\t%s\n", batch->reader.line, wdl_word(result->wdl),
           distance_text(result->dtw, dtw), distance_text(result->dtc, dtc));
    return FINAIS_OK;
}

static void answer_line(struct batch *batch) {
    finais_error error;
    finais_status status = check_line(&batch->reader, &error);
    if (status == FINAIS_OK)
        status = find_value(batch, &error);
    if (status == FINAIS_OK)
        status = print_value(batch, &error);
    if (status == FINAIS_OK)
        return;
    print_failure(batch, &error);
    if (exit_code_of(status) > EXIT_MISSING && batch->first_failure.status == FINAIS_OK)
        batch->first_failure = error;
}

/* Drops the byte order mark that some editors put before the first line. */
static void drop_byte_order_mark(char *line) {
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        memmove(line, line + 3, strlen(line + 3) + 1);
}

/* Drops the blanks around a line; returns its length. */
static size_t trim(char *line) {
    static const char blanks[] = " \t\r\v\f";
    size_t before = strspn(line, blanks);
    size_t length = strlen(line + before);
    memmove(line, line + before, length + 1);
    while (length > 0 && strchr(blanks, line[length - 1]) != NULL)
        line[--length] = '\0';
    return length;
}

static int run(struct batch *batch) {
    enum line_status status;
    line_reader_init(&batch->reader, STDIN_FILENO, stdout);
    for (bool first = true; (status = line_reader_next(&batch->reader)) == LINE_READ;
         first = false) {
        if (first)
            drop_byte_order_mark(batch->reader.line);
        if (trim(batch->reader.line) > 0 || batch->reader.truncated || batch->reader.holds_zero)
            answer_line(batch);
    }
    if (status == LINE_READ_FAILED)
        return report(EXIT_IO, "cannot read standard input: %s", strerror(errno));
    if (status == LINE_WRITE_FAILED)
        return EXIT_FINE; /* finish_output() finds and reports it */
    if (batch->first_failure.status != FINAIS_OK)
        return report_error(&batch->first_failure);
    return EXIT_FINE;
}

int command_batch(const struct options *options) {
    struct batch *batch = malloc(sizeof *batch);
    if (batch == NULL)
        return report(EXIT_MEMORY, "not enough memory to read lines");
    batch->as_json = (options->given & OPTION_JSON) != 0;
    batch->first_failure.status = FINAIS_OK;
    int code = session_open(&batch->session, options);
    if (code == EXIT_FINE)
        code = run(batch);
    session_close(&batch->session);
    free(batch);
    return code;
}
