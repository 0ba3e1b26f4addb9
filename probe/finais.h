/* finais.h - exact endgame tables for Brazilian draughts: the public interface of libfinais.
 *
 * In short
 *     finais *tables = NULL;
 *     finais_context *context = NULL;
 *     finais_position position;
 *     finais_result result;
 *     finais_error error;
 *     if (finais_open(&tables, NULL, &error) != FINAIS_OK ||
 *         finais_context_new(&context, tables, &error) != FINAIS_OK ||
 *         finais_position_from_fen(tables, "W:WKd8,a7:BKg1", &position, &error) != FINAIS_OK ||
 *         finais_probe(context, &position, FINAIS_WANT_ALL, &result, &error) != FINAIS_OK)
 *         fprintf(stderr, "%s\n", error.message);
 *     else
 *         printf("outcome %d, plies to the end %d\n", (int)result.wdl, (int)result.dtw);
 *     finais_context_free(context);
 *     finais_close(tables);
 * docs/example.c is a whole program.
 *
 * Threads. A handle does not change after finais_open() and may be used by any number of threads at
 * once. A context belongs to one thread at a time; give each thread its own. Functions that take
 * neither are pure.
 *
 * Errors. Every function that can fail returns a finais_status; FINAIS_OK is 0. The last argument
 * may point to a finais_error that is filled in on failure (and left alone on success); NULL is
 * allowed. The library never prints, never exits, keeps no global state, and writes no result on
 * failure unless a function says so.
 *
 * Exactness. Values are those of the game without draw counters. Every legal position within the
 * tables gets its right value, also where the side to move has to capture; there is no
 * precondition.
 *
 * What will hurt you: a handle must outlive its contexts; finais_move_list is large (about 32 KB),
 * so keep it off small stacks; a table file replaced while a handle is open may be seen in its old
 * or its new form, never in a mixture that passes the checks; a file that is cut short in place
 * while it is mapped (FINAIS_MAP) ends the program with SIGBUS, as with every mapped file. Replace
 * tables by renaming, as finais-gen does.
 */
#ifndef FINAIS_H
#define FINAIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(FINAIS_STATIC) || !defined(__GNUC__)
#define FINAIS_API
#else
#define FINAIS_API __attribute__((visibility("default")))
#endif

#define FINAIS_VERSION "0.1.0"

/* ---- Statuses ------------------------------------------------------------------------------ */

typedef enum finais_status {
    FINAIS_OK = 0,
    FINAIS_INVALID_ARGUMENT = -1, /* a NULL or a number out of range; a fault of the caller */
    FINAIS_BAD_TEXT = -2,         /* a FEN, move or option text that cannot be read */
    FINAIS_ILLEGAL_POSITION = -3, /* finais_position_check() tells which fault */
    FINAIS_ILLEGAL_MOVE = -4,     /* readable, but no legal move of the position */
    FINAIS_AMBIGUOUS_MOVE = -5,   /* fits several legal moves: give more squares */
    FINAIS_TOO_MANY_PIECES = -6,  /* more pieces than the largest table found */
    FINAIS_TABLE_MISSING = -7,    /* error.table names it, if it is one */
    FINAIS_TABLE_CORRUPT = -8,    /* error.table and error.block name the place */
    FINAIS_IO_ERROR = -9,         /* error.system_error is the errno */
    FINAIS_NO_MEMORY = -10,
    FINAIS_NOT_IN_MEMORY = -11, /* FINAIS_NO_IO was asked for and a read would be needed */
    FINAIS_TOO_MANY_MOVES = -12 /* more legal moves than FINAIS_MOVES_MAX */
} finais_status;

/* A short English sentence for a status, "unknown status" for others; never NULL. */
FINAIS_API const char *finais_strerror(finais_status status);

enum { FINAIS_TABLE_NAME_SIZE = 64, FINAIS_MESSAGE_SIZE = 512 };

