#!/usr/bin/env python3
"""Compares runs of bench/water/spheric-2.toml with the measured pressure at P1.

    spheric_2.py MEASURED.csv RUN...

MEASURED.csv has t sqrt(g/H) and p / (rho g H), H = 0.55 m (Kleefsman and others 2005, SPHERIC test 2). Of each: when the
wave hits the box (P1 first above 2 kPa), the peak, and the impulse over an area from then on to 1.5 s.
"""
import csv
import sys
from math import sqrt

HEIGHT, DENSITY, GRAVITY, END = 0.55, 1000, 9.81, 1.5
IMPACT = 2000  # [Pa]: the foot of the measured rise, which is 0.2 times its peak


def between(a, b, share):
    return a + (b - a) * share


def first_above(points, level):
    for (t0, p0), (t1, p1) in zip(points, points[1:]):
        if p0 < level <= p1:
            return between(t0, t1, (level - p0) / (p1 - p0))
    return float("nan")


def impulse(points):
    """By the trapezoidal rule up to END."""
    total = 0
    for (t0, p0), (t1, p1) in zip(points, points[1:]):
        if t0 >= END:
            break
        if t1 > END:
            t1, p1 = END, between(p0, p1, (END - t0) / (t1 - t0))
        total += (t1 - t0) * (p0 + p1) / 2
    return total


def measured(path):
    with open(path) as file:
        rows = [line.split(",") for line in file if line[0] != "#"]
    return [(float(t) * sqrt(HEIGHT / GRAVITY), float(p) * DENSITY * GRAVITY * HEIGHT) for t, p in rows]


def probe(run, name):
    with open(f"{run}/probes/{name}.csv") as file:
        rows = list(csv.reader(file))[1:]
    return [(float(row[0]), float(row[2])) for row in rows]


def describe(what, points, against=None):
    time, peak = max(points, key=lambda point: point[1])
    hit, push = first_above(points, IMPACT), impulse(points)
    text = f"{what:24} hit {hit:.4f} s   peak {peak:6.0f} Pa at {time:.4f} s   impulse {push:5.0f} Pa s"
    if against:
        text += f"   off by {hit / against[0] - 1:+.1%} and {push / against[1] - 1:+.1%}"
    print(text)
    return hit, push


def main(data, *runs):
    truth = describe("measured P1", measured(data))
    for run in runs:
        describe(run + " P1", probe(run, "P1"), truth)
        describe(run + " P3", probe(run, "P3"))
        level = probe(run, "H2")
        print(f"{'':24} H2 wet at {next((t for t, h in level if h > 0.01), 0):.3f} s, "
              f"highest {max(h for _, h in level):.3f} m; H4 at 1 s {dict(probe(run, 'H4')).get(1.0, 0):.3f} m")


if __name__ == "__main__":
    main(*sys.argv[1:])
