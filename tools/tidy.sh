#!/usr/bin/env bash
# tidy.sh ROOT BUILD JOBS [all]: clang-tidy on the sources that differ from the branch `main` (or from
# origin/main); with `all`, or where git cannot tell, on every source in the compile commands of BUILD.
set -euo pipefail
root=$1 build=$2 jobs=$3 scope=${4:-changed}

compiled() {
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$build/compile_commands.json" | grep -v cmake_pch | sort -u
}

changed() {
    local base
    base=$(git -C "$root" merge-base HEAD origin/main 2>/dev/null || git -C "$root" merge-base HEAD main) || return
    { git -C "$root" diff --name-only --diff-filter=d "$base" && git -C "$root" ls-files -o --exclude-standard; } |
        sed "s|^|$root/|" | sort -u
}

if [[ $scope != all ]] && names=$(changed 2>/dev/null); then
    mapfile -t files < <(comm -12 <(compiled) <(printf '%s\n' "$names"))
else
    mapfile -t files < <(compiled)
fi
echo "clang-tidy on ${#files[@]} files"
((${#files[@]} == 0)) && exit 0
printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$jobs" clang-tidy --quiet --warnings-as-errors='*' -p "$build" 2> >(grep -v 'warnings\? generated\|warnings treated' >&2)