/* What went wrong, where, as far as it is known. */
typedef struct finais_error {
    finais_status status;
    int system_error;                   /* errno of the system call that failed, else 0 */
    int64_t block;                      /* block number in the table, else -1 */
    char table[FINAIS_TABLE_NAME_SIZE]; /* such as "brazilian/KKvK.dtw", else "" */
    char message[FINAIS_MESSAGE_SIZE];  /* one line for a person, without a line end */
} finais_error;

/* The version of the library that is linked, "major.minor.patch". Static storage. */
FINAIS_API const char *finais_version(void);

/* ---- Positions and values ------------------------------------------------------------------ */

typedef enum finais_side { FINAIS_WHITE = 0, FINAIS_BLACK = 1 } finais_side;

/* Bit i of a set is square i + 1 of the usual numbering: bit 0 is b8 (square 1), bit 3 is h8, bit 4
 * is a7, bit 28 is a1, bit 31 is g1. `kings` marks which of the pieces of either side are kings. */
typedef struct finais_position {
    uint64_t white;
    uint64_t black;
    uint64_t kings;
    uint32_t side_to_move; /* a finais_side */
    uint32_t reserved;     /* 0; anything else is no position, so that it can get a meaning */
} finais_position;

/* For the side to move. FINAIS_UNKNOWN is found in lists of moves only, see finais_root_moves(). */
typedef enum finais_wdl {
    FINAIS_UNKNOWN = -2,
    FINAIS_LOSS = -1,
    FINAIS_DRAW = 0,
    FINAIS_WIN = 1
} finais_wdl;

/* A distance that does not exist (a draw) or was not found (no such table). */
enum { FINAIS_NO_DISTANCE = -1 };

typedef struct finais_result {
    int32_t wdl;      /* a finais_wdl */
    int32_t dtw;      /* plies to the end of the game, or FINAIS_NO_DISTANCE */
    int32_t dtc;      /* plies to a capture or promotion, or FINAIS_NO_DISTANCE */
    int32_t terminal; /* 1 when the side to move has no legal move, else 0 */
} finais_result;

/* ---- Handles ------------------------------------------------------------------------------- */

typedef struct finais finais;
typedef struct finais_context finais_context;

typedef enum finais_mode {
    FINAIS_READ = 0,   /* blocks are read from files when needed */
    FINAIS_MAP = 1,    /* files are mapped into memory; blocks are decoded when needed */
    FINAIS_PRELOAD = 2 /* every table found is decoded into memory by finais_open() */
} finais_mode;

/* Where tables are read from when it is not files of the system: memory, an archive, a server.
 * A table is opened when it is first needed: its header is read and its directory of blocks; then
 * one block at a time, when it is needed. It is closed by finais_close(). docs/example_memory.c is
 * a whole program.
 *
 * Functions return 0 when all is well, else an errno: ENOENT from open() is FINAIS_TABLE_MISSING,
 * ENOMEM FINAIS_NO_MEMORY, EINTR has the call made again, all others are FINAIS_IO_ERROR with the
 * number in error.system_error. None may be NULL.
 *
 * Threads: any function may be called by several threads at once, read_at() for one and the same
 * file, too; while a table is opened, others that are not open yet have to wait. They must not call
 * functions of this library with the same handle. */
typedef struct finais_io {
    size_t size; /* sizeof(finais_io) */
    void *user;  /* handed to each function */

    /* Writes the name of table `number`, from 0, such as "brazilian/KKvK.wdl"; "" beyond the last.
     * Names that are those of no table of the handle's variant are passed over. Called by
     * finais_open() alone. */
    int (*list)(void *user, size_t number, char name[FINAIS_TABLE_NAME_SIZE]);

    /* Opens the table with a name from the list; *file is handed to the functions below. */
    int (*open)(void *user, const char *name, void **file);

    /* Tells how long the file is. */
    int (*file_size)(void *user, void *file, uint64_t *bytes);

    /* Reads up to `count` bytes (at least 1) that lie `offset` bytes from the beginning, and tells
     * their number. They may be fewer: then the rest is asked for. 0 is the end of the file. */
    int (*read_at)(void *user, void *file, uint64_t offset, void *buffer, size_t count,
                   size_t *got);

    void (*close)(void *user, void *file);
} finais_io;

