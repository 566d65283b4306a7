"""Scenes of grains in a plane, runs of them, and what the frames of these hold, for network_phenomena.py."""
import math
import re
import statistics
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

D = 0.02  # diameter of a grain [m]
M = 0.01  # its mass [kg]
TYPES = {"Float64": "d", "Float32": "f", "UInt64": "Q", "UInt32": "I", "UInt16": "H", "UInt8": "B", "Int64": "q",
         "Int32": "i"}


class Scene:
    """The text of a scene in a plane, table by table."""

    def __init__(self, duration, interval, rate=1050, seed=1):
        self.lines = ["format = 1", 'name = "run"', f"seed = {seed}", "[time]", f"duration = {duration}",
                      f"frame_interval = {interval}", "[network]", f"rate = {rate}", "dimensions = 2"]

    def add(self, table, **keys):
        self.lines.append(f"[[{table}]]")
        self.lines += [f"{key} = {toml(value)}" for key, value in keys.items()]

    def grains(self, name="grains", diameter=D, mass=M, **keys):
        self.add("masses", name=name, mass=mass, radius=diameter / 2, damping=2 * mass, **keys)

    def row(self, name, begin, end, spacing, diameter=D):
        """Fixed points on a line."""
        count = max(2, round(math.dist(begin, end) / spacing) + 1)
        self.add("masses", name=name, kind="fixed", layout="line", **{"from": [begin[0], 0, begin[1]]},
                 to=[end[0], 0, end[1]], count=count, radius=diameter / 2)

    def wall(self, name, **keys):
        if not any("[[material]]" in line for line in self.lines):
            self.add("material", name="steel")
        self.add("wall", name=name, material="steel", **keys)

    def touch(self, a, b, length, stiffness=3300, damping=0.5, **keys):
        self.add("link", name=f"{a}_{b}", between=[a] if a == b else [a, b], length=length, stiffness=stiffness,
                 damping=damping, **keys)

    def pour(self, masses, count, rate, z, half_width=0.04, x=0, name=None):
        self.add("mass_source", name=name or f"spout_{masses}", masses=masses, shape="line", rate=rate, count=count,
                 **{"from": [x - half_width, 0, z]}, to=[x + half_width, 0, z], velocity=[0, 0, -1])

    def text(self):
        return "\n".join(self.lines) + "\n"


def toml(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    return repr(value)


class Set:
    """A set of a frame: fields by name, each a list of tuples; for lines `ends`, the two points of each."""

    def __init__(self, path):
        raw = path.read_bytes()
        start = re.search(rb'<AppendedData encoding="raw">\s*_', raw)
        tree = ElementTree.fromstring(raw[:start.end()] + raw[raw.rindex(b"</AppendedData>"):])
        piece = tree.find("PolyData/Piece")

        def values(element):
            at = start.end() + int(element.get("offset"))
            length, = struct.unpack_from("<Q", raw, at)
            code = TYPES[element.get("type")]
            flat = struct.unpack(f"<{length // struct.calcsize(code)}{code}", raw[at + 8:at + 8 + length])
            n = int(element.get("NumberOfComponents") or 1)
            return flat if n == 1 else [flat[k:k + n] for k in range(0, len(flat), n)]

        self.position = values(piece.find("Points")[0])
        for part in ("PointData", "CellData"):
            for element in piece.find(part) if piece.find(part) is not None else []:
                setattr(self, element.get("Name"), values(element))
        lines = piece.find("Lines")
        if lines is not None and int(piece.get("NumberOfLines")) > 0:
            flat = values(next(e for e in lines if e.get("Name") == "connectivity"))
            self.ends = [flat[k:k + 2] for k in range(0, len(flat), 2)]
        else:
            self.ends = []


class Bench:
    def __init__(self, talus, folder, seeds, nice):
        self.talus, self.folder, self.seeds, self.nice = talus, folder, seeds, nice
        self.count = 0

    def run(self, scene):
        """Runs a scene. @return its folder"""
        self.count += 1
        file = self.folder / f"{self.count}.toml"
        file.write_text(scene.text())
        out = self.folder / str(self.count)
        done = subprocess.run(["nice", "-n", str(self.nice), self.talus, "run", file, "--out", out, "--progress", "none",
                               "--threads", "1"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{file}: {done.stdout}{done.stderr}")
        return out

    def of_seeds(self, measure):
        """measure(seed) for every seed: a number, or a tuple of numbers. @return a list of "mean +- deviation" """
        values = [measure(seed) for seed in range(1, self.seeds + 1)]
        rows = list(zip(*values)) if isinstance(values[0], tuple) else [values]
        return [spread(row) for row in rows]


def spread(values):
    values = [v for v in values if v is not None]
    if not values:
        return "none"
    mean = statistics.fmean(values)
    deviation = statistics.stdev(values) if len(values) > 1 else 0
    digits = max(0, 1 - math.floor(math.log10(deviation))) if deviation > 0 else 2
    return f"{mean:.{min(digits, 3)}f} +- {deviation:.{min(digits, 3)}f}"


def frames(out, name):
    return sorted((out / "frames").glob(f"{name}.[0-9]*.vtp"))


def last(out, name="masses"):
    return Set(frames(out, name)[-1])


def free(masses, groups=(0,)):
    """Rows of the masses of these groups."""
    return [i for i, g in enumerate(masses.group) if g in groups]


def flank_slope(points, centre=0.0):
    """Slope of both flanks of a heap between a fifth and four fifths of its height [degrees]; None where it is lower
    than four diameters. The surface is the highest grain of each column of a diameter."""
    top = {}
    for x, _, z in points:
        column = round((x - centre) / D)
        top[column] = max(top.get(column, 0), z)
    height = max(top.values())
    if height < 4 * D:
        return None
    slopes = []
    for side in (-1, 1):
        flank = [(abs(c) * D, z) for c, z in top.items() if c * side >= 0 and 0.2 * height <= z <= 0.8 * height]
        if len(flank) >= 3:
            slopes.append(-line(flank)[0])
    return math.degrees(math.atan(statistics.fmean(slopes))) if slopes else None


def line(points):
    """Slope and value at 0 of the straight line through points, by least squares."""
    mx, my = (statistics.fmean(p[k] for p in points) for k in (0, 1))
    slope = sum((x - mx) * (y - my) for x, y in points) / max(1e-30, sum((x - mx) ** 2 for x, _ in points))
    return slope, my - slope * mx
