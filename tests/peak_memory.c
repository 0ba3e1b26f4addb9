/* Runs a command and writes the most memory that it had in use, in bytes, into a file.
 *
 *     test-peak-memory FILE COMMAND ARGUMENT...
 *
 * The exit code is that of the command; 127 when it cannot be run. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct rusage usage;
    int status;
    if (argc < 3)
        return 127;
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    FILE *file = fopen(argv[1], "w");
    if (child < 0 || wait4(child, &status, 0, &usage) != child || file == NULL)
        return 127;
    fprintf(file, "%lld\n", (long long)usage.ru_maxrss * 1024);
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