/* Options of finais_open(). Start from FINAIS_OPTIONS_DEFAULT; later versions may add fields at the
 * end, which `size` tells apart: fields that the caller's version does not have get their defaults,
 * and fields that this version does not know have to be 0. */
typedef struct finais_options {
    size_t size;         /* sizeof(finais_options) */
    const char *variant; /* NULL means "brazilian" */
    /* Directories that hold a folder named after the variant, first found first used. NULL: the
     * documented search order, see finais_open(). The strings are copied. */
    const char *const *directories;
    size_t directory_count;
    finais_mode mode;
    /* Decoded blocks that each context keeps; 0 means 4 MiB, or with memory_bytes what that leaves.
     */
    size_t context_cache_bytes;
    size_t preload_bytes; /* most memory that preloading may take; 0 means no limit */
    /* Reads the tables in place of the system; NULL: files of the system. Without directories, and
     * not with FINAIS_MAP. The structure is copied; what its functions use must outlive the handle.
     */
    const finais_io *io;
    /* Most memory that the handle and its contexts may take together; 0 means no limit. Preloaded
     * values, open tables and the scratch memory of contexts (about 0.6 MB each) come first, and
     * are FINAIS_NO_MEMORY where they do not fit; what is left is shared by the caches of the
     * contexts, each of which always has room for one block. Not counted are mapped files, and
     * memory that is free again when a call returns. */
    size_t memory_bytes;
} finais_options;

#define FINAIS_OPTIONS_DEFAULT                                                                     \
    { sizeof(finais_options), NULL, NULL, 0, FINAIS_READ, 0, 0, NULL, 0 }

/* Opens the tables in a list of directories. `options` may be NULL for the defaults. Without
 * directories, these are searched: those in the environment variable FINAIS_TABLES (separated by
 * colons) if it names any, and else the folder share/finais beside the folder of the running
 * program, then the folder the library was installed with. A directory that was named and does not
 * exist is an error (FINAIS_IO_ERROR); one of the default places that does not exist is passed
 * over. Tables are opened, and their headers checked, at their first use (or here, when
 * preloading). On success *handle is to be closed by finais_close(). */
FINAIS_API finais_status finais_open(finais **handle, const finais_options *options,
                                     finais_error *error);

/* Frees a handle; its contexts must be gone. NULL is allowed. */
FINAIS_API void finais_close(finais *handle);

/* Makes a context: the scratch memory of one thread, with the blocks decoded last. */
FINAIS_API finais_status finais_context_new(finais_context **context, finais *handle,
                                            finais_error *error);
FINAIS_API void finais_context_free(finais_context *context);

/* Memory that a handle and its contexts take at present, in bytes, counted as for
 * finais_options.memory_bytes; 0 for NULL. */
FINAIS_API size_t finais_memory_bytes(const finais *handle);

/* What a context has done since it was made, for those who tune the size of its cache. Values of
 * preloaded tables are counted nowhere. */
typedef struct finais_statistics {
    uint64_t cache_hits;   /* values found in a block that was in the cache */
    uint64_t cache_misses; /* values whose block was read and unpacked first */
    uint64_t cache_bytes;  /* of blocks in the cache at present */
    uint64_t reserved[5];  /* 0; room for more */
} finais_statistics;

/* Call it from the thread that uses the context. */
FINAIS_API finais_status finais_context_statistics(const finais_context *context,
                                                   finais_statistics *statistics,
                                                   finais_error *error);

/* The game that a handle's tables are about. Squares are the playable ones, counted row by row from
 * Black's side and in a row from White's left; the corner at White's left hand is one of them. */
