#include "verify_sample.h"
#include "interrupt.h"
#include "moves.h"
#include "resources.h"
#include "rules_worth.h"
#include "table_set.h"
#include <stdlib.h>
#include <string.h>

/* ---- Drawing ----------------------------------------------------------------------------------
 *
 * All stored positions of the tables that are checked are numbered through, and number i of the
 * sample depends on i and the seed alone, not on threads or memory. What is drawn is worked on in
 * ascending order, so that neighbours are read together; when there are too many to sort, one
 * window of numbers after the other is drawn.
 */

/* SplitMix64: 64 well mixed bits for each i, of a sequence that begins somewhere else for each
 * seed. */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t random_bits(uint64_t seed, uint64_t i) {
    return mix(mix(seed) + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* bits / 2^64 of a whole. */
static uint64_t part_of(uint64_t whole, uint64_t bits) {
    __extension__ typedef unsigned __int128 uint128;
    return (uint64_t)((uint128)whole * bits >> 64);
}

struct window {
    uint64_t *numbers;
    size_t count;
    size_t capacity;
};

static bool window_add(struct window *window, uint64_t number) {
    if (window->count == window->capacity) {
        size_t capacity = window->capacity + window->capacity / 2 + 1024;
        uint64_t *numbers = realloc(window->numbers, capacity * sizeof *numbers);
        if (numbers == NULL)
            return false;
        window->numbers = numbers;
        window->capacity = capacity;
    }
    window->numbers[window->count++] = number;
    return true;
}

static int compare_numbers(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Draws all numbers below `total`, and keeps those of one window in ascending order. */
static bool window_draw(struct window *window, const struct sample_options *options, uint64_t total,
                        uint64_t first, uint64_t end) {
    window->count = 0;
    for (uint64_t i = 0; i < options->positions; i++) {
        uint64_t number = part_of(total, random_bits(options->seed, i));
        if (number >= first && number < end && !window_add(window, number))
            return false;
    }
    if (window->count > 0)
        qsort(window->numbers, window->count, sizeof *window->numbers, compare_numbers);
    return true;
}

/* ---- The tables that are checked --------------------------------------------------------------
 */

/* Positions by number: those of table `table` of the set begin with number `first`. */
struct numbered_table {
    size_t table;
    uint64_t first;
};

struct sampler {
    const struct plan *plan;
    const struct sample_options *options;
    struct progress *progress;
    sample_visitor *visit;
    void *context;
    struct sample_result *result;
    struct table_set *set;
    enum metric outcomes;           /* where DTC finds who wins: WDL or DTW */
    struct numbered_table *checked; /* ascending */
    size_t checked_count;
    uint8_t *is_wrong; /* by table of the set: has a wrong value */
    uint64_t total;    /* stored positions of all of them */
};

static bool number_tables(struct sampler *sampler) {
    sampler->checked = calloc(sampler->set->count + 1, sizeof *sampler->checked);
    sampler->is_wrong = calloc(sampler->set->count + 1, 1);
    if (sampler->checked == NULL || sampler->is_wrong == NULL)
        return false;
    for (size_t i = 0; i < sampler->plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
            const struct plan_step *step = &sampler->plan->steps[i];
            size_t table = table_set_find(sampler->set, step->signature, metric);
            if ((step->tables & metric_bit(metric)) == 0 || table == SIZE_MAX)
                continue;
            sampler->checked[sampler->checked_count++] =
                (struct numbered_table){table, sampler->total};
            sampler->total += step->positions;
        }
    return true;
}

struct drawn_position {
    const struct table *table;
    size_t number; /* of the table in the set */
    enum side side;
    uint64_t index;
    struct position position;
};

static struct drawn_position position_of_number(const struct sampler *sampler, uint64_t number) {
    size_t low = 0;
    for (size_t step = sampler->checked_count; step > 0; step /= 2)
        while (low + step < sampler->checked_count && sampler->checked[low + step].first <= number)
            low += step;
    const struct numbered_table *checked = &sampler->checked[low];
    const struct table *table = sampler->set->tables[checked->table];
    uint64_t positions = table->header.positions;
    uint64_t within = number - checked->first;
    struct drawn_position drawn = {.table = table,
                                   .number = checked->table,
                                   .side = within < positions ? WHITE : BLACK,
                                   .index = within % positions};
    drawn.position = position_of_index(&table->layout, drawn.index, drawn.side);
    return drawn;
}

/* ---- Values by playing ------------------------------------------------------------------------
 *
 * The moves of a position are gone through twice in the same order: first to ask for the stored
 * values at the ends, then, when all blocks with such values have been read, to use them.
 */

struct questions {
    stored_place *places;
    size_t count;
    size_t capacity;
};

struct play {
    const struct sampler *sampler;
    struct questions *questions; /* NULL when they are answered */
    const value *answers;        /* the next one */
    bool no_memory;
    bool overflow;                  /* a position had too many moves */
    const struct position *without; /* a position whose table is missing, in `missing` */
    struct position missing;
    enum metric missing_metric;
};

static void ask(struct play *play, stored_place place) {
    struct questions *questions = play->questions;
    if (questions->count == questions->capacity) {
        size_t capacity = questions->capacity + questions->capacity / 2 + 1024;
        stored_place *places = realloc(questions->places, capacity * sizeof *places);
        play->no_memory |= places == NULL;
        if (places == NULL)
            return;
        questions->places = places;
        questions->capacity = capacity;
    }
    questions->places[questions->count++] = place;
}

static value worth_by_moves(struct play *play, const struct position *position, enum metric metric);

/* The value of a position without a capture: asked for, a draw for the time being; or by its moves
 * where the table does not store the side to move. */
static value quiet_value(struct play *play, const struct position *position, enum metric metric) {
    const struct table_set *set = play->sampler->set;
    struct position canonical = position_canonical(play->sampler->plan->rules->geometry, position);
    size_t table = table_set_find(set, signature_of_position(&canonical), metric);
    if (table != SIZE_MAX && !header_stores(&set->tables[table]->header, canonical.side_to_move))
        return worth_by_moves(play, position, metric);
    if (play->questions == NULL)
        return *play->answers++;
    if (table != SIZE_MAX) {
        ask(play, table_set_place(set, table, &canonical));
    } else if (play->without == NULL) {
        play->missing = canonical;
        play->missing_metric = metric;
        play->without = &play->missing;
    }
    return VALUE_DRAW;
}

static value value_by_play(struct play *play, const struct position *position, enum metric metric) {
    if (position_pieces(position, position->side_to_move) == 0)
        return value_loss_in(0);
    if (!moves_must_capture(play->sampler->plan->rules, position))
        return quiet_value(play, position, metric);
    return worth_by_moves(play, position, metric);
}

/* A drawn position whose value is in the file. */
static bool is_stored(const struct play *play, const struct drawn_position *drawn) {
    return header_stores(&drawn->table->header, drawn->side) &&
           !moves_must_capture(play->sampler->plan->rules, &drawn->position);
}

static value worth_by_moves(struct play *play, const struct position *position,
                            enum metric metric) {
    const struct rules *rules = play->sampler->plan->rules;
    struct move_list list;
    value best = value_loss_in(0);
    moves_generate(rules, position, &list);
    play->overflow |= list.overflow;
    for (unsigned i = 0; i < list.count; i++) {
        const struct move *move = &list.moves[i];
        bool converts = move->captured != 0 || move->promotes;
        struct position after = move_apply(rules, position, move);
        enum metric needed = metric == METRIC_DTC && converts ? play->sampler->outcomes : metric;
        value worth = worth_of_move(metric, converts, value_by_play(play, &after, needed));
        if (i == 0 || worth_is_better(worth, best))
            best = worth;
    }
    return metric == METRIC_WDL ? value_without_distance(best) : best;
}

/* ---- Batches ----------------------------------------------------------------------------------
 */

/* Positions that one thread works on at a time. */
enum { CHUNK_POSITIONS = 1024 };

struct chunk {
    const uint64_t *numbers; /* of the positions, ascending */
    size_t count;
    struct questions questions;
    const value *answers;
    size_t stored;
    size_t wrong;
    struct failed_position {
        size_t which;
        struct offender offender;
    } first[OFFENDERS_MAX];
};

static void fail_play(const struct play *play, struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    if (play->without != NULL) {
        table_file_name(signature_of_position(play->without), play->missing_metric, name);
        fail(failure, EXIT_CODE_MISSING, "%s/%s: a table that moves lead to is missing",
             play->sampler->plan->rules->name, name);
    } else {
        fail_memory(failure, "checking positions");
    }
}

/* The first pass. */
static bool ask_chunk(const struct sampler *sampler, struct chunk *chunk, struct failure *failure) {
    struct play play = {.sampler = sampler, .questions = &chunk->questions};
    for (size_t i = 0; i < chunk->count; i++) {
        struct drawn_position drawn = position_of_number(sampler, chunk->numbers[i]);
        enum metric metric = drawn.table->header.metric;
        if (!is_stored(&play, &drawn))
            continue;
        ask(&play, table_set_place(sampler->set, drawn.number, &drawn.position));
        worth_by_moves(&play, &drawn.position, metric);
    }
    bool fine = !play.no_memory && !play.overflow && play.without == NULL;
    if (!fine)
#pragma omp critical(verify_sample_failure)
        fail_play(&play, failure);
    return fine;
}

/* The second pass. */
static void judge_chunk(const struct sampler *sampler, struct chunk *chunk) {
    struct play play = {.sampler = sampler, .answers = chunk->answers};
    for (size_t i = 0; i < chunk->count; i++) {
        struct drawn_position drawn = position_of_number(sampler, chunk->numbers[i]);
        if (!is_stored(&play, &drawn))
            continue;
        value stored = *play.answers++;
        value expected = worth_by_moves(&play, &drawn.position, drawn.table->header.metric);
        chunk->stored++;
        if (stored == expected)
            continue;
        if (chunk->wrong < OFFENDERS_MAX)
            chunk->first[chunk->wrong] =
                (struct failed_position){i, {drawn.side, drawn.index, stored, expected, false}};
        chunk->wrong++;
        __atomic_store_n(&sampler->is_wrong[drawn.number], 1, __ATOMIC_RELAXED);
    }
}

struct batch {
    struct chunk *chunks;
    size_t count;
    stored_place *places;
    value *answers;
    size_t places_count;
};

static bool batch_make(struct batch *batch, const uint64_t *numbers, size_t count) {
    batch->count = (count + CHUNK_POSITIONS - 1) / CHUNK_POSITIONS;
    batch->chunks = calloc(batch->count, sizeof *batch->chunks);
    if (batch->chunks == NULL)
        return false;
    for (size_t i = 0; i < batch->count; i++) {
        size_t first = i * CHUNK_POSITIONS;
        batch->chunks[i].numbers = numbers + first;
        batch->chunks[i].count = count - first < CHUNK_POSITIONS ? count - first : CHUNK_POSITIONS;
    }
    return true;
}

static void batch_clear(struct batch *batch) {
    for (size_t i = 0; batch->chunks != NULL && i < batch->count; i++)
        free(batch->chunks[i].questions.places);
    free(batch->chunks);
    free(batch->places);
    free(batch->answers);
}

/* Puts the questions of all chunks one after the other. */
static bool batch_join(struct batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        batch->places_count += batch->chunks[i].questions.count;
    batch->places = malloc((batch->places_count + 1) * sizeof *batch->places);
    batch->answers = malloc((batch->places_count + 1) * sizeof *batch->answers);
    if (batch->places == NULL || batch->answers == NULL)
        return false;
    size_t at = 0;
    for (size_t i = 0; i < batch->count; i++) {
        struct questions *questions = &batch->chunks[i].questions;
        if (questions->count > 0)
            memcpy(batch->places + at, questions->places,
                   questions->count * sizeof *questions->places);
        batch->chunks[i].answers = batch->answers + at;
        at += questions->count;
        free(questions->places);
        questions->places = NULL;
    }
    return true;
}

static bool ask_all(const struct sampler *sampler, struct batch *batch, struct failure *failure) {
    bool fine = true;
#pragma omp parallel for schedule(dynamic) num_threads((int)sampler->options->threads)             \
    reduction(&& : fine)
    for (size_t i = 0; i < batch->count; i++)
        fine = ask_chunk(sampler, &batch->chunks[i], failure) && fine;
    return fine;
}

static void judge_all(const struct sampler *sampler, struct batch *batch) {
#pragma omp parallel for schedule(dynamic) num_threads((int)sampler->options->threads)
    for (size_t i = 0; i < batch->count; i++)
        judge_chunk(sampler, &batch->chunks[i]);
}

static void report_chunk(struct sampler *sampler, const struct chunk *chunk) {
    struct sample_result *result = sampler->result;
    for (size_t i = 0; i < chunk->wrong && i < OFFENDERS_MAX; i++)
        if (result->wrong + i < OFFENDERS_MAX) {
            struct drawn_position drawn =
                position_of_number(sampler, chunk->numbers[chunk->first[i].which]);
            sampler->visit(sampler->context, drawn.table, &chunk->first[i].offender);
        }
    result->drawn += chunk->count;
    result->stored += chunk->stored;
    result->wrong += chunk->wrong;
}

/* Reading is most of the time, so that is what progress goes by. */
struct batch_progress {
    struct sampler *sampler;
    size_t positions;
    size_t places;
};

static void tell_progress(void *context, size_t places) {
    const struct batch_progress *state = context;
    double done = (double)state->positions * (double)places / (double)(state->places + 1);
    progress_update(state->sampler->progress, state->sampler->result->drawn + (uint64_t)done);
}

static enum exit_code check_batch(struct sampler *sampler, const uint64_t *numbers, size_t count,
                                  struct failure *failure) {
    struct batch batch = {0};
    enum exit_code code = EXIT_CODE_OK;
    if (!batch_make(&batch, numbers, count))
        code = fail_memory(failure, "checking positions");
    else if (!ask_all(sampler, &batch, failure))
        code = failure->code;
    else if (!batch_join(&batch))
        code = fail_memory(failure, "checking positions");
    if (code == EXIT_CODE_OK) {
        struct batch_progress state = {sampler, count, batch.places_count};
        code = table_set_read(sampler->set, batch.places, batch.places_count, batch.answers,
                              sampler->options->threads, tell_progress, &state, failure);
    }
    if (code == EXIT_CODE_OK) {
        judge_all(sampler, &batch);
        for (size_t i = 0; i < batch.count; i++)
            report_chunk(sampler, &batch.chunks[i]);
        progress_update(sampler->progress, sampler->result->drawn);
    }
    batch_clear(&batch);
    return code;
}

/* ---- Everything -------------------------------------------------------------------------------
 */

/* How many numbers are drawn into a window, and how many positions are in a batch. Positions drawn
 * from tables up to 5 pieces ask for 9 to 101 values each, as the mean of a signature; a value
 * takes 26 bytes at most. With least memory a batch is one chunk. */
enum {
    WINDOW_NUMBERS = 1 << 24,
    BATCH_POSITIONS = 1 << 18,
    BATCH_POSITIONS_MIN = CHUNK_POSITIONS,
    POSITION_BYTES = 1 << 12
};

struct portions {
    uint64_t window;
    size_t batch;
};

static enum exit_code find_portions(const struct sampler *sampler, struct portions *portions,
                                    struct failure *failure) {
    uint64_t memory = sampler->options->memory;
    uint64_t fixed = table_set_read_memory(sampler->set, 0, sampler->options->threads) +
                     sampler->set->blocks * (sizeof(uint64_t) + sizeof(uint32_t));
    uint64_t least = fixed + (uint64_t)BATCH_POSITIONS_MIN * POSITION_BYTES * 2;
    char needed[32];
    if (memory < least) {
        size_text(least, needed, sizeof needed);
        return fail(failure, EXIT_CODE_SHORT, "this needs %s of memory; %s", needed,
                    memory_advice(least, 0));
    }
    /* A quarter for the window, the rest for the batch. */
    uint64_t window = (memory - fixed) / 4 / sizeof(uint64_t);
    uint64_t batch = (memory - fixed) / 4 * 3 / POSITION_BYTES;
    portions->window = window < WINDOW_NUMBERS ? window : WINDOW_NUMBERS;
    portions->batch = batch < BATCH_POSITIONS ? (size_t)batch : BATCH_POSITIONS;
    return EXIT_CODE_OK;
}

static enum exit_code check_window(struct sampler *sampler, const struct window *window,
                                   size_t batch, struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    for (size_t first = 0; code == EXIT_CODE_OK && first < window->count; first += batch) {
        size_t left = window->count - first;
        if (interrupt_requested())
            return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
        code = check_batch(sampler, window->numbers + first, left < batch ? left : batch, failure);
    }
    return code;
}

static enum exit_code check_all(struct sampler *sampler, struct failure *failure) {
    struct portions portions = {0, 0};
    struct window window = {0};
    enum exit_code code = find_portions(sampler, &portions, failure);
    if (code != EXIT_CODE_OK)
        return code;
    uint64_t windows = sampler->options->positions / portions.window + 1;
    uint64_t size = sampler->total / windows + 1;
    for (uint64_t i = 0; code == EXIT_CODE_OK && i < windows; i++) {
        uint64_t end = i + 1 < windows ? (i + 1) * size : sampler->total;
        if (!window_draw(&window, sampler->options, sampler->total, i * size, end))
            code = fail_memory(failure, "drawing positions");
        else
            code = check_window(sampler, &window, portions.batch, failure);
    }
    free(window.numbers);
    return code;
}

static metric_set metrics_of(const struct plan *plan, bool present) {
    metric_set all = 0;
    for (size_t i = 0; i < plan->count; i++)
        all |= present ? plan->steps[i].present : plan->steps[i].tables;
    return all;
}

enum exit_code verify_sample(const struct plan *plan, const struct folder *folder,
                             const struct sample_options *options, struct progress *progress,
                             sample_visitor *visit, void *context, struct sample_result *result,
                             struct failure *failure) {
    struct sampler sampler = {.plan = plan,
                              .options = options,
                              .progress = progress,
                              .visit = visit,
                              .context = context,
                              .result = result};
    bool has_wdl = (metrics_of(plan, true) & metric_bit(METRIC_WDL)) != 0;
    metric_set metrics = metrics_of(plan, false);
    sampler.outcomes = has_wdl ? METRIC_WDL : METRIC_DTW;
    *result = (struct sample_result){0};
    if ((metrics & metric_bit(METRIC_DTC)) != 0)
        metrics |= metric_bit(sampler.outcomes);
    enum exit_code code = table_set_open(&sampler.set, plan, folder, metrics, failure);
    if (code == EXIT_CODE_OK && !number_tables(&sampler))
        code = fail_memory(failure, "the tables");
    if (code == EXIT_CODE_OK) {
        progress_task(progress, "sample", options->positions);
        code = check_all(&sampler, failure);
    }
    if (code == EXIT_CODE_OK)
        progress_task_done(progress, result->wrong > 0 ? "WRONG" : "right");
    for (size_t i = 0; code == EXIT_CODE_OK && i < sampler.set->count; i++)
        result->wrong_tables += sampler.is_wrong[i];
    free(sampler.checked);
    free(sampler.is_wrong);
    table_set_close(sampler.set);
    return code;
}
