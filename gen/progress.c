#include "progress.h"
#include "resources.h"
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* Seconds between two lines of the same task. */
static const double terminal_interval = 0.2;
static const double plain_interval = 10;

void progress_start(struct progress *progress, enum output_mode mode, const char *verb,
                    uint64_t total) {
    *progress = (struct progress){.mode = mode,
                                  .terminal = isatty(STDERR_FILENO) == 1,
                                  .verb = verb,
                                  .total = total,
                                  .start = monotonic_seconds()};
}

struct rates {
    uint64_t done;
    uint64_t left;
    double per_second;
    double remaining; /* seconds; negative when there is nothing to tell it from */
};

static struct rates rates_now(const struct progress *progress, uint64_t positions, double now) {
    struct rates rates = {.done = progress->done + positions, .remaining = -1};
    double elapsed = now - progress->start;
    rates.left = progress->total > rates.done ? progress->total - rates.done : 0;
    if (elapsed > 0)
        rates.per_second = (double)rates.done / elapsed;
    if (rates.done > 0 && elapsed > 0.5)
        rates.remaining = (double)rates.left / rates.per_second;
    return rates;
}

static void write_json(const struct progress *progress, const char *event,
                       const struct rates *rates) {
    printf("{\"event\":\"%s\",\"table\":\"%s\",\"done\":%" PRIu64 ",\"left\":%" PRIu64
           ",\"per_second\":%.0f,\"remaining_seconds\":",
           event, progress->task, rates->done, rates->left, rates->per_second);
    if (rates->remaining < 0)
        printf("null}\n");
    else
        printf("%.1f}\n", rates->remaining);
    fflush(stdout);
}

static void write_text(struct progress *progress, const struct rates *rates) {
    char remaining[32] = "?";
    if (rates->remaining >= 0)
        duration_text(rates->remaining, remaining, sizeof remaining);
    if (progress->terminal)
        fprintf(stderr, "\r\033[K");
    fprintf(stderr,
            "%s %s: %" PRIu64 " positions done, %" PRIu64 " left, %.2f million/s, about %s to go",
            progress->verb, progress->task, rates->done, rates->left, rates->per_second / 1e6,
            remaining);
    if (!progress->terminal)
        fputc('\n', stderr);
    progress->line_open = progress->terminal;
    fflush(stderr);
}

void progress_task(struct progress *progress, const char *task, uint64_t positions) {
    snprintf(progress->task, sizeof progress->task, "%s", task);
    progress->task_positions = positions;
    progress->task_start = monotonic_seconds();
    progress_update(progress, 0);
}

void progress_update(struct progress *progress, uint64_t positions) {
    if (progress->mode == OUTPUT_QUIET)
        return;
    double now = monotonic_seconds();
    bool often = progress->mode == OUTPUT_TEXT && progress->terminal;
    double since = progress->last > progress->task_start ? progress->last : progress->task_start;
    if (often ? now - progress->last < terminal_interval : now - since < plain_interval)
        return;
    progress->last = now;
    struct rates rates = rates_now(progress, positions, now);
    if (progress->mode == OUTPUT_JSON)
        write_json(progress, "progress", &rates);
    else
        write_text(progress, &rates);
}

void progress_task_done(struct progress *progress, const char *note) {
    double now = monotonic_seconds();
    progress->done += progress->task_positions;
    if (progress->mode == OUTPUT_QUIET)
        return;
    struct rates rates = rates_now(progress, 0, now);
    if (progress->mode == OUTPUT_JSON) {
        write_json(progress, "table", &rates);
        return;
    }
    if (progress->terminal)
        return;
    fprintf(stderr, "%s: %" PRIu64 " positions in %.2f s%s%s; %" PRIu64 " left\n", progress->task,
            progress->task_positions, now - progress->task_start, note != NULL ? ", " : "",
            note != NULL ? note : "", rates.left);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->line_open)
        fprintf(stderr, "\r\033[K");
    progress->line_open = false;
    fflush(stderr);
}
