/* options.h - the command line of finais-gen. */
#ifndef GEN_OPTIONS_H
#define GEN_OPTIONS_H

#include "block_packer.h"
#include "failure.h"
#include "kernel.h"
#include "manifest_check.h"
#include "plan.h"
#include "progress.h"
#include <limits.h>

/* Options a command may take; also which were given. */
enum option_flag {
    OPTION_PIECES = 1 << 0,
    OPTION_SIGNATURE = 1 << 1,
    OPTION_VARIANT = 1 << 2,
    OPTION_METRICS = 1 << 3,
    OPTION_TABLES = 1 << 4,
    OPTION_THREADS = 1 << 5,
    OPTION_MEMORY = 1 << 6,
    OPTION_LEVEL = 1 << 7,
    OPTION_QUIET = 1 << 8,
    OPTION_JSON = 1 << 9,
    OPTION_TSV = 1 << 10,
    OPTION_WRITE_MANIFEST = 1 << 11,
    OPTION_CHECK = 1 << 12,
    OPTION_HELP = 1 << 13,
    OPTION_KERNEL = 1 << 14,
    OPTION_REPEAT = 1 << 15,
    OPTION_ALONE = 1 << 16,
    OPTION_SAMPLE = 1 << 17,
    OPTION_SEED = 1 << 18,
    OPTION_FORMAT = 1 << 19,
    OPTION_HISTOGRAM = 1 << 20,
    OPTION_FORM = 1 << 21,
    OPTION_WHERE = 1 << 22,
    OPTION_COUNT = 1 << 23,
    OPTION_LIMIT = 1 << 24,
    OPTION_PDN = 1 << 25,
    OPTION_TOTALS = 1 << 27,
    OPTION_HEADERS = 1 << 28,
    OPTIONS_ELSEWHERE = 1 << 26 /* no option: the command plans for this or another machine */
};

/* The most pieces of an ending that is made or read. */
enum { BUILD_PIECES_MAX = 8 };

struct options {
    unsigned given;
    unsigned pieces;            /* 0 when not given */
    struct signature signature; /* canonical */
    const struct rules *rules;
    metric_set metrics;    /* 0 when not given */
    char tables[PATH_MAX]; /* the directory that holds the variant's folder */
    unsigned threads;
    uint64_t memory;       /* bytes, at most what is available */
    uint64_t memory_asked; /* as given, 0 when it was not */
    bool plans;            /* for a command that runs nothing, here or elsewhere */
    const char *format;    /* the text of --format, NULL when not given */
    enum table_form form;  /* standard when not given */
    const char *level;     /* the text of --level, NULL when not given */
    const char *kernel;    /* the text of --kernel, NULL when not given */
    unsigned repeat;       /* 0 when not given */
    unsigned sample;       /* 0 when not given */
    unsigned seed;         /* 0 when not given */
    unsigned limit;        /* 0 when not given */
    const char *where;     /* the text of --where, NULL when not given */
    const char *check;     /* the file of --check, NULL when not given */
    enum output_mode mode; /* from --quiet and --json */
};

/* Reads argv[2] and on: the options of a command that takes the flags `allowed`. False when the
 * command ends here, with *code: an option is wrong, or `help` was asked for and has been shown. */
bool options_start(struct options *options, int argc, char **argv, unsigned allowed,
                   const char *help, enum exit_code *code, struct failure *failure);

/* --level, from 1 to 19; DEFAULT_LEVEL (block_packer.h) when it was not given. */
enum exit_code options_level(const struct options *options, int *level, struct failure *failure);

/* The word for a form after --form. */
const char *options_form_name(enum table_form form);

/* --kernel as a kernel: the fastest when it was not given, NULL for "none". */
enum exit_code options_kernel(const struct options *options, const struct kernel **kernel,
                              struct failure *failure);

/* A plan over the tables of a folder that --pieces or --signature chooses (table_walk.h), of
 * `metrics`, or of those that occur (0). */
enum exit_code options_plan(const struct options *options, metric_set metrics,
                            const struct folder *folder, struct plan *plan,
                            struct failure *failure);

/* The tables that --pieces, --signature and --metrics choose. Points into `options`. */
struct selection options_selection(const struct options *options);

#endif
