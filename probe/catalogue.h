/* catalogue.h - which directories are searched, and which tables were found there.
 *
 * Made once when a handle is opened, by listing directories or by asking the caller's functions; no
 * table is opened for it. It does not
 * change afterwards and may be read by any number of threads.
 */
#ifndef PROBE_CATALOGUE_H
#define PROBE_CATALOGUE_H

#include "table.h"

enum { METRICS = 3, NO_TABLE = -1 };

/* A table file that was found. */
struct found_table {
    struct table_identity identity;
    char name[FINAIS_TABLE_NAME_SIZE];
    char *path;          /* the name, unless it is a file of the system */
    uint64_t file_bytes; /* 0 unless it is a file of the system */
    uint64_t positions;  /* as in finais_table_info */
};

/* A signature of which at least one table was found. */
struct found_signature {
    struct index_layout layout;
    struct slot_layout slots;
    int32_t table[METRICS + 1]; /* by enum metric: number of a table, or NO_TABLE */
    /* Where a preloaded table of METRIC_WDL holds its values: what that table says too, but nearer
     * at hand. By side to move, NULL where there are none. */
    struct loaded outcomes[2];
};

/* Where the value of a position is looked up. */
enum place_kind {
    PLACE_ONE_SIDE, /* nowhere: one side has no pieces */
    PLACE_CAPTURE,  /* nowhere: the side to move has to capture */
    PLACE_UNKNOWN,  /* nowhere: no table of its signature was found */
    PLACE_STORED    /* in the tables of `found`, as far as they store the side to move */
};

struct place {
    bitboard capturers;                  /* of PLACE_CAPTURE: the pieces that can take something */
    const struct found_signature *found; /* of PLACE_STORED, as all that follows */
    struct position canonical;
    uint64_t slot; /* of the canonical position */
};

/* Finds it; see place.h. */
struct catalogue;
typedef enum place_kind place_finder(const struct catalogue *catalogue,
                                     const struct position *position, struct place *place);

struct catalogue {
    const struct rules *rules;
    place_finder *find_place;
    finais_io io;       /* what the tables are read with */
    bool io_is_system;  /* files, whose paths are below */
    char **directories; /* in the order in which they are searched */
    size_t directory_count;
    const char *misplaced;  /* the first that has files of tables but no folder for them, or NULL */
    char *misplaced_parent; /* the directory to search instead, NULL when there is none */
    struct found_table *tables; /* ordered by pieces, then name */
    size_t table_count;
    struct found_signature *signatures;
    size_t signature_count;
    unsigned largest; /* pieces of the largest table, 0 when there is none */
    /* By signature_code(), for a signature and its mirror alike: how it is found, see
     * catalogue_place(); 0 when it is not. */
    uint16_t *places;
};

/* An entry of places: 1 + the number of the signature, times PLACE_TURNS, plus when the position
 * has to be turned to be looked up. */
enum { PLACE_AS_IT_IS, PLACE_TURNED, PLACE_TURNED_FOR_BLACK, PLACE_TURNS = 4 };

/* Lists the tables of a variant. Without `directories` (NULL) the default places are searched, see
 * finais_open(). On failure nothing is to be freed. */
finais_status catalogue_init(struct catalogue *catalogue, const struct rules *rules,
                             const char *const *directories, size_t directory_count,
                             finais_error *error);

/* The same by the list of a caller's functions. */
finais_status catalogue_init_io(struct catalogue *catalogue, const struct rules *rules,
                                const finais_io *io, finais_error *error);
void catalogue_free(struct catalogue *catalogue);

/* Memory that it takes. */
size_t catalogue_bytes(const struct catalogue *catalogue);

/* The signature under which positions with a signature_code() and a side to move are looked up, and
 * whether they are turned for it. NULL when no table of it was found. */
static inline const struct found_signature *
catalogue_found(const struct catalogue *catalogue, unsigned code, enum side side, bool *turn) {
    unsigned place = catalogue->places[code];
    unsigned how = place % PLACE_TURNS;
    *turn = (how == PLACE_TURNED) | ((how == PLACE_TURNED_FOR_BLACK) & (side == BLACK));
    return place != 0 ? &catalogue->signatures[place / PLACE_TURNS - 1] : NULL;
}

/* Where a position with a signature_code() is looked up: the signature of its canonical position,
 * which is written. NULL when no table of that signature was found. */
static inline const struct found_signature *catalogue_place_of(const struct catalogue *catalogue,
                                                               unsigned code,
                                                               const struct position *position,
                                                               struct position *canonical) {
    bool turn;
    const struct found_signature *found =
        catalogue_found(catalogue, code, position->side_to_move, &turn);
    *canonical = position_mirror_if(catalogue->rules->geometry, position, turn);
    return found;
}

/* The same for any position. */
static inline const struct found_signature *catalogue_place(const struct catalogue *catalogue,
                                                            const struct position *position,
                                                            struct position *canonical) {
    return catalogue_place_of(catalogue, signature_code_of_position(position), position, canonical);
}

/* Tells it where the values of a table of METRIC_WDL are, by side to move. Not while other threads
 * use the catalogue. */
void catalogue_note_loaded(struct catalogue *catalogue, struct signature signature,
                           const struct loaded outcomes[2]);

/* Opens a found table with what reads the tables; `access` is TABLE_READ unless that is the system.
 */
finais_status catalogue_open(const struct catalogue *catalogue, size_t number,
                             enum table_access access, struct table **table, finais_error *error);

/* The number of the table with a name such as "brazilian/KKvK.wdl", or NO_TABLE. */
int32_t catalogue_table_by_name(const struct catalogue *catalogue, const char *name);

#endif
