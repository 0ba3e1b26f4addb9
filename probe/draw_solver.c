#include "draw_horizon.h"
#include "draw_search.h"
#include "draw_unit.h"
#include "evaluate.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

enum { UNIT_HASH = 4096, MEMORY_SHARE = 16 /* of what is remembered of positions */ };

/* ---- Memory ---------------------------------------------------------------------------------- */

static void free_unit(struct draw_solver *solver, struct draw_unit *unit) {
    draw_solver_release(solver, unit->values, (size_t)unit->kept * unit->nodes, unit->vectors);
    draw_solver_release(solver, unit, 1, sizeof *unit);
}

/* Units that are being solved are not among them yet. */
static void give_up_idle_units(struct draw_solver *solver) {
    for (size_t i = 0; solver->units != NULL && i < UNIT_HASH; i++) {
        struct draw_unit **at = &solver->units[i];
        while (*at != NULL) {
            struct draw_unit *unit = *at;
            *at = unit->next;
            free_unit(solver, unit);
        }
    }
}

void *draw_solver_take(struct draw_solver *solver, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
        count = SIZE_MAX / size;
    size_t bytes = count * size;
    if (bytes > solver->memory || solver->bytes > solver->memory - bytes)
        give_up_idle_units(solver);
    void *memory = NULL;
    if (bytes <= solver->memory && solver->bytes <= solver->memory - bytes)
        memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL)
        solver->reason = "the positions and counters to be solved do not fit into the memory limit";
    else
        solver->bytes += bytes;
    return memory;
}

void draw_solver_release(struct draw_solver *solver, void *memory, size_t count, size_t size) {
    if (memory != NULL)
        solver->bytes -= count * size;
    free(memory);
}

struct draw_solver *draw_solver_new(finais_context *context, const struct draw_rules *rules,
                                    const struct draw_facts *facts, size_t memory) {
    struct draw_solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return NULL;
    solver->context = context;
    solver->game = context->handle->catalogue.rules;
    solver->rules = *rules;
    solver->facts = facts;
    solver->memory = memory;
    solver->values = draw_values_new(memory / MEMORY_SHARE);
    solver->lengths = draw_lengths_new(memory / MEMORY_SHARE);
    solver->units = calloc(UNIT_HASH, sizeof(struct draw_unit *));
    if (solver->values == NULL || solver->lengths == NULL || solver->units == NULL) {
        draw_solver_free(solver);
        return NULL;
    }
    return solver;
}

static size_t caps_count(const struct draw_balance *balance) {
    return (size_t)4 * (balance->plan.layers + 1) * (balance->plan.vector_most + 1);
}

void draw_solver_free(struct draw_solver *solver) {
    if (solver == NULL)
        return;
    give_up_idle_units(solver);
    while (solver->balances != NULL) {
        struct draw_balance *balance = solver->balances;
        solver->balances = balance->next;
        draw_solver_release(solver, balance->caps, caps_count(balance), 1);
        draw_solver_release(solver, balance, 1, sizeof *balance);
    }
    free(solver->units);
    draw_values_free(solver->values);
    draw_lengths_free(solver->lengths);
    free(solver);
}

const struct draw_rules *draw_solver_rules(const struct draw_solver *solver) {
    return &solver->rules;
}

size_t draw_solver_bytes(const struct draw_solver *solver) {
    return solver->bytes;
}

void draw_solver_without_bounds(struct draw_solver *solver) {
    solver->without_bounds = true;
    solver->facts = NULL;
}

/* ---- Balances -------------------------------------------------------------------------------- */

static bool is_clean(const struct draw_solver *solver, struct signature signature) {
    const struct draw_facts *facts = solver->facts;
    if (facts == NULL || signature_pieces(signature) > facts->pieces)
        return false;
    if (!signature_is_canonical(signature))
        signature = signature_mirror(signature);
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    for (const char *const *at = facts->exceptions; at != NULL && *at != NULL; at++)
        if (strcmp(*at, name) == 0)
            return false;
    return true;
}

static bool successors_are_clean(const struct draw_solver *solver, struct signature signature) {
    enum { SUCCESSORS_MAX = 512 };
    struct signature successors[SUCCESSORS_MAX];
    size_t count = signature_successors(signature, successors, SUCCESSORS_MAX);
    for (size_t i = 0; i < count && i < SUCCESSORS_MAX; i++)
        if (!is_clean(solver, successors[i]))
            return false;
    return count <= SUCCESSORS_MAX;
}

