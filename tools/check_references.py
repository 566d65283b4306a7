#!/usr/bin/env python3
"""Checks that every file of the project that a page or a comment names exists.

    check_references.py [ROOT]

A name stands for a file whose path is that name or ends in it: "stage.h", "step/stage.h". In comments and pages a
name is a word with the ending of a source file, a script or a page; a scene counts where its folder is named.
Links in pages are relative to the page. Exit status 1 and one line a violation.
"""
import re
import subprocess
import sys
from pathlib import Path

# Files of other projects that comments and pages name.
OTHERS = {"comm_brick.cpp", "fix_neigh_history.cpp", "fix_wall_gran.cpp", "region_union.cpp", "write_restart.cpp",  # LAMMPS
          "normal_model_hertz.h", "normal_model_hooke_stiffness.h", "surface_model_default.h",  # LIGGGHTS
          "tangential_model_history.h"}
FOLDERS = ("talus", "apps", "tests", "bench", "tools", "cmake", "docs", "python")
SOURCES = {".h", ".cpp", ".cu", ".cuh", ".py", ".sh", ".cmake"}
NAME = re.compile(r"(?<![\w./*}<>-])((?:[\w-]+/)*[\w-]+\.(?:h|cpp|cuh|cu|py|sh|cmake|md|glsl))(?![\w/*.-]*\w)")
SCENE = re.compile(r"(?<![\w./])(scenes/(?:[\w-]+/)*[\w-]+\.toml)\b")
LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)\s]*)?\)")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|(//[^\n]*|/\*.*?\*/)', re.DOTALL)
SCRIPT_COMMENT = re.compile(r"""^\s*(#[^\n]*)|("{3}.*?"{3})""", re.MULTILINE | re.DOTALL)


def files_of(root):
    """The files under version control; all where git does not know the folder."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if (root / name).is_file()]
    return [p.relative_to(root).as_posix() for folder in (*FOLDERS, "scenes") for p in (root / folder).rglob("*")] + [
        p.name for p in root.iterdir() if p.is_file()]


def endings(files):
    """Every name by which a file may be called."""
    names = set()
    for name in files:
        parts = name.split("/")
        names.update("/".join(parts[k:]) for k in range(len(parts)))
    return names


def texts(path):
    """(offset, text) of what people read in a file."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".md":
        yield 0, text
        return
    pattern = SCRIPT_COMMENT if path.suffix in (".py", ".sh", ".cmake") or path.name == "CMakeLists.txt" else COMMENT
    for match in pattern.finditer(text):
        for group in range(1, pattern.groups + 1):
            if match.group(group):
                yield match.start(group), match.group(group)


def check(root):
    files = files_of(root)
    known = endings(files)
    for name in files:
        path = root / name
        page = path.suffix == ".md" and (name.startswith(FOLDERS) or "/" not in name)
        source = (path.suffix in SOURCES or path.name == "CMakeLists.txt") and name.startswith(FOLDERS)
        if not page and not source:
            continue
        whole = path.read_text(encoding="utf-8", errors="replace")
        for offset, text in texts(path):
            found = [m for pattern in (NAME, SCENE) for m in pattern.finditer(text)]
            for match in found:
                said = match.group(1)
                last = said.split("/")[-1]
                placeholder = last.split(".")[0].isupper()  # NAME.toml
                if said not in known and last not in OTHERS and not placeholder:
                    line = whole.count("\n", 0, offset + match.start(1)) + 1
                    yield f"{name}:{line}: there is no file {said}"
            for match in LINK.finditer(text) if page else ():
                if not (path.parent / match.group(1)).exists():
                    line = whole.count("\n", 0, offset + match.start(1)) + 1
                    yield f"{name}:{line}: the link {match.group(1)} leads nowhere"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    violations = list(check(root))
    print("\n".join(violations) if violations else "references: every file that is named exists")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
