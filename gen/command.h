/* command.h - the commands of finais-gen. Each reads its own options from argv[2] on, prints what
 * it has to say, and returns the exit code; a failure is left for main() to print. */
#ifndef GEN_COMMAND_H
#define GEN_COMMAND_H

#include "failure.h"

enum exit_code command_build(int argc, char **argv, struct failure *failure);
enum exit_code command_plan(int argc, char **argv, struct failure *failure);
enum exit_code command_verify(int argc, char **argv, struct failure *failure);
enum exit_code command_stats(int argc, char **argv, struct failure *failure);
enum exit_code command_dump(int argc, char **argv, struct failure *failure);
enum exit_code command_find(int argc, char **argv, struct failure *failure);
enum exit_code command_longest(int argc, char **argv, struct failure *failure);
enum exit_code command_hash(int argc, char **argv, struct failure *failure);
enum exit_code command_bench(int argc, char **argv, struct failure *failure);

#endif
