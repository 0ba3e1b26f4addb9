/* interrupt.h - signals that ask a run to stop.
 *
 * The only global state of the generator: a flag that a signal handler sets.
 */
#ifndef GEN_INTERRUPT_H
#define GEN_INTERRUPT_H

#include <stdbool.h>

/* From here on SIGINT and SIGTERM ask the run to stop (a second one ends it at once), unless they
 * were ignored before, and a file size limit makes a write fail instead of ending the program.
 * System calls that wait are interrupted (EINTR). */
void interrupt_watch(void);

/* Whether the run was asked to stop. Safe in any thread. */
bool interrupt_requested(void);

#endif