/* The balance of a canonical signature; NULL when there is no memory. */
static struct draw_balance *find_balance(struct draw_solver *solver, struct signature signature) {
    for (struct draw_balance *balance = solver->balances; balance != NULL; balance = balance->next)
        if (signature_equal(balance->plan.signature, signature))
            return balance;
    struct draw_balance *balance = draw_solver_take(solver, 1, sizeof *balance);
    if (balance == NULL)
        return NULL;
    draw_plan_make(&balance->plan, &solver->rules, signature);
    balance->clean = is_clean(solver, signature);
    balance->successors_clean = successors_are_clean(solver, signature);
    balance->solvable = signature_side_pieces(signature, WHITE) > 0 &&
                        signature_side_pieces(signature, BLACK) > 0 &&
                        index_layout_init(&balance->layout, solver->game->geometry, signature);
    balance->to_come = draw_articles_to_come(&solver->rules, signature);
    balance->next = solver->balances;
    solver->balances = balance;
    return balance;
}

static struct draw_balance *balance_of(struct draw_solver *solver,
                                       const struct position *position) {
    struct signature signature = signature_of_position(position);
    return find_balance(solver, signature_is_canonical(signature) ? signature
                                                                  : signature_mirror(signature));
}

const struct draw_plan *draw_solver_plan(struct draw_solver *solver,
                                         const struct position *position) {
    const struct draw_balance *balance = balance_of(solver, position);
    return balance != NULL ? &balance->plan : NULL;
}

bool draw_solver_may_search(struct draw_solver *solver, const struct position *position,
                            uint64_t looked_at) {
    /* For a position that is solved as many can be searched, and what the searches find is kept. */
    enum { WORTH = 16 };
    struct draw_balance *balance = balance_of(solver, position);
    if (balance == NULL)
        return false;
    balance->searched += looked_at;
    return !balance->solvable || balance->searched < balance->layout.positions * WORTH;
}

bool draw_solver_none_falls(struct draw_solver *solver, const struct position *position,
                            const struct draw_clock *clock, unsigned plies) {
    const struct draw_balance *balance = balance_of(solver, position);
    return balance != NULL &&
           draw_none_falls(&solver->rules, balance->to_come, position, clock, plies);
}

/* ---- Theory ---------------------------------------------------------------------------------- */

enum draw_status draw_solver_theory(struct draw_solver *solver, const struct position *position,
                                    value *v, finais_error *error) {
    finais_status status =
        draw_values_find(solver->values, solver->context, position, METRIC_WDL, v, error);
    if (is_missing(status)) {
        solver->reason = "a table is missing that the solving of positions and counters needs";
        return DRAW_STOPPED;
    }
    return status == FINAIS_OK ? DRAW_DONE : DRAW_FAILED;
}

/* A question: the position in the frame of its canonical signature. */
struct question {
    struct position position;
    struct draw_balance *balance;
    struct draw_clock normal;
};

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* Whether all counters stand as after a move that set them back. */
static bool is_fresh(const struct draw_solver *solver, const struct draw_clock *normal) {
    for (int i = 0; i < solver->rules.counter_count; i++) {
        unsigned most = solver->rules.counters[i].counts == DRAW_COUNTS_ROAD_PLIES ? 1 : 0;
        if (normal->counts[i] > most)
            return false;
    }
    return true;
}

/* Whether no article can fall within `plies` plies, of which the last one converts. */
static bool fits(const struct draw_solver *solver, const struct draw_plan *plan,
                 const struct draw_clock *normal, unsigned plies) {
    unsigned quiet = plies > 0 ? plies - 1 : 0;
    for (int i = 0; i < solver->rules.counter_count; i++) {
        bool half = solver->rules.counters[i].counts == DRAW_COUNTS_ROAD_MOVES;
        unsigned counted = half ? (quiet + 1) / 2 : quiet;
        if (plan->matters[i] && plan->least_limit[i] != UINT32_MAX &&
            normal->counts[i] + counted >= plan->least_limit[i])
            return false;
    }
    return true;
}

/* Whether an article falls before a conversion in `plies` plies: of a counter that nothing else
 * sets back. */
static bool surely_falls(const struct draw_solver *solver, const struct draw_plan *plan,
                         const struct draw_clock *normal, unsigned plies) {
    for (int i = 0; i < solver->rules.counter_count && plies > 0; i++) {
        if (!plan->matters[i] || solver->rules.counters[i].counts != DRAW_COUNTS_PLIES ||
            plan->sure_limit[i] == UINT32_MAX)
            continue;
        if (plan->has_men && draw_counter_resets_at_man_moves(&solver->rules, i, plan->signature))
            continue;
        if (normal->counts[i] + plies - 1 >= plan->sure_limit[i])
            return true;
    }
    return false;
}

