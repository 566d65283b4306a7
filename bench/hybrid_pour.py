#!/usr/bin/env python3
"""Time of a poured heap with and without [hybrid]: the same scene, seeds and threads.

    bench/hybrid_pour.py TALUS [COUNT [RATE [SECONDS]]]

Pours COUNT grains (default 10000) at RATE a second as scenes/sand-pile-hybrid.toml does, with its hybrid and
without, and prints the times, their ratio, and the angles of both heaps. The default rate is that scene's 300 for
10,000 grains, 119 for 1000 and 754 for 100,000: slow enough for sand to lie still in the meantime, and not so slow
that `talus check` finds that the heap will come out too flat. With SECONDS, both stop at that simulated time: for
heaps of which grains alone would take hours.
"""
import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SCENE = Path(__file__).resolve().parent.parent / "scenes" / "sand-pile-hybrid.toml"


def variants(count, rate):
    text = SCENE.read_text()
    interval = round((count / rate + 0.6) / 40, 3)
    size = 0.14 * (count / 1000) ** (1 / 3) + 0.1
    for pattern, value in ((r"^count = .*", f"count = {count}"),
                           (r"^rate = .*", f'rate = "{rate} /s"'),
                           (r"^duration = .*", f'duration = "{40 * interval:g} s"'),
                           (r"^frame_interval = .*", f'frame_interval = "{interval:g} s"'),
                           (r"^corner = .*", f"corner = [{-size / 2:g}, {-size / 2:g}, 0]"),
                           (r"^size = .*", f"size = [{size:g}, {size:g}]"),
                           # The spout hangs over the heap that is to come, which is 26 mm high per cube root of 1000
                           # grains.
                           (r"^centre = .*", f"centre = [0, 0, {0.006 + 0.028 * (count / 1000) ** (1 / 3):g}]")):
        text = re.sub(pattern, value, text, count=1, flags=re.M)
    return {"hybrid": text, "grains": re.sub(r"^\[hybrid\]\n", "", text, flags=re.M)}


def column(rows, name):
    key = next(k for k in rows[0] if k.split(" ")[0] == name)
    return [float(row[key]) for row in rows]


def run(talus, name, text, folder, seconds):
    scene = folder / f"{name}.toml"
    scene.write_text(text)
    until = ["--until", f"{seconds}s"] if seconds else []
    subprocess.run([talus, "run", scene, "--out", folder / name, "--progress", "none", *until], check=True)
    rows = list(csv.DictReader(open(folder / name / "stats.csv")))
    plot = subprocess.run([talus, "plot", folder / name], check=True, capture_output=True, text=True).stdout
    angle = next((line for line in plot.splitlines() if "repose" in line), "")
    return column(rows, "wall_clock")[-1], column(rows, "grains")[-1], angle


def main():
    talus = Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    rate = int(sys.argv[3]) if len(sys.argv) > 3 else round(300 * (count / 10000) ** 0.4)
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else None
    with tempfile.TemporaryDirectory() as folder:
        print(f"{count} grains at {rate}/s", flush=True)
        took = {}
        for name, text in variants(count, rate).items():
            took[name], left, angle = run(talus, name, text, Path(folder), seconds)
            print(f"{name:7} {took[name]:9.1f} s, {left:.0f} grains at the end, {angle}", flush=True)
        print(f"ratio {took['grains'] / took['hybrid']:.2f}")


if __name__ == "__main__":
    main()
