#!/usr/bin/env bash
# run.sh TARGET: a libFuzzer target starts from its corpus (tests/fuzz/corpus) and must survive its time,
# TALUS_FUZZ_SECONDS (10). What it finds stays in a folder beside it.
set -euo pipefail
target=$1
seconds=${TALUS_FUZZ_SECONDS:-10}
name=$(basename "$target")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
found=$(dirname "$target")/found/$name
corpora=("$found")
[[ ! -d $here/corpus/${name%_fuzz} ]] || corpora+=("$here/corpus/${name%_fuzz}")
mkdir -p "$found"
if ! "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -print_final_stats=1 -artifact_prefix="$found-" "${corpora[@]}" 2>"$found.log"; then
    tail -n 60 "$found.log"
    echo "$name failed; the input that did it is in $found-*"
    exit 1
fi
echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found.log") inputs in $seconds s"
