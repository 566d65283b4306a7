#!/usr/bin/env python3
"""Runs scenes/mixer.toml by Talus and by LIGGGHTS and compares what does not depend on single grains.

    bench/mixer_engines.py TALUS SEED...

TALUS is the program; a row a run is printed: grains that leave the funnel per second from 0.2 to 0.6 s, the
load on the funnel in that time, the mean torque on the blades from 0.1 to 0.3 s, and how long it took.
For the first seed also how far the grains of the two are apart, in radii, while they are not yet chaos.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RADIUS = 0.0018  # of the scene's grains [m]


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def positions(run, frame):
    rows = table(run / f"export/grains.{frame:04d}.csv")
    return {row["id"]: [float(row[f"position_{axis}"]) for axis in "xyz"] for row in rows}


def run_scene(talus, folder, seed, engine):
    run = pathlib.Path(folder) / f"{engine}-{seed}"
    ranks = ["--ranks", "1"] if engine == "liggghts" else ["--threads", "1"]
    for words in (["run", ROOT / "scenes/mixer.toml", "--set", f"seed={seed}", "--engine", engine, *ranks,
                   "--progress", "none", "--out", run], ["export", run, "--format", "csv"]):
        subprocess.run([talus, *words], check=True, capture_output=True)
    return run


def summary(run):
    def out(frame):
        return sum(1 for place in positions(run, frame).values() if place[2] < 0)

    def mean(name, frames):
        return sum(float(stats[frame][name]) for frame in frames) / len(frames)

    stats = table(run / "stats.csv")
    rate = (out(30) - out(10)) / 0.4
    return (f"{run.name:12} {rate:6.0f} /s {mean('wall.funnel.fz [N]', range(10, 31)):8.4f} N "
            f"{1e6 * mean('wall.mixer.tz [N m]', range(5, 16)):6.0f} uN m "
            f"{float(stats[-1]['wall_clock [s]']):6.0f} s")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    talus, seeds = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            own, other = (run_scene(talus, folder, seed, engine) for engine in ("talus", "liggghts"))
            print(summary(own), summary(other), sep="\n", flush=True)
            if seed != seeds[0]:
                continue
            for frame in range(7):
                a, b = positions(own, frame), positions(other, frame)
                apart = sorted(sum((p - q) ** 2 for p, q in zip(a[i], b[i])) ** 0.5 / RADIUS for i in a)
                print(f"  {0.02 * frame:.2f} s: apart by {apart[len(apart) // 2]:.1e} radii (median), "
                      f"{apart[-1]:.1e} (largest)")


if __name__ == "__main__":
    main()
