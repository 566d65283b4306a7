#!/usr/bin/env bash
# Writes docs/gallery.md from scenes/: picture, name and summary of each scene that has a picture in
# docs/images. `tools/gallery.sh --pictures TALUS NAME FRAME DIR` first makes the picture of scene NAME from a
# frame of its run in DIR (any number of such triples).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
begin='<!-- gallery: tools/gallery.sh -->'
end='<!-- /gallery -->'

# picture TALUS NAME FRAME DIR: 960x540 in 256 colours, which keeps it below 400 kB.
picture() {
    local talus=$1 name=$2 frame=$3 dir=$4 drawn
    "$talus" render "$dir" --size 960x540 --frames "$frame:$((frame + 1)):1" >/dev/null
    drawn=$(printf '%s/images/main.%04d.png' "$dir" "$frame")
    ffmpeg -v error -y -i "$drawn" -filter_complex \
        '[0]split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a' \
        -compression_level 100 "$root/docs/images/$name.png"
}

cells() {
    local file name summary column=0
    printf '| | |\n|---|---|\n'
    for file in "$root"/scenes/*.toml; do
        name=$(basename "$file" .toml)
        [[ -f $root/docs/images/$name.png ]] || continue
        summary=$(sed -n 's/^summary = "\(.*\)"$/\1/p' "$file")
        # shellcheck disable=SC2016  # the backquotes are Markdown's
        printf '| ![%s](images/%s.png)<br>[`%s`](../scenes/%s.toml): %s ' \
            "$name" "$name" "$name" "$name" "$summary"
        column=$((1 - column))
        ((column)) || printf '|\n'
    done
    ((!column)) || printf '| |\n'
}

if [[ ${1:-} == --pictures ]]; then
    talus=$2
    shift 2
    while (($# >= 3)); do
        picture "$talus" "$1" "$2" "$3"
        shift 3
    done
fi
if ! grep -qF "$begin" "$root/docs/gallery.md" || ! grep -qF "$end" "$root/docs/gallery.md"; then
    echo "gallery.sh: docs/gallery.md lacks the lines '$begin' and '$end'" >&2
    exit 1
fi
cells >"$root/docs/gallery.md.gallery"
awk -v begin="$begin" -v end="$end" -v gallery="$root/docs/gallery.md.gallery" '
    $0 == begin { print; while ((getline line < gallery) > 0) print line; skip = 1 }
    $0 == end { skip = 0 }
    !skip' "$root/docs/gallery.md" >"$root/docs/gallery.md.new"
rm "$root/docs/gallery.md.gallery"
mv "$root/docs/gallery.md.new" "$root/docs/gallery.md"
