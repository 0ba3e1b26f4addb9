#!/bin/sh
# Checks the layout of all C files against .clang-format.
#
#     test_format.sh SOURCE_FOLDER
set -eu
cd "$1"
# Other releases break some lines in other places.
release=14
for program in "clang-format-$release" clang-format; do
    if "$program" --version 2>/dev/null | grep -q "version $release\."; then
        find core probe gen tests docs -name '*.[ch]' -exec "$program" --dry-run -Werror {} +
        echo "1 passed, 0 failed"
        exit 0
    fi
done
echo "skipped: there is no clang-format $release"
exit 77
