#!/usr/bin/env python3
"""What sand does, measured on networks of masses and links (docs/theory/network.md).

    bench/network_phenomena.py TALUS [--seeds N] [--nice N] [--keep FOLDER] [NAME ...]

Luciani, Habibi and Manzotti (Graphics Interface 1995, sections 2 and 5) list what granular matter does and what the
least model of each is. For each of these this program writes scenes, runs them by TALUS with N seeds (default 5), and
prints a row of a table: what was measured, with mean and standard deviation over the seeds, and the same for a control
in which the cause is missing. NAME: piles, ground, slope, forces, arches, collapse, rate, segregation, moisture; all
of them take about half an hour on one core. Only the standard library of Python is needed.

Grains are discs of diameter 20 mm and 10 g in a plane, without friction and without rotation, unless a row says
otherwise: K = k T^2 = 0.3 M, Z = z T = 0.048 M at 1050 Hz.
"""
import argparse
import math
import random
import statistics
import tempfile
from pathlib import Path

from network_scenes import D, M, Bench, Scene, Set, flank_slope, frames, free, last, line, toml


# Piles: the ground is all that counts.

def pile(bench, seed, count, ground, spacing=D, kind="contact"):
    scene = Scene(count / 50 + 5, 1, seed=seed)
    scene.grains(layout="none")
    friction = {"kind": "friction", "friction": 0.5, "friction_damping": 2} if kind == "friction" else {}
    scene.touch("grains", "grains", D, **friction)
    if ground == "rugged":
        scene.row("ground", (-1.4, 0), (1.4, 0), spacing)
        scene.touch("grains", "ground", D)
    else:
        scene.wall("floor")
        scene.touch("grains", "floor", D / 2)
    scene.pour("grains", count, 50, 0.62)
    masses = last(bench.run(scene))
    points = [masses.position[i] for i in free(masses) if masses.position[i][2] > -D]
    return max(p[2] for p in points) / D, flank_slope(points)


def piles(bench):
    for count in (300, 1000):
        for ground in ("rugged", "smooth"):
            height, slope = bench.of_seeds(lambda s: pile(bench, s, count, ground))
            yield f"{count} grains on {ground} ground", f"height {height} diameters, slope {slope} degrees"


def ground(bench):
    for spacing in (1.5, 1, 0.5, 0.25, 0.1):
        height, _ = bench.of_seeds(lambda s: pile(bench, s, 300, "rugged", spacing * D))
        yield f"fixed points {spacing} diameters apart", f"height {height} diameters"
    height, _ = bench.of_seeds(lambda s: pile(bench, s, 300, "smooth", kind="friction"))
    yield "smooth ground, friction 0.5 between grains", f"height {height} diameters"


# A heap against a wall on a rugged floor with an open edge: grains that are added one by one leave in avalanches.

