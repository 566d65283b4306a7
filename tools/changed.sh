#!/usr/bin/env bash
# changed.sh ROOT: the files of the tree that differ from the branch `main` (or from origin/main), each a line.
# Fails where git cannot tell: there is no git, the tree is no checkout of its own (an unpacked archive, also one
# inside of another checkout), or the branch or the point where it was left is not here (a shallow clone).
set -euo pipefail
root=$1

top=$(git -C "$root" rev-parse --show-toplevel 2>/dev/null) || exit 1
[[ $(cd "$top" && pwd -P) == $(cd "$root" && pwd -P) ]] || exit 1
base=$(git -C "$root" merge-base HEAD origin/main 2>/dev/null ||
    git -C "$root" merge-base HEAD main 2>/dev/null) || exit 1
{ git -C "$root" diff --name-only --diff-filter=d "$base" && git -C "$root" ls-files -o --exclude-standard; } |
    sed "s|^|$root/|" | sort -u
