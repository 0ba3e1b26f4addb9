#include "games.h"
#include "game.h"
#include "pdn.h"
#include "report.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BRAZILIAN = 26, ARTICLES_COUNTED = 2 * FINAIS_ARTICLES_MAX };

struct article_total {
    char name[FINAIS_ARTICLE_SIZE];
    uint64_t games;
};

struct games {
    const struct session *session;
    bool as_json;
    long game_type;   /* of games without the tag */
    unsigned largest; /* pieces of the largest table */
    finais_position start;
    finais_clock *clock;
    finais_adjudicator *adjudicator;
    struct pdn_reader reader;
    bool in_game;
    bool in_moves;      /* of the game: its tags are over */
    bool has_game_type; /* the game has the tag */
    struct game game;
    int code;    /* the gravest exit code so far */
    bool broken; /* a failure that is none of a game: reading ends */
    uint64_t read;
    uint64_t failed;
    uint64_t drawn;
    uint64_t disagreeing;
    uint64_t not_justified;
    uint64_t changes;
    struct article_total articles[ARTICLES_COUNTED];
};

/* ---- Faults ---------------------------------------------------------------------------------- */

/* The first fault of a game is the one that is reported. */
static void fail_game(struct games *games, uint64_t line, const char *word, const char *message) {
    struct game *game = &games->game;
    if (game->failed)
        return;
    game->failed = true;
    game->fault_line = line;
    snprintf(game->fault_word, sizeof game->fault_word, "%s", word);
    snprintf(game->fault, sizeof game->fault, "%s", message);
}

/* What is no fault of the game: a corrupt table, no memory. */
static bool break_off(struct games *games, const finais_error *error) {
    games->code = report_error(error);
    games->broken = true;
    return false;
}

static void report_game(struct games *games) {
    const struct game *game = &games->game;
    int code = report(EXIT_INPUT, "%s, game %" PRIu64 ", line %" PRIu64 ": %s",
                      game->file != NULL ? game->file : "standard input", game->number,
                      game->fault_line, game->fault);
    if (games->code == EXIT_FINE)
        games->code = code;
}

/* ---- Tags ------------------------------------------------------------------------------------ */

static const char *name_of_game_type(long type) {
    static const char *const names[] = {
        [20] = "international", [21] = "English", [22] = "Italian",   [23] = "American pool",
        [24] = "Spanish",       [25] = "Russian", [26] = "Brazilian", [27] = "Canadian",
        [28] = "Portuguese",    [29] = "Czech",   [30] = "Turkish",   [31] = "Thai"};
    const long count = sizeof names / sizeof names[0];
    return type >= 20 && type < count ? names[type] : NULL;
}

static void check_game_type(struct games *games, long type, const char *text, uint64_t line) {
    char message[GAME_MESSAGE_SIZE];
    const char *name = name_of_game_type(type);
    if (type == BRAZILIAN)
        return;
    if (name != NULL)
        snprintf(message, sizeof message,
                 "a game of %s draughts (GameType %ld), which is not supported", name, type);
    else
        snprintf(message, sizeof message, "GameType '%.40s' is not known", text);
    fail_game(games, line, "", message);
}

static void read_fen_tag(struct games *games, const struct pdn_event *tag) {
    finais_error error;
    if (finais_clock_restart_fen(games->clock, tag->text, games->session->numbers, &error) ==
        FINAIS_OK)
        games->game.position = finais_clock_position(games->clock);
    else
        fail_game(games, tag->line, "", error_text(&error));
}

