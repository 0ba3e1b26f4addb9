#include "find.h"
#include "row_sample.h"
#include "scan_output.h"
#include "table_loader.h"
#include "threads.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 64 };

struct find {
    const struct find_options *options;
    struct matcher *matchers; /* by thread */
    uint64_t *found;          /* in the range at hand, by thread */
    struct progress *progress;
    enum truth truth[2][VALUE_WIN + 1]; /* of the query, by side to move and outcome */
    struct row_sample sample;
    uint64_t written;
    uint64_t total;
    uint64_t places;  /* of the tables before this one, for the order of a sample */
    uint64_t scanned; /* of this table */
    bool ended; /* as many as wanted were found: the walk through the tables is ended by a code */
    bool short_of_memory;
};

/* ---- One range of positions ----------------------------------------------------------------- */

/* What comes before the text of a row that may get into the sample. */
struct sample_head {
    uint64_t lot;
    uint64_t place;
    uint64_t length;
};

static void add_sample_row(const struct find *find, struct matcher *matcher,
                           const struct position *position, uint64_t index,
                           struct text_buffer *buffer) {
    const struct scanned_table *table = matcher->table;
    const struct signature *s = &table->signature;
    uint64_t names = (uint64_t)s->men[0] << 24 | (uint64_t)s->kings[0] << 16 |
                     (uint64_t)s->men[1] << 8 | s->kings[1];
    uint64_t side = matcher->side;
    struct sample_head head = {
        .lot = mix_lot(mix_lot(mix_lot(find->options->seed) ^ (names << 1 | side)) ^ index),
        .place = find->places + side * table->layout->positions + index};
    uint64_t highest;
#pragma omp atomic read
    highest = find->sample.highest;
    if (head.lot > highest)
        return;
    size_t start = buffer->length;
    text_buffer_add(buffer, (const char *)&head, sizeof head);
    add_position_row(buffer, table, find->options->told, find->options->columns, position, index);
    if (buffer->short_of_memory)
        return;
    head.length = buffer->length - start - sizeof head;
    memcpy(buffer->bytes + start, &head, sizeof head);
}

static void add_found(const struct find *find, struct matcher *matcher, uint64_t index,
                      struct text_buffer *buffer) {
    if (find->options->counts)
        return;
    const struct position *position = matcher_position(matcher, index);
    if (find->options->sample > 0)
        add_sample_row(find, matcher, position, index, buffer);
    else
        add_position_row(buffer, matcher->table, find->options->told, find->options->columns,
                         position, index);
}

/* The positions of up to 64 that may fit by their outcomes, and those that do. */
static void judge_word(const struct find *find, const struct outcome_bits *bits, enum side side,
                       uint64_t word, uint64_t inside, uint64_t *maybe, uint64_t *sure) {
    uint64_t having[VALUE_WIN + 1];
    having[VALUE_WIN] = bits->win[word];
    having[VALUE_LOSS] = bits->loss[word];
    having[VALUE_DRAW] = ~(bits->win[word] | bits->loss[word]);
    *maybe = *sure = 0;
    for (unsigned outcome = VALUE_DRAW; outcome <= VALUE_WIN; outcome++) {
        *maybe |= find->truth[side][outcome] == TRUTH_MAYBE ? having[outcome] & inside : 0;
        *sure |= find->truth[side][outcome] == TRUTH_YES ? having[outcome] & inside : 0;
    }
}

/* Ranges begin at multiples of 64. */
static uint64_t find_in_bits(const struct find *find, struct matcher *matcher, uint64_t first,
                             uint64_t end, uint64_t most, struct text_buffer *buffer) {
    const struct scanned_table *table = matcher->table;
    uint64_t found = 0;
    for (uint64_t at = first; at < end && found < most && matcher->status == FINAIS_OK;
         at += WORD_BITS) {
        uint64_t inside = end - at < WORD_BITS ? (UINT64_C(1) << (end - at)) - 1 : UINT64_MAX;
        uint64_t maybe;
        uint64_t sure;
        judge_word(find, &table->outcomes->bits[matcher->side], matcher->side, at / WORD_BITS,
                   inside, &maybe, &sure);
        if (find->options->counts && maybe == 0) {
            found += (uint64_t)__builtin_popcountll(sure);
            continue;
        }
        for (uint64_t rest = maybe | sure; rest != 0 && found < most; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            bool fits =
                (sure >> bit & 1) != 0 ||
                matcher_fits(matcher, at + bit, scanned_outcome(table, matcher->side, at + bit));
            if (!fits)
                continue;
            found++;
            add_found(find, matcher, at + bit, buffer);
        }
    }
    return found;
}

static uint64_t find_in_values(const struct find *find, struct matcher *matcher, uint64_t first,
                               uint64_t end, uint64_t most, struct text_buffer *buffer) {
    uint64_t found = 0;
    const enum truth *truths = find->truth[matcher->side];
    for (uint64_t index = first; index < end && found < most && matcher->status == FINAIS_OK;
         index++) {
        value outcome = scanned_outcome(matcher->table, matcher->side, index);
        if (truths[outcome] == TRUTH_NO ||
            (truths[outcome] == TRUTH_MAYBE && !matcher_fits(matcher, index, outcome)))
            continue;
        found++;
        add_found(find, matcher, index, buffer);
    }
    return found;
}

