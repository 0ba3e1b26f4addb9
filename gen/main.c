/* finais-gen: makes and checks the tables. */
#include "command.h"
#include "finais.h"
#include "interrupt.h"
#include "scan_output.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "finais-gen makes and checks exact endgame tables for draughts.\n"
    "\n"
    "  finais-gen build --pieces 4        make all tables of up to 4 pieces\n"
    "  finais-gen verify --level rules    check every value against the rules\n"
    "  finais-gen stats                   wins, draws, losses, longest wins\n"
    "  finais-gen longest                 positions with the longest wins, best play as PDN\n"
    "  finais-gen find --where 'zugzwang'   positions that are as a query says\n"
    "  finais-gen dump --signature KKvK   every position with its values, as text or an array\n"
    "  finais-gen hash                    content hash of each table\n"
    "  finais-gen plan --pieces 8         what that would take, and jobs for Ninja or Slurm\n"
    "  finais-gen bench                   how fast endings are solved here\n"
    "\n"
    "Each command explains itself: finais-gen build --help (or -h)\n"
    "The version: finais-gen --version\n"
    "\n"
    "Exit codes: 0 fine, 1 verification found something wrong, 2 usage, 3 table missing,\n"
    "4 table damaged, 5 file or folder trouble, 6 memory or disk too small, 75 interrupted\n"
    "(the same command goes on from there).\n";

static const struct {
    const char *name;
    enum exit_code (*run)(int argc, char **argv, struct failure *failure);
} commands[] = {
    {"build", command_build}, {"verify", command_verify}, {"stats", command_stats},
    {"hash", command_hash},   {"bench", command_bench},   {"plan", command_plan},
    {"dump", command_dump},   {"find", command_find},     {"longest", command_longest},
};

static bool is_help(const char *text) {
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0 || strcmp(text, "help") == 0;
}

static enum exit_code run(int argc, char **argv, struct failure *failure) {
    if (argc < 2)
        return fail(failure, EXIT_CODE_USAGE,
                    "a command is missing: build, plan, verify, stats, longest, find, dump, hash "
                    "or bench; see "
                    "finais-gen --help");
    if (is_help(argv[1])) {
        fputs(help, stdout);
        return EXIT_CODE_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("finais-gen %s\n", FINAIS_VERSION);
        return EXIT_CODE_OK;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc, argv, failure);
    return fail(failure, EXIT_CODE_USAGE,
                "'%s': no such command; there are build, plan, verify, stats, longest, find, dump, "
                "hash and bench",
                argv[1]);
}

static bool reached_end;

/* Libraries may end the program by themselves, as OpenMP does when it cannot start a thread; its
 * exit code would say that verification found something wrong. */
static void when_exiting(void) {
    if (reached_end)
        return;
    fputs("finais-gen: a thread could not be started; allow more memory or processes, or use fewer "
          "--threads\n",
          stderr);
    _exit(EXIT_CODE_SHORT);
}

/* By default glibc takes ever larger arrays from its heap, where they leave holes that memory
 * limits do not see. With a threshold of its own each larger array goes back to the system when
 * freed. */
static void keep_heap_small(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
}

int main(int argc, char **argv) {
    struct failure failure = {EXIT_CODE_OK, ""};
    keep_heap_small();
    atexit(when_exiting);
    interrupt_watch();
    enum exit_code code = run(argc, argv, &failure);
    errno = 0;
    if (code == EXIT_CODE_OK && (fflush(stdout) != 0 || ferror(stdout)))
        code = fail_output(&failure, errno != 0 ? errno : EIO);
    if (code != EXIT_CODE_OK)
        fprintf(stderr, "finais-gen: %s\n", failure.text);
    reached_end = true;
    return (int)code;
}
