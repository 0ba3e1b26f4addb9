/* progress.h - telling a person, or a program, how far a long run is.
 *
 * On a terminal one line that is written over, else a plain line now and then; with --json an
 * object a line on standard output; with --quiet nothing.
 */
#ifndef GEN_PROGRESS_H
#define GEN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum output_mode { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_QUIET };

struct progress {
    enum output_mode mode;
    bool terminal;  /* standard error is one */
    bool line_open; /* the terminal line is not ended yet */
    const char *verb;
    char task[64];  /* such as "KKvK.wdl" */
    uint64_t total; /* positions of all tasks */
    uint64_t done;  /* of finished tasks */
    uint64_t task_positions;
    double start; /* seconds, see monotonic_seconds() */
    double task_start;
    double last; /* when something was written */
};

/* Begins a run over `total` positions; `verb` says what is done to them, as in "solving". */
void progress_start(struct progress *progress, enum output_mode mode, const char *verb,
                    uint64_t total);

/* Begins a task of so many positions. */
void progress_task(struct progress *progress, const char *task, uint64_t positions);

/* So many positions of the task are done. Cheap; call it often, from one thread at a time. */
void progress_update(struct progress *progress, uint64_t positions);

/* The task is done. `note` completes the line of text, as in "12 kB"; may be NULL. */
void progress_task_done(struct progress *progress, const char *note);

/* Ends the terminal line, before anything else is printed. */
void progress_end(struct progress *progress);

#endif
