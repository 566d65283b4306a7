#!/usr/bin/env bash
# tidy.sh ROOT BUILD JOBS [all]: clang-tidy on the sources that differ from the branch `main`; with `all` on every
# source in the compile commands of BUILD. Fails where git cannot tell what differs (changed.sh).
set -euo pipefail
root=$1 build=$2 jobs=$3 scope=${4:-changed}

compiled() {
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$build/compile_commands.json" | grep -v cmake_pch | sort -u
}

if [[ $scope == all ]]; then
    mapfile -t files < <(compiled)
else
    names=$("$root/tools/changed.sh" "$root")
    mapfile -t files < <(comm -12 <(compiled) <(printf '%s\n' "$names"))
fi
echo "clang-tidy on ${#files[@]} files"
((${#files[@]} == 0)) && exit 0
printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$jobs" clang-tidy --quiet --warnings-as-errors='*' -p "$build" 2> >(grep -v 'warnings\? generated\|warnings treated' >&2)
