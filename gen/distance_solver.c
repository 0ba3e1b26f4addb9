#include "distance_solver.h"
#include "threads.h"
#include <stdlib.h>

static unsigned outer_moves_max(const struct blocks *blocks, enum side side) {
    unsigned kings = blocks->signature.kings[side];
    return kings < 2 ? 0 : 13 * (kings - 1);
}

/* With kings of one side only nothing goes round in circles, and no working memory is needed. */
static bool goes_by_depth(const struct blocks *blocks) {
    return blocks->rows > 1;
}

uint64_t placement_distances_memory(const struct blocks *blocks) {
    if (!goes_by_depth(blocks))
        return 0;
    uint64_t paths = outer_moves_max(blocks, WHITE) + outer_moves_max(blocks, BLACK);
    uint64_t block = 2 * (sizeof(struct distance_state) + 4 * sizeof(struct matrix)) +
                     paths * sizeof(struct outer_path);
    return blocks->blocks_per_placement * block;
}

static void *allocate(uint64_t count, size_t size) {
    if (count > SIZE_MAX / 2 / size)
        return NULL;
    return aligned_alloc(64, ((size_t)count * size + 63) / 64 * 64);
}

bool placement_distances_make(struct placement_distances *place, const struct blocks *blocks) {
    *place = (struct placement_distances){.distances = NULL};
    if (!goes_by_depth(blocks))
        return true;
    uint64_t count = blocks->blocks_per_placement;
    bool made = true;
    for (enum side side = WHITE; side <= BLACK; side++) {
        unsigned room = outer_moves_max(blocks, side);
        place->path_room[side] = room;
        place->state[side] = allocate(count, sizeof(struct distance_state));
        place->closed[side] = allocate(count, sizeof(struct matrix));
        place->lost[side] = allocate(count, sizeof(struct matrix));
        place->new_win[side] = allocate(count, sizeof(struct matrix));
        place->new_loss[side] = allocate(count, sizeof(struct matrix));
        place->paths[side] = allocate(count * room, sizeof(struct outer_path));
        made = made && place->state[side] != NULL && place->closed[side] != NULL &&
               place->lost[side] != NULL && place->new_win[side] != NULL &&
               place->new_loss[side] != NULL && (room == 0 || place->paths[side] != NULL);
    }
    return made;
}

void placement_distances_clear(struct placement_distances *place) {
    for (enum side side = WHITE; side <= BLACK; side++) {
        free(place->state[side]);
        free(place->closed[side]);
        free(place->lost[side]);
        free(place->new_win[side]);
        free(place->new_loss[side]);
        free(place->paths[side]);
    }
}

static void begin_block(const struct placement_blocks *placement,
                        const struct placement_distances *place, const struct kernel *kernel,
                        struct kernel_scratch *scratch, uint64_t block) {
    const struct distance_state nothing = {.next = UINT8_MAX};
    if (goes_by_depth(placement->blocks)) {
        place->state[WHITE][block] = nothing;
        place->state[BLACK][block] = nothing;
    }
    if (block_exists(placement, block))
        kernel->begin_distances(placement, place, block, scratch);
}

static void begin_all(const struct placement_blocks *placement,
                      const struct placement_distances *place, const struct kernel *kernel,
                      struct kernel_scratch *const *scratch, unsigned threads) {
    uint64_t count = placement->blocks->blocks_per_placement;
    if (threads == 1) {
        for (uint64_t block = 0; block < count; block++)
            begin_block(placement, place, kernel, scratch[0], block);
        return;
    }
#pragma omp parallel for schedule(dynamic, 16) num_threads((int)threads)
    for (uint64_t block = 0; block < count; block++)
        begin_block(placement, place, kernel, scratch[thread_number()], block);
}

static void finish_words(const struct placement_blocks *placement,
                         const struct placement_distances *place, const struct kernel *kernel) {
    for (uint64_t block = 0; block < placement->blocks->blocks_per_placement; block++)
        if (block_exists(placement, block))
            kernel->finish_word(placement, place, block);
}

/* Threads take so many blocks at a time. */
enum { BLOCKS_AT_A_TIME = 64 };

