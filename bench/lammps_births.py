#!/usr/bin/env python3
"""Runs a scene by LAMMPS on one rank and says what its spouts cost.

    bench/lammps_births.py TALUS SCENE [FRAMES]

TALUS is the program. Between it and LAMMPS sits this script, which adds a mark behind each command and reads from
the kernel how much processor time LAMMPS' process took up to it; so a busy machine changes little. Printed are
the seconds of steps, of births (asking what is near the spouts, adding grains, setting up anew), and of all else
(starting, frames, marks), and the commands that took longest.
"""
import collections
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MARK = "measured up to here"
BIRTHS = ("write_dump all", "displace_atoms", "read_data births", "group", "velocity", "set", "run 0 post no")


def kind_of(line):
    words = line.split()
    if words[0] == "run":
        return "run 0 post no" if words[1:3] == ["0", "post"] else "mark" if words[1] == "0" else "steps"
    return " ".join(words[:2]) if words[0] in ("write_dump", "read_data") else words[0]


def processor_seconds(process):
    return int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9


def stand_between(lammps, words, report):
    """Hands lines on from stdin to LAMMPS and what it prints to stdout, without the marks."""
    process = subprocess.Popen(["stdbuf", "-oL", lammps, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True, bufsize=1)
    seconds, count, begun = collections.Counter(), collections.Counter(), True
    for line in sys.stdin:
        process.stdin.write(line)
        if line.rstrip().endswith("&") or not line.strip():
            continue
        kind = "start" if begun else kind_of(line)
        begun = begun and not line.startswith("dump_modify")
        before = processor_seconds(process)
        process.stdin.write(f'print "{MARK}"\n')
        process.stdin.flush()
        for said in process.stdout:
            if said.startswith(MARK):
                break
            print(said, end="", flush=True)
        seconds[kind] += processor_seconds(process) - before
        count[kind] += 1
    process.stdin.close()
    rows = [f"{value} {count[kind]} {kind}\n" for kind, value in seconds.most_common()]
    Path(report).write_text("".join(rows), encoding="utf-8")
    return process.wait()


def measure(program, scene, frames):
    lammps = shutil.which("lmp")
    with tempfile.TemporaryDirectory() as folder:
        report, between = Path(folder) / "report", Path(folder) / "lmp"
        between.write_text(f"#!/bin/sh\n[ \"$1\" != -h ] || exec {lammps} \"$@\"\n"
                           f"exec {sys.executable} {Path(__file__).resolve()} --between {report} {lammps} \"$@\"\n")
        between.chmod(0o755)
        subprocess.run([program, "run", scene, "--engine", "lammps", "--ranks", "1", "--progress", "none",
                        "--out", Path(folder) / "run", *frames], check=True,
                       env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        rows = [line.split(maxsplit=2) for line in report.read_text(encoding="utf-8").splitlines()]
    total = sum(float(seconds) for seconds, _, _ in rows)
    births = sum(float(seconds) for seconds, _, kind in rows if kind.strip().startswith(BIRTHS))
    steps = sum(float(seconds) for seconds, _, kind in rows if kind.strip() == "steps")
    print(f"{scene}: steps {steps:.2f} s, births {births:.2f} s ({births / steps:.1%} of the steps), "
          f"all else {total - steps - births:.2f} s")
    for seconds, count, kind in rows[:12]:
        print(f"  {float(seconds):8.3f} s  {int(count):6d} times  {kind.strip()}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--between"]:
        sys.exit(stand_between(sys.argv[3], sys.argv[4:], sys.argv[2]))
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    measure(sys.argv[1], sys.argv[2], ["--frames", sys.argv[3]] if len(sys.argv) == 4 else [])
