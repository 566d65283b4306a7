#!/usr/bin/env python3
"""Laws that sand obeys, measured on continuum sand: one table for each law.

    bench/sand/laws.py TALUS LAW... [--solver mpm] [--mu 0.45] [--keys "transfer = 'aflip'"]

    slope      acceleration of a layer on a rough slope, by cells of depth and by step
    bounce     energy that two blocks keep that meet
    count      particles in the cells of a collapse, whether any become few or many
    rest       kinetic energy of a heap after the collapse
    stop       the slope at which a layer of the grains of collapse.py stops: their mu
    flow       friction of these grains against the inertial number, in steady flow down a slope (Jop and others 2006)
    repose     slope of what stays on a ledge when the rest has slid off, against mu
    hourglass  flow through a round opening in a flat floor, against its diameter (Beverloo, Leniger, van de Velde 1961)
    janssen    load on the floor of a slot, against the filling (Janssen 1895)
    impact     depth to which a ball sinks, against its height of fall (Uehara and others 2003)
    blade      force on a blade that is pushed through a bed, of grains and of continuum sand
"""
import argparse
import math
from collections import Counter

from collapse import GRAINS, floor_of_grains
from scenes import BULK, GRAVITY, Profile, Run, block, head, line, panes, periodic, plane, sand


LAYER = 0.0025, 0.06, 0.03  # of grains on a slope: radius of those of the floor, length, width [m]


def layer_of_grains(talus, name, degrees, duration, frames, layers):
    """So many loose layers of grains on a slope whose floor is glued grains. They start with 0.3 m/s."""
    r, length, depth = LAYER
    angle = math.radians(degrees)
    world = f"""periodic = ["x", "y"]
domain_min = [0.0, 0.0, -1.0]
domain_max = [{length!r}, {depth!r}, 1.0]
gravity = [{GRAVITY * math.sin(angle)!r}, 0.0, {-GRAVITY * math.cos(angle)!r}]"""
    text = head(name, duration, frames, world) + GRAINS + floor_of_grains(r, 0.0, length, depth)
    text += f"""[[fill]]
name = "layer"
material = "grain"
packing = "jittered"
grain_radius = {0.95 * r!r}
radius_spread = 0.05
velocity = [0.3, 0.0, 0.0]
min = [0.0, 0.0, 0.0]
max = [{length!r}, {depth!r}, {layers * 2 * r * 1.05!r}]
"""
    return Run(talus, f"{name}-{degrees}", text)


