#!/usr/bin/env python3
"""Checks that no source file is longer than LONGEST lines, and that no folder of talus/ holds more than MOST_FILES.

    check_length.py [ROOT]

Exit status 1 and one line a violation. A table of numbers may be longer: name it in TABLES.
"""
import sys
from pathlib import Path

LONGEST = 500
MOST_FILES = 30  # headers and sources of the folder itself, not of its subfolders
TABLES = set()
SOURCES = {".h", ".hpp", ".cpp", ".cu", ".cuh", ".glsl", ".py", ".sh", ".cmake"}
SCRIPTS = {"dev", ".ci/run"}
FOLDERS = ("talus", "apps", "tests", "bench", "python", "tools", "cmake")


def check(root):
    files = [p for folder in FOLDERS for p in sorted((root / folder).rglob("*")) if p.is_file()]
    files += [root / script for script in sorted(SCRIPTS) if (root / script).is_file()]
    for path in files:
        name = path.relative_to(root).as_posix()
        if name in TABLES or not (path.suffix in SOURCES or path.name == "CMakeLists.txt" or name in SCRIPTS):
            continue
        lines = len(path.read_bytes().splitlines())
        if lines > LONGEST:
            yield f"{name}:{LONGEST + 1}: {lines} lines; split it by idea (the limit is {LONGEST})"
    for folder in sorted(p for p in (root / "talus").rglob("*") if p.is_dir()):
        count = sum(1 for p in folder.iterdir() if p.is_file() and p.suffix in SOURCES)
        if count > MOST_FILES:
            yield f"{folder.relative_to(root).as_posix()}: {count} source files; sort them into subfolders (the limit is {MOST_FILES})"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    violations = list(check(root))
    print("\n".join(violations) if violations else f"lengths: no file above {LONGEST} lines, no folder above {MOST_FILES} files")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
