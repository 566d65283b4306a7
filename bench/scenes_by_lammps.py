#!/usr/bin/env python3
"""Runs the beginning of scenes by Talus and by LAMMPS and says how long their grains stay at the same places.

    bench/scenes_by_lammps.py TALUS MILLISECONDS [SCENE...]

TALUS is the program; without scenes, all of scenes/ that go to LAMMPS. On two ranks, a frame each millisecond of
simulated time. A row a scene: its grains at the end, the first step whose frame has a grain farther from where Talus has
it than 1e-9, 1e-6 and 1e-3 of its diameter ("-": none has), and the largest distance at the end in diameters.
"""
import csv
import math
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENES = ["avalanche", "column-collapse", "hourglass", "moist-castle", "rotating-drum", "sand-on-sphere", "sand-pile",
          "sand-pile-small", "segregation", "silo"]
LIMITS = (1e-9, 1e-6, 1e-3)


def talus(program, *words):
    subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def frames(program, run):
    """Of each frame by id: place and diameter of its grains."""
    talus(program, "export", run, "--format", "csv", "--what", "grains")
    for path in sorted((run / "export").glob("grains.*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            yield {row["id"]: ([float(row[f"position_{axis}"]) for axis in "xyz"], 2 * float(row["radius"]))
                   for row in csv.DictReader(file)}


def steps(run):
    with open(run / "stats.csv", newline="", encoding="utf-8") as file:
        return [int(row["step"]) for row in csv.DictReader(file)]


def periods(run):
    """Along each axis [m]; infinite where the scene does not repeat."""
    world = tomllib.loads((run / "run.toml").read_text(encoding="utf-8"))["world"]
    return [high - low if axis in world.get("periodic", []) else math.inf
            for axis, low, high in zip("xyz", world["domain_min"], world["domain_max"])]


def farthest(one, other, period):
    """In diameters; infinite where not the same grains are there."""
    if one.keys() != other.keys():
        return math.inf
    return max((math.hypot(*(math.remainder(a - b, length) for a, b, length in zip(place, other[name][0], period)))
                / size for name, (place, size) in one.items()), default=0.0)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, count = sys.argv[1], int(sys.argv[2])
    print(f"{'scene':16} {'grains':>7} " + " ".join(f"{limit:>9g}" for limit in LIMITS) + f" {'at the end':>11}")
    for scene in sys.argv[3:] or SCENES:
        with tempfile.TemporaryDirectory() as folder:
            own, other = Path(folder) / "own", Path(folder) / "other"
            for run, engine in ((own, ["talus"]), (other, ["lammps", "--ranks", "2"])):
                talus(program, "run", ROOT / f"scenes/{scene}.toml", "--set", "time.frame_interval=1 ms", "--frames",
                      count, "--progress", "none", "--out", run, "--engine", *engine)
            apart = [farthest(*pair, periods(own))
                     for pair in zip(frames(program, own), frames(program, other), strict=True)]
            grains = len(list(frames(program, own))[-1])
            first = [next((str(step) for step, far in zip(steps(own), apart) if far > limit), "-") for limit in LIMITS]
        print(f"{scene:16} {grains:7d} " + " ".join(f"{step:>9}" for step in first) + f" {apart[-1]:11.2g}", flush=True)


if __name__ == "__main__":
    main()