def flow(talus, solver):
    """Profiles of the last half second of 3 s. In steady flow friction is the tangent of the slope at each depth; what
    the layer still gains in speed is subtracted. Grains slide over the floor, a lattice: shear rates are from a third of
    the depth upwards."""
    r, length, width = LAYER
    diameter, density, frames = 2 * 0.95 * r, 2500, 30
    print("| slope | mu | mean speed at 2.5 s, 3 s [m/s] | lowest layer [m/s] | depth / d | share of grains | I, from the floor up | I |\n|---|---|---|---|---|---|---|---|")
    found = []
    for degrees in (23, 24, 26, 28, 30):
        run = layer_of_grains(talus, "flow", degrees, 3.0, frames, 24)
        speed = lambda points: sum(p["velocity_x"] for p in points) / len(points)
        at = lambda frame: [p for p in run.points("grains", frame) if p["material"] == 0]
        last = [p for frame in range(frames - 5, frames + 1) for p in at(frame)]
        volume = lambda p: 4 / 3 * math.pi * p["radius"] ** 3 / 6
        mass = lambda points: density * sum(map(volume, points)) / (length * width)  # over an area [kg/m^2]
        normal = GRAVITY * math.cos(math.radians(degrees))
        heights = sorted(p["z"] for p in last)
        top = heights[int(0.98 * len(heights))] + r
        inertial = []
        for part in range(5):
            low, high = top * (0.3 + 0.1 * part), top * (0.4 + 0.1 * part)
            inside = [p for p in last if low <= p["z"] < high]
            rate = line([p["z"] for p in inside], [p["velocity_x"] for p in inside])[0]
            above = mass([p for p in last if p["z"] >= (low + high) / 2])
            inertial.append(rate * diameter / math.sqrt(above * normal / density))
        floor = speed([p for p in last if p["z"] < 2 * r])
        early, late = speed(at(frames - 5)), speed(at(frames))
        mean, mu = sum(inertial) / 5, math.tan(math.radians(degrees)) - (late - early) / 0.5 / normal
        share = mass([p for p in last if 0.3 * top <= p["z"] < 0.8 * top]) / density / (0.5 * top)
        found.append((mu, mean))
        print(f"| {degrees} deg | {mu:.3f} | {early:.2f}, {late:.2f} | {floor:.2f} | {top / diameter:.1f} | {share:.3f} | " +
              ", ".join(f"{i:.3f}" for i in inertial) + f" | {mean:.3f} |", flush=True)
    # The five slopes hardly show how friction saturates: with the I_0 of glass beads mu is linear in I / (I + I_0).
    at_half = 0.279
    rise, mu_s, _ = line([i / (i + at_half) for _, i in found], [mu for mu, _ in found])
    error = math.sqrt(sum((mu_s + rise * i / (i + at_half) - mu) ** 2 for mu, i in found) / len(found))
    print(f"with I_0 = {at_half}: mu_s = {mu_s:.3f}, mu_2 = {mu_s + rise:.3f}; error of mu {error:.4f}", flush=True)
    # 1 / (mu - mu_s) is linear in 1 / I: the mu_s with the least error of mu.
    best = None
    for mu_s in (k / 1000 for k in range(300, int(1000 * found[0][0]))):
        steep, offset, _ = line([1 / i for _, i in found], [1 / (mu - mu_s) for mu, _ in found])
        if steep <= 0 or offset <= 0:
            continue
        error = sum((mu_s + 1 / (offset + steep / i) - mu) ** 2 for mu, i in found)
        best = min(best or (error,), (error, mu_s, mu_s + 1 / offset, steep / offset))
    if best:
        print(f"mu_s = {best[1]:.3f}, mu_2 = {best[2]:.3f}, I_0 = {best[3]:.3f}; error of mu {math.sqrt(best[0] / len(found)):.4f}", flush=True)


def stop(talus, solver):
    print("| slope | speed at the start | speed after 1.5 s |\n|---|---|---|")
    for degrees in (21, 22, 23, 24, 25, 26):
        run = layer_of_grains(talus, "stop", degrees, 1.5, 15, 12)
        grains = [p for p in run.points("grains") if p["material"] == 0]
        print(f"| {degrees} deg | 0.30 | {sum(p['velocity_x'] for p in grains) / len(grains):.3f} |", flush=True)


def slope(talus, solver, keys):
    """A layer 60 mm deep on a rough slope of 40 deg, mu = tan 30 deg, from rest: its acceleration from 0.2 to 0.4 s."""
    angle, mu, deep = math.radians(40), math.tan(math.radians(30)), 0.06
    print(f"law: {GRAVITY * (math.sin(angle) - mu * math.cos(angle)):.3f} m/s^2\n| cells deep | cfl | step [s] | acceleration |\n|---|---|---|---|")
    for cells, cfl in ((6, 0.4), (12, 0.4), (24, 0.4), (6, 0.1), (6, 0.2), (6, 0.8)):
        cell = deep / cells
        world = f"""periodic = ["x", "y"]
domain_min = [0.0, 0.0, -1.0]
domain_max = [{4 * cell!r}, {4 * cell!r}, 1.0]
gravity = [{GRAVITY * math.sin(angle)!r}, 0.0, {-GRAVITY * math.cos(angle)!r}]"""
        text = head("slope", 0.4, 8, world) + sand(cell, solver, mu, f"speed = 1.2\nwall_friction = 10.0\ncfl = {cfl!r}\n{keys}")
        text += block("layer", (0, 0, 0), (4 * cell, 4 * cell, deep)) + plane("floor")
        rows = Run(talus, f"slope-{cells}-{cfl}", text).stats()
        speed = [row["sand.momentum_x"] / row["sand.mass"] for row in rows]
        step = (rows[8]["time"] - rows[7]["time"]) / rows[8]["sand.frame_steps"]
        print(f"| {cells} | {cfl} | {step:.2e} | {(speed[8] - speed[4]) / (rows[8]['time'] - rows[4]['time']):.3f} |", flush=True)


