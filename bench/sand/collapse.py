#!/usr/bin/env python3
"""Columns of sand that collapse over a floor of their own friction or of another one, by grains and by the solvers of [sand].

    bench/sand/collapse.py TALUS [--solvers grains,mpm,narain] [--aspects 0.5,1,2,4] [--cells 10,20,40] [--mu 0.45] [--floor 0.45] [--keys "compression = 0.01"]

A slab between parallel sides, let go at once; a wall at the back. Prints for each run, in widths L0 of the column:
- run-out of the front: the first place whose depth is below 2 % of L0;
- run-out of 99.5 % of the sand;
- height: the largest depth within 0.3 L0 of the wall; kinetic energy at the end over the first potential energy;
and the laws of Lube and others (2005, Phys. Rev. E 72, 041301; sand) and of Lajeunesse and others (2005, Phys. Fluids 17,
103302; beads). With three or more tall columns (a >= 4) also the exponent of the run-out.
"""
import argparse
import math

from scenes import BULK, GRAVITY, Profile, Run, block, head, line, panes, periodic, plane, sand

WIDTH = 0.1  # L0 [m]
THIN = 0.02  # depth of the front in L0
FALLS = 6  # end of a run in free-fall times sqrt(H / g) after the release


def lube(a):
    return 1.2 * a if a < 1.8 else 1.9 * a ** (2 / 3)


def lajeunesse(a):
    return 1.8 * a if a < 3 else 2.3 * a ** (2 / 3)


def continuum(talus, solver, a, cells, mu, floor, keys):
    cell = WIDTH / cells
    depth, height = 4 * cell, a * WIDTH
    on_grid = solver != "mpm"
    text = head("collapse", FALLS * math.sqrt(height / GRAVITY), 12, "" if on_grid else periodic(depth))
    text += sand(cell, solver, mu, keys) + block("column", (0, 0, 0), (WIDTH, depth, height))
    text += f'[[material]]\nname = "floor"\nfriction = {floor!r}\n'
    text += plane("floor", "floor") + plane("back", "smooth", (1, 0, 0)) + (panes(depth) if on_grid else "")
    run = Run(talus, f"{solver}-{a}-{cells}", text)
    points = [(p["x"], p["z"], (cell / 2) ** 3) for p in run.points("sand")]
    rows = run.stats()
    return points, depth, rows[-1]["sand.kinetic"] / rows[0]["sand.potential"], a


# The sand of grains: balls that resist rolling as grains of sand do by their shape.
GRAINS = """[[material]]
name = "grain"
density = 2500.0
[[material]]
name = "glued"
density = 2500.0
fixed = true
[[material]]
name = "smooth"
""" + "".join(f"""[[contact]]
between = ["grain", "{other}"]
law = "linear"
stiffness = 300.0
restitution = 0.3
friction = {0.5 if other != "smooth" else 0.0}
""" + ("rolling = \"spring\"\nrolling_friction = 0.1\n" if other != "smooth" else "") for other in ("grain", "glued", "smooth"))


def floor_of_grains(r, low, high, depth):
    """One layer of glued grains, whose highest points are at z = 0."""
    return f"""[[fill]]
name = "floor"
material = "glued"
packing = "lattice"
spacing = 1.0
grain_radius = {r!r}
min = [{low!r}, 0.0, {-2.001 * r!r}]
max = [{high!r}, {depth!r}, 0.0]
"""


