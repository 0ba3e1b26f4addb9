#include "hash.h"
#include "input_file.h"
#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

static EVP_MD_CTX *hash_new(void) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1)
        return context;
    EVP_MD_CTX_free(context);
    return NULL;
}

static bool hash_add(EVP_MD_CTX *context, const void *bytes, size_t size) {
    return EVP_DigestUpdate(context, bytes, size) == 1;
}

static bool hash_end(EVP_MD_CTX *context, bool fine, uint8_t hash[TABLE_HASH_BYTES]) {
    fine = fine && EVP_DigestFinal_ex(context, hash, NULL) == 1;
    EVP_MD_CTX_free(context);
    return fine;
}

/* Values without distance are hashed as one byte each, others as two, the low one first, whatever
 * their order in memory. */
static bool add_values(EVP_MD_CTX *context, const struct values *values, enum side side) {
    uint8_t bytes[8192];
    const unsigned width = values->bytes;
    bool fine = true;
    for (uint64_t first = 0; fine && first < values->layout.positions;
         first += sizeof bytes / width) {
        size_t used = 0;
        for (uint64_t i = first; i < values->layout.positions && used < sizeof bytes; i++) {
            value v = values_get(values, side, i);
            bytes[used++] = (uint8_t)(v & 0xff);
            if (width == 2)
                bytes[used++] = (uint8_t)(v >> 8);
        }
        fine = hash_add(context, bytes, used);
    }
    return fine;
}

bool content_hash(const struct values *values, uint8_t hash[TABLE_HASH_BYTES]) {
    EVP_MD_CTX *context = hash_new();
    if (context == NULL)
        return false;
    bool fine = true;
    for (unsigned side = 0; fine && side < values->sides; side++)
        fine = add_values(context, values, (enum side)side);
    return hash_end(context, fine, hash);
}

enum exit_code file_hash(const char *path, uint8_t hash[TABLE_HASH_BYTES],
                         struct failure *failure) {
    FILE *file;
    enum exit_code code = input_open(&file, "the file", path, failure);
    if (code != EXIT_CODE_OK)
        return code;
    EVP_MD_CTX *context = hash_new();
    bool fine = context != NULL;
    char bytes[16384];
    size_t size = 0;
    while (fine && (size = fread(bytes, 1, sizeof bytes, file)) > 0)
        fine = hash_add(context, bytes, size);
    int number = ferror(file) ? errno : 0;
    fclose(file);
    fine = context != NULL && hash_end(context, fine, hash);
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
