#include "options.h"
#include "block_packer.h"
#include "format.h"
#include "lookup.h"
#include "resources.h"
#include "table_walk.h"
#include "threads.h"
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option long_options[] = {
    {"pieces", required_argument, NULL, OPTION_PIECES},
    {"signature", required_argument, NULL, OPTION_SIGNATURE},
    {"variant", required_argument, NULL, OPTION_VARIANT},
    {"metrics", required_argument, NULL, OPTION_METRICS},
    {"tables", required_argument, NULL, OPTION_TABLES},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"memory", required_argument, NULL, OPTION_MEMORY},
    {"level", required_argument, NULL, OPTION_LEVEL},
    {"kernel", required_argument, NULL, OPTION_KERNEL},
    {"repeat", required_argument, NULL, OPTION_REPEAT},
    {"alone", no_argument, NULL, OPTION_ALONE},
    {"sample", required_argument, NULL, OPTION_SAMPLE},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"form", required_argument, NULL, OPTION_FORM},
    {"where", required_argument, NULL, OPTION_WHERE},
    {"count", no_argument, NULL, OPTION_COUNT},
    {"pdn", no_argument, NULL, OPTION_PDN},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"json", no_argument, NULL, OPTION_JSON},
    {"tsv", no_argument, NULL, OPTION_TSV},
    {"histogram", no_argument, NULL, OPTION_HISTOGRAM},
    {"totals", no_argument, NULL, OPTION_TOTALS},
    {"headers", no_argument, NULL, OPTION_HEADERS},
    {"write-manifest", no_argument, NULL, OPTION_WRITE_MANIFEST},
    {"check", required_argument, NULL, OPTION_CHECK},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* A plan looks further than what can be built. */
enum { PLAN_PIECES_MAX = 10, THREADS_MAX = 1024, REPEAT_MAX = 100, NINE_DIGITS_MAX = 999999999 };

static bool read_number(const char *text, unsigned lowest, unsigned highest, unsigned *number) {
    char *end;
    if (!isdigit((unsigned char)text[0]) || strlen(text) > 9)
        return false;
    unsigned long found = strtoul(text, &end, 10);
    *number = (unsigned)found;
    return *end == '\0' && found >= lowest && found <= highest;
}

