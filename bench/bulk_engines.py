#!/usr/bin/env python3
"""Runs scenes by Talus and by LAMMPS with several seeds and compares what does not depend on single grains.

    bench/bulk_engines.py TALUS SCENE[,SCENE...] SEED...

TALUS is the program. A row a run is printed: of moist-castle the share of its moist grains that are where they were at
the start, within a diameter, and how many of those are others than Talus' with the same seed; how far
column-collapse runs out (all grains but the farthest hundredth); the angle of rotating-drum from 1 s on (of its centre of
mass); the angle of repose of sand-pile-small; grains a second out of silo from 0.8 s on. Then mean and standard deviation of
each engine.
"""
import csv
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def talus(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def stats(run):
    with open(run / "stats.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows(program, run, frames):
    talus(program, "export", run, "--format", "csv", "--what", "grains", "--frames", frames)
    for path in sorted((run / "export").glob("grains.*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            yield list(csv.DictReader(file))


def place(row):
    return [float(row[f"position_{axis}"]) for axis in "xyz"]


def places(program, run, frames):
    for frame in rows(program, run, frames):
        yield [place(row) for row in frame]


def staying(program, run):
    """The moist grains (material 0) that are at the end where they were at the start."""
    first, last = ({row["id"]: row for row in frame if row["material"] == "0"}
                   for frame in rows(program, run, "0:100:100"))
    return {name for name, row in first.items()
            if name in last and math.dist(place(row), place(last[name])) < 2 * float(row["radius"])}, len(first)


STAYED_BY_TALUS = {}  # by seed


def castle(program, run, seed):
    stay, count = staying(program, run)
    if others := len(stay ^ STAYED_BY_TALUS.setdefault(seed, stay)):
        print(f"  {others} grains stay that do not by Talus, or the other way round")
    return 100 * len(stay) / count


def repose(program, run, _seed):
    return float(re.search(r"repose: ([\d.]+)", talus(program, "plot", run, "--only", "heap-profile"))[1])


def discharge(_program, run, _seed):
    flowing = [row for row in stats(run) if float(row["time [s]"]) >= 0.8]
    gone = int(flowing[-1]["sink.ground.count"]) - int(flowing[0]["sink.ground.count"])
    return gone / (float(flowing[-1]["time [s]"]) - float(flowing[0]["time [s]"]))


def run_out(program, run, _seed):
    (last,) = places(program, run, "115:115:1")
    return sorted(x for x, _, _ in last)[len(last) * 99 // 100]


def drum_angle(program, run, _seed):
    angles = []
    for grains in places(program, run, "25:50:5"):
        x, z = (statistics.fmean(p[axis] for p in grains) for axis in (0, 2))
        angles.append(math.degrees(math.atan2(abs(x), -z)))
    return statistics.fmean(angles)


MEASURES = [
    ("moist-castle", [], "%", castle),
    ("column-collapse", [], "m", run_out),
    ("rotating-drum", ["time.duration=2 s"], "deg", drum_angle),
    ("sand-pile-small", [], "deg", repose),
    ("silo", ["time.duration=1.4 s"], "grains/s", discharge),
]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, scenes, seeds = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
    for scene, sets, unit, measure in MEASURES:
        if scene not in scenes:
            continue
        for engine in ("talus", "lammps"):
            found = []
            for seed in seeds:
                with tempfile.TemporaryDirectory() as folder:
                    run = pathlib.Path(folder) / "run"
                    many = ["--ranks", "1"] if engine == "lammps" else ["--threads", "1"]
                    words = [word for value in [*sets, f"seed={seed}"] for word in ("--set", value)]
                    talus(program, "run", ROOT / f"scenes/{scene}.toml", *words, "--engine", engine, *many,
                          "--progress", "none", "--out", run)
                    found.append(measure(program, run, seed))
                    seconds = float(stats(run)[-1]["wall_clock [s]"])
                print(f"{scene:16} {engine:7} seed {seed:>3} {found[-1]:10.4g} {unit} {seconds:6.0f} s", flush=True)
            print(f"{scene:16} {engine:7} {statistics.fmean(found):10.4g} +- {statistics.stdev(found):.2g} {unit}",
                  flush=True)


if __name__ == "__main__":
    main()
