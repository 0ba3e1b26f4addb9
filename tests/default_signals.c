/* Runs a command with the default action for SIGINT and SIGTERM. A shell script cannot: what it
 * starts in the background ignores SIGINT, and it must not undo that. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s COMMAND [ARGUMENT...]\n", argv[0]);
        return 2;
    }
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
