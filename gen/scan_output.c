#include "scan_output.h"
#include "fen.h"
#include "interrupt.h"
#include "threads.h"
#include <errno.h>
#include <string.h>

/* Positions that one thread looks at before it is its turn to write. */
enum { RANGE_POSITIONS = 1 << 14 };

enum exit_code fail_output(struct failure *failure, int number) {
    if (interrupt_requested())
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    return fail(failure, number == ENOSPC ? EXIT_CODE_SHORT : EXIT_CODE_IO,
                "standard output: cannot write: %s", strerror(number));
}

/* What ended a scan; each thread looks before it begins a range. */
struct scan_state {
    bool ended; /* by the writer or taker, or by what follows */
    bool interrupted;
    bool short_of_memory;
    int write_error; /* an errno */
};

static bool is_ended(struct scan_state *state) {
    bool ended;
#pragma omp atomic read
    ended = state->ended;
    return ended;
}

static void end_scan(struct scan_state *state) {
#pragma omp atomic write
    state->ended = true;
}

/* In the turn of a range. */
static void take_range(const struct scan_output *output, struct scan_state *state,
                       uint64_t positions, const struct text_buffer *buffer, bool fine) {
    if (is_ended(state))
        return;
    state->interrupted = interrupt_requested();
    state->short_of_memory = buffer->short_of_memory;
    bool wants_more = fine;
    if (!state->interrupted && !state->short_of_memory) {
        errno = 0;
        if (output->take != NULL)
            wants_more = output->take(output->context, positions, buffer) && fine;
        else if (buffer->length > 0)
            fwrite(buffer->bytes, 1, buffer->length, output->stream);
        if (ferror(output->stream))
            state->write_error = errno != 0 ? errno : EIO;
    }
    if (state->interrupted || state->short_of_memory || state->write_error != 0 || !wants_more)
        end_scan(state);
}

static void scan_side(const struct scan_output *output, struct scan_state *state,
                      const struct scanned_table *table, enum side side, unsigned threads) {
    uint64_t positions = table->layout->positions;
    int64_t ranges = (int64_t)((positions + RANGE_POSITIONS - 1) / RANGE_POSITIONS);
#pragma omp parallel num_threads((int)threads)
    {
        struct text_buffer buffer = {0};
#pragma omp for ordered schedule(static, 1)
        for (int64_t range = 0; range < ranges; range++) {
            uint64_t first = (uint64_t)range * RANGE_POSITIONS;
            uint64_t left = positions - first;
            uint64_t count = left < RANGE_POSITIONS ? left : RANGE_POSITIONS;
            bool fine = true;
            text_buffer_clear(&buffer);
            if (!is_ended(state))
                fine = output->write(output->context, table, thread_number(), side, first,
                                     first + count, &buffer);
#pragma omp ordered
            take_range(output, state, count, &buffer, fine);
        }
        text_buffer_free(&buffer);
    }
}

enum exit_code scan_write(const struct scan_output *output, const struct scanned_table *table,
                          unsigned threads, bool *ended, struct failure *failure) {
    struct scan_state state = {0};
    for (unsigned side = 0; side < table->sides && !state.ended; side++)
        scan_side(output, &state, table, (enum side)side, threads);
    *ended = state.ended;
    if (state.interrupted)
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    if (state.short_of_memory)
        return fail_memory(failure, "what is to be written");
    if (state.write_error != 0)
        return fail_output(failure, state.write_error);
    return EXIT_CODE_OK;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static const char *outcome_name(value outcome) {
    return outcome == VALUE_WIN ? "win" : outcome == VALUE_LOSS ? "loss" : "draw";
}

static void add_distance(struct text_buffer *buffer, const struct scanned_table *table,
                         enum metric metric, enum side side, uint64_t index) {
    int plies = scanned_distance(table, metric, side, index);
    text_buffer_add_text(buffer, "\t");
    if (plies < 0)
        text_buffer_add_text(buffer, "-");
    else
        text_buffer_add_number(buffer, plies);
}

void add_position_row(struct text_buffer *buffer, const struct scanned_table *table,
                      metric_set told, bool columns, const struct position *position,
                      uint64_t index) {
    enum side side = position->side_to_move;
    char fen[FEN_SIZE];
    size_t length = fen_write_position(table->rules, NOTATION_ALGEBRAIC, position, fen, sizeof fen);
    text_buffer_add(buffer, fen, length);
    if (columns) {
        text_buffer_add_text(buffer, side == WHITE ? "\twhite\t" : "\tblack\t");
        text_buffer_add_text(buffer, outcome_name(scanned_outcome(table, side, index)));
        for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++)
            if ((told & metric_bit(metric)) != 0)
                add_distance(buffer, table, metric, side, index);
    }
    text_buffer_add_text(buffer, "\n");
}

void print_position_headline(FILE *stream, metric_set told) {
    fputs("fen\tside_to_move\twdl", stream);
    for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++)
        if ((told & metric_bit(metric)) != 0)
            fprintf(stream, "\t%s", metric_name(metric));
    fputc('\n', stream);
}