def ledge(bench, seed, stiffness=3300, rate=1050, floor="rugged", duration=52):
    length = 0.4
    scene = Scene(duration, 0.1, rate=rate, seed=seed)
    scene.grains(layout="none")
    scene.touch("grains", "grains", D, stiffness, 0.5 * math.sqrt(stiffness / 3300))
    scene.row("back", (-D, 0), (-D, 0.9), D / 2)
    scene.touch("grains", "back", D, stiffness)
    if floor == "rugged":
        scene.row("floor", (0, 0), (length, 0), D)
        scene.touch("grains", "floor", D, stiffness)
    else:
        scene.row("floor", (0, 0), (length, 0), 0.1 * D)
        scene.touch("grains", "floor", D, stiffness)
    scene.pour("grains", 180, 20, 0.6, 0.02, 0.03, name="fill")
    scene.add("mass_source", name="slow", masses="grains", shape="line", rates=[0, 0, 4, 4], times=[0, 10, 10.5, 1000],
              **{"from": [0.01, 0, 0.6]}, to=[0.05, 0, 0.6], velocity=[0, 0, -1])
    out = bench.run(scene)
    slopes, lost = [], []
    for path in frames(out, "masses")[130:]:
        masses = Set(path)
        rows = free(masses)
        inside = [masses.position[i] for i in rows if masses.position[i][2] > -D / 2 and masses.position[i][0] < length]
        lost.append(len(rows) - len(inside))
        top = {}
        for (x, _, z), i in ((masses.position[i], i) for i in rows):
            if -D / 2 < z < 0.55 and x < length and abs(masses.velocity[i][2]) < 0.5:
                top[round(x / D)] = max(top.get(round(x / D), 0), z)
        surface = [(c * D, z) for c, z in top.items() if 3 <= c <= length / D - 3]
        slopes.append(math.degrees(math.atan(-line(surface)[0])) if len(surface) > 5 else 0)
    sizes, quiet = [], []
    at, size, still = None, 0, 0
    for before, now in zip(lost, lost[1:]):
        if now > before:
            if still >= 5 or at is None:  # half a second without a grain at the edge ends an avalanche
                if size:
                    sizes.append(size)
                    quiet.append(still * 0.1)
                size = 0
            at, still = True, 0
            size += now - before
        else:
            still += 1
    ordered = sorted(slopes)
    return (ordered[len(ordered) // 20], ordered[-1 - len(ordered) // 20],
            statistics.fmean(sizes) if sizes else 0.0, float(max(sizes, default=0)), float(len(sizes)))


def slope(bench):
    for text, keys in (("stiffness 3300 N/m", {}), ("stiffness 825 N/m", {"stiffness": 825}),
                       ("stiffness 13200 N/m, 2100 Hz", {"stiffness": 13200, "rate": 2100}),
                       ("control: smooth floor", {"floor": "smooth"})):
        low, high, mean, largest, number = bench.of_seeds(lambda s: ledge(bench, s, **keys))
        yield (f"grains added one by one on a ledge, {text}",
               f"slope {low} (5th percentile, rest) to {high} degrees (95th, stability); {number} avalanches in 39 s, of "
               f"{mean} grains, the largest {largest}")


# Forces in a loaded box.

def packed(bench, seed, sizes):
    rng = random.Random(seed)
    half = 0.3
    scene = Scene(5, 5, rate=2100, seed=seed)
    names = []
    if sizes == "two":
        places = [(x, z) for z in range(30) for x in range(26)]
        for name, diameter, mass in (("large", 0.022, 0.010), ("small", 0.016, 0.006)):
            names.append((name, diameter))
            scene.grains(name, diameter, mass, positions=[])
        rng.shuffle(places)
        for k, (name, _) in enumerate(names):
            chosen = places[k::2]
            index = scene.lines.index("positions = []")
            scene.lines[index] = "positions = " + toml(
                [[-half + 0.012 + 0.0228 * x + rng.uniform(-4e-4, 4e-4), 0, 0.015 + 0.0228 * z] for x, z in chosen])
    else:  # a triangular lattice of equal grains
        names.append(("large", D))
        columns = round(2 * half / D)
        scene.grains("large", D, M, positions=[
            [-half + D * (x + 0.5 + 0.5 * (z % 2)) + rng.uniform(-1e-5, 1e-5), 0, D / 2 + D * math.sqrt(3) / 2 * z]
            for z in range(28) for x in range(columns - z % 2)])
    scene.wall("box", shape="box-inside", min=[-half, -1, 0], max=[half, 1, 5])
    count = 31
    scene.add("masses", name="plate", layout="line", **{"from": [-half + 0.015, 0, 0.9]}, to=[half - 0.015, 0, 0.9],
              count=count, mass=0.12, radius=0.009, damping=3)
    scene.add("link", name="plate", kind="spring", pairs="edges", between=["plate"], stiffness=60000, damping=4)
    for k, (a, da) in enumerate(names):
        scene.touch(a, "plate", da / 2 + 0.009, 5000, 2)
        scene.touch(a, "box", da / 2, 5000, 2)
        for b, db in names[k:]:
            scene.touch(a, b, (da + db) / 2, 5000, 2)
    out = bench.run(scene)
    masses, links = last(out), last(out, "links")
    grains = range(len(names))
    inner = {i for i in free(masses, grains) if 0.1 < masses.position[i][2] < 0.4 and abs(masses.position[i][0]) < 0.25}
    forces, carried = [], dict.fromkeys(inner, 0.0)
    for (i, j), force in zip(links.ends, links.force):
        if i in inner and j in inner:
            forces.append(math.hypot(*force))
        for end in (i, j):
            if end in inner:
                carried[end] += math.hypot(*force)
    mean = statistics.fmean(forces)
    scaled = sorted(f / mean for f in forces)
    # Tail: P(f) ~ exp(-b f) above 1.5 means the mean excess over 1.5 is 1 / b.
    tail = [f - 1.5 for f in scaled if f > 1.5]
    strong = [f for f in scaled if f > 1]
    load = statistics.fmean(carried.values())
    return (statistics.stdev(scaled), len(strong) / len(scaled), sum(strong) / sum(scaled),
            1 / statistics.fmean(tail) if len(tail) >= 10 else None,
            sum(c > load for c in carried.values()) / len(carried),
            sum(c < 0.1 * load for c in carried.values()) / len(carried))


def forces(bench):
    for text, sizes in (("grains of two sizes under a plate", "two"), ("control: a lattice of equal grains", "one")):
        deviation, share, carry, tail, above, idle = bench.of_seeds(lambda s: packed(bench, s, sizes))
        yield (text, f"forces deviate by {deviation} of their mean; {share} of the contacts are above the mean and carry "
               f"{carry} of the force; decay of the tail above 1.5 means: {tail}; {above} of the grains carry more than "
               f"the mean of grains, {idle} less than a tenth of it")


# Hoppers.

def hopper(bench, seed, neck, rows=12, columns=16, duration=6, sizes=1.0, spacing=0.5, interval=0.05,
           stiffness=13200, hertz=2100):
    """Grains above a neck of this many diameters, between walls of fixed points, at 45 degrees and upright. With
    sizes > 1 every other grain is larger by this, and the rest smaller, so that the mean stays. @return times at which grains passed
    the neck, and the number of grains"""
    rng = random.Random(seed)
    big = 2 * sizes / (1 + sizes)
    diameters = [D] if sizes == 1 else [D * big, D * big / sizes]
    half = columns * D * 0.55
    gap = neck * D / 2
    z0 = half - gap
    scene = Scene(duration, interval, rate=hertz, seed=seed)
    places = [(x, z) for z in range(rows) for x in range(columns)]
    rng.shuffle(places)
    pitch = 1.02 * diameters[0]
    wide = min(columns, math.floor((2 * half - D) / pitch))
    for k, diameter in enumerate(diameters):
        chosen = sorted(places)[k::len(diameters)] if len(diameters) == 1 else places[k::len(diameters)]
        scene.grains(f"g{k}", diameter, M * (diameter / D) ** 2, positions=[
            [(x % wide - wide / 2 + 0.5) * pitch + rng.uniform(-1e-4, 1e-4), 0,
             z0 + D + (z + (x // wide) * rows) * pitch + rng.uniform(-1e-4, 1e-4)] for x, z in chosen])
    top = z0 + 2 * D + rows * pitch * math.ceil(columns / wide) + 0.1
    damping = 0.5 * math.sqrt(stiffness / 3300)
    lines = {"left": ((-half, z0), (-gap - D / 2, 0)), "right": ((half, z0), (gap + D / 2, 0)),
             "left_side": ((-half, z0 + D / 2), (-half, top)), "right_side": ((half, z0 + D / 2), (half, top))}
    for name, (begin, end) in lines.items():
        scene.row(name, begin, end, spacing * D)
    for k, a in enumerate(diameters):
        for j, b in enumerate(diameters[k:], k):
            scene.touch(f"g{k}", f"g{j}", (a + b) / 2, stiffness, damping)
        for name in lines:
            scene.touch(f"g{k}", name, a / 2 + D / 2, stiffness, damping)
    out = bench.run(scene)
    passed, total = [], 0
    for path in frames(out, "masses"):
        masses = Set(path)
        rows_of = free(masses, range(len(diameters)))
        total = len(rows_of)
        passed.append(sum(masses.position[i][2] < -D / 2 for i in rows_of))
    return [(k * interval, n) for k, n in enumerate(passed)], total


def jam(bench, seed, neck, **keys):
    """Whether an arch stopped the flow for good, the grains that passed, and stops of more than 0.2 s before."""
    passed, total = hopper(bench, seed, neck, **keys)
    final = passed[-1][1]
    stops, still = 0, 0
    for (_, before), (time, now) in zip(passed, passed[1:]):
        still = still + 1 if now == before else 0
        if still == 4 and 0 < now < final and time > 0.5:
            stops += 1
    jammed = final < total - 5 and passed[-1][1] == passed[-1 - min(20, len(passed) - 1)][1]
    return float(jammed), float(final), float(stops)


def arches(bench):
    for text, neck, keys in (("neck of 1.5 diameters", 1.5, {}), ("neck of 1.75", 1.75, {}), ("neck of 2", 2, {}),
                             ("neck of 4 (control)", 4, {}), ("neck of 1.75, sizes 1.5 : 1", 1.75, {"sizes": 1.5}),
                             ("neck of 2, sizes 1.5 : 1", 2, {"sizes": 1.5}),
                             ("neck of 1.5, soft grains, 3300 N/m", 1.5, {"stiffness": 3300, "hertz": 1050})):
        jammed, passed, stops = bench.of_seeds(lambda s: jam(bench, s, neck, **keys))
        yield (f"hopper, {text}", f"share of runs that an arch ends: {jammed}; grains through: {passed} of 192; arches "
               f"that break again: {stops}")


def rate(bench):
    """Rate of flow through a neck while the fill sinks, and what Torricelli's law would give for the same heights."""
    for text, spacing in (("rugged walls (points a diameter apart)", 1), ("smooth walls (0.1 diameters, control)", 0.1)):
        def measure(seed):
            passed, total = hopper(bench, seed, 4, rows=40, columns=16, duration=8, spacing=spacing)

            def time_of(share):
                return next((t for t, n in passed if n >= share * total), None)
            times = [time_of(share) for share in (0.2, 0.4, 0.6, 0.8)]
            if None in times:
                return None, None, None
            high, low = 0.2 * total / (times[1] - times[0]), 0.2 * total / (times[3] - times[2])
            return high, low, high / low
        high, low, ratio = bench.of_seeds(measure)
        yield (f"hourglass with a neck of 4 diameters, {text}",
               f"{high} grains/s from 80 to 60 % of the fill, {low} from 40 to 20 %: ratio {ratio} (a liquid, by "
               f"Torricelli: {math.sqrt(0.7 / 0.3):.2f})")


# Collapse: grains are taken out of a heap at rest.

def chain_of(first, contacts, length, strongest):
    """A row of grains from `first` on: each time the end of it whose largest (or smallest) force is larger
    (smaller) goes on over the contact with that force."""
    chain = [first]
    while len(chain) < length:
        steps = [(force, other) for end in (chain[0], chain[-1]) for force, other in contacts[end]
                 if other not in chain]
        if not steps:
            break
        _, other = max(steps) if strongest else min(steps)
        if any(o == other for _, o in contacts[chain[-1]]):
            chain.append(other)
        else:
            chain.insert(0, other)
    return chain


def collapse_of(bench, seed, length, strongest):
    scene = Scene(14, 7, seed=seed)
    scene.grains(layout="none")
    scene.touch("grains", "grains", D)
    scene.row("ground", (-1.4, 0), (1.4, 0), D)
    scene.touch("grains", "ground", D)
    scene.pour("grains", 400, 50, 0.62)
    out = bench.run(scene)
    masses, links = last(out), last(out, "links")
    rows = free(masses)
    contacts = {i: [] for i in rows}
    for (i, j), force in zip(links.ends, links.force):
        if i in contacts and j in contacts:
            contacts[i].append((math.hypot(*force), j))
            contacts[j].append((math.hypot(*force), i))
    height = max(masses.position[i][2] for i in rows)
    carried = {i: sum(f for f, _ in contacts[i]) for i in rows if contacts[i] and
               1.3 * D < masses.position[i][2] < height / 2 and abs(masses.position[i][0]) < height}
    first = (max if strongest else min)(carried, key=carried.get)
    taken = chain_of(first, contacts, length, strongest) if length else []
    kept = [i for i in rows if i not in taken]
    again = Scene(1.5, 0.75, seed=seed)
    again.grains(positions=[list(masses.position[i]) for i in kept])
    again.touch("grains", "grains", D)
    again.row("ground", (-1.4, 0), (1.4, 0), D)
    again.touch("grains", "ground", D)
    end = last(bench.run(again))
    return float(sum(math.dist(end.position[k], masses.position[i]) > 0.25 * D and masses.position[i][2] > -D
                     for k, i in enumerate(kept)))


def collapse(bench):
    for text, length, strongest in (("nothing taken out (control)", 0, True),
                                    ("the grain that carries most taken out", 1, True),
                                    ("the grain that carries least (control)", 1, False),
                                    ("a row of 6 along the largest forces", 6, True),
                                    ("a row of 6 along the smallest (control)", 6, False)):
        moved, = bench.of_seeds(lambda s: collapse_of(bench, s, length, strongest))
        yield f"heap of 400 at rest: {text}", f"{moved} grains then move by more than a quarter of a diameter"


# Sizes and moisture.

def segregated(bench, seed, ratio):
    """How much further out large grains lie in a heap than small ones, per the mean distance of all."""
    scene = Scene(14, 7, seed=seed)
    big = 2 * ratio / (1 + ratio)
    sizes = {"large": D * big, "small": D * big / ratio}
    for name, diameter in sizes.items():
        scene.grains(name, diameter, M * (diameter / D) ** 2, layout="none")
    scene.row("ground", (-1.4, 0), (1.4, 0), D)
    scene.touch("large", "small", D)
    for name, diameter in sizes.items():
        scene.touch(name, name, diameter)
        scene.touch(name, "ground", (diameter + D) / 2)
        scene.pour(name, 200, 25, 0.62)
    masses = last(bench.run(scene))
    mean = [statistics.fmean(abs(masses.position[i][0]) for i in free(masses, (g,)) if masses.position[i][2] > -D)
            for g in (0, 1)]
    return (mean[0] - mean[1]) / statistics.fmean(mean)


def segregation(bench):
    for ratio in (1, 1.5, 2, 3):
        index, = bench.of_seeds(lambda s: segregated(bench, s, ratio))
        yield (f"heap of 400, sizes {ratio} : 1{' (control)' if ratio == 1 else ''}",
               f"large grains lie further out by {index} of the mean distance")


def column(bench, seed, bond):
    """Height that is left of a column of 8 x 20 grains, in its first height. @param bond energy of Lennard-Jones in
    m g D; 0: contacts only"""
    rng = random.Random(seed)
    rate = 4200 if bond > 0 else 1050
    scene = Scene(3, 3, rate=rate, seed=seed)
    scene.grains(positions=[[(x - 3.5 + 0.5 * (z % 2)) * D + rng.uniform(-2e-4, 2e-4), 0,
                             D * (0.87 + math.sqrt(3) / 2 * z)] for z in range(20) for x in range(8)])
    scene.row("ground", (-1.4, 0), (1.4, 0), D)
    scene.touch("grains", "ground", D)
    if bond > 0:  # the same distance at rest
        size = D / 2 ** (1 / 6)
        scene.add("link", name="moist", kind="lennard-jones", between=["grains"], length=size, reach=2.5 * size,
                  depth=bond * M * 9.81 * D, damping=0.5)
    else:
        scene.touch("grains", "grains", D)
    masses = last(bench.run(scene))
    points = [masses.position[i] for i in free(masses) if masses.position[i][2] > -D]
    return (max(p[2] for p in points) / (D * (0.87 + math.sqrt(3) / 2 * 19)),
            (max(p[0] for p in points) - min(p[0] for p in points)) / (7.5 * D))


def moisture(bench):
    for bond in (0, 1, 4, 16):
        height, width = bench.of_seeds(lambda s: column(bench, s, bond))
        yield (f"column of 8 x 20 grains, {'contacts only (control)' if bond == 0 else f'Lennard-Jones, {bond} m g D'}",
               f"after 3 s {height} of its height and {width} of its width")


EXPERIMENTS = {f.__name__: f for f in (piles, ground, slope, forces, arches, collapse, rate, segregation, moisture)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("talus", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--nice", type=int, default=15, help="priority of the runs, as of nice(1)")
    parser.add_argument("--keep", type=Path, help="folder for scenes and runs, which are otherwise deleted")
    arguments = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(arguments.talus.resolve(), folder, arguments.seeds, arguments.nice)
        print("| phenomenon | case | measured |\n|---|---|---|")
        for name in arguments.names or EXPERIMENTS:
            for case, measured in EXPERIMENTS[name](bench):
                print(f"| {name} | {case} | {measured} |", flush=True)


if __name__ == "__main__":
    main()