/* What the distance to the conversion tells; DRAW_UNDECIDED when that is not enough. */
static enum draw_status ask_distance(struct draw_solver *solver, const struct position *position,
                                     const struct draw_balance *balance,
                                     const struct draw_clock *normal, bool may_hold,
                                     enum draw_answer *answer, finais_error *error) {
    value v;
    *answer = DRAW_UNDECIDED;
    finais_status status =
        draw_values_find(solver->values, solver->context, position, METRIC_DTC, &v, error);
    if (is_missing(status))
        return DRAW_DONE;
    if (status != FINAIS_OK)
        return DRAW_FAILED;
    const struct draw_plan *plan = &balance->plan;
    unsigned plies = value_distance(v);
    if (plies == 0)
        *answer = DRAW_HOLDS;
    else if (surely_falls(solver, plan, normal, plies))
        *answer = DRAW_FALLS;
    else if (may_hold && plan->captures_clear && plan->promotions_clear &&
             balance->successors_clean && fits(solver, plan, normal, plies))
        *answer = DRAW_HOLDS;
    return DRAW_DONE;
}

/* ---- Units ----------------------------------------------------------------------------------- */

static struct draw_unit **slot_of(struct draw_solver *solver, const struct draw_balance *balance,
                                  uint64_t man_rank) {
    uint64_t hash = (man_rank + (uint64_t)(uintptr_t)balance) * UINT64_C(0x9e3779b97f4a7c15);
    struct draw_unit **slot = &solver->units[hash >> 52];
    while (*slot != NULL && ((*slot)->balance != balance || (*slot)->man_rank != man_rank))
        slot = &(*slot)->next;
    return slot;
}

static struct draw_unit *new_unit(struct draw_solver *solver, struct draw_balance *balance,
                                  uint64_t rank) {
    if (balance->layout.king_placements > UINT32_MAX / 4) {
        solver->reason = "the positions and counters to be solved do not fit into the memory limit";
        return NULL;
    }
    struct draw_unit *unit = draw_solver_take(solver, 1, sizeof *unit);
    if (unit == NULL)
        return NULL;
    unit->balance = balance;
    unit->man_rank = rank;
    unit->nodes = 2 * (uint32_t)balance->layout.king_placements;
    unit->vectors = balance->plan.vector_most + 1;
    return unit;
}

/* The layers to be kept for a question about `layer`: moves of men mostly lead to layer 0. */
static unsigned layers_to_keep(const struct draw_plan *plan, unsigned layer) {
    return layer == 0 || plan->layers == 0 ? 1 : plan->layers;
}

/* The unit of a position in which `layer` is kept, solved now if need be. */
static enum draw_status find_unit(struct draw_solver *solver, struct draw_balance *balance,
                                  uint64_t rank, unsigned layer, struct draw_unit **found,
                                  finais_error *error) {
    struct draw_unit **slot = slot_of(solver, balance, rank);
    struct draw_unit *unit = *slot;
    if (unit != NULL && layer < unit->kept) {
        *found = unit;
        return DRAW_DONE;
    }
    if (unit != NULL) {
        *slot = unit->next;
        free_unit(solver, unit);
    }
    unit = new_unit(solver, balance, rank);
    if (unit == NULL)
        return DRAW_STOPPED;
    enum draw_status status =
        draw_unit_solve(solver, unit, layers_to_keep(&balance->plan, layer), NULL, error);
    if (status != DRAW_DONE) {
        free_unit(solver, unit);
        return status;
    }
    slot = slot_of(solver, balance, rank);
    unit->next = *slot;
    *slot = unit;
    *found = unit;
    return DRAW_DONE;
}

enum draw_status draw_solver_unit(struct draw_solver *solver, struct signature signature,
                                  uint64_t man_rank, const struct draw_unit **unit,
                                  finais_error *error) {
    struct draw_unit *found = NULL;
    struct draw_balance *balance = find_balance(solver, signature);
    if (balance == NULL)
        return DRAW_STOPPED;
    if (balance->plan.unsolved != NULL || !balance->solvable) {
        solver->reason = balance->plan.unsolved;
        return DRAW_STOPPED;
    }
    unsigned last = balance->plan.layers > 0 ? balance->plan.layers - 1 : 0;
    enum draw_status status = find_unit(solver, balance, man_rank, last, &found, error);
    *unit = found;
    return status;
}

