/* progress.h - telling a person, or a program, how far a long run is.
 *
 * On a terminal one line that is written over and fits in its width, else a plain line for every
 * task that ends and every 10 seconds within a task; with --json an object a line on standard
 * output; with --quiet nothing. A thread of its own sees to it that the lines come also while a
 * task has nothing to report.
 */
#ifndef GEN_PROGRESS_H
#define GEN_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum output_mode { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_QUIET };

struct progress {
    enum output_mode mode;
    bool terminal;  /* standard error is one */
    bool line_open; /* the terminal line is not ended yet */
    const char *verb;
    char task[64];      /* such as "KKvK.wdl"; empty between tasks */
    uint64_t total;     /* positions of all tasks */
    uint64_t done;      /* of finished tasks */
    uint64_t task_done; /* of the task, as far as reported */
    uint64_t task_positions;
    double interval; /* seconds between two lines of the same task */
    double start;    /* seconds, see monotonic_seconds() */
    double task_start;
    double last; /* when something was written */
    bool ticking;
    bool stopping;
    pthread_t ticker;
    pthread_mutex_t mutex; /* of all the above */
    pthread_cond_t stopped;
};

/* Begins a run over `total` positions; `verb` says what is done to them, as in "solving". To be
 * ended by progress_end(). */
void progress_start(struct progress *progress, enum output_mode mode, const char *verb,
                    uint64_t total);

/* The same with another time between two lines of the same task. */
void progress_start_every(struct progress *progress, enum output_mode mode, const char *verb,
                          uint64_t total, double seconds);

/* Begins a task of so many positions. */
void progress_task(struct progress *progress, const char *task, uint64_t positions);

/* So many positions of the task are done. Cheap; call it often, from one thread at a time. */
void progress_update(struct progress *progress, uint64_t positions);

/* The task is done. `note` completes the line of text, as in "12 kB"; may be NULL. */
void progress_task_done(struct progress *progress, const char *note);

/* Prints a line, given without its end, on standard output, in place of the terminal line. */
void progress_print(struct progress *progress, const char *line);

/* Ends the run, and the terminal line. */
void progress_end(struct progress *progress);

#endif
