/* solve_failure.h - what a user is told when a table cannot be solved. */
#ifndef GEN_SOLVE_FAILURE_H
#define GEN_SOLVE_FAILURE_H

#include "failure.h"
#include "solver.h"

/* EXIT_CODE_OK for SOLVE_OK. `in_blocks`: by the bit-parallel solver, which has a limit of its own.
 */
enum exit_code fail_solve(enum solve_status status, bool in_blocks, const char *name,
                          struct failure *failure);

#endif