static struct distance_progress find_all(const struct placement_blocks *placement,
                                         const struct placement_distances *place,
                                         const struct kernel *kernel, unsigned depth,
                                         unsigned threads) {
    uint64_t count = placement->blocks->blocks_per_placement;
    if (threads == 1)
        return kernel->find_distances(placement, place, depth, 0, count);
    bool found = false;
    unsigned next = UINT8_MAX;
#pragma omp parallel for schedule(dynamic) num_threads((int)threads) reduction(||                  \
                                                                               : found)            \
    reduction(min                                                                                  \
              : next)
    for (uint64_t first = 0; first < count; first += BLOCKS_AT_A_TIME) {
        uint64_t end = first + BLOCKS_AT_A_TIME < count ? first + BLOCKS_AT_A_TIME : count;
        struct distance_progress part = kernel->find_distances(placement, place, depth, first, end);
        found = found || part.found;
        next = part.next < next ? part.next : next;
    }
    return (struct distance_progress){found, (uint8_t)next};
}

static void enter_all(const struct placement_blocks *placement,
                      const struct placement_distances *place, const struct kernel *kernel,
                      unsigned depth, unsigned threads) {
    uint64_t count = placement->blocks->blocks_per_placement;
    if (threads == 1) {
        kernel->enter_distances(placement, place, depth, 0, count);
        return;
    }
#pragma omp parallel for schedule(dynamic) num_threads((int)threads)
    for (uint64_t first = 0; first < count; first += BLOCKS_AT_A_TIME) {
        uint64_t end = first + BLOCKS_AT_A_TIME < count ? first + BLOCKS_AT_A_TIME : count;
        kernel->enter_distances(placement, place, depth, first, end);
    }
}

/* Makes draws of the wins and losses that have no distance yet. */
static void cut_open(const struct placement_blocks *placement,
                     const struct placement_distances *place) {
    const struct blocks *blocks = placement->blocks;
    for (uint64_t block = 0; block < blocks->blocks_per_placement; block++)
        for (enum side side = WHITE; side <= BLACK && block_exists(placement, block); side++) {
            uint64_t word = placement->first_word + block * blocks->rows;
            for (unsigned r = 0; r < blocks->rows; r++) {
                blocks->win[side][word + r] &= place->closed[side][block].row[r];
                blocks->loss[side][word + r] &= place->lost[side][block].row[r];
            }
        }
}

/* The same where kings of one side at most make words of the blocks. */
static void cut_words(const struct placement_blocks *placement, const struct distances *distances) {
    const struct blocks *blocks = placement->blocks;
    for (uint64_t block = 0; block < blocks->blocks_per_placement; block++)
        for (enum side side = WHITE; side <= BLACK; side++) {
            uint64_t word = placement->first_word + block;
            const uint8_t *plies = distances->plies[side] + word * distances->word_bytes;
            squares32 fit = 0;
            for (unsigned i = 0; i < distances->word_bytes; i++)
                fit |= (squares32)(plies[i] <= distances->longest) << i;
            blocks->win[side][word] &= fit;
            blocks->loss[side][word] &= fit;
        }
}

/* Kings of one side at most: one ply of theirs finds what is left. */
static enum solve_status finish_placement(const struct placement_blocks *placement,
                                          const struct placement_distances *place,
                                          const struct kernel *kernel) {
    uint64_t words = placement->blocks->blocks_per_placement;
    if (placement->blocks->signature.kings[BLACK] > 0)
        finish_words(placement, place, kernel);
    if (place->distances->cuts)
        cut_words(placement, place->distances);
    bool fit = distances_fit(place->distances, WHITE, placement->first_word, words) &&
               distances_fit(place->distances, BLACK, placement->first_word, words);
    return fit ? SOLVE_OK : SOLVE_TOO_LONG;
}

enum solve_status solve_distances(const struct placement_blocks *placement,
                                  struct placement_distances *place, struct distances *distances,
                                  const struct kernel *kernel,
                                  struct kernel_scratch *const *scratch, unsigned threads) {
    place->distances = distances;
    begin_all(placement, place, kernel, scratch, threads);
    if (!goes_by_depth(placement->blocks))
        return finish_placement(placement, place, kernel);
    for (unsigned depth = 0; depth < UINT8_MAX;) {
        struct distance_progress progress = find_all(placement, place, kernel, depth, threads);
        if (progress.found && depth > distances->longest && distances->cuts)
            break;
        if (progress.found && depth > distances->longest)
            return SOLVE_TOO_LONG;
        if (progress.found)
            enter_all(placement, place, kernel, depth, threads);
        depth = progress.found ? depth + 1 : progress.next;
    }
    if (distances->cuts)
        cut_open(placement, place);
    return SOLVE_OK;
}
