#include "draw_text.h"
#include <string.h>

/* A word of the text. */
struct word {
    size_t offset;
    size_t length;
};

/* A line, read word by word; `next` is the word to be read. */
struct draw_reader {
    const char *text;
    size_t length;
    size_t offset; /* of the end of `next` */
    size_t line_end;
    struct word next; /* of length 0 at the end of the line */
    struct draw_rules rules;
    bool repetition_given;
    bool articles_given;
    struct draw_text_error error;
};

static bool fail_at(struct draw_reader *reader, struct word word, const char *what) {
    reader->error.what = what;
    reader->error.word_offset = word.offset;
    reader->error.word_length = word.length;
    return false;
}

static bool fail(struct draw_reader *reader, const char *what) {
    return fail_at(reader, reader->next, what);
}

static bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\r';
}

static void advance(struct draw_reader *reader) {
    while (reader->offset < reader->line_end && is_blank(reader->text[reader->offset]))
        reader->offset++;
    reader->next.offset = reader->offset;
    while (reader->offset < reader->line_end && !is_blank(reader->text[reader->offset]))
        reader->offset++;
    reader->next.length = reader->offset - reader->next.offset;
}

static bool at_end(const struct draw_reader *reader) {
    return reader->next.length == 0;
}

static bool is_word(const struct draw_reader *reader, const char *word) {
    return strlen(word) == reader->next.length &&
           memcmp(word, reader->text + reader->next.offset, reader->next.length) == 0;
}

/* Takes the word if it is next. */
static bool take(struct draw_reader *reader, const char *word) {
    if (!is_word(reader, word))
        return false;
    advance(reader);
    return true;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static bool digits_value(const char *text, size_t length, unsigned *value) {
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || *value > DRAW_COUNT_MAX)
            return false;
        *value = *value * 10 + (unsigned)(text[i] - '0');
    }
    return length > 0;
}

static bool read_number(struct draw_reader *reader, unsigned most, unsigned *value) {
    if (!digits_value(reader->text + reader->next.offset, reader->next.length, value) ||
        *value > most)
        return fail(reader, "a number is expected here, or it is too large");
    advance(reader);
    return true;
}

static bool read_name(struct draw_reader *reader, char name[DRAW_NAME_SIZE]) {
    if (at_end(reader))
        return fail(reader, "a name is missing");
    if (reader->next.length >= DRAW_NAME_SIZE)
        return fail(reader, "the name is too long");
    for (size_t i = 0; i < reader->next.length; i++) {
        char character = reader->text[reader->next.offset + i];
        if (character <= ' ' || character > '~' || character == '=' || character == ',' ||
            character == '"' || character == '\\')
            return fail(reader, "a name has a character that it may not have");
        name[i] = character;
    }
    name[reader->next.length] = '\0';
    advance(reader);
    return true;
}

/* 3, 3+ or 2-4. */
static bool read_range(struct draw_reader *reader, struct draw_range *range) {
    enum { PIECES_MAX = 99 };
    const char *text = reader->text + reader->next.offset;
    size_t length = reader->next.length;
    size_t digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    unsigned least = 0;
    unsigned most = 0;
    bool good = digits_value(text, digits, &least) && least <= PIECES_MAX;
    if (good && digits == length)
        most = least;
    else if (good && digits + 1 == length && text[digits] == '+')
        most = UINT8_MAX;
    else
        good = good && text[digits] == '-' &&
               digits_value(text + digits + 1, length - digits - 1, &most) && most <= PIECES_MAX &&
               most >= least;
    if (!good)
        return fail(reader, "a number of pieces such as 3, 3+ or 2-4 is expected here");
    *range = (struct draw_range){(uint8_t)least, (uint8_t)most};
    advance(reader);
    return true;
}

static bool read_counter_name(struct draw_reader *reader, int *counter) {
    *counter =
        draw_counter_named(&reader->rules, reader->text + reader->next.offset, reader->next.length);
    if (*counter == DRAW_NONE)
        return fail(reader, "no counter has this name; counters come before articles");
    advance(reader);
    return true;
}

/* ---- Parts of a line ------------------------------------------------------------------------- */