static bool find_in_range(void *context, const struct scanned_table *table, unsigned thread,
                          enum side side, uint64_t first, uint64_t end,
                          struct text_buffer *buffer) {
    struct find *find = context;
    struct matcher *matcher = &find->matchers[thread];
    uint64_t most = find->options->limit;
    matcher_begin(matcher, table, side);
    if (table->outcomes != NULL)
        find->found[thread] = find_in_bits(find, matcher, first, end, most, buffer);
    else
        find->found[thread] = find_in_values(find, matcher, first, end, most, buffer);
    return matcher->status == FINAIS_OK;
}

/* ---- Its turn ------------------------------------------------------------------------------- */

static bool take_sample(struct find *find, const struct text_buffer *buffer) {
    for (size_t at = 0; at < buffer->length;) {
        struct sample_head head;
        memcpy(&head, buffer->bytes + at, sizeof head);
        at += sizeof head;
        if (!row_sample_take(&find->sample, head.lot, head.place, buffer->bytes + at,
                             (size_t)head.length))
            return false;
        at += (size_t)head.length;
    }
    return true;
}

/* Writes as many rows as the limit leaves. */
static void write_rows(struct find *find, const struct text_buffer *buffer, uint64_t rows) {
    uint64_t most =
        find->options->limit < find->options->rows ? find->options->limit : find->options->rows;
    uint64_t left = most - find->written;
    size_t length = buffer->length;
    if (rows > left) {
        length = 0;
        for (uint64_t row = 0; row < left; row++)
            length =
                (size_t)((char *)memchr(buffer->bytes + length, '\n', buffer->length - length) -
                         buffer->bytes) +
                1;
        rows = left;
    }
    if (length > 0)
        fwrite(buffer->bytes, 1, length, find->options->stream);
    find->written += rows;
}

static bool take_range(void *context, uint64_t positions, const struct text_buffer *buffer) {
    struct find *find = context;
    uint64_t found = find->found[thread_number()];
    uint64_t left = find->options->limit - find->total;
    find->scanned += positions;
    progress_update(find->progress, find->scanned);
    if (find->options->sample > 0)
        find->short_of_memory = !take_sample(find, buffer);
    else if (!find->options->counts)
        write_rows(find, buffer, found);
    find->total += found < left ? found : left;
    return !find->short_of_memory && find->total < find->options->limit;
}

/* ---- All tables ----------------------------------------------------------------------------- */

static enum exit_code matcher_failure(const struct find *find, struct failure *failure) {
    for (unsigned i = 0; i < find->options->walk.threads; i++)
        if (find->matchers[i].status != FINAIS_OK)
            return fail_reader(failure, find->matchers[i].status, &find->matchers[i].error);
    if (find->short_of_memory)
        return fail_memory(failure, "the sample");
    return EXIT_CODE_OK;
}

static enum exit_code find_in_table(void *context, const struct scanned_table *table,
                                    struct failure *failure) {
    struct find *find = context;
    struct scan_output output = {find->options->stream, find_in_range, take_range, find};
    char name[SIGNATURE_NAME_SIZE];
    bool ended = false;
    signature_name(table->signature, name);
    find->scanned = 0;
    progress_task(find->progress, name, table->sides * table->layout->positions);
    enum exit_code code = scan_write(&output, table, find->options->walk.threads, &ended, failure);
    progress_task_done(find->progress, NULL);
    find->places += table->sides * table->layout->positions;
    if (code == EXIT_CODE_OK)
        code = matcher_failure(find, failure);
    find->ended = code == EXIT_CODE_OK && ended;
    return find->ended ? EXIT_CODE_INTERRUPTED : code;
}

static enum exit_code write_end(struct find *find, struct failure *failure) {
    errno = 0;
    if (find->options->sample > 0)
        row_sample_write(&find->sample, find->options->stream);
    if (fflush(find->options->stream) != 0)
        return fail_output(failure, errno);
    return EXIT_CODE_OK;
}

static enum exit_code prepare(struct find *find, finais **handle, struct failure *failure) {
    unsigned threads = find->options->walk.threads;
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned outcome = VALUE_DRAW; outcome <= VALUE_WIN; outcome++)
            find->truth[side][outcome] =
                query_truth(find->options->query, (enum side)side, (value)outcome);
    row_sample_init(&find->sample, find->options->sample);
    find->matchers = calloc(threads, sizeof *find->matchers);
    find->found = calloc(threads, sizeof *find->found);
    if (find->matchers == NULL || find->found == NULL)
        return fail_memory(failure, "the search");
    enum exit_code code =
        matcher_open_tables(handle, find->options->query, find->options->tables, failure);
    for (unsigned i = 0; code == EXIT_CODE_OK && i < threads; i++)
        code = matcher_init(&find->matchers[i], find->options->query, *handle, failure);
    return code;
}

enum exit_code find_positions(struct plan *plan, const struct folder *folder,
                              const struct find_options *options, struct progress *progress,
                              struct find_result *result, struct failure *failure) {
    struct find find = {.options = options, .progress = progress};
    finais *handle = NULL;
    enum exit_code code = prepare(&find, &handle, failure);
    if (code == EXIT_CODE_OK && options->columns && !options->counts)
        print_position_headline(options->stream, options->told);
    if (code == EXIT_CODE_OK)
        code =
            scan_tables(plan, folder, options->told, &options->walk, find_in_table, &find, failure);
    if (find.ended)
        code = EXIT_CODE_OK;
    if (code == EXIT_CODE_OK)
        code = write_end(&find, failure);
    *result = (struct find_result){.found = find.total};
    for (unsigned i = 0; find.matchers != NULL && i < options->walk.threads; i++) {
        result->undecided += find.matchers[i].undecided;
        matcher_free(&find.matchers[i]);
    }
    finais_close(handle);
    free(find.matchers);
    free(find.found);
    row_sample_free(&find.sample);
    return code;
}
