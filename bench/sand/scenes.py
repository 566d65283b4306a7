"""What the measurements of continuum sand share: scenes as text, runs, statistics and particles. Standard library only."""
import csv
import math
import os
import subprocess
import tempfile
from pathlib import Path

GRAVITY = 9.81  # [m/s^2]
BULK = 0.6  # volume of grains over that of sand, as in talus/sand/bulk.cpp


def head(name, duration, frames=10, world=""):
    return f"""format = 1
name = "{name}"
[time]
duration = {duration!r}
frame_interval = {duration / frames!r}
[world]
{world}
"""


def sand(cell, solver="mpm", mu=0.5, keys=""):
    """[sand] and materials: walls of `sand` have its friction, those of `smooth` none."""
    return f"""[[material]]
name = "sand"
density = 2500.0
friction = {mu!r}
[[material]]
name = "smooth"
friction = 0.0
[sand]
solver = "{solver}"
material = "sand"
cell = {cell!r}
friction_angle = {math.atan(mu)!r}
{keys}
"""


def block(name, low, high, velocity=(0.0, 0.0, 0.0)):
    return f'[[sand_block]]\nname = "{name}"\nmin = {list(map(float, low))}\nmax = {list(map(float, high))}\nvelocity = {list(map(float, velocity))}\n'


def plane(name, material="sand", normal=(0, 0, 1), point=(0, 0, 0)):
    return f'[[wall]]\nname = "{name}"\nmaterial = "{material}"\nnormal = {list(map(float, normal))}\npoint = {list(map(float, point))}\n'


def panes(depth):
    """Two walls that sand slides along: the grid solvers know no periodic sides."""
    return plane("near", "smooth", (0, 1, 0)) + plane("far", "smooth", (0, -1, 0), (0, depth, 0))


def periodic(depth, low=-10.0, high=10.0):
    return f'periodic = ["y"]\ndomain_min = [{low!r}, 0.0, {low!r}]\ndomain_max = [{high!r}, {depth!r}, {high!r}]'


class Run:
    """Runs a scene in a folder that is deleted with it, unless TALUS_KEEP names one."""

    def __init__(self, talus, name, text, threads=1):
        self.talus = talus
        keep = os.environ.get("TALUS_KEEP")
        self.temporary = None if keep else tempfile.TemporaryDirectory()
        folder = Path(keep or self.temporary.name)
        folder.mkdir(parents=True, exist_ok=True)
        scene = folder / f"{name}.toml"
        scene.write_text(text)
        self.path = folder / name
        done = subprocess.run([talus, "run", scene, "--out", self.path, "--overwrite", "--progress", "none", "--threads",
                               str(threads)], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{scene}: talus run ended with {done.returncode}\n{done.stdout}{done.stderr}")

    def stats(self):
        with open(self.path / "stats.csv") as file:
            rows = list(csv.reader(file))
        names = [name.split(" [")[0] for name in rows[0]]
        return [{n: float(v) for n, v in zip(names, row) if v} for row in rows[1:]]

    def probe(self, name):
        with open(self.path / "probes" / f"{name}.csv") as file:
            rows = list(csv.reader(file))
        names = [text.split(" [")[0] for text in rows[0]]
        return [{n: float(v) for n, v in zip(names, row)} for row in rows[1:]]

    def points(self, what, frame=None):
        """Rows of a set of points as dictionaries; the last frame where none is given."""
        frame = len(self.stats()) - 1 if frame is None else frame
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([self.talus, "export", self.path, "--what", what, "--format", "csv", "--frame", str(frame), "--to",
                            folder], check=True, capture_output=True)
            with open(next(Path(folder).glob(f"{what}.*.csv"))) as file:
                return [{k.removeprefix("position_"): float(v) for k, v in row.items()} for row in csv.DictReader(file)]


class Profile:
    """Depth of sand over x: volumes per area, smoothed by a triangle of half-width `reach`."""

    def __init__(self, amounts, depth, reach, highest):
        """@param amounts (x, volume of sand) of each particle @param depth of the slab along y"""
        self.bin = reach / 5
        count = int(highest / self.bin) + 1
        raw = [0.0] * count
        for x, volume in amounts:
            k = int(x / self.bin)
            if 0 <= k < count:
                raw[k] += volume / (depth * self.bin)
        self.depth = []
        for k in range(count):
            value = 0.0
            for j in range(-4, 5):
                # A wall at x = 0 reflects.
                i = k + j if k + j >= 0 else -1 - k - j
                value += (5 - abs(j)) / 25 * (raw[i] if i < count else 0.0)
            self.depth.append(value)

    def front(self, threshold):
        """The first place from the wall on where the depth is below the threshold."""
        for k, value in enumerate(self.depth):
            if value < threshold:
                return k * self.bin
        return len(self.depth) * self.bin


def line(x, y):
    """Slope and intercept of the least squares, and the standard error of the slope."""
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    xx = sum((a - mx) ** 2 for a in x)
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / xx
    rest = sum((b - my - slope * (a - mx)) ** 2 for a, b in zip(x, y))
    return slope, my - slope * mx, math.sqrt(rest / max(n - 2, 1) / xx)