static void read_tag(struct games *games, const struct pdn_event *tag) {
    struct game *game = &games->game;
    if (strcmp(tag->name, "GameType") == 0) {
        char *end = NULL;
        const char *text = tag->text + strspn(tag->text, " ");
        long type = strtol(text, &end, 10);
        games->has_game_type = true;
        check_game_type(games, end == text ? 0 : type, tag->text, tag->line);
    } else if (strcmp(tag->name, "FEN") == 0) {
        read_fen_tag(games, tag);
    } else if (strcmp(tag->name, "Result") == 0) {
        size_t blanks = strspn(tag->text, " ");
        snprintf(game->result_tag, sizeof game->result_tag, "%.*s",
                 (int)strcspn(tag->text + blanks, " "), tag->text + blanks);
        if (!pdn_result_read(game->result_tag, strlen(game->result_tag), &game->tagged))
            game->tagged = RESULT_NOT_GIVEN;
    }
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static unsigned count_pieces(const finais_position *position) {
    return (unsigned)__builtin_popcountll(position->white | position->black);
}

/* The theoretical value for the side to move; missing tables leave it unknown. */
static finais_status find_value(struct games *games, finais_error *error) {
    struct game *game = &games->game;
    finais_wdl wdl;
    game->value = FINAIS_UNKNOWN;
    if (count_pieces(&game->position) > games->largest)
        return FINAIS_OK;
    finais_status status = finais_probe_wdl(games->session->context, &game->position, &wdl, error);
    if (status == FINAIS_OK)
        game->value = wdl;
    return status == FINAIS_TABLE_MISSING || status == FINAIS_TOO_MANY_PIECES ? FINAIS_OK : status;
}

static void note_change(struct game *game, const finais_position *before, const finais_move *move,
                        int32_t value_before) {
    if (value_before == FINAIS_UNKNOWN || game->value == FINAIS_UNKNOWN ||
        value_before == -game->value)
        return;
    if (game->change_count < GAME_CHANGES_MAX)
        game->changes[game->change_count] = (struct game_change){.ply = game->plies,
                                                                 .before = *before,
                                                                 .move = *move,
                                                                 .value_before = value_before,
                                                                 .value_after = -game->value};
    game->change_count++;
}

/* After the first draw the clock has nothing more to say, and the board goes on without it. */
static finais_status play(struct games *games, const finais_move *move, finais_error *error) {
    struct game *game = &games->game;
    if (game->first_draw_ply > 0)
        return finais_move_apply(games->session->handle, &game->position, move, &game->position,
                                 error);
    finais_status status = finais_clock_move(games->clock, move, error);
    if (status != FINAIS_OK)
        return status;
    game->position = finais_clock_position(games->clock);
    game->first_draw = finais_clock_draw(games->clock);
    if (game->first_draw.drawn)
        game->first_draw_ply = game->plies + 1;
    return FINAIS_OK;
}

static void read_move(struct games *games, const struct pdn_event *event) {
    struct game *game = &games->game;
    finais_move move;
    finais_error error;
    finais_position before = game->position;
    int32_t value_before = game->value;
    finais_status status =
        finais_move_from_text(games->session->handle, &game->position, event->text,
                              games->session->numbers, &move, &error);
    if (status != FINAIS_OK) {
        fail_game(games, event->line, event->text, error_text(&error));
        return;
    }
    status = play(games, &move, &error);
    game->plies++;
    if (status == FINAIS_OK)
        status = find_value(games, &error);
    if (status != FINAIS_OK)
        break_off(games, &error);
    else
        note_change(game, &before, &move, value_before);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void begin_game(struct games *games, const struct pdn_event *event) {
    struct game *game = &games->game;
    finais_error error;
    const char *file = game->file;
    size_t head = offsetof(struct game, changes);
    memset(game, 0, head); /* the changes need not be cleared, and are many */
    memset(&game->final, 0, sizeof *game - offsetof(struct game, final));
    game->file = file;
    game->number = event->game;
    game->line = event->line;
    game->result = RESULT_NOT_GIVEN;
    game->tagged = RESULT_NOT_GIVEN;
    game->position = games->start;
    games->in_moves = false;
    games->has_game_type = false;
    if (finais_clock_restart(games->clock, &games->start, &error) != FINAIS_OK)
        break_off(games, &error);
}

static bool find_final(struct games *games) {
    struct game *game = &games->game;
    finais_error error;
    finais_result *theory = &game->final.theory;
    if (game->first_draw_ply == 0) {
        if (finais_adjudicate(games->adjudicator, games->clock, &game->final, &error) == FINAIS_OK)
            return true;
        return break_off(games, &error);
    }
    game->final.rules = FINAIS_DRAW;
    game->final.plies = FINAIS_NO_DISTANCE;
    *theory = (finais_result){game->value, FINAIS_NO_DISTANCE, FINAIS_NO_DISTANCE, 0};
    return true;
}

static void count_game(struct games *games) {
    const struct game *game = &games->game;
    games->read++;
    games->changes += game->change_count;
    games->disagreeing += game_agreement(game) == GAME_DISAGREES;
    games->not_justified += game->result == RESULT_DRAW && !game_claim_is_justified(game);
    if (game->first_draw_ply == 0)
        return;
    games->drawn++;
    for (size_t i = 0; i < ARTICLES_COUNTED; i++) {
        struct article_total *total = &games->articles[i];
        if (total->games == 0)
            snprintf(total->name, sizeof total->name, "%s", game->first_draw.article);
        if (strcmp(total->name, game->first_draw.article) == 0) {
            total->games++;
            break;
        }
    }
}

static void end_game(struct games *games) {
    struct game *game = &games->game;
    finais_error error;
    if (game->result == RESULT_NOT_GIVEN) {
        game->result = game->tagged != RESULT_NOT_GIVEN ? game->tagged : RESULT_UNKNOWN;
        snprintf(game->result_text, sizeof game->result_text, "%s",
                 game->tagged != RESULT_NOT_GIVEN ? game->result_tag : "*");
    }
    if (game->failed) {
        games->failed++;
        report_game(games);
    } else if (!game->unknown_move && !find_final(games)) {
        return;
    } else {
        count_game(games);
    }
    finais_status status = FINAIS_OK;
    if (games->as_json)
        status = game_print_json(games->session, game, &error);
    else if (!game->failed)
        status = game_print(games->session, game, &error);
    if (status != FINAIS_OK)
        break_off(games, &error);
}

static void check_missing_game_type(struct games *games, uint64_t line) {
    char text[24];
    snprintf(text, sizeof text, "%ld", games->game_type);
    check_game_type(games, games->game_type, text, line);
}

/* The first event of a game that is no tag: now all tags are known. */
static bool begin_moves(struct games *games, uint64_t line) {
    finais_error error;
    games->in_moves = true;
    if (!games->has_game_type)
        check_missing_game_type(games, line);
    if (games->game.failed || find_value(games, &error) == FINAIS_OK)
        return true;
    return break_off(games, &error);
}

static bool on_event(void *context, const struct pdn_event *event) {
    struct games *games = context;
    struct game *game = &games->game;
    if (!games->in_game)
        begin_game(games, event);
    games->in_game = event->kind != PDN_END;
    if (event->kind != PDN_TAG && !games->in_moves && !begin_moves(games, event->line))
        return false;
    switch (event->kind) {
    case PDN_TAG:
        read_tag(games, event);
        break;
    case PDN_MOVE:
        if (!game->failed && !game->unknown_move)
            read_move(games, event);
        break;
    case PDN_UNKNOWN_MOVE:
        game->unknown_move = true;
        break;
    case PDN_RESULT:
        game->result = event->result;
        snprintf(game->result_text, sizeof game->result_text, "%s", event->text);
        break;
    case PDN_FAULT:
        fail_game(games, event->line, "", event->text);
        break;
    case PDN_END:
        end_game(games);
        break;
    }
    return !games->broken;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void read_stream(struct games *games, int descriptor, const char *name) {
    static char buffer[1 << 16];
    pdn_reader_init(&games->reader, on_event, games);
    games->in_game = false;
    for (;;) {
        ssize_t length = read(descriptor, buffer, sizeof buffer);
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            games->code = report(EXIT_IO, "cannot read %s: %s", name, strerror(errno));
        if (length <= 0 || !pdn_feed(&games->reader, buffer, (size_t)length))
            break;
    }
    pdn_finish(&games->reader);
}

static void read_file(struct games *games, const char *path) {
    bool standard_input = strcmp(path, "-") == 0;
    games->game.file = standard_input ? NULL : path;
    if (standard_input) {
        read_stream(games, STDIN_FILENO, "standard input");
        return;
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        games->code = report(EXIT_IO, "cannot open %s: %s", path, strerror(errno));
        return;
    }
    read_stream(games, descriptor, path);
    close(descriptor);
}

static void print_summary(const struct games *games) {
    if (games->read + games->failed < 2)
        return;
    printf("\n%-32s %10" PRIu64 "\n", "games read", games->read);
    printf("%-32s %10" PRIu64 "\n", "games that could not be read", games->failed);
    printf("%-32s %10" PRIu64 "\n", "drawn by the rules", games->drawn);
    for (size_t i = 0; i < ARTICLES_COUNTED && games->articles[i].games > 0; i++)
        printf("  by %-27s %10" PRIu64 "\n", games->articles[i].name, games->articles[i].games);
    printf("%-32s %10" PRIu64 "\n", "results that disagree", games->disagreeing);
    printf("%-32s %10" PRIu64 "\n", "draws that no article allows", games->not_justified);
    printf("%-32s %10" PRIu64 "\n", "moves that changed the value", games->changes);
}

static unsigned largest_table(const finais *handle) {
    size_t count = 0;
    finais_table_info *tables = NULL;
    unsigned largest = 0;
    if (finais_tables(handle, NULL, 0, &count, NULL) != FINAIS_OK || count == 0)
        return 0;
    tables = malloc(count * sizeof *tables);
    if (tables != NULL && finais_tables(handle, tables, count, &count, NULL) == FINAIS_OK)
        for (size_t i = 0; i < count; i++)
            largest = tables[i].pieces > largest ? tables[i].pieces : largest;
    free(tables);
    return largest;
}

static int read_game_type(const struct options *options, long *type) {
    char *end = NULL;
    *type = BRAZILIAN;
    if (options->game_type == NULL)
        return EXIT_FINE;
    *type = strtol(options->game_type, &end, 10);
    if (*end != '\0' || name_of_game_type(*type) == NULL)
        return report(EXIT_INPUT,
                      "--game-type: '%s' is no type of game; see finais adjudicate --help",
                      options->game_type);
    return EXIT_FINE;
}

static void read_all(struct games *games, const struct options *options) {
    if (options->argument_count == 0)
        read_file(games, "-");
    for (size_t i = 0; i < options->argument_count && !games->broken; i++)
        read_file(games, options->arguments[i]);
    if (!games->as_json)
        print_summary(games);
}

int judge_games(const struct session *session, const struct options *options,
                const finais_draw_rules *rules) {
    struct games *games = calloc(1, sizeof *games);
    if (games == NULL)
        return report(EXIT_MEMORY, "not enough memory for a game");
    games->session = session;
    games->as_json = (options->given & OPTION_JSON) != 0;
    games->largest = largest_table(session->handle);
    games->code = read_game_type(options, &games->game_type);
    finais_error error;
    finais_status status = session_read_fen(session, "start", &games->start, &error);
    if (status == FINAIS_OK)
        status = finais_clock_new(&games->clock, session->handle, rules, &games->start, &error);
    if (status == FINAIS_OK)
        status = finais_adjudicator_new(&games->adjudicator, session->context, rules, 0, &error);
    if (status != FINAIS_OK)
        games->code = report_error(&error);
    else if (games->code == EXIT_FINE)
        read_all(games, options);
    int code = games->code;
    finais_adjudicator_free(games->adjudicator);
    finais_clock_free(games->clock);
    free(games);
    return code;
}
