#include "interrupt.h"
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t requested;

static void request(int signal_number) {
    (void)signal_number;
    requested = 1;
}

/* Whoever started the program may want it to survive a signal, as a shell does for what it runs in
 * the background. No SA_RESTART: a read that waits, of a pipe say, has to end. */
static void watch(int signal_number) {
    struct sigaction stop = {.sa_handler = request, .sa_flags = (int)SA_RESETHAND};
    struct sigaction now;
    sigemptyset(&stop.sa_mask);
    if (sigaction(signal_number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
        sigaction(signal_number, &stop, NULL);
}

void interrupt_watch(void) {
    watch(SIGINT);
    watch(SIGTERM);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGXFSZ, &ignore, NULL);
}

bool interrupt_requested(void) {
    return requested != 0;
}
