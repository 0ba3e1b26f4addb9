#include "threads.h"
#include <pthread.h>
#include <stdlib.h>

/* Each thread waits until all of them run. */
static void *wait_for_gate(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

bool threads_can_start(unsigned count) {
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *threads = malloc(sizeof *threads * count);
    if (threads == NULL)
        return false;
    unsigned started = 1; /* the caller is one */
    pthread_mutex_lock(&gate);
    while (started < count && pthread_create(&threads[started], NULL, wait_for_gate, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return started >= count;
}
