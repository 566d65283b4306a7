#!/usr/bin/env python3
"""What a step of a large bed costs with [hybrid], as it turns to ground, against grains alone.

    bench/hybrid_bed.py TALUS [COUNT [SECONDS]]

COUNT grains (default 1000000) fall together from a lattice 110 mm deep and flow apart at its sides; a spout pours
1000 a second onto them. Sand is three times as soft as in the scene that this is made from, so that steps are 1.7
times as long. Runs SECONDS (default 2) with the hybrid, and grains alone for the first 50 ms. Prints for each frame
what is left as grains, how many of them are free, and the milliseconds a step; for grains alone the milliseconds of
their first steps.
"""
import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SCENE = Path(__file__).resolve().parent.parent / "scenes" / "sand-pile-hybrid.toml"
FRAME = 0.05  # [s]
DEPTH = 0.11  # of the bed before it falls together [m]
SPACING = 2 * 0.0023  # of its lattice: the largest diameter [m]


def bed(count, seconds):
    side = (1.06 * count * SPACING**3 / DEPTH) ** 0.5  # some of the box stays empty at its sides
    size = side + 0.3
    text = SCENE.read_text()
    for pattern, value in ((r"^duration = .*", f'duration = "{seconds:g} s"'),
                           (r"^frame_interval = .*", f'frame_interval = "{FRAME:g} s"'),
                           (r"^corner = .*", f"corner = [{-size / 2:g}, {-size / 2:g}, 0]"),
                           (r"^size = .*", f"size = [{size:g}, {size:g}]"),
                           (r"^centre = .*", f"centre = [0, 0, {DEPTH + 0.05:g}]"),
                           (r"^count = .*", "count = 100000"),
                           (r"^rate = .*", 'rate = "1000 /s"')):
        text = re.sub(pattern, value, text, count=1, flags=re.M)
    text = text.replace('"300 N/m"', '"100 N/m"').replace('"86 N/m"', '"29 N/m"')
    return text + f"""
[[fill]]
name = "bed"
material = "sand"
min = [{-side / 2:g}, {-side / 2:g}, 0]
max = [{side / 2:g}, {side / 2:g}, {DEPTH:g}]
packing = "jittered"
spacing = 1
count = {count}
grain_radius = "2 mm"
radius_spread = 0.15
"""


def run(talus, name, text, folder, until):
    scene = folder / f"{name}.toml"
    scene.write_text(text)
    subprocess.run([talus, "run", scene, "--out", folder / name, "--progress", "none", "--until", f"{until:g}s"],
                   check=True)
    rows = list(csv.reader(open(folder / name / "stats.csv")))
    columns = [column.split(" ")[0] for column in rows[0]]
    return [dict(zip(columns, map(float, row))) for row in rows[1:]]


def cost(before, after):
    return 1e3 * (after["wall_clock"] - before["wall_clock"]) / (after["step"] - before["step"])


def main():
    talus = Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 2
    text = bed(count, seconds)
    with tempfile.TemporaryDirectory() as folder:
        hybrid = run(talus, "hybrid", text, Path(folder), seconds)
        for before, after in zip(hybrid, hybrid[1:]):
            left, free = after["grains"], after["grains"] - after["ground.settled"]
            print(f"{after['time']:.2f} s: {left:.0f} grains, {free:.0f} free, {cost(before, after):.3f} ms a step")
        alone = run(talus, "grains", re.sub(r"^\[hybrid\]\n", "", text, flags=re.M), Path(folder), FRAME)
        first, last = cost(*alone[:2]), cost(*hybrid[-2:])
        print(f"grains alone: {first:.3f} ms a step, {first / last:.1f} times the last ones of the hybrid")


if __name__ == "__main__":
    main()