typedef struct finais_game {
    const char *variant; /* such as "brazilian"; static storage */
    uint32_t rows;
    uint32_t columns;
    uint32_t squares;
    uint32_t pieces_per_side; /* the most that a side can have */
} finais_game;

/* The game of a handle; all zero when the handle is NULL. */
FINAIS_API finais_game finais_game_of(const finais *handle);

/* Directory number `index` (from 0) of those that are searched, in their order; NULL beyond the
 * last. Default places that do not exist are among them. Lives as long as the handle. */
FINAIS_API const char *finais_directory(const finais *handle, size_t index);

/* ---- Text ---------------------------------------------------------------------------------- */

typedef enum finais_notation {
    FINAIS_ALGEBRAIC = 0, /* c3-d4; squares a1 to h8 */
    FINAIS_NUMERIC = 1,   /* 22-18; 1 is b8, 29 is a1 */
    FINAIS_NUMERIC_A1 = 2 /* the numbering of some programs: 1 is a1, 32 is h8 */
} finais_notation;

enum { FINAIS_FEN_SIZE = 256, FINAIS_MOVE_SIZE = 128 };

/* Reads a FEN such as "W:WKa1,c3:BKh8" or "W:WK29,22:BK4" (numbers as FINAIS_NUMERIC; see
 * docs/rules.md for the exact form). Anything that is not such a text, or names an impossible
 * position, is FINAIS_BAD_TEXT with the offending text in error.message. */
FINAIS_API finais_status finais_position_from_fen(const finais *handle, const char *fen,
                                                  finais_position *position, finais_error *error);

/* The same, with the meaning of numbers (FINAIS_NUMERIC or FINAIS_NUMERIC_A1) as an argument. */
FINAIS_API finais_status finais_position_from_fen_numbered(const finais *handle, const char *fen,
                                                           finais_notation numbers,
                                                           finais_position *position,
                                                           finais_error *error);

/* Writes the FEN of a position in `size` bytes (FINAIS_FEN_SIZE is always enough). */
FINAIS_API finais_status finais_position_to_fen(const finais *handle,
                                                const finais_position *position,
                                                finais_notation notation, char *fen, size_t size,
                                                finais_error *error);

/* FINAIS_OK when a position is possible (docs/rules.md), else FINAIS_ILLEGAL_POSITION. */
FINAIS_API finais_status finais_position_check(const finais *handle,
                                               const finais_position *position,
                                               finais_error *error);

/* ---- Moves --------------------------------------------------------------------------------- */

enum { FINAIS_MOVES_MAX = 1024 };

/* A move that is given to a function is known by `from`, `to`, `captured` and `reserved`;
 * `captures` and `promotes` follow from them and are not looked at. */
typedef struct finais_move {
    uint64_t captured; /* pieces taken, 0 for a quiet move */
    uint8_t from;      /* bit numbers */
    uint8_t to;        /* may equal `from` after a capture */
    uint8_t captures;  /* number of pieces taken */
    uint8_t promotes;  /* 1 when a man becomes a king */
    uint32_t reserved; /* 0; anything else is no legal move */
} finais_move;

/* Writes the legal moves into `moves`, room for `capacity` (FINAIS_MOVES_MAX is always enough), and
 * their number into *count, in an order that depends on the position alone. */
FINAIS_API finais_status finais_moves(const finais *handle, const finais_position *position,
                                      finais_move *moves, size_t capacity, size_t *count,
                                      finais_error *error);

/* The position after a legal move; FINAIS_ILLEGAL_MOVE for any other. `after` may be `position`. */
FINAIS_API finais_status finais_move_apply(const finais *handle, const finais_position *position,
                                           const finais_move *move, finais_position *after,
                                           finais_error *error);

/* Reads a move of a position: c3-d4, c3xe5, c3:e5, d2xf4xd6xb4 or with numbers 22-18. The start,
 * the end and any of the squares between that are needed to tell it from others. */