static unsigned count_of(const struct draw_clock *clock, int counter, unsigned most) {
    unsigned count = counter == DRAW_NONE ? 0 : clock->counts[counter];
    return count < most ? count : most;
}

static bool value_holds(const struct draw_unit *unit, bitboard men, const struct position *position,
                        unsigned layer, const struct draw_clock *clock) {
    const struct draw_plan *plan = &unit->balance->plan;
    uint8_t v = draw_unit_value(unit, layer, draw_unit_node(unit, men, position),
                                count_of(clock, plan->vector, plan->vector_most));
    return v > count_of(clock, plan->threshold, plan->threshold_most);
}

/* Answers from a unit: the stored one, or, with forbidden positions, one of its own. */
static enum draw_status ask_unit(struct draw_solver *solver, const struct position *position,
                                 struct draw_balance *balance, const struct draw_clock *normal,
                                 const struct draw_forbidden *forbidden, bool *holds,
                                 finais_error *error) {
    const struct draw_plan *plan = &balance->plan;
    bitboard men = (position->white | position->black) & ~position->kings;
    if (plan->unsolved != NULL || !balance->solvable) {
        solver->reason = plan->unsolved != NULL ? plan->unsolved : "a side has no pieces";
        return DRAW_STOPPED;
    }
    uint64_t rank = man_rank(&balance->layout, position->white & men, position->black & men);
    unsigned layer = plan->layer == DRAW_NONE ? 0 : normal->counts[plan->layer];
    /* Beyond the limit only the end of the game is no draw. */
    if (layer > 0 && layer >= plan->layers) {
        *holds =
            !moves_must_capture(solver->game, position) && !moves_any_quiet(solver->game, position);
        return DRAW_DONE;
    }
    struct draw_unit *unit = NULL;
    enum draw_status status;
    if (forbidden == NULL) {
        status = find_unit(solver, balance, rank, layer, &unit, error);
        if (status == DRAW_DONE)
            *holds = value_holds(unit, men, position, layer, normal);
        return status;
    }
    unit = new_unit(solver, balance, rank);
    if (unit == NULL)
        return DRAW_STOPPED;
    status = draw_unit_solve(solver, unit, layers_to_keep(plan, layer), forbidden, error);
    if (status == DRAW_DONE)
        *holds = value_holds(unit, men, position, layer, normal);
    free_unit(solver, unit);
    return status;
}

/* ---- Questions ------------------------------------------------------------------------------- */

static bool make_question(struct draw_solver *solver, const struct position *position,
                          const struct draw_clock *clock, struct question *question) {
    struct signature signature = signature_of_position(position);
    question->position = *position;
    if (!signature_is_canonical(signature)) {
        question->position = position_mirror(solver->game->geometry, position);
        signature = signature_mirror(signature);
    }
    question->balance = find_balance(solver, signature);
    if (question->balance != NULL)
        question->normal = draw_plan_normal(&question->balance->plan, clock);
    return question->balance != NULL;
}

/* The answer of a unit that is solved already. */
static enum draw_answer ask_solved(struct draw_solver *solver, const struct question *question) {
    const struct draw_balance *balance = question->balance;
    const struct position *position = &question->position;
    bitboard men = (position->white | position->black) & ~position->kings;
    if (balance->plan.unsolved != NULL || !balance->solvable)
        return DRAW_UNDECIDED;
    uint64_t rank = man_rank(&balance->layout, position->white & men, position->black & men);
    unsigned layer =
        balance->plan.layer == DRAW_NONE ? 0 : question->normal.counts[balance->plan.layer];
    const struct draw_unit *unit = *slot_of(solver, balance, rank);
    if (unit == NULL || layer >= unit->kept)
        return DRAW_UNDECIDED;
    return value_holds(unit, men, position, layer, &question->normal) ? DRAW_HOLDS : DRAW_FALLS;
}

/* What needs no solving; `may_hold` is false where not every move is allowed. */
static enum draw_status bound(struct draw_solver *solver, const struct question *question,
                              bool may_hold, enum draw_answer *answer, finais_error *error) {
    const struct draw_balance *balance = question->balance;
    *answer = DRAW_UNDECIDED;
    if (signature_side_pieces(balance->plan.signature, BLACK) == 0)
        *answer = DRAW_HOLDS;
    if (*answer != DRAW_UNDECIDED || solver->without_bounds)
        return DRAW_DONE;
    if (may_hold && balance->clean && is_fresh(solver, &question->normal))
        *answer = DRAW_HOLDS;
    else if (may_hold)
        *answer = ask_solved(solver, question);
    if (*answer != DRAW_UNDECIDED)
        return DRAW_DONE;
    return ask_distance(solver, &question->position, balance, &question->normal, may_hold, answer,
                        error);
}

