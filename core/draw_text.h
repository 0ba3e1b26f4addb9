/* draw_text.h - draw rules as text: reading a profile, and those that are built in.
 *
 * The format is line by line; docs/adjudication.md describes it. Reading the text of a built-in
 * profile is how it comes into being, so the two cannot differ.
 */
#ifndef CORE_DRAW_TEXT_H
#define CORE_DRAW_TEXT_H

#include "draw_rules.h"

/* Where and why a text is no profile. */
struct draw_text_error {
    unsigned line;      /* from 1; 0 when something is missing in all of it */
    const char *what;   /* a short English phrase; static storage */
    size_t word_offset; /* of the offending word in the text */
    size_t word_length; /* 0 when there is none */
};

/* Reads exactly `length` bytes. On failure *rules is left alone and *error is filled in. */
bool draw_rules_read(const char *text, size_t length, struct draw_rules *rules,
                     struct draw_text_error *error);

/* A built-in profile: "fmjd64", "lidraughts", "moves40", "cbd20", "repetition" or "none". False
 * when the name is none of them. */
bool draw_rules_named(const char *name, struct draw_rules *rules);

/* Name and text of built-in profile number `index`, from 0; NULL beyond the last. */
const char *draw_profile_name(unsigned index);
const char *draw_profile_text(unsigned index);

#endif
