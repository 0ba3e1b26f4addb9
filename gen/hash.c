/* The plain functions of SHA-256, which take no memory: those meant to replace them (EVP) end in a
 * crash inside the library when there is none for their first use. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "hash.h"
#include "input_file.h"
#include <endian.h>
#include <errno.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct content_hasher {
    SHA256_CTX context;
    unsigned width; /* bytes of a value */
    bool fine;
};

struct content_hasher *content_hash_begin(enum metric metric) {
    struct content_hasher *hasher = malloc(sizeof *hasher);
    if (hasher == NULL)
        return NULL;
    hasher->width = metric == METRIC_WDL ? 1 : 2;
    hasher->fine = SHA256_Init(&hasher->context) == 1;
    return hasher;
}

/* Values without distance are hashed as one byte each, others as two, the low one first. */
void content_hash_add(struct content_hasher *hasher, const value *values, size_t count) {
    uint8_t bytes[8192];
    size_t at_a_time = sizeof bytes / hasher->width;
    for (size_t first = 0; hasher->fine && first < count; first += at_a_time) {
        size_t size = count - first < at_a_time ? count - first : at_a_time;
        for (size_t i = 0; i < size && hasher->width == 1; i++)
            bytes[i] = (uint8_t)values[first + i];
        for (size_t i = 0; i < size && hasher->width == 2; i++) {
            bytes[2 * i] = (uint8_t)(values[first + i] & 0xff);
            bytes[2 * i + 1] = (uint8_t)(values[first + i] >> 8);
        }
        hasher->fine = SHA256_Update(&hasher->context, bytes, size * hasher->width) == 1;
    }
}

/* Eight bits as eight bytes of 0 or 1, bit 0 the lowest. */
static uint64_t spread_bits(uint32_t bits) {
    uint64_t spread = (bits & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (spread + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

void content_hash_add_bits(struct content_hasher *hasher, const struct outcome_bits *bits,
                           uint64_t count) {
    uint64_t bytes[1024];
    for (uint64_t first = 0; hasher->fine && first < count; first += sizeof bytes) {
        uint64_t size = count - first < sizeof bytes ? count - first : sizeof bytes;
        for (uint64_t i = 0; i < size; i += 64) {
            uint64_t win = bits->win[(first + i) / 64];
            uint64_t loss = bits->loss[(first + i) / 64];
            for (unsigned eight = 0; eight < 8; eight++)
                bytes[i / 8 + eight] = htole64(spread_bits(win >> 8 * eight & 0xff) * VALUE_WIN |
                                               spread_bits(loss >> 8 * eight & 0xff) * VALUE_LOSS);
        }
        hasher->fine = SHA256_Update(&hasher->context, bytes, (size_t)size) == 1;
    }
}

bool content_hash_end(struct content_hasher *hasher, uint8_t hash[TABLE_HASH_BYTES]) {
    if (hasher == NULL)
        return false;
    bool fine = hasher->fine && SHA256_Final(hash, &hasher->context) == 1;
    free(hasher);
    return fine;
}

void content_hash_add_values(struct content_hasher *hasher, const struct values *values,
                             enum side side) {
    value part[1024];
    for (uint64_t first = 0; first < values->layout.positions;) {
        size_t size = 0;
        for (; size < sizeof part / sizeof *part && first < values->layout.positions; size++)
            part[size] = values_get(values, side, first++);
        content_hash_add(hasher, part, size);
    }
}

bool content_hash(const struct values *values, uint8_t hash[TABLE_HASH_BYTES]) {
    struct content_hasher *hasher = content_hash_begin(values->metric);
    for (unsigned side = 0; hasher != NULL && side < values->sides; side++)
        content_hash_add_values(hasher, values, (enum side)side);
    return content_hash_end(hasher, hash);
}

enum exit_code file_hash(const char *path, uint8_t hash[TABLE_HASH_BYTES],
                         struct failure *failure) {
    FILE *file;
    enum exit_code code = input_open(&file, "the file", path, failure);
    if (code != EXIT_CODE_OK)
        return code;
    SHA256_CTX context;
    bool fine = SHA256_Init(&context) == 1;
    char bytes[16384];
    size_t size = 0;
    while (fine && (size = fread(bytes, 1, sizeof bytes, file)) > 0)
        fine = SHA256_Update(&context, bytes, size) == 1;
    int number = ferror(file) ? errno : 0;
    fclose(file);
    fine = fine && SHA256_Final(hash, &context) == 1;
    if (number != 0)
        return fail_system(failure, number, "read the file", path);
    return fine ? EXIT_CODE_OK : fail_memory(failure, "a hash");
}

void hash_text(const uint8_t hash[TABLE_HASH_BYTES], char text[HASH_TEXT_SIZE]) {
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < TABLE_HASH_BYTES; i++) {
        *text++ = digits[hash[i] >> 4];
        *text++ = digits[hash[i] & 15];
    }
    *text = '\0';
}