def bounce(talus, solver, keys):
    """Two blocks 10 cells long meet head-on between smooth sides: the energy they keep, and what is left of their momentum."""
    cell = 0.01
    world = f"""gravity = [0.0, 0.0, 0.0]
periodic = ["y", "z"]
domain_min = [-1.0, 0.0, 0.0]
domain_max = [1.0, {4 * cell!r}, {4 * cell!r}]"""
    text = head("bounce", 0.3, 3, world) + sand(cell, solver, math.tan(math.radians(34)), "speed = 1.0\n" + keys)
    for name, side in (("left", -1), ("right", 1)):
        ends = sorted((side * 2 * cell, side * 12 * cell))
        text += block(name, (ends[0], 0, 0), (ends[1], 4 * cell, 4 * cell), (-0.5 * side, 0, 0))
    rows = Run(talus, "bounce", text).stats()
    print(f"kept {rows[-1]['sand.kinetic'] / rows[0]['sand.kinetic']:.3f} of the kinetic energy; momentum over that of one block "
          f"{rows[-1]['sand.momentum_x'] / (0.25 * rows[0]['sand.mass']):.1e}", flush=True)


def rest(talus, solver, keys):
    """What is left of the motion of a heap of a = 0.5, 20 cells over the width of the column."""
    width, a, cells, mu = 0.1, 0.5, 20, 0.4
    cell = width / cells
    fall = math.sqrt(a * width / GRAVITY)
    print("| compression | 4 | 5 | 6 | 7 | 8 | 10 | 12 times sqrt(H / g): kinetic over first potential energy |\n|---|---|---|---|---|---|---|---|")
    for compression in (0.03, 0.01):
        text = head("rest", 12 * fall, 12, periodic(4 * cell)) + sand(cell, solver, mu, f"compression = {compression!r}\n{keys}")
        text += block("column", (0, 0, 0), (width, 4 * cell, a * width)) + plane("floor") + plane("back", "smooth", (1, 0, 0))
        rows = Run(talus, f"rest-{compression}", text).stats()
        print(f"| {compression} | " + " | ".join(f"{rows[k]['sand.kinetic'] / rows[0]['sand.potential']:.0e}" for k in (4, 5, 6, 7, 8, 10, 12)) +
              " |", flush=True)


def count(talus, solver):
    """A column of a = 2, 10 cells wide, collapses: particles in the cells that have sand on all sides in its plane."""
    width, cell = 0.1, 0.01
    fall = math.sqrt(2 * width / GRAVITY)
    text = head("count", 8 * fall, 8, "" if solver != "mpm" else periodic(4 * cell)) + sand(cell, solver, 0.5)
    text += block("column", (0, 0, 0), (width, 4 * cell, 2 * width)) + plane("floor") + plane("back", "smooth", (1, 0, 0))
    run = Run(talus, "count", text + (panes(4 * cell) if solver != "mpm" else ""))
    print("| time over sqrt(H / g) | cells inside | fewest | 5 % | median | 95 % | most |\n|---|---|---|---|---|---|---|")
    for frame in (0, 1, 2, 4, 8):
        in_cell = Counter(tuple(math.floor(p[axis] / cell) for axis in "xyz") for p in run.points("sand", frame))
        has_sand = lambda x, y, z: x < 0 or z < 0 or in_cell[x, y, z] > 2
        inside = sorted(number for (x, y, z), number in list(in_cell.items())
                        if all(has_sand(x + s, y, z) and has_sand(x, y, z + s) for s in (-1, 1)))
        at = lambda share: inside[min(len(inside) - 1, int(share * len(inside)))]
        print(f"| {frame} | {len(inside)} | " + " | ".join(str(at(share)) for share in (0, 0.05, 0.5, 0.95, 1)) + " |", flush=True)