FINAIS_API finais_status finais_move_from_text(const finais *handle,
                                               const finais_position *position, const char *text,
                                               finais_notation numbers, finais_move *move,
                                               finais_error *error);

/* Writes a legal move in `size` bytes (FINAIS_MOVE_SIZE is always enough): the short form when no
 * other legal move has it, else with every square where the piece stood after a capture. */
FINAIS_API finais_status finais_move_to_text(const finais *handle, const finais_position *position,
                                             const finais_move *move, finais_notation notation,
                                             char *text, size_t size, finais_error *error);

/* Number of games of `depth` plies from a position; captures that agree in start, end and pieces
 * taken are one move. */
FINAIS_API finais_status finais_perft(const finais *handle, const finais_position *position,
                                      unsigned depth, uint64_t *nodes, finais_error *error);

/* ---- Probing ------------------------------------------------------------------------------- */

/* Flags: which distances are wanted, and whether files may be read.
 *
 * A wanted distance whose table is missing is an error, unless FINAIS_IF_PRESENT is given: then it
 * is told without that table when it is at most 2 plies and follows from the rules and from wins
 * and losses, and is FINAIS_NO_DISTANCE otherwise.
 *
 * The win, draw or loss comes from a distance that was wanted and found; then no WDL table is read,
 * and a corrupt one is not noticed (finais_table_verify() and finais-gen verify find it). Else it
 * comes from the WDL tables or, where they are missing, from a table of distances. */
enum {
    FINAIS_WANT_WDL = 0,
    FINAIS_WANT_DTW = 1,
    FINAIS_WANT_DTC = 2,
    FINAIS_WANT_ALL = 3,
    FINAIS_IF_PRESENT = 4,
    FINAIS_NO_IO = 8 /* FINAIS_NOT_IN_MEMORY rather than a read */
};

/* Win, draw or loss for the side to move. */
FINAIS_API finais_status finais_probe_wdl(finais_context *context, const finais_position *position,
                                          finais_wdl *wdl, finais_error *error);

/* Value and distances for the side to move; `flags` from the list above. A side to move without a
 * legal move has lost in 0, which needs no table, however many pieces there are. Nor does a side
 * whose opponent has no pieces: it wins with any move, dtw and dtc 1. */
FINAIS_API finais_status finais_probe(finais_context *context, const finais_position *position,
                                      unsigned flags, finais_result *result, finais_error *error);

/* Probes `count` positions; each gets a result and a status of its own. Returns FINAIS_OK when all
 * statuses are, else the first that is not (with its error). Blocks are read in the order in which
 * the files hold them, so the more positions, the less reading for each. Takes up to 148 bytes for
 * each position while it works, 156 MB at most; with less it makes do. */
FINAIS_API finais_status finais_probe_many(finais_context *context,
                                           const finais_position *positions, size_t count,
                                           unsigned flags, finais_result *results,
                                           finais_status *statuses, finais_error *error);

/* A move with its value seen from the player who makes it, and distances counted from before the
 * move: the best move has the distance of the position, and a capture or promotion has dtc 1. */
typedef struct finais_ranked_move {
    finais_move move;
    finais_result result; /* `terminal` is 1 when the opponent has no reply */
} finais_ranked_move;

typedef struct finais_move_list {
    size_t count;
    finais_ranked_move moves[FINAIS_MOVES_MAX];
} finais_move_list;

/* All legal moves, best first: wins by smallest distance, then draws, then losses by largest. Among
 * wins, and among losses, those with a dtw come first, in its order; then those with a dtc alone,
 * in its order; then those with neither. Equal ones stand in the order of finais_moves().
 *
 * Without FINAIS_IF_PRESENT any missing table is an error. With it, a move whose value no table
 * tells has the wdl FINAIS_UNKNOWN, no distances and the last place; what is missing is told by a
 * call without the flag. And where the tables do not tell a distance of the position itself, its
 * moves have none either beyond the 2 plies told without them. */
