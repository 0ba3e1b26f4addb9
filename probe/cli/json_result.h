/* json_result.h - what is known of a position, as entries of a JSON object. */
#ifndef CLI_JSON_RESULT_H
#define CLI_JSON_RESULT_H

#include "finais.h"
#include "json_writer.h"

/* null for FINAIS_NO_DISTANCE. */
void json_distance(struct json *json, const char *key, int32_t distance);

/* The outcome, null for FINAIS_UNKNOWN, under `key`; and both distances. */
void json_result(struct json *json, const char *key, const finais_result *result);

#endif
