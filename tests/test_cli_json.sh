#!/bin/sh
# The checker of JSON that the tests of the program finais trust: it has to tell JSON from what is
# almost JSON.
set -u
. "$(dirname "$0")/cli.sh"

# The escapes of printf make the bytes.
while read -r text; do
    ran="JSON: $text"
    printf '%b' "$text" | "$query" >/dev/null && pass || fail refused
done <<'END'
{}
[]
-0.5e+10
"\\\\ \\" \\u00e9 \0303\0251"
{"a": [1, 2, {"b": null}], "c": true}
END
while read -r text; do
    ran="not JSON: $text"
    printf '%b' "$text" | "$query" >/dev/null && fail accepted || pass
done <<'END'
{"a": 1,}
[1 2]
[1,
{"a" 1}
{a: 1}
{"a": 1, "a": 2}
01
1.
.5
+1
nul
"a
"a\tb"
"\\x"
"\\u12"
"\0377"
[1]]
{} {}
'a'
END
ran='an empty text'
"$query" </dev/null && fail accepted || pass

printf '{"a": [1, {"b": "c"}], "d": null}' >"$work/out"
ran='paths'
json a/1/b '"c"'
json a/# 2
json '#' 2
json d null
"$query" a/2 <"$work/out" >/dev/null
same "$?" 2 'exit code for a part that is not there'

check_report