FINAIS_API finais_status finais_root_moves(finais_context *context, const finais_position *position,
                                           unsigned flags, finais_move_list *list,
                                           finais_error *error);

/* The main line: best play of both sides by the DTW tables, from `position` to the end of the game,
 * at most `capacity` moves. A drawn position has an empty line. */
FINAIS_API finais_status finais_main_line(finais_context *context, const finais_position *position,
                                          finais_move *moves, size_t capacity, size_t *count,
                                          finais_error *error);

/* ---- Draw articles ------------------------------------------------------------------------- */

/* Draw rules (a profile): which counters run, what sets them back, and at which counts the game is
 * drawn. They do not change once they are made, and any number of threads may use them. */
typedef struct finais_draw_rules finais_draw_rules;

enum { FINAIS_ARTICLE_SIZE = 24, FINAIS_ARTICLES_MAX = 16, FINAIS_COUNTERS_MAX = 4 };

/* The draw rules built in: "fmjd64", "lidraughts", "moves40", "cbd20", "repetition" or "none"
 * (docs/rules.md says what they are). Any other name is FINAIS_BAD_TEXT. On success *rules is to be
 * freed with finais_draw_rules_free(). */
FINAIS_API finais_status finais_draw_rules_named(finais_draw_rules **rules, const char *name,
                                                 finais_error *error);

/* Draw rules from `length` bytes of text in the format that docs/adjudication.md describes. A text
 * that is not in it is FINAIS_BAD_TEXT, with line and word in error.message. */
FINAIS_API finais_status finais_draw_rules_read(finais_draw_rules **rules, const char *text,
                                                size_t length, finais_error *error);

/* NULL is allowed. Clocks and adjudicators made of the rules may outlive them. */
FINAIS_API void finais_draw_rules_free(finais_draw_rules *rules);

/* Name of the rules; lives as long as they do. "" for NULL. */
FINAIS_API const char *finais_draw_rules_name(const finais_draw_rules *rules);

/* A game as draw rules see it: the position on the board, the counters, and the positions that may
 * repeat. Belongs to one thread at a time; the handle has to outlive it. */
typedef struct finais_clock finais_clock;

/* A clock for a game that begins with a position; all counters are 0. To be freed with
 * finais_clock_free(). */
FINAIS_API finais_status finais_clock_new(finais_clock **clock, const finais *handle,
                                          const finais_draw_rules *rules,
                                          const finais_position *position, finais_error *error);
FINAIS_API void finais_clock_free(finais_clock *clock);

/* Another game: counters 0, no history. */
FINAIS_API finais_status finais_clock_restart(finais_clock *clock, const finais_position *position,
                                              finais_error *error);

/* The same with a FEN, whose field H, the plies since the counter was last reset, is the count of
 * every counter that counts plies. */
FINAIS_API finais_status finais_clock_restart_fen(finais_clock *clock, const char *fen,
                                                  finais_notation numbers, finais_error *error);

/* Sets a counter by its name, or with NULL every counter that counts plies (what the field H of a
 * FEN gives). Counts are 0 to 9999. */
FINAIS_API finais_status finais_clock_set(finais_clock *clock, const char *counter, unsigned count,
                                          finais_error *error);

/* Plays a move of the position on the board, a whole capture at once; FINAIS_ILLEGAL_MOVE for any
 * other. */
FINAIS_API finais_status finais_clock_move(finais_clock *clock, const finais_move *move,
                                           finais_error *error);

/* The position on the board; all zero for NULL. */
FINAIS_API finais_position finais_clock_position(const finais_clock *clock);

typedef struct finais_counter {
    const char *name; /* lives as long as the clock */
    unsigned count;
    bool matters; /* with the pieces on the board */
} finais_counter;

