#include "json_result.h"
#include "words.h"

void json_distance(struct json *json, const char *key, int32_t distance) {
    if (distance == FINAIS_NO_DISTANCE)
        json_null(json, key);
    else
        json_integer(json, key, distance);
}

void json_result(struct json *json, const char *key, const finais_result *result) {
    if (result->wdl == FINAIS_UNKNOWN)
        json_null(json, key);
    else
        json_string(json, key, wdl_word(result->wdl));
    json_distance(json, "dtw", result->dtw);
    json_distance(json, "dtc", result->dtc);
}
