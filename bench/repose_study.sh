#!/usr/bin/env bash
# The angle of repose of scenes/sand-pile-small.toml against friction and spin, three seeds each.
# Usage: bench/repose_study.sh [TALUS] [FOLDER]; prints a row a heap. About a minute a heap on one processor.
set -euo pipefail
talus=${1:-build/release/bin/talus}
folder=${2:-out/repose}
scene="$(dirname "$0")/../scenes/sand-pile-small.toml"

heap() {  # friction spin seed
    local out="$folder/mu-$1-spin-$2-seed-$3" spout="75 mm"
    # The spout stands higher than in the scene, so that the heap does not reach it.
    [[ $2 == true ]] || spout="130 mm"
    "$talus" run "$scene" --out "$out" --overwrite --progress none --threads 1 --set contact[0].friction="$1" \
        --set grains.spin="$2" --set seed="$3" --set emitter.spout.centre="[0, 0, '$spout']" >/dev/null
    printf 'friction %-5s spin %-6s seed %s  %s\n' "$1" "$2" "$3" "$("$talus" plot "$out" | head -n 1)"
}

for seed in 1 2 3; do
    for friction in 0.05 0.2 0.6; do heap $friction true $seed; done
    heap 0.6 false $seed
done
heap 0 true 1