def repose(talus, solver):
    """A block of sand by a wall without friction, on a ledge of the sand's friction: what does not slide off the edge."""
    print("| mu | cells along the ledge | slope | its error | atan(mu) | asin(mu) |\n|---|---|---|---|---|---|")
    ledge = 0.15
    for cell, all_mu in ((0.005, (0.2, 0.4, 0.6, 0.8)), (0.0025, (0.4,))):
        for mu in all_mu:
            depth, height = 4 * cell, 1.2 * ledge * math.tan(math.asin(mu))
            text = head("repose", 2.5, 5, "" if solver != "mpm" else periodic(depth))
            text += sand(cell, solver, mu, "compression = 0.02" if solver == "mpm" else "")
            text += block("block", (0, 0, 0), (ledge, depth, height)) + plane("axis", "smooth", (1, 0, 0))
            text += panes(depth) if solver != "mpm" else ""
            text += f"""[[wall]]
name = "ledge"
material = "sand"
shape = "box-outside"
min = [-0.1, -0.1, -0.1]
max = [{ledge!r}, {depth + 0.1!r}, 0.0]
[[sink]]
name = "below"
point = [0.0, 0.0, -0.05]
normal = [0.0, 0.0, 1.0]
"""
            run = Run(talus, f"repose-{mu}-{cell}", text)
            profile = Profile([(p["x"], (cell / 2) ** 3) for p in run.points("sand") if p["z"] > 0], depth, 2 * cell, 1.0)
            part = [k for k in range(len(profile.depth)) if 0.2 * ledge < (k + 0.5) * profile.bin < 0.8 * ledge]
            x, y = [(k + 0.5) * profile.bin for k in part], [profile.depth[k] for k in part]
            slope = -line(x, y)[0]
            # The bins are smoothed, so that the error is taken from the slopes of five parts.
            fifth = len(part) // 5
            parts = [-line(x[k * fifth:(k + 1) * fifth], y[k * fifth:(k + 1) * fifth])[0] for k in range(5)]
            error = math.sqrt(sum((s - slope) ** 2 for s in parts) / 5 / 4)
            to = lambda s: math.degrees(math.atan(s))
            print(f"| {mu} | {ledge / cell:.0f} | {to(slope):.1f} deg | {math.degrees(error / (1 + slope ** 2)):.1f} | {to(mu):.1f} | "
                  f"{math.degrees(math.asin(mu)):.1f} |", flush=True)