static const struct draw_material any_material = {{0, UINT8_MAX}, {0, UINT8_MAX}, {0, UINT8_MAX},
                                                  {0, UINT8_MAX}, {0, UINT8_MAX}, {0, UINT8_MAX},
                                                  {0, UINT8_MAX}};

static struct draw_range *range_named(const struct draw_reader *reader,
                                      struct draw_material *material) {
    const struct {
        const char *word;
        struct draw_range *range;
    } ranges[] = {{"pieces", &material->pieces},
                  {"strong", &material->strong_pieces},
                  {"strong-kings", &material->strong_kings},
                  {"strong-men", &material->strong_men},
                  {"weak", &material->weak_pieces},
                  {"weak-kings", &material->weak_kings},
                  {"weak-men", &material->weak_men}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (is_word(reader, ranges[i].word))
            return ranges[i].range;
    return NULL;
}

/* The rest of the line after "when". `on_road` is NULL where that word may not stand. */
static bool read_conditions(struct draw_reader *reader, struct draw_material *material,
                            bool *on_road) {
    if (at_end(reader))
        return fail(reader, "conditions are missing");
    while (!at_end(reader)) {
        if (on_road != NULL && take(reader, "on-road")) {
            *on_road = true;
            continue;
        }
        struct draw_range *range = range_named(reader, material);
        if (range == NULL)
            return fail(reader, "no condition has this name");
        advance(reader);
        if (!read_range(reader, range))
            return false;
    }
    return true;
}

static unsigned take_resets(struct draw_reader *reader, bool of_article) {
    static const struct {
        const char *word;
        unsigned bit;
        bool of_article_only;
    } kinds[] = {{"capture", DRAW_RESET_CAPTURE, false},
                 {"promotion", DRAW_RESET_PROMOTION, false},
                 {"man", DRAW_RESET_MAN, false},
                 {"first-king", DRAW_RESET_FIRST_KING, false},
                 {"capture-in", DRAW_RESET_CAPTURE_IN, true}};
    unsigned resets = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if ((of_article || !kinds[i].of_article_only) && take(reader, kinds[i].word)) {
            resets |= kinds[i].bit;
            i = SIZE_MAX; /* from the first word again */
        }
    }
    return resets;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool read_repetition(struct draw_reader *reader) {
    if (reader->repetition_given)
        return fail(reader, "repetition is given twice");
    reader->repetition_given = true;
    if (!read_number(reader, UINT8_MAX, &reader->rules.repetitions))
        return false;
    if (reader->rules.repetitions == 1)
        return fail(reader, "a position cannot repeat once");
    reader->rules.repetition_by_claim = take(reader, "claim");
    return true;
}

static bool read_order(struct draw_reader *reader) {
    if (reader->articles_given)
        return fail(reader, "articles is given twice");
    reader->articles_given = true;
    reader->rules.first_fits = take(reader, "first");
    return reader->rules.first_fits || take(reader, "together") ||
           fail(reader, "first or together is expected here");
}

static bool read_counter(struct draw_reader *reader) {
    struct draw_counter counter = {.material = any_material};
    struct word name = reader->next;
    if (reader->rules.counter_count == DRAW_COUNTERS_MAX)
        return fail(reader, "there are too many counters");
    if (!read_name(reader, counter.name))
        return false;
    if (draw_counter_named(&reader->rules, counter.name, name.length) != DRAW_NONE)
        return fail_at(reader, name, "a counter of this name is there already");
    if (!take(reader, "counts"))
        return fail(reader, "counts is expected here");
    if (take(reader, "road-moves"))
        counter.counts = DRAW_COUNTS_ROAD_MOVES;
    else if (take(reader, "road-plies"))
        counter.counts = DRAW_COUNTS_ROAD_PLIES;
    else if (!take(reader, "plies"))
        return fail(reader, "plies, road-moves or road-plies is expected here");
    if (!take(reader, "resets"))
        return fail(reader, "resets is expected here");
    counter.by_article = take(reader, "by-article");
    if (!counter.by_article)
        counter.resets = take_resets(reader, false);
    if (!counter.by_article && counter.resets == 0)
        return fail(reader, "a kind of move that sets the counter back is expected here");
    if (take(reader, "when")) {
        if (counter.counts == DRAW_COUNTS_PLIES)
            return fail(reader, "only counters about the road have conditions");
        if (!read_conditions(reader, &counter.material, NULL))
            return false;
    }
    reader->rules.counters[reader->rules.counter_count++] = counter;
    return true;
}

static bool read_limit(struct draw_reader *reader, struct draw_article *article) {
    if (!take(reader, "limit"))
        return fail(reader, "limit is expected here");
    struct word number = reader->next;
    if (!read_number(reader, DRAW_LIMIT_MAX, &article->limit))
        return false;
    if (article->limit == 0)
        return fail_at(reader, number, "a limit is at least 1");
    if (take(reader, "moves"))
        article->unit = DRAW_UNIT_MOVES;
    else if (take(reader, "strong-moves"))
        article->unit = DRAW_UNIT_STRONG_MOVES;
    else if (!take(reader, "plies"))
        return fail(reader, "plies, moves or strong-moves is expected here");
    if (!take(reader, "of"))
        return fail(reader, "of is expected here");
    return read_counter_name(reader, &article->counter);
}

static bool read_article(struct draw_reader *reader) {
    struct draw_article article = {.material = any_material, .needs = DRAW_NONE};
    if (reader->rules.article_count == DRAW_ARTICLES_MAX)
        return fail(reader, "there are too many articles");
    if (!read_name(reader, article.name) || !read_limit(reader, &article))
        return false;
    article.by_claim = take(reader, "claim");
    if (take(reader, "resets")) {
        article.resets = take_resets(reader, true);
        if (article.resets == 0)
            return fail(reader, "a kind of move that sets the counter back is expected here");
    }
    if (take(reader, "after") && (!read_number(reader, DRAW_COUNT_MAX, &article.needs_count) ||
                                  (!take(reader, "of") && !fail(reader, "of is expected here")) ||
                                  !read_counter_name(reader, &article.needs)))
        return false;
    if (take(reader, "when") && !read_conditions(reader, &article.material, &article.on_road))
        return false;
    if (reader->rules.counters[article.counter].by_article != (article.resets != 0))
        return fail(reader, "an article has resets if its counter is set back by-article, and else "
                            "none");
    reader->rules.articles[reader->rules.article_count++] = article;
    return true;
}

static bool read_line(struct draw_reader *reader) {
    if (at_end(reader) || reader->text[reader->next.offset] == '#')
        return true;
    bool first = reader->rules.name[0] == '\0';
    bool good;
    if (first && !is_word(reader, "profile"))
        good = fail(reader, "the first line has to be: profile NAME");
    else if (take(reader, "profile"))
        good = first ? read_name(reader, reader->rules.name)
                     : fail(reader, "the name of the profile is given twice");
    else if (take(reader, "repetition"))
        good = read_repetition(reader);
    else if (take(reader, "articles"))
        good = read_order(reader);
    else if (take(reader, "counter"))
        good = read_counter(reader);
    else if (take(reader, "article"))
        good = read_article(reader);
    else
        good = fail(reader, "a line begins with profile, repetition, articles, counter, article or "
                            "#");
    if (good && !at_end(reader))
        good = fail(reader, "this does not belong here");
    return good;
}

/* Counters that the article in force sets back make sense only when one is in force. */
static bool check_whole(struct draw_reader *reader) {
    reader->error.line = 0;
    reader->next = (struct word){0, 0};
    if (reader->rules.name[0] == '\0')
        return fail(reader, "the text is empty: the first line has to be: profile NAME");
    for (int i = 0; i < reader->rules.counter_count; i++)
        if (reader->rules.counters[i].by_article && !reader->rules.first_fits)
            return fail(reader, "a counter that is set back by-article needs: articles first");
    return true;
}

bool draw_rules_read(const char *text, size_t length, struct draw_rules *rules,
                     struct draw_text_error *error) {
    struct draw_reader reader = {.text = text, .length = length};
    bool good = true;
    for (size_t start = 0; good && start < length; start = reader.line_end + 1) {
        const char *end = memchr(text + start, '\n', length - start);
        reader.error.line++;
        reader.offset = start;
        reader.line_end = end != NULL ? (size_t)(end - text) : length;
        advance(&reader);
        good = read_line(&reader);
    }
    good = good && check_whole(&reader);
    if (good)
        *rules = reader.rules;
    else
        *error = reader.error;
    return good;
}