/* Counter number `index` (from 0); false beyond the last. */
FINAIS_API bool finais_clock_counter(const finais_clock *clock, size_t index,
                                     finais_counter *counter);

typedef enum finais_unit {
    FINAIS_PLIES = 0,
    FINAIS_MOVES_EACH = 1,  /* moves of each side */
    FINAIS_MOVES_STRONG = 2 /* moves of the stronger side; of either where the sides are equal */
} finais_unit;

/* Kinds of moves that set a counter back to 0. */
enum {
    FINAIS_RESET_CAPTURE = 1,
    FINAIS_RESET_PROMOTION = 2,
    FINAIS_RESET_MAN = 4,        /* any move of a man */
    FINAIS_RESET_FIRST_KING = 8, /* a promotion to the only king of a side */
    FINAIS_RESET_CAPTURE_IN = 16 /* a capture that leads to as few pieces as the article is about */
};

/* An article that applies to the position on the board. */
typedef struct finais_article {
    char name[FINAIS_ARTICLE_SIZE];
    char counter[FINAIS_ARTICLE_SIZE];
    finais_unit unit;
    unsigned count;      /* reached, in this unit */
    unsigned limit;      /* the game is drawn when the count is this */
    unsigned plies_left; /* until then at the earliest, if nothing sets the counter back */
    unsigned resets;     /* FINAIS_RESET_ flags */
    int32_t strong_side; /* a finais_side, or -1 where the sides are equal */
    bool on_road;        /* about a lone king on the main road */
    bool by_claim;       /* else the draw is automatic */
} finais_article;

/* The articles that apply, in the order of the rules, each with its counter. *count is their number
 * in all (at most FINAIS_ARTICLES_MAX); the first `capacity` are written. */
FINAIS_API finais_status finais_clock_articles(const finais_clock *clock, finais_article *articles,
                                               size_t capacity, size_t *count, finais_error *error);

typedef struct finais_draw {
    bool drawn; /* the rules make or allow a draw of the position on the board */
    bool by_claim;
    char article[FINAIS_ARTICLE_SIZE]; /* "repetition" for the third repetition; "" if not drawn */
} finais_draw;

/* Whether the position on the board is drawn as it stands. One without a legal move is not: it is
 * lost. Not drawn for NULL. */
FINAIS_API finais_draw finais_clock_draw(const finais_clock *clock);

/* What has been solved under some draw rules; belongs to the thread of its context, which has to
 * outlive it. */
typedef struct finais_adjudicator finais_adjudicator;

/* Uses about `memory_bytes` at most for solving positions together with counters, taken when a
 * question needs it and kept for the next; 0 means 1 GiB. What is remembered of positions takes an
 * eighth of that in addition, 24 MB at most. */
FINAIS_API finais_status finais_adjudicator_new(finais_adjudicator **adjudicator,
                                                finais_context *context,
                                                const finais_draw_rules *rules, size_t memory_bytes,
                                                finais_error *error);
FINAIS_API void finais_adjudicator_free(finais_adjudicator *adjudicator);

typedef struct finais_verdict {
    finais_result theory; /* without draw rules; wdl is FINAIS_UNKNOWN where a table is missing */
    int32_t rules; /* a finais_wdl: with the counters as they stand; FINAIS_UNKNOWN: not decided */
    int32_t plies; /* to the end of the game under the rules, FINAIS_NO_DISTANCE if not known */
    finais_draw draw;                 /* of the position as it stands */
    char reason[FINAIS_MESSAGE_SIZE]; /* why it is not decided, else "" */
} finais_verdict;

/* The value of the position on the clock's board for the side to move, in theory and under the
 * clock's rules, which must be those of the adjudicator. The value under the rules accounts for all
 * counters, for those of the balances to come, and for the history. It is exact or FINAIS_UNKNOWN,
 * never a guess. Missing tables are no error. */
FINAIS_API finais_status finais_adjudicate(finais_adjudicator *adjudicator,
                                           const finais_clock *clock, finais_verdict *verdict,
                                           finais_error *error);

