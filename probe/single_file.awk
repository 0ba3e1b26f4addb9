# single_file.awk - makes one source file of the library, finais_all.c, which a program can be compiled
# with in place of linking the library: it needs finais.h and libzstd.
#
#     awk -f single_file.awk SOURCE... >finais_all.c
#
# Headers are looked for in the folders of the sources, written out where they are first included, and
# their functions and objects made static: what is not in finais.h cannot be seen from outside. Where
# two sources have something of the same name, it is renamed in each of them by a macro. All this works
# line by line and relies on the form that clang-format gives to the sources: what is at file scope
# begins a line.

function fail(text) {
    print "single_file.awk: " text >"/dev/stderr"
    failed = 1
    exit 1
}

function base_name(path) {
    sub(/.*\//, "", path)
    return path
}

function note_folder(source) {
    sub(/[^\/]*$/, "", source)
    if (!(source in is_folder))
        folder[++folder_count] = source
    is_folder[source] = 1
}

# The path of an included file, "" when it is in none of the folders.
function find_header(name,    i, line, path) {
    for (i = 1; i <= folder_count; i++) {
        path = folder[i] name
        if ((getline line <path) >= 0) {
            close(path)
            return path
        }
    }
    return ""
}

# ---- Names that sources have for themselves --------------------------------------------------------

function note_name(name, source) {
    if (name != "" && !((name, source) in has_name)) {
        has_name[name, source] = 1
        name_uses[name]++
        names_of[source] = names_of[source] " " name
    }
}

# The last word of a text; "" when there is none.
function last_word(text) {
    if (!match(text, /[A-Za-z_][A-Za-z_0-9]*[^A-Za-z_0-9]*$/))
        return ""
    text = substr(text, RSTART)
    sub(/[^A-Za-z_0-9]+$/, "", text)
    return text
}

# Enumerators in a piece of the body of an enum.
function note_enumerators(text, source,    i, count, part) {
    gsub(/\/\*[^*]*\*\//, "", text)
    count = split(text, part, ",")
    for (i = 1; i <= count; i++) {
        sub(/=.*/, "", part[i])
        if (part[i] ~ /^[ \t]*[A-Z][A-Z_0-9]*[ \t]*$/)
            note_name(last_word(part[i]), source)
    }
}

function scan(source,    line, text, in_enum) {
    while ((getline line <source) > 0) {
        if (in_enum || line ~ /^(static )?enum [a-z_]* ?\{/) {
            text = line
            if (!in_enum)
                sub(/^[^{]*\{/, "", text)
            in_enum = line !~ /\}/
            sub(/\}.*/, "", text)
            note_enumerators(text, source)
        }
        if (line ~ /^(struct|enum|union) [a-z_0-9]+ \{/) {
            split(line, word, " ")
            note_name(word[2], source)
        } else if (line ~ /^static [^=]*\(/ && line !~ /^static [^(]*=/) {
            sub(/\(.*/, "", line)
            note_name(last_word(line), source)
        } else if (line ~ /^static /) {
            sub(/ = .*/, "", line)
            sub(/ =$/, "", line)
            sub(/\[.*/, "", line)
            note_name(last_word(line), source)
        } else if (line ~ /^typedef .*;$/) {
            sub(/\(.*/, "", line)
            note_name(last_word(line), source)
        }
    }
    close(source)
}

# ---- Writing ---------------------------------------------------------------------------------------

# Whether a line of a header begins the declaration of a function or of an object.
function begins_function(line) {
    return line ~ /^[a-z_]/ && line ~ /\(/ && line !~ /^(static|typedef|extern) / &&
           line !~ /\{/
}

function write_include(name,    path) {
    if (name == "finais.h") {
        if (!(name in written))
            print "#include \"finais.h\""
        written[name] = 1
        return
    }
    if (name in written) # looking for a header that is being written would begin it again
        return
    path = find_header(name)
    if (path == "")
        fail("there is no header " name)
    write_file(path, 1)
}

function write_file(path, is_header,    line, name, in_declaration, guarded) {
    name = base_name(path)
    print "\n/* ==== " name " ==== */\n"
    while ((getline line <path) > 0) {
        if (line ~ /^#ifndef [A-Z_0-9]*_H$/) {
            guarded = 1
            written[name] = 1
        }
        if (line ~ /^#include "/) {
            sub(/^#include "/, "", line)
            sub(/".*/, "", line)
            write_include(line)
        } else if (line ~ /^extern const /) {
            sub(/^extern /, "static ", line)
            print line
            sub(/[[;].*/, "", line)
            made_static[last_word(line)] = 1
        } else if (is_header && guarded && begins_function(line)) {
            print "static " line
        } else if (line ~ /^const .* = / || line ~ /^const .* =$/) {
            text = line
            sub(/ =.*/, "", text)
            sub(/\[.*/, "", text)
            print (last_word(text) in made_static ? "static " : "") line
        } else {
            if (!is_header && line ~ /^ *# *define /) {
                name = line
                sub(/^ *# *define /, "", name)
                sub(/[^A-Za-z_0-9].*/, "", name)
                macros_of[path] = macros_of[path] " " name
            }
            print line
        }
    }
    close(path)
}

function write_source(path,    i, count, name, stem) {
    stem = base_name(path)
    sub(/\.c$/, "", stem)
    count = split(names_of[path], name, " ")
    for (i = 1; i <= count; i++)
        if (name_uses[name[i]] > 1)
            print "#define " name[i] " " stem "_file_" name[i]
    write_file(path, 0)
    for (i = 1; i <= count; i++)
        if (name_uses[name[i]] > 1)
            print "#undef " name[i]
    count = split(macros_of[path], name, " ")
    for (i = 1; i <= count; i++)
        print "#undef " name[i]
}

BEGIN {
    for (i = 1; i < ARGC; i++)
        note_folder(ARGV[i])
    print "/* finais_all.c - the library of Finais in one file, made from its sources: compile it with your"
    print " * program, beside finais.h, and link libzstd and the threads of the system. MIT licence, see"
    print " * LICENSE. Not to be edited. */"
    print "#ifndef _GNU_SOURCE"
    print "#define _GNU_SOURCE"
    print "#endif"
    print "#ifndef _FILE_OFFSET_BITS"
    print "#define _FILE_OFFSET_BITS 64"
    print "#endif"
    print "#ifndef FINAIS_STATIC"
    print "#define FINAIS_STATIC"
    print "#endif"
    print "#ifdef __GNUC__ /* some parts are for the programs of Finais alone */"
    print "#pragma GCC diagnostic push"
    print "#pragma GCC diagnostic ignored \"-Wunused-function\""
    print "#endif"
    for (i = 1; i < ARGC; i++)
        scan(ARGV[i])
    for (i = 1; i < ARGC; i++)
        write_source(ARGV[i])
    print "#ifdef __GNUC__"
    print "#pragma GCC diagnostic pop"
    print "#endif"
    exit failed
}
