#include "solve_failure.h"
#include "distances.h"

static enum exit_code fail_too_long(bool in_blocks, const char *name, struct failure *failure) {
    if (in_blocks)
        return fail(failure, EXIT_CODE_WRONG,
                    "%s: a distance is longer than the %d plies that the bit-parallel solver can "
                    "hold; run the same command with --kernel none",
                    name, DISTANCE_BYTE_MAX);
    return fail(failure, EXIT_CODE_WRONG, "%s: a distance is longer than a table can hold", name);
}

enum exit_code fail_solve(enum solve_status status, bool in_blocks, const char *name,
                          struct failure *failure) {
    switch (status) {
    case SOLVE_OK:
        return EXIT_CODE_OK;
    case SOLVE_NO_MEMORY:
        return fail_memory(failure, name);
    case SOLVE_STOPPED:
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    case SOLVE_MISSING:
        return fail(failure, EXIT_CODE_MISSING, "%s: a table that it depends on is missing", name);
    case SOLVE_TOO_LONG:
        break;
    }
    return fail_too_long(in_blocks, name, failure);
}
