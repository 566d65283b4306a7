#!/usr/bin/env python3
"""What one large grain costs in a bed of small ones.

    bench/large_grain.py TALUS... [--ratio 20] [--repeats 5] [--threads N]

Runs a bed of 40,000 grains of 2 mm, and the same bed with one grain RATIO times larger on it, in turn, by each of the
programs. Both fall together from a lattice for 0.03 s, and come to rest for as long. Prints for each program and each half of
the run the time without the large grain (median), and the ratios of the two times of a turn (median, least, most).
"""
import argparse
import csv
import subprocess
import tempfile
from pathlib import Path
from statistics import median

RADIUS, ACROSS, COUNT, DT = 0.001, 0.13, 40000, 1e-5

SCENE = """format = 1
name = "bed"
[time]
dt = {dt}
frame_interval = 0.03
[[material]]
name = "glass"
density = 2500
[grains]
skin = {skin}
[[contact]]
between = ["glass", "glass"]
stiffness = 1e5
normal_damping = 3000
shear_stiffness = 700
shear_damping = 1500
friction = 0.5
[[wall]]
name = "tray"
material = "glass"
shape = "box-inside"
min = [0, 0, 0]
max = [{across}, {across}, 0.5]
[[fill]]
name = "bed"
material = "glass"
min = [0, 0, 0]
max = [{across}, {across}, 0.1]
packing = "jittered"
count = {count}
grain_radius = {radius}
spacing = 1.04
"""

BALL = """[[grain]]
material = "glass"
position = [{middle}, {middle}, {height}]
radius = {radius}
"""


def scene_of(ratio, skin):
    text = SCENE.format(dt=DT, across=ACROSS, count=COUNT, radius=RADIUS, skin=skin)
    if ratio == 0:
        return text
    a_layer = int((ACROSS / 2 / RADIUS - 1) / 1.04 + 1) ** 2
    depth = 2.08 * RADIUS * (COUNT // a_layer + 1)
    return text + BALL.format(middle=ACROSS / 2, height=depth + ratio * RADIUS, radius=ratio * RADIUS)


def seconds_of(talus, scene, folder, threads):
    """Of the clock, for each half of the run."""
    subprocess.run([talus, "run", scene, "--out", folder, "--frames", "2", "--threads", str(threads), "--overwrite",
                    "--progress", "none"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    rows = list(csv.reader(open(folder / "stats.csv")))
    at = [name.split(" ")[0] for name in rows[0]].index("wall_clock")
    clock = [float(row[at]) for row in rows[1:]]
    return [clock[1] - clock[0], clock[2] - clock[1]]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("talus", nargs="+")
    arguments.add_argument("--ratio", type=float, default=20)
    arguments.add_argument("--repeats", type=int, default=5)
    arguments.add_argument("--threads", type=int, default=0)
    arguments.add_argument("--skin", type=float, default=0.1)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scenes = []
        for ratio in (0, options.ratio):
            scenes.append(Path(folder) / f"bed-{ratio:g}.toml")
            scenes[-1].write_text(scene_of(ratio, options.skin))
        times = {talus: [] for talus in options.talus}
        for _ in range(options.repeats):
            for talus in options.talus:
                times[talus].append([seconds_of(Path(talus).resolve(), scene, Path(folder) / "run", options.threads)
                                     for scene in scenes])
        for talus in options.talus:
            for half, name in enumerate(("falling together", "coming to rest")):
                without = median(bed[half] for bed, _ in times[talus])
                ratios = sorted(ball[half] / bed[half] for bed, ball in times[talus])
                print(f"{talus}: {name}: {without:.2f} s without, with one grain {options.ratio:g} times larger "
                      f"{median(ratios):.2f} of that ({ratios[0]:.2f} to {ratios[-1]:.2f})", flush=True)


if __name__ == "__main__":
    main()