static bool read_metrics(const char *text, metric_set *metrics) {
    *metrics = 0;
    for (;;) {
        char name[8];
        enum metric metric;
        size_t length = strcspn(text, ",");
        if (length >= sizeof name)
            return false;
        memcpy(name, text, length);
        name[length] = '\0';
        if (!metric_parse(name, &metric))
            return false;
        *metrics |= metric_bit(metric);
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

const char *options_form_name(enum table_form form) {
    return form == FORM_FAST ? "fast" : "standard";
}

static bool read_form(const char *text, enum table_form *form) {
    *form = strcmp(text, "fast") == 0 ? FORM_FAST : FORM_STANDARD;
    return strcmp(text, options_form_name(*form)) == 0;
}

static unsigned most_pieces(const struct options *options) {
    return options->plans ? PLAN_PIECES_MAX : BUILD_PIECES_MAX;
}

static enum exit_code read_signature(struct options *options, const char *text,
                                     struct failure *failure) {
    struct signature signature;
    if (!signature_parse(text, options->rules->pieces_per_side, &signature) ||
        signature_pieces(signature) > most_pieces(options))
        return fail(failure, EXIT_CODE_USAGE,
                    "--signature '%s': not a signature such as KKMvK (White's kings and men, v, "
                    "Black's; at most %u pieces)",
                    text, most_pieces(options));
    options->signature =
        signature_is_canonical(signature) ? signature : signature_mirror(signature);
    return EXIT_CODE_OK;
}

static enum exit_code bad_value(struct failure *failure, const char *option, const char *text,
                                const char *expected) {
    return fail(failure, EXIT_CODE_USAGE, "--%s '%s': expected %s", option, text, expected);
}

static enum exit_code read_option(struct options *options, int flag, const char *text,
                                  struct failure *failure) {
    switch (flag) {
    case OPTION_PIECES:
        if (!read_number(text, 2, most_pieces(options), &options->pieces))
            return bad_value(failure, "pieces", text,
                             options->plans ? "a number from 2 to 10" : "a number from 2 to 8");
        break;
    case OPTION_SIGNATURE:
        return read_signature(options, text, failure);
    case OPTION_VARIANT:
        options->rules = rules_by_name(text);
        if (options->rules == NULL)
            return bad_value(failure, "variant", text, "brazilian");
        break;
    case OPTION_METRICS:
        if (!read_metrics(text, &options->metrics))
            return bad_value(failure, "metrics", text, "some of wdl,dtw,dtc");
        break;
    case OPTION_TABLES:
        if (text[0] == '\0' || strlen(text) >= PATH_MAX)
            return bad_value(failure, "tables", text, "a directory");
        snprintf(options->tables, PATH_MAX, "%s", text);
        break;
    case OPTION_THREADS:
        if (!read_number(text, 1, THREADS_MAX, &options->threads))
            return bad_value(failure, "threads", text, "a number from 1 to 1024");
        break;
    case OPTION_MEMORY:
        if (!parse_size(text, &options->memory))
            return bad_value(failure, "memory", text, "a size such as 500M or 2G");
        break;
    case OPTION_LEVEL:
        options->level = text;
        break;
    case OPTION_KERNEL:
        options->kernel = text;
        break;
    case OPTION_REPEAT:
        if (!read_number(text, 1, REPEAT_MAX, &options->repeat))
            return bad_value(failure, "repeat", text, "a number from 1 to 100");
        break;
    case OPTION_SAMPLE:
        if (!read_number(text, 1, NINE_DIGITS_MAX, &options->sample))
            return bad_value(failure, "sample", text, "a number from 1 to 999999999");
        break;
    case OPTION_SEED:
        if (!read_number(text, 0, NINE_DIGITS_MAX, &options->seed))
            return bad_value(failure, "seed", text, "a number from 0 to 999999999");
        break;
    case OPTION_LIMIT:
        if (!read_number(text, 1, NINE_DIGITS_MAX, &options->limit))
            return bad_value(failure, "limit", text, "a number from 1 to 999999999");
        break;
    case OPTION_WHERE:
        options->where = text;
        break;
    case OPTION_CHECK:
        options->check = text;
        break;
    case OPTION_FORM:
        if (!read_form(text, &options->form))
            return bad_value(failure, "form", text, "standard or fast");
        break;
    case OPTION_FORMAT:
        options->format = text;
        break;
    case OPTION_QUIET:
        options->mode = OUTPUT_QUIET;
        break;
    case OPTION_JSON:
        options->mode = OUTPUT_JSON;
        break;
    default:
        break;
    }
    return EXIT_CODE_OK;
}

/* What getopt_long() did not understand, in words: `optopt` is a letter when it was a letter, 0
 * when it was a word that is no option. */
static enum exit_code bad_option(char **argv, bool lacks_value, struct failure *failure) {
    const char *text = argv[optind - 1];
    if (lacks_value)
        return fail(failure, EXIT_CODE_USAGE, "%s: a value is missing; see finais-gen %s --help",
                    text, argv[1]);
    if (optopt > 0 && optopt <= UCHAR_MAX)
        return fail(failure, EXIT_CODE_USAGE, "-%c: no such option; see finais-gen %s --help",
                    optopt, argv[1]);
    if (optopt > 0)
        return fail(failure, EXIT_CODE_USAGE, "%s: this option takes no value", text);
    return fail(failure, EXIT_CODE_USAGE, "%s: no such option; see finais-gen %s --help", text,
                argv[1]);
}

/* The first of the directories in FINAIS_TABLES that is not empty, else the folder tables here. */
static void set_default_tables(char tables[PATH_MAX]) {
    const char *list = getenv("FINAIS_TABLES");
    if (list != NULL)
        list += strspn(list, ":");
    size_t length = list != NULL ? strcspn(list, ":") : 0;
    if (length == 0)
        snprintf(tables, PATH_MAX, "tables");
    else
        snprintf(tables, PATH_MAX, "%.*s", (int)(length < PATH_MAX ? length : PATH_MAX - 1), list);
}

static void set_defaults(struct options *options) {
    *options = (struct options){.rules = &rules_brazilian,
                                .threads = available_processors(),
                                .memory = available_memory(),
                                .mode = OUTPUT_TEXT};
    set_default_tables(options->tables);
}

static enum exit_code check_together(const struct options *options, struct failure *failure) {
    unsigned extent = OPTION_PIECES | OPTION_SIGNATURE;
    unsigned form = OPTION_JSON | OPTION_TSV;
    if ((options->given & extent) == extent)
        return fail(failure, EXIT_CODE_USAGE, "--pieces and --signature exclude each other");
    if ((options->given & form) == form)
        return fail(failure, EXIT_CODE_USAGE, "--json and --tsv exclude each other");
    if ((options->given & OPTION_QUIET) != 0 && (options->given & OPTION_JSON) != 0)
        return fail(failure, EXIT_CODE_USAGE, "--json and --quiet exclude each other");
    return EXIT_CODE_OK;
}

/* One option as getopt_long() found it: number `which` of long_options. */
static enum exit_code take_option(struct options *options, char **argv, int which, unsigned allowed,
                                  struct failure *failure) {
    const struct option *option = &long_options[which];
    unsigned flag = (unsigned)option->val;
    if ((flag & (allowed | OPTION_HELP)) == 0)
        return fail(failure, EXIT_CODE_USAGE,
                    "--%s: finais-gen %s takes no such option; see finais-gen %s --help",
                    option->name, argv[1], argv[1]);
    if ((options->given & flag) != 0 && option->has_arg == required_argument)
        return fail(failure, EXIT_CODE_USAGE,
                    "--%s '%s': the option was given before; give it once", option->name, optarg);
    options->given |= flag;
    return read_option(options, option->val, optarg, failure);
}

static enum exit_code read_all(struct options *options, int argc, char **argv, unsigned allowed,
                               struct failure *failure) {
    set_defaults(options);
    options->plans = (allowed & OPTIONS_ELSEWHERE) != 0;
    uint64_t available = options->memory;
    opterr = 0;
    optind = 2;
    int flag;
    int which = 0;
    while ((flag = getopt_long(argc, argv, ":h", long_options, &which)) != -1) {
        if (flag == '?' || flag == ':')
            return bad_option(argv, flag == ':', failure);
        if (flag == 'h') {
            options->given |= OPTION_HELP;
            continue;
        }
        enum exit_code code = take_option(options, argv, which, allowed, failure);
        if (code != EXIT_CODE_OK)
            return code;
    }
    if (optind < argc)
        return fail(failure, EXIT_CODE_USAGE,
                    "'%s': expected options only; see finais-gen %s "
                    "--help",
                    argv[optind], argv[1]);
    options->memory_asked = (options->given & OPTION_MEMORY) != 0 ? options->memory : 0;
    if (options->memory > available)
        options->memory = available;
    /* A plan may be for another machine. */
    if ((allowed & OPTION_THREADS) != 0 && !options->plans && (options->given & OPTION_HELP) == 0 &&
        !threads_can_start(options->threads))
        return fail(failure, EXIT_CODE_SHORT,
                    "%u threads cannot be started here; use fewer --threads, or allow more memory "
                    "or processes",
                    options->threads);
    return check_together(options, failure);
}

bool options_start(struct options *options, int argc, char **argv, unsigned allowed,
                   const char *help, enum exit_code *code, struct failure *failure) {
    *code = read_all(options, argc, argv, allowed, failure);
    if (*code != EXIT_CODE_OK)
        return false;
    if ((options->given & OPTION_HELP) != 0)
        fputs(help, stdout);
    return (options->given & OPTION_HELP) == 0;
}

enum exit_code options_plan(const struct options *options, metric_set metrics,
                            const struct folder *folder, struct plan *plan,
                            struct failure *failure) {
    if ((options->given & OPTION_SIGNATURE) != 0)
        return plan_for_folder_signature(plan, folder, options->signature, metrics, failure);
    return plan_for_folder(plan, folder, options->pieces, metrics, failure);
}

enum exit_code options_level(const struct options *options, int *level, struct failure *failure) {
    *level = DEFAULT_LEVEL;
    if (options->level == NULL)
        return EXIT_CODE_OK;
    char *end;
    long number = strtol(options->level, &end, 10);
    if (end == options->level || *end != '\0' || number < 1 || number > 19)
        return fail(failure, EXIT_CODE_USAGE, "--level '%s': expected a number from 1 to 19",
                    options->level);
    *level = (int)number;
    return EXIT_CODE_OK;
}

enum exit_code options_kernel(const struct options *options, const struct kernel **kernel,
                              struct failure *failure) {
    *kernel = NULL;
    if (options->kernel != NULL && strcmp(options->kernel, "none") == 0)
        return EXIT_CODE_OK;
    *kernel = kernel_find(options->kernel);
    if (*kernel == NULL)
        return fail(failure, EXIT_CODE_USAGE,
                    "--kernel '%s': expected auto, avx512, avx2, plain or none, and one that this "
                    "machine can run",
                    options->kernel);
    return EXIT_CODE_OK;
}

struct selection options_selection(const struct options *options) {
    bool one = (options->given & OPTION_SIGNATURE) != 0;
    return (struct selection){options->pieces, one ? &options->signature : NULL, options->metrics};
}