/* A move with its values for the player who makes it; distances count from before the move. */
typedef struct finais_judged_move {
    finais_move move;
    finais_result theory;
    int32_t rules;
    int32_t plies;
    finais_draw draw; /* of the position after the move */
} finais_judged_move;

typedef struct finais_judged_list {
    size_t count;
    finais_judged_move moves[FINAIS_MOVES_MAX];
} finais_judged_list;

/* All legal moves with their values under the rules, best first: wins, then moves that are not
 * decided, draws, losses; among these in the order of finais_root_moves(). */
FINAIS_API finais_status finais_adjudicate_moves(finais_adjudicator *adjudicator,
                                                 const finais_clock *clock,
                                                 finais_judged_list *list, finais_error *error);

/* ---- Tables -------------------------------------------------------------------------------- */

typedef enum finais_metric { FINAIS_WDL = 1, FINAIS_DTW = 2, FINAIS_DTC = 3 } finais_metric;

typedef struct finais_table_info {
    char name[FINAIS_TABLE_NAME_SIZE]; /* "brazilian/KKvK.wdl" */
    const char *path; /* of the file; the name, when a finais_io reads it. Lives as long as the
                       * handle */
    finais_metric metric;
    unsigned pieces;
    uint64_t positions;  /* with either side to move; one in an ending that is its own mirror */
    uint64_t file_bytes; /* 0 when a finais_io reads it: nothing is opened for this */
} finais_table_info;

/* The tables found, ordered by pieces, then name. *count is their number in all; the first
 * `capacity` are written. Nothing is opened for this: a file that is listed may still be corrupt.
 */
FINAIS_API finais_status finais_tables(const finais *handle, finais_table_info *tables,
                                       size_t capacity, size_t *count, finais_error *error);

/* What the header of a table tells of all positions with one side to move. */
typedef struct finais_side_statistics {
    uint64_t wins; /* of the side to move */
    uint64_t draws;
    uint64_t losses;
    int32_t longest_win; /* in plies; FINAIS_NO_DISTANCE when there is none, or a table of WDL */
    int32_t longest_loss;
    finais_position longest_win_position; /* one that has it; all zero when there is none */
    finais_position longest_loss_position;
} finais_side_statistics;

typedef struct finais_table_statistics {
    finais_side_statistics sides[2]; /* White to move, Black to move */
    uint8_t content_hash[32];        /* SHA-256 of the values, as finais-gen hash prints it */
} finais_table_statistics;

/* The statistics of one table named as above, "brazilian/KKvK.dtw"; its header is read when it was
 * not yet. */
FINAIS_API finais_status finais_table_statistics_of(finais *handle, const char *name,
                                                    finais_table_statistics *statistics,
                                                    finais_error *error);

/* FINAIS_OK when any table was found, else FINAIS_TABLE_MISSING; the message tells where they were
 * searched and what can be done. */
FINAIS_API finais_status finais_tables_check(const finais *handle, finais_error *error);

/* Names of the tables of a metric that a position, its moves and its main line may read, down to
 * the smallest, the position's own first, each "brazilian/KKvK.wdl"; none when a side has no
 * pieces or the side to move no legal move. *count is their number in all; the first `capacity` are
 * written. */
FINAIS_API finais_status finais_tables_needed(const finais *handle, const finais_position *position,
                                              finais_metric metric,
                                              char (*names)[FINAIS_TABLE_NAME_SIZE],
                                              size_t capacity, size_t *count, finais_error *error);

/* Reads and checks one table named as above: header, directory, every block, and the histogram,
 * which no probe reads. FINAIS_TABLE_CORRUPT when any bit of the file that has a meaning is not as
 * it was written. */
FINAIS_API finais_status finais_table_verify(finais_context *context, const char *name,
                                             finais_error *error);

#ifdef __cplusplus
}
#endif

#endif