def hourglass(talus, solver, openings, keys=""):
    """Quarters of flat-bottomed hoppers between two planes of symmetry, similar in shape: a continuum has no length but that
    of the opening, so that its rate goes with D^(5/2); what differs from that is the resolution."""
    cell, mu = 0.004, 0.6
    print("| D / cell | rate [m^3/s] | second half / first half | Q / (sqrt(g) D^(5/2)) |\n|---|---|---|---|")
    found = []
    for cells in openings:
        opening = cells * cell
        radius, fill, frames = 1.5 * opening, 2.5 * opening, 36
        text = head("hourglass", 6 * math.sqrt(opening / GRAVITY), frames)
        text += sand(cell, solver, mu, f"compression = 0.03\nspeed = {math.sqrt(2 * GRAVITY * 3 * opening)!r}\n{keys}")
        text += f"""[[sand_block]]
name = "fill"
shape = "cylinder"
centre = [0.0, 0.0, {fill / 2!r}]
radius = {radius!r}
height = {fill!r}
[[wall]]
name = "floor"
material = "sand"
shape = "disc"
centre = [0.0, 0.0, 0.0]
normal = [0.0, 0.0, 1.0]
radius = {radius + 0.01!r}
hole = {opening / 2!r}
[[wall]]
name = "side"
material = "smooth"
shape = "cylinder-inside"
from = [0.0, 0.0, -0.01]
to = [0.0, 0.0, {2 * fill!r}]
radius = {radius!r}
[[sink]]
name = "below"
point = [0.0, 0.0, {-opening / 2!r}]
normal = [0.0, 0.0, 1.0]
""" + plane("x", "smooth", (1, 0, 0)) + plane("y", "smooth", (0, 1, 0))
        rows = Run(talus, f"hourglass-{cells}", text).stats()
        # The first third of the time is the start: sand that falls to the sink, and flow that becomes steady.
        volume = lambda row: 4 * row["sand.sunk"] * (cell / 2) ** 3
        rate = lambda i, j: (volume(rows[j]) - volume(rows[i])) / (rows[j]["time"] - rows[i]["time"])
        begin, middle = frames // 3, 2 * frames // 3
        q = rate(begin, frames)
        found.append((opening, q))
        print(f"| {cells} | {q:.3e} | {rate(middle, frames) / rate(begin, middle):.3f} | {q / math.sqrt(GRAVITY) / opening ** 2.5:.4f} |",
              flush=True)
    if len(found) < 2:
        return
    exponent, _, error = line([math.log(d) for d, _ in found], [math.log(q) for _, q in found])
    print(f"exponent of D: {exponent:.2f} +- {error:.2f}")

    def beverloo(points):
        """C and k of Q = C sqrt(g) (D - k cells)^(5/2), and the standard error of k, from the line of Q^(2/5) over D."""
        x, y = [d / cell for d, _ in points], [q ** 0.4 for _, q in points]
        slope, offset, of_slope = line(x, y)
        n, middle = len(x), sum(x) / len(x)
        k = -offset / slope
        # of_slope is the scatter over the root of sum (x - middle)^2
        spread = sum((a - middle) ** 2 for a in x)
        return (slope / cell) ** 2.5 / math.sqrt(GRAVITY), k, of_slope / slope * math.sqrt(spread / n + (k - middle) ** 2)

    if len(found) > 2:
        c, k, of_k = beverloo(found)
        print(f"Beverloo: C = {c:.3f}, k = {k:.2f} +- {of_k:.2f} cells (of grains: C = 0.55 to 0.65, k = 1 to 2 diameters)")
        exponent, _, error = line([math.log(d - k * cell) for d, _ in found], [math.log(q) for _, q in found])
        print(f"exponent of D - k cells: {exponent:.2f} +- {error:.2f}", flush=True)


def janssen(talus, solver):
    cell, mu, wide = 0.005, 0.5, 0.08
    density, depth = 2500 * BULK, 4 * cell
    print("| walls | filling over width | floor over weight | walls + floor over weight | L / width | K |\n|---|---|---|---|---|---|")
    for wall in (0.4, 0.0):
        for times in (1, 2, 4, 6):
            height = times * wide
            text = head("janssen", 1.2, 24, periodic(depth)) + sand(cell, solver, mu, "compression = 0.01")
            text += f'[[material]]\nname = "side"\nfriction = {wall!r}\n'
            text += block("fill", (0, 0, 0), (wide, depth, height)) + plane("floor")
            text += plane("left", "side", (1, 0, 0)) + plane("right", "side", (-1, 0, 0), (wide, 0, 0))
            # The floor goes down slowly, so that friction acts upwards all along the walls.
            text += '[[motion]]\nwall = "floor"\nkind = "translate"\nvelocity = [0.0, 0.0, -0.01]\nstart = 0.4\n'
            run = Run(talus, f"janssen-{wall}-{times}", text)
            rows = run.stats()[-8:]
            mean = lambda name: sum(row[name] for row in rows) / len(rows)
            weight = density * wide * depth * height * GRAVITY
            floor = -mean("wall.floor.fz") / weight
            sides = -(mean("wall.left.fz") + mean("wall.right.fz")) / weight
            length = k = "-"
            if floor < 0.98:
                low, high = 1e-3, 1e3
                while high / low > 1 + 1e-6:
                    middle = math.sqrt(low * high)
                    low, high = (middle, high) if middle / times * (1 - math.exp(-times / middle)) < floor else (low, middle)
                length, k = f"{low:.2f}", f"{1 / (2 * wall * low):.2f}"
            print(f"| {wall} | {times} | {floor:.3f} | {floor + sides:.4f} | {length} | {k} |", flush=True)
    sine = math.sin(math.atan(mu))
    print(f"K between (1 - sin)/(1 + sin) = {(1 - sine) / (1 + sine):.2f} and 1 - sin = {1 - sine:.2f}")


