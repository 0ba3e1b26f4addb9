# distances.awk - draws how many positions are won in how many plies, as SVG, from
#
#     finais-gen stats --histogram --tsv
#
# A line for each number of pieces; positions on a log scale. A signature that is its own mirror counts
# once. -v metric=dtc draws plies to a capture or promotion, else they are those to the end; -v made=TEXT
# adds a line at the bottom.
BEGIN { if (metric == "") metric = "dtw" }
BEGIN { FS = "\t"; width = 760; height = 420; left = 70; bottom = 50; top = 20; right = 20 }
NR > 1 && $3 == metric && $4 == "win" {
    split($1, side, "v")
    if (side[1] == side[2] && $2 == "black")
        next
    pieces = length($1) - 1
    count[pieces, $5 + 0] += $6
    if ($5 + 0 > longest[pieces]) longest[pieces] = $5 + 0
    if (longest[pieces] > most_plies) most_plies = longest[pieces]
    if (count[pieces, $5 + 0] > most) most = count[pieces, $5 + 0]
    if (pieces > most_pieces) most_pieces = pieces
}
function x(plies) { return left + (width - left - right) * plies / most_plies }
function y(n) { return height - bottom - (height - top - bottom) * log(n) / log(10) / decades }
function text(at_x, at_y, anchor, words) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", at_x, at_y, anchor, words
}
END {
    for (decades = 1; 10 ^ decades < most; decades++);
    split("- #b5432a #2a7ab5 #2a8f4a #7a4ab5 #8a7a2a", colour, " ")
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
    print "font-family=\"sans-serif\" font-size=\"12\">"
    print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    for (d = 0; d <= decades; d++) {
        printf "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", left, y(10 ^ d), width - right
        text(left - 6, y(10 ^ d) + 4, "end", sprintf("%d", 10 ^ d))
    }
    for (plies = 0; plies <= most_plies; plies += 10)
        text(x(plies), height - bottom + 18, "middle", plies)
    text((width + left) / 2, height - 10, "middle", (metric == "dtw" ? "plies to the end (DTW)" : \
        "plies to a capture or promotion (DTC)") ", positions won by the side to move")
    for (pieces = 2; pieces <= most_pieces; pieces++) {
        path = ""
        for (plies = 1; plies <= longest[pieces]; plies++)
            if (count[pieces, plies] > 0)
                path = path sprintf("%s%.1f %.1f", path == "" ? "M" : "L", x(plies), y(count[pieces, plies]))
        printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", path, colour[pieces]
        printf "<g fill=\"%s\">", colour[pieces]
        text(width - right - 10, top + 16 * pieces, "end", pieces " pieces, longest " longest[pieces])
        print "</g>"
    }
    if (made != "")
        printf "<g font-size=\"6\"><text x=\"%d\" y=\"%d\">%s</text></g>\n", left, height - 2, made
    print "</svg>"
}
