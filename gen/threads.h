/* threads.h - what the generator asks of OpenMP, also where the compiler has none. */
#ifndef GEN_THREADS_H
#define GEN_THREADS_H

#include <stdbool.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* Whether so many threads (1 or more) can run at once, found out by trying. OpenMP ends the program
 * when it cannot start one. */
bool threads_can_start(unsigned count);

/* Number of the calling thread in its team, from 0. */
static inline unsigned thread_number(void) {
#ifdef _OPENMP
    return (unsigned)omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
