#!/usr/bin/env python3
"""Checks the order of the layers and that only talus/exec names a backend.

    check_layers.py [ROOT]

A folder under talus/ includes only itself and the folders above it in LAYERS (a tuple there holds
folders that do not know each other). Subfolders beside each other have an order, too: none includes another
that includes it, directly or through others. Exit status 1 and one line a violation when that does not hold.
"""
import re
import sys
from pathlib import Path

METHODS = ("grains", "ground", "water", "volume", "erosion", "solids", "particles", "cloth", "network", "sand")
LAYERS = ("core", "math", "exec", "neighbors", "geometry", "state", "step", "settings", "picture", "environment",
          "method", METHODS, "couple", "scene", "io", "render", "run", "engines")
# These know what a method is, and no method by name.
BLIND_TO_METHODS = ("io", "render", "scene", "run")
# But for the list of methods. The engines write and read grains for LAMMPS.
MAY_NAME_METHODS = ("talus/scene/methods.cpp",)

SOURCES = {".h", ".hpp", ".cpp", ".cu", ".cuh"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
BACKEND = re.compile(r"\b(tbb|oneapi|cuda\w*|__CUDA\w*|__CUDACC__|thrust|cub)\b")
# A comment, a string or a character; a raw string first, because it may hold all of them.
NOT_CODE = re.compile(r'R"(?P<d>[^\s()\\]*)\(.*?\)(?P=d)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'
                      r"(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'", re.DOTALL)


def rank(layer):
    for index, entry in enumerate(LAYERS):
        if layer == entry or (isinstance(entry, tuple) and layer in entry):
            return index
    return None


def may_include(name, layer, other):
    if layer == other:
        return True
    if layer in ("io", "render") and other == "scene":
        return False
    if layer in BLIND_TO_METHODS and (other in METHODS or other == "couple"):
        return name.startswith(MAY_NAME_METHODS)
    return rank(other) < rank(layer)


def blank(match):
    """Keeps the line count, so that line numbers stay right."""
    return "\n" * match.group().count("\n")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def check_includes(name, layer, text):
    for match in INCLUDE.finditer(text):
        place = f"{name}:{line_of(text, match.start(2))}"
        target = match.group(2)
        if not target.startswith("talus/"):
            if match.group(1) == '"':
                yield f'{place}: include "{target}" by its full path, as in "talus/core/result.h"'
            continue
        other = target.split("/")[1]
        if rank(other) is None:
            yield f"{place}: '{other}' is no layer (tools/check_layers.py lists them)"
        elif not may_include(name, layer, other):
            yield f"{place}: talus/{layer} must not include talus/{other} (tools/check_layers.py holds the order)"


def collect_sides(parts, text, sides):
    """Notes which subfolder of talus/ includes another beside it: sides[parent][one][other] is a place."""
    for match in INCLUDE.finditer(text):
        target = tuple(match.group(2).split("/"))
        for depth in range(2, min(len(parts), len(target))):
            if parts[:depth] == target[:depth] and parts[depth] != target[depth] and depth < len(parts) - 1 \
                    and depth < len(target) - 1:
                place = f"{'/'.join(parts)}:{line_of(text, match.start(2))}"
                sides.setdefault(parts[:depth], {}).setdefault(parts[depth], {}).setdefault(target[depth], place)


def check_circles(sides):
    """Yields a line for each pair of subfolders beside each other of which each needs the other."""
    for parent, includes in sorted(sides.items()):
        def needed(one):
            found, left = set(), [one]
            while left:
                for other in includes.get(left.pop(), {}):
                    if other not in found:
                        found.add(other)
                        left.append(other)
            return found
        for one in sorted(includes):
            for other in sorted(includes[one]):
                if one in needed(other):
                    yield (f"{includes[one][other]}: {'/'.join(parent)}/{one} must not include {other}, which "
                           f"includes {one}, directly or through others")


def check_app(name, text):
    """Programs know scenes and runs, and no method by name."""
    for match in INCLUDE.finditer(text):
        folder = match.group(2).split("/")[1] if match.group(2).startswith("talus/") else None
        if folder in METHODS or folder == "couple":
            yield f"{name}:{line_of(text, match.start(2))}: a program must not include talus/{folder}"


def check_test(name, layer, text):
    """The sanitizer builds hold the layers below `render`; the tests of these layers are linked there."""
    lowest_left_out = LAYERS.index("render")
    if rank(layer) is None or rank(layer) >= lowest_left_out:
        return
    for match in INCLUDE.finditer(text):
        parts = match.group(2).split("/")
        if parts[0] == "talus" and len(parts) > 2 and (rank(parts[1]) or 0) >= lowest_left_out:
            yield (f"{name}:{line_of(text, match.start(2))}: tests/{layer} must not include talus/{parts[1]}, which "
                   f"sanitizer builds leave out; a test of both belongs into tests/{parts[1]} or tests/physics")


def check_backend(name, text):
    code = NOT_CODE.sub(blank, INCLUDE.sub(lambda m: m.group().replace('"', " "), text))
    for match in BACKEND.finditer(code):
        yield f"{name}:{line_of(code, match.start())}: only talus/exec names a backend ('{match.group()}')"


def check(root):
    """All violations in the tree, in the order of the files."""
    files = [p for folder in ("talus", "apps", "tests", "bench", "python")
             for p in sorted((root / folder).rglob("*")) if p.suffix in SOURCES and p.is_file()]
    sides = {}
    for path in files:
        parts = path.relative_to(root).parts
        name = "/".join(parts)
        text = path.read_text(encoding="utf-8", errors="replace")
        if parts[0] == "talus":
            collect_sides(parts, text, sides)
        if parts[0] == "talus" and len(parts) > 2:
            if rank(parts[1]) is None:
                yield f"{name}:1: '{parts[1]}' is no layer (tools/check_layers.py lists them)"
            else:
                yield from check_includes(name, parts[1], text)
        elif parts[0] == "apps":
            yield from check_app(name, text)
        elif parts[0] == "tests" and len(parts) > 2:
            yield from check_test(name, parts[1], text)
        if parts[:2] not in (("talus", "exec"), ("tests", "exec")):
            yield from check_backend(name, text)
    yield from check_circles(sides)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    violations = list(check(root))
    print("\n".join(violations) if violations else "layers: in order")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