enum draw_status draw_solver_bound(struct draw_solver *solver, const struct position *position,
                                   const struct draw_clock *clock, enum draw_answer *answer,
                                   finais_error *error) {
    struct question question;
    if (!make_question(solver, position, clock, &question))
        return DRAW_STOPPED;
    return bound(solver, &question, true, answer, error);
}

enum draw_status draw_solver_falls(struct draw_solver *solver, const struct position *position,
                                   const struct draw_clock *clock, unsigned dtw, bool *falls,
                                   finais_error *error) {
    struct question question;
    enum draw_answer answer = DRAW_UNDECIDED;
    enum draw_status status = DRAW_DONE;
    if (!make_question(solver, position, clock, &question))
        return DRAW_STOPPED;
    if (!solver->without_bounds)
        answer = ask_solved(solver, &question);
    /* The conversion is no further away than the end. */
    if (answer == DRAW_UNDECIDED && !solver->without_bounds &&
        surely_falls(solver, &question.balance->plan, &question.normal, dtw))
        status = ask_distance(solver, &question.position, question.balance, &question.normal, false,
                              &answer, error);
    *falls = answer == DRAW_FALLS;
    return status;
}

static enum draw_status ask(struct draw_solver *solver, const struct position *position,
                            const struct draw_clock *clock, const struct draw_forbidden *forbidden,
                            bool searches, bool *holds, finais_error *error) {
    struct question question;
    enum draw_answer answer = DRAW_UNDECIDED;
    if (!make_question(solver, position, clock, &question))
        return DRAW_STOPPED;
    enum draw_status status = bound(solver, &question, forbidden == NULL, &answer, error);
    if (status == DRAW_DONE && answer == DRAW_UNDECIDED && searches && forbidden == NULL &&
        !solver->without_bounds && draw_solver_may_search(solver, &question.position, 0)) {
        unsigned looked_at = 0;
        status =
            draw_search(solver, &question.position, &question.normal, &looked_at, &answer, error);
        draw_solver_may_search(solver, &question.position, looked_at);
    }
    *holds = answer == DRAW_HOLDS;
    if (status != DRAW_DONE || answer != DRAW_UNDECIDED)
        return status;
    return ask_unit(solver, &question.position, question.balance, &question.normal, forbidden,
                    holds, error);
}

enum draw_status draw_solver_holds(struct draw_solver *solver, const struct position *position,
                                   const struct draw_clock *clock, bool *holds,
                                   finais_error *error) {
    return ask(solver, position, clock, NULL, false, holds, error);
}

/* Forbidden positions seen from the other side, where the position asked for is. */
static struct position *mirrored(const struct draw_solver *solver,
                                 const struct draw_forbidden *forbidden) {
    struct position *positions = malloc(forbidden->count * sizeof *positions);
    for (size_t i = 0; positions != NULL && i < forbidden->count; i++)
        positions[i] = position_mirror(solver->game->geometry, &forbidden->positions[i]);
    return positions;
}

finais_status draw_solver_ask(struct draw_solver *solver, const struct position *position,
                              const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, enum draw_answer *answer,
                              const char **reason, finais_error *error) {
    finais_error failure;
    bool holds = false;
    struct position *positions = NULL;
    struct draw_forbidden turned = {NULL, 0};
    if (forbidden != NULL && forbidden->count == 0)
        forbidden = NULL;
    if (forbidden != NULL && !signature_is_canonical(signature_of_position(position))) {
        positions = mirrored(solver, forbidden);
        if (positions == NULL)
            return error_memory(error, "the positions of a game");
        turned = (struct draw_forbidden){positions, forbidden->count};
        forbidden = &turned;
    }
    enum draw_status status = ask(solver, position, clock, forbidden, true, &holds, &failure);
    free(positions);
    if (status == DRAW_FAILED) {
        if (error != NULL)
            *error = failure;
        return failure.status;
    }
    *answer = status == DRAW_STOPPED ? DRAW_UNDECIDED : holds ? DRAW_HOLDS : DRAW_FALLS;
    *reason = status == DRAW_STOPPED ? solver->reason : NULL;
    return FINAIS_OK;
}
