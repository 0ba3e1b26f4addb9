#include "progress.h"
#include "resources.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Seconds between two lines of the same task. */
static const double terminal_interval = 0.2;
static const double plain_interval = 10;

enum { LINE_SIZE = 256, DEFAULT_WIDTH = 80 };

struct rates {
    uint64_t done;
    uint64_t left;
    double per_second;
    double remaining; /* seconds; negative when there is nothing to tell it from */
};

static struct rates rates_now(const struct progress *progress, double now) {
    struct rates rates = {.done = progress->done + progress->task_done, .remaining = -1};
    double elapsed = now - progress->start;
    rates.left = progress->total > rates.done ? progress->total - rates.done : 0;
    if (elapsed > 0)
        rates.per_second = (double)rates.done / elapsed;
    if (rates.left == 0)
        rates.remaining = 0;
    else if (rates.per_second > 0)
        rates.remaining = (double)rates.left / rates.per_second;
    return rates;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void remaining_text(const struct rates *rates, char *text, size_t size) {
    char time[32];
    if (rates->remaining < 0) {
        snprintf(text, size, "time to go unknown");
        return;
    }
    duration_text(rates->remaining, time, sizeof time);
    snprintf(text, size, "about %s to go", time);
}

static void write_json(const struct progress *progress, const char *event,
                       const struct rates *rates) {
    char remaining[32] = "null";
    char table[sizeof progress->task + 2] = "null";
    if (progress->task[0] != '\0')
        snprintf(table, sizeof table, "\"%s\"", progress->task);
    if (rates->remaining >= 0)
        snprintf(remaining, sizeof remaining, "%.1f", rates->remaining);
    printf("{\"event\":\"%s\",\"table\":%s,\"done\":%" PRIu64 ",\"left\":%" PRIu64
           ",\"per_second\":%.0f,\"remaining_seconds\":%s}\n",
           event, table, rates->done, rates->left, rates->per_second, remaining);
    fflush(stdout);
}

static unsigned terminal_width(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return DEFAULT_WIDTH;
    return size.ws_col;
}

/* Counts where there is room for them, else the percentage, else what fits of that. The last column
 * stays free: some terminals go to the next line when it is filled. */
static void write_terminal(struct progress *progress, const struct rates *rates) {
    char remaining[48];
    char line[LINE_SIZE];
    const char *slash = strrchr(progress->task, '/');
    const char *task = slash != NULL ? slash + 1 : progress->task;
    const char *space = *task != '\0' ? " " : "";
    unsigned room = terminal_width() - 1;
    remaining_text(rates, remaining, sizeof remaining);
    int length = snprintf(
        line, sizeof line, "%s%s%s: %" PRIu64 " done, %" PRIu64 " left, %.2f M/s, %s",
        progress->verb, space, task, rates->done, rates->left, rates->per_second / 1e6, remaining);
    if (length > 0 && (unsigned)length > room)
        snprintf(line, sizeof line, "%s%s%s: %.1f %% done, %.2f M/s, %s", progress->verb, space,
                 task, 100.0 * (double)rates->done / (double)(rates->done + rates->left),
                 rates->per_second / 1e6, remaining);
    fprintf(stderr, "\r\033[K%.*s", (int)room, line);
    fflush(stderr);
    progress->line_open = true;
}

static void write_plain(const struct progress *progress, const struct rates *rates) {
    char remaining[48];
    remaining_text(rates, remaining, sizeof remaining);
    fprintf(stderr, "%s%s%s: %" PRIu64 " positions done, %" PRIu64 " left, %.2f million/s, %s\n",
            progress->verb, progress->task[0] != '\0' ? " " : "", progress->task, rates->done,
            rates->left, rates->per_second / 1e6, remaining);
    fflush(stderr);
}

static void write_line(struct progress *progress, double now) {
    struct rates rates = rates_now(progress, now);
    progress->last = now;
    if (progress->mode == OUTPUT_JSON)
        write_json(progress, "progress", &rates);
    else if (progress->terminal)
        write_terminal(progress, &rates);
    else
        write_plain(progress, &rates);
}

static void write_task_done(const struct progress *progress, const char *note, double now) {
    char remaining[48];
    struct rates rates = rates_now(progress, now);
    if (progress->mode == OUTPUT_JSON) {
        write_json(progress, "table", &rates);
        return;
    }
    if (progress->terminal)
        return;
    remaining_text(&rates, remaining, sizeof remaining);
    fprintf(stderr,
            "%s: %" PRIu64 " positions in %.2f s%s%s; %" PRIu64 " left, %.2f million/s, %s\n",
            progress->task, progress->task_positions, now - progress->task_start,
            note != NULL ? ", " : "", note != NULL ? note : "", rates.left, rates.per_second / 1e6,
            remaining);
    fflush(stderr);
}

static void clear_line(struct progress *progress) {
    if (progress->line_open)
        fprintf(stderr, "\r\033[K");
    progress->line_open = false;
    fflush(stderr);
}

/* A task that ends within the interval has no line but the one that tells so. */
static bool line_is_due(const struct progress *progress, double now) {
    double since = progress->last;
    if (progress->mode != OUTPUT_TEXT || !progress->terminal)
        since = since > progress->task_start ? since : progress->task_start;
    return now - since >= progress->interval;
}

/* ---- The ticker ----------------------------------------------------------------------------- */

static void add_seconds(struct timespec *time, double seconds) {
    long nanoseconds = time->tv_nsec + (long)((seconds - (double)(time_t)seconds) * 1e9);
    time->tv_sec += (time_t)seconds + nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
}

/* Writes the lines that no report has brought about. */
static void *tick(void *context) {
    struct progress *progress = context;
    pthread_mutex_lock(&progress->mutex);
    while (!progress->stopping) {
        struct timespec next;
        clock_gettime(CLOCK_MONOTONIC, &next);
        add_seconds(&next, progress->interval / 2);
        pthread_cond_timedwait(&progress->stopped, &progress->mutex, &next);
        double now = monotonic_seconds();
        if (!progress->stopping && line_is_due(progress, now))
            write_line(progress, now);
    }
    pthread_mutex_unlock(&progress->mutex);
    return NULL;
}

/* Signals are for the other threads. A run without a ticker has fewer lines and no other fault. */
static void start_ticker(struct progress *progress) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    progress->ticking = pthread_create(&progress->ticker, NULL, tick, progress) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void stop_ticker(struct progress *progress) {
    pthread_mutex_lock(&progress->mutex);
    progress->stopping = true;
    pthread_cond_signal(&progress->stopped);
    pthread_mutex_unlock(&progress->mutex);
    if (progress->ticking)
        pthread_join(progress->ticker, NULL);
    progress->ticking = false;
}

/* ---- The run -------------------------------------------------------------------------------- */

void progress_start_every(struct progress *progress, enum output_mode mode, const char *verb,
                          uint64_t total, double seconds) {
    double now = monotonic_seconds();
    pthread_condattr_t monotonic;
    *progress = (struct progress){.mode = mode,
                                  .terminal = isatty(STDERR_FILENO) == 1,
                                  .verb = verb,
                                  .total = total,
                                  .interval = seconds,
                                  .start = now,
                                  .task_start = now};
    pthread_mutex_init(&progress->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&progress->stopped, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (mode != OUTPUT_QUIET)
        start_ticker(progress);
}

void progress_start(struct progress *progress, enum output_mode mode, const char *verb,
                    uint64_t total) {
    bool often = mode == OUTPUT_TEXT && isatty(STDERR_FILENO) == 1;
    progress_start_every(progress, mode, verb, total, often ? terminal_interval : plain_interval);
}

void progress_task(struct progress *progress, const char *task, uint64_t positions) {
    pthread_mutex_lock(&progress->mutex);
    snprintf(progress->task, sizeof progress->task, "%s", task);
    progress->task_positions = positions;
    progress->task_done = 0;
    progress->task_start = monotonic_seconds();
    pthread_mutex_unlock(&progress->mutex);
    progress_update(progress, 0);
}

void progress_update(struct progress *progress, uint64_t positions) {
    if (progress->mode == OUTPUT_QUIET)
        return;
    pthread_mutex_lock(&progress->mutex);
    double now = monotonic_seconds();
    progress->task_done =
        positions < progress->task_positions ? positions : progress->task_positions;
    if (line_is_due(progress, now))
        write_line(progress, now);
    pthread_mutex_unlock(&progress->mutex);
}

void progress_task_done(struct progress *progress, const char *note) {
    pthread_mutex_lock(&progress->mutex);
    double now = monotonic_seconds();
    progress->done += progress->task_positions;
    progress->task_done = 0;
    if (progress->mode != OUTPUT_QUIET)
        write_task_done(progress, note, now);
    progress->task[0] = '\0';
    progress->task_positions = 0;
    progress->task_start = now;
    pthread_mutex_unlock(&progress->mutex);
}

void progress_print(struct progress *progress, const char *line) {
    pthread_mutex_lock(&progress->mutex);
    clear_line(progress);
    printf("%s\n", line);
    fflush(stdout);
    pthread_mutex_unlock(&progress->mutex);
}

void progress_end(struct progress *progress) {
    stop_ticker(progress);
    clear_line(progress);
    pthread_cond_destroy(&progress->stopped);
    pthread_mutex_destroy(&progress->mutex);
}