def impact(talus, solver, keys, across, whole):
    """A ball falls onto a bed 10 of its diameters wide and 6 deep. It is thrown up from the bed and comes back with the speed of
    its fall, when the bed has settled. H is the whole drop, with the depth below the settled surface. A quarter of the problem
    between two planes of symmetry, on which sliders hold the ball, with a quarter of its mass; or the whole of it.
    @param across cells in the diameter of the ball"""
    mu, diameter, density = 0.4, 0.03, 2500.0
    cell = diameter / across
    wide, deep, radius = (10 if whole else 5) * diameter, 6 * diameter, diameter / 2
    at = wide / 2 if whole else 0.0
    start = deep + radius + 0.2 * cell
    mass = density * math.pi / 6 * diameter ** 3 / (1 if whole else 4)
    print("| drop / D | depth d / D | H / D | d / (0.14/mu (rho_b/rho_g)^(1/2) D^(2/3) H^(1/3)) | speed at the end [m/s] |\n|---|---|---|---|---|")
    found = []
    for drop in (1, 3, 9, 27):
        speed = math.sqrt(2 * GRAVITY * drop * diameter)
        flight, frames = 2 * speed / GRAVITY, 40
        text = head("impact", flight + 0.25, frames)
        text += sand(cell, solver, mu, f"speed = {max(speed, 1.5)!r}\n{keys}")
        text += block("bed", (0, 0, 0), (wide, wide, deep)) + plane("floor")
        for axis, normal in (("x", (1, 0, 0)), ("y", (0, 1, 0))):
            text += plane(axis, "smooth", normal) + plane(axis + "-far", "smooth", [-n for n in normal], [wide * n for n in normal])
        text += f"""[[material]]
name = "ball"
density = {density!r}
friction = 0.3
[[body]]
name = "ball"
material = "ball"
radius = {radius!r}
mass = {mass!r}
position = [{at!r}, {at!r}, {start!r}]
velocity = [0.0, 0.0, {speed!r}]
"""
        for axis in () if whole else ("x", "y"):
            text += f"""[[joint]]
name = "on-{axis}"
kind = "slider"
first = "ball"
second = "{axis}"
point = [0.0, 0.0, {start!r}]
"""
        run = Run(talus, f"impact-{drop}", text)
        row = run.stats()[-1]
        # The highest particles of a bed with eight in a cell are a quarter of a cell below its surface, and up to 0.35 of
        # their spacing higher than in a lattice (talus/sand/sources/fill.h): the mean height of the bed has no such noise.
        before = run.points("sand", int(flight / (flight + 0.25) * frames) - 1)
        surface = 2 * sum(p["z"] for p in before) / len(before)
        d = surface - (row["body.ball.z"] - radius)
        height = drop * diameter + d
        found.append((height, d))
        law = 0.14 / mu * math.sqrt(density / (2500 * BULK)) * diameter ** (2 / 3) * height ** (1 / 3)
        print(f"| {drop} | {d / diameter:.3f} | {height / diameter:.2f} | {d / law:.2f} | {row['body.ball.vz']:.1e} |", flush=True)
    exponent, _, error = line([math.log(h) for h, _ in found], [math.log(d) for _, d in found])
    print(f"exponent {exponent:.2f} +- {error:.2f} (1/3 by experiment)", flush=True)


