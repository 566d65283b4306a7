#!/usr/bin/env bash
# tidy.sh ROOT BUILD JOBS [all]: clang-tidy on the sources that differ from the branch `main`; with `all` on every
# source in the compile commands of BUILD. Fails where git cannot tell what differs (changed.sh). A file takes
# some 20 s, so that a large change would take longer than all tests: of what differs it begins no file any more
# after TALUS_TIDY_SECONDS (300), and says how many are left for `./dev lint`.
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
# one FILE: unless the time is up.
# shellcheck disable=SC2317  # the shells of xargs call it
one() {
    if [[ $scope != all ]] && (($(date +%s) > deadline)); then
        echo "$1" >>"$left"
        return
    fi
    clang-tidy --quiet --warnings-as-errors='*' -p "$build" "$1"
}
export -f one
export scope build left deadline=$(($(date +%s) + ${TALUS_TIDY_SECONDS:-300}))
left=$(mktemp)
trap 'rm -f "$left"' EXIT
status=0
# shellcheck disable=SC2016  # the shell that xargs starts expands it
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$jobs" bash -c 'one "$1"' one \
    2> >(grep -v 'warnings\? generated\|warnings treated' >&2) || status=$?
[[ ! -s $left ]] || echo "$(wc -l <"$left") files were not looked at, for lack of time: ./dev lint does"
exit $status
