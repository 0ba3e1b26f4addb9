/* kernel_mirror.h - placements of a signature that is its own mirror, in pairs (part of kernel.c).
 *
 * Turning the board and exchanging the colours makes another placement of the same signature out of
 * one, with the other side to move. So one of the two is solved and the other copied.
 */

static uint64_t mirror_rank(const struct placement_blocks *placement,
                            const struct kernel_scratch *scratch) {
    return man_rank32(&scratch->tables, &placement->blocks->layout, turn32(placement->men[BLACK]),
                      turn32(placement->men[WHITE]));
}

static void turn_block(const struct blocks *blocks, const squares32 *from, squares32 *to) {
    if (blocks->rows > 1)
        matrix_turn(from, to);
    else /* no kings */
        *to = *from;
}

static void turn_over(const struct placement_blocks *placement, uint64_t mirror) {
    const struct blocks *blocks = placement->blocks;
    squares32 free = turn32(~(placement->men[WHITE] | placement->men[BLACK]));
    for (uint64_t block = 0; block < blocks->blocks_per_placement; block++) {
        if (!block_exists(placement, block))
            continue;
        squares32 white_outer = turn32(placement->outer[BLACK][block % blocks->black_sets]);
        squares32 black_outer = turn32(placement->outer[WHITE][block / blocks->black_sets]);
        uint64_t target = block_number(blocks, subset_rank32(white_outer, free),
                                       subset_rank32(black_outer, free));
        uint64_t from = placement->first_word + block * blocks->rows;
        uint64_t to = (mirror * blocks->blocks_per_placement + target) * blocks->rows;
        for (enum side side = WHITE; side <= BLACK; side++) {
            turn_block(blocks, blocks->win[other_side(side)] + from, blocks->win[side] + to);
            turn_block(blocks, blocks->loss[other_side(side)] + from, blocks->loss[side] + to);
        }
        turn_block(blocks, placement->quiet[BLACK][block].row, placement->quiet[WHITE][target].row);
    }
}
