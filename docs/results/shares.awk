# shares.awk - draws the shares of wins, draws and losses by signature and side to move, as SVG, from
# endings.tsv (make.sh): a bar for each signature, its upper half for White to move.
BEGIN { FS = "\t"; width = 760; left = 90; right = 20; top = 40; step = 14 }
/^#/ { next }
$1 == "signature" { for (i = 1; i <= NF; i++) column[$i] = i; next }
$6 == "white" { name[++count] = $1 }
{
    win[count, $6] = $column["win_share"]
    draw[count, $6] = $column["draw_share"]
}
function x(share) { return left + (width - left - right) * share }
function y(row) { return top + step * row }
function text(at_x, at_y, anchor, words) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", at_x, at_y, anchor, words
}
function part(from, to, at_y, colour) {
    if (to > from)
        printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"6\" fill=\"%s\"/>\n", x(from), at_y,
            x(to) - x(from), colour
}
function bar(row, side, at_y) {
    part(0, win[row, side], at_y, "#2a8f4a")
    part(win[row, side], win[row, side] + draw[row, side], at_y, "#cccccc")
    part(win[row, side] + draw[row, side], 1, at_y, "#b5432a")
}
END {
    height = y(count) + 50
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
    print "font-family=\"sans-serif\" font-size=\"11\">"
    print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    text(left, 14, "start", "won (green), drawn (grey), lost (red) by the side to move; White above, Black below")
    for (percent = 0; percent <= 100; percent += 25)
        text(x(percent / 100), top - 8, "middle", percent " %")
    for (row = 1; row <= count; row++) {
        text(left - 6, y(row - 1) + 10, "end", name[row])
        bar(row, "white", y(row - 1))
        bar(row, "black", y(row - 1) + 6)
    }
    if (made != "")
        print "<g font-size=\"6\">"
    if (made != "")
        text(left, height - 8, "start", made)
    if (made != "")
        print "</g>"
    print "</svg>"
}
