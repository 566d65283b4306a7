#!/usr/bin/env python3
"""Compare the shapes of poured heaps, of which the first is what the others should be.

    bench/compare_heaps.py TALUS FIRST:LAST:STEP DIR DIR...

DIR are run folders of scenes like scenes/sand-pile-hybrid.toml: a heap around the origin on a [ground]. For each, prints
means over these frames, since a heap at one moment is an avalanche before or after: its angle of repose, its volume as seen from
above, how far the profile (mean height in rings 6 mm wide) is off the first one's at most and in the mean square, in shares
of the first one's height, and how many grains are free. Standard library only.
"""
import csv
import math
import re
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path

CELL, RING, RINGS = 0.001, 0.006, 28  # [m], [m]


def export(talus, run, frame, what, extension, folder):
    subprocess.run([talus, "export", run, "--what", what, "--format", extension, "--frame", str(frame), "--to", folder],
                   check=True, capture_output=True)
    return next(folder.glob(f"{what}.*.{extension}"))


class Columns:
    """Heights of the ground, bilinear between the columns."""

    def __init__(self, file):
        header = dict(line.split() for line in file.with_suffix(".hdr").read_text().splitlines() if len(line.split()) == 2)
        self.x, self.y = float(header["ULXMAP"]), float(header["ULYMAP"])
        self.spacing, self.across = float(header["XDIM"]), int(header["NCOLS"])
        self.height = array("f", file.read_bytes())

    def at(self, x, y):
        u, v = (x - self.x) / self.spacing, (self.y - y) / self.spacing
        i = min(max(int(u), 0), self.across - 2)
        j = min(max(int(v), 0), len(self.height) // self.across - 2)
        u, v = u - i, v - j
        row, below = j * self.across + i, (j + 1) * self.across + i
        h = self.height
        return (h[row] * (1 - u) + h[row + 1] * u) * (1 - v) + (h[below] * (1 - u) + h[below + 1] * u) * v


def tops(grains):
    """Highest point of the grains over each cell."""
    top = {}
    for x, y, z, r in grains:
        for i in range(int((x - r) // CELL), int((x + r) // CELL) + 1):
            for j in range(int((y - r) // CELL), int((y + r) // CELL) + 1):
                left = r * r - ((i + 0.5) * CELL - x) ** 2 - ((j + 0.5) * CELL - y) ** 2
                if left > 0:
                    top[i, j] = max(top.get((i, j), 0), z + math.sqrt(left))
    return top


def shape(talus, run, frame):
    """The profile [m] and the volume [m^3]."""
    with tempfile.TemporaryDirectory() as folder:
        ground = Columns(export(talus, run, frame, "ground", "flt", Path(folder)))
        with open(export(talus, run, frame, "grains", "csv", Path(folder))) as rows:
            names = ("position_x", "position_y", "position_z", "radius")
            top = tops([[float(row[name]) for name in names] for row in csv.DictReader(rows)])
    count, total, volume = [0] * RINGS, [0.0] * RINGS, 0.0
    half = int(RING * RINGS / CELL) + 1
    for i in range(-half, half):
        for j in range(-half, half):
            x, y = (i + 0.5) * CELL, (j + 0.5) * CELL
            ring = int(math.hypot(x, y) / RING)
            if ring < RINGS:
                height = max(ground.at(x, y), top.get((i, j), 0))
                count[ring] += 1
                total[ring] += height
                volume += height * CELL * CELL
    return [t / c for t, c in zip(total, count)], volume


def angle(talus, run, frame):
    said = subprocess.run([talus, "plot", run, "--frame", str(frame)], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"repose: ([\d.]+)", said).group(1))


def free_grains(run, frames):
    rows = list(csv.DictReader(open(Path(run) / "stats.csv")))
    settled = [key for key in rows[0] if key.split(" ")[0] == "ground.settled"]
    return mean([float(rows[f]["grains"]) - sum(float(rows[f][key]) for key in settled) for f in frames])


def mean(values):
    return sum(values) / len(values)


def main():
    talus, (first, last, step) = Path(sys.argv[1]).resolve(), map(int, sys.argv[2].split(":"))
    frames = range(first, last + 1, step)
    wanted = None
    for run in sys.argv[3:]:
        shapes = [shape(talus, run, frame) for frame in frames]
        profile = [mean(heights) for heights in zip(*(s[0] for s in shapes))]
        volume = mean([s[1] for s in shapes])
        wanted = wanted or (profile, volume)
        off = [(a - b) / max(wanted[0]) for a, b in zip(profile, wanted[0])]
        print(f"{run}: angle {mean([angle(talus, run, f) for f in frames]):.1f} deg, "
              f"volume {volume * 1e6:.1f} cm^3 ({100 * (volume / wanted[1] - 1):+.1f}%), "
              f"profile off by {100 * max(map(abs, off)):.1f}% at most, {100 * math.sqrt(mean([o * o for o in off])):.1f}% rms, "
              f"{free_grains(run, frames):.0f} free grains", flush=True)


if __name__ == "__main__":
    main()