def grains(talus, a, cells, seed=1):
    r = WIDTH / cells / 2
    depth, height = 12 * r, a * WIDTH
    count = int(a * WIDTH * WIDTH * depth * BULK / (4 / 3 * math.pi * (0.95 * r) ** 3))
    loose = height * 1.9
    settle = 4 * math.sqrt(loose / GRAVITY)
    until = settle + FALLS * math.sqrt(height / GRAVITY)
    reach = WIDTH * (2 + 2.5 * a)
    text = head("collapse", until, 40, periodic(depth)).replace("format = 1", f"format = 1\nseed = {seed}") + GRAINS
    text += floor_of_grains(r, 0.0, reach, depth)
    text += f"""[[fill]]
name = "column"
material = "grain"
packing = "jittered"
count = {count}
grain_radius = {0.95 * r!r}
radius_spread = 0.05
min = [0.0, 0.0, 0.0]
max = [{WIDTH!r}, {depth!r}, {3 * height!r}]
[[sink]]
name = "beyond"
point = [0.0, 0.0, {-4 * r!r}]
normal = [0.0, 0.0, 1.0]
"""
    text += plane("back", "smooth", (1, 0, 0))
    text += f"""[[body]]
name = "gate"
material = "smooth"
shape = "box"
size = [0.02, {2 * depth!r}, {8 * height!r}]
position = [{WIDTH + 0.01!r}, {depth / 2!r}, {4 * height - 0.02!r}]
motion = "prescribed"
leaves = {settle!r}
"""
    run = Run(talus, f"grains-{a}-{cells}-{seed}", text)
    rows = run.stats()
    first = max(k for k, row in enumerate(rows) if row["time"] <= settle)
    volume = lambda p: 4 / 3 * math.pi * p["radius"] ** 3
    moving = lambda frame: [p for p in run.points("grains", frame) if p["material"] == 0 and p["z"] > -r]
    before = moving(first)
    mass = sum(map(volume, before))
    settled = 2 * sum(volume(p) * p["z"] for p in before) / mass / WIDTH
    packing = mass / (settled * WIDTH * WIDTH * depth)
    points = [(p["x"], p["z"], volume(p) / packing) for p in moving(len(rows) - 1)]
    kinetic = rows[-1]["kinetic"] / (mass * 2500 * GRAVITY * settled * WIDTH / 2)
    return points, depth, kinetic, settled


def measure(points, depth):
    farthest = max(p[0] for p in points) + WIDTH
    profile = Profile([(x, v) for x, _, v in points], depth, 0.05 * WIDTH, farthest)
    in_order = sorted((x, v) for x, _, v in points)
    total, part = sum(v for _, v in in_order), 0.0
    for x, v in in_order:
        part += v
        if part >= 0.995 * total:
            break
    highest = max(profile.depth[:int(0.3 * WIDTH / profile.bin)])
    return profile.front(THIN * WIDTH) / WIDTH - 1, x / WIDTH - 1, highest / WIDTH


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("talus")
    parser.add_argument("--solvers", default="grains,mpm,narain")
    parser.add_argument("--aspects", default="0.5,1,2,4")
    parser.add_argument("--cells", default="10,20,40")
    parser.add_argument("--mu", type=float, default=0.45)
    parser.add_argument("--floor", type=float, help="friction of the floor; without it that of the sand")
    parser.add_argument("--keys", default="", help="of [sand], separated by ;")
    given = parser.parse_args()
    print("| solver | a | cells over L0 | front | over a | 99.5 % | height | kinetic | Lube | Lajeunesse |\n|---|---|---|---|---|---|---|---|---|---|")
    for solver in given.solvers.split(","):
        for cells in map(int, given.cells.split(",")):
            tall = []
            for a in map(float, given.aspects.split(",")):
                if solver == "grains":
                    found = grains(given.talus, a, cells)
                else:
                    floor = given.mu if given.floor is None else given.floor
                    found = continuum(given.talus, solver, a, cells, given.mu, floor, given.keys.replace(";", "\n"))
                points, depth, kinetic, aspect = found
                front, most, height = measure(points, depth)
                print(f"| {solver} | {aspect:.3g} | {cells} | {front:.2f} | {front / aspect:.2f} | {most:.2f} | {height:.2f} | "
                      f"{kinetic:.1e} | {lube(aspect):.2f} | {lajeunesse(aspect):.2f} |", flush=True)
                if a >= 4:
                    tall.append((math.log(aspect), math.log(front)))
            if len(tall) >= 3:
                print(f"{solver}, {cells} cells: front ~ a^{line(*zip(*tall))[0]:.2f} for a >= 4", flush=True)


if __name__ == "__main__":
    main()
