#include "interrupt.h"
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t requested;

static void request(int signal_number) {
    (void)signal_number;
    requested = 1;
}

void interrupt_watch(void) {
    struct sigaction stop = {.sa_handler = request, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    sigemptyset(&stop.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGXFSZ, &ignore, NULL);
}

bool interrupt_requested(void) {
    return requested != 0;
}