def blade(talus, solver, mu):
    """A vertical blade, without friction, through a bed of grains and through one of continuum sand."""
    r, bed, length, cut, speed = 0.0025, 0.04, 0.32, 0.02, 0.15
    depth, start = 12 * r, 0.35
    way = 0.12
    until = start + way / speed

    def blade_text(scene):
        return scene + f"""[[wall]]
name = "blade"
material = "smooth"
shape = "box-outside"
min = [0.03, -1.0, {bed - cut!r}]
max = [0.04, 1.0, {bed + 0.1!r}]
[[motion]]
wall = "blade"
kind = "translate"
velocity = [{speed!r}, 0.0, 0.0]
start = {start!r}
"""

    def forces(name, text, width):
        rows = Run(talus, name, text).stats()
        part = [row for row in rows if row["time"] > start]
        return [(speed * (row["time"] - start), row["wall.blade.fx"] / width) for row in part]

    sides = plane("back", "smooth", (1, 0, 0), (0.04, 0, 0)) + plane("end", "smooth", (-1, 0, 0), (length, 0, 0))
    text = head("blade", until, 60, periodic(depth)) + GRAINS + floor_of_grains(r, 0.04, length, depth)
    count = int((length - 0.04) * bed * depth * BULK / (4 / 3 * math.pi * (0.95 * r) ** 3))
    text += f"""[[fill]]
name = "bed"
material = "grain"
packing = "random-dense"
count = {count}
grain_radius = {0.95 * r!r}
radius_spread = 0.05
min = [0.04, 0.0, 0.0]
max = [{length!r}, {depth!r}, {1.1 * bed!r}]
""" + sides
    columns = {"grains": forces("blade-grains", blade_text(text), depth)}
    for cells in (4, 8):
        cell = bed / cells
        text = head("blade", until, 60, periodic(4 * cell)) + sand(cell, solver, mu, "compression = 0.02\nspeed = 0.9")
        text += block("bed", (0.04, 0, 0), (length, 4 * cell, bed)) + plane("floor") + sides
        columns[f"{solver}, {cells} cells deep"] = forces(f"blade-{cells}", blade_text(text), 4 * cell)
    print("| way of the blade [mm] | " + " | ".join(f"{name} [N/m]" for name in columns) + " |\n|---" + "|---" * len(columns) + "|")
    for low in range(20, 120, 20):
        means = []
        for force in columns.values():
            part = [f for x, f in force if low <= 1000 * x < low + 20]
            means.append(sum(part) / len(part))
        print(f"| {low} to {low + 20} | " + " | ".join(f"{f:.1f}" for f in means) + " |", flush=True)


LAWS = {law.__name__: law for law in (slope, bounce, count, rest, stop, flow, repose, hourglass, janssen, impact, blade)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("talus")
    parser.add_argument("laws", nargs="+", choices=LAWS)
    parser.add_argument("--solver", default="mpm")
    parser.add_argument("--mu", type=float, default=0.45, help="of the blade's sand: that of the grains")
    parser.add_argument("--keys", default="", help="of [sand], separated by ;, for slope, bounce, rest, impact and hourglass")
    parser.add_argument("--openings", default="8,12,16,20,24", help="of hourglass, in cells")
    parser.add_argument("--across", type=int, default=6, help="cells in the diameter of the ball of impact")
    parser.add_argument("--whole", action="store_true", help="impact: not a quarter of it")
    given = parser.parse_args()
    for law in given.laws:
        print(f"\n{law}, {given.solver}", flush=True)
        settings = {"mu": given.mu} if law == "blade" else {}
        if law in ("slope", "bounce", "rest", "impact", "hourglass"):
            settings["keys"] = given.keys.replace(";", "\n")
        if law == "hourglass":
            settings["openings"] = [int(cells) for cells in given.openings.split(",")]
        if law == "impact":
            settings.update(across=given.across, whole=given.whole)
        LAWS[law](given.talus, given.solver, **settings)


if __name__ == "__main__":
    main()
