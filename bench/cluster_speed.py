#!/usr/bin/env python3
"""How fast LAMMPS takes the steps of a settled bed on some ranks, and how much memory a rank takes.

    bench/cluster_speed.py TALUS RANKS[,RANKS...] GRAINS...

The bed is that of `talus bench` (2500 grains on a floor, periodic sides, lee-herrmann, friction 0.5): Talus settles it,
`talus export` hands it over, and LAMMPS' `replicate` makes GRAINS of it. After 20 steps it is timed in six short runs;
the fastest counts, since other work on the machine only ever makes a run slower. Printed are

  particle-steps a second by LAMMPS' "Loop time", and a second of processor time (that of one rank, without what it waits
  for others; of several ranks it holds their waiting too),
  the largest rank's memory at its peak, and what a restart file and a dump take on the disk.
"""
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH = 0.0208  # of the tile [m]
SCENE = f"""format = 1
name = "tile"
[world]
periodic = ["x", "y"]
domain_max = [{WIDTH}, {WIDTH}, 0.2]
[time]
dt = 5e-6
frame_interval = 0.05
duration = 0.3
[grains]
skin = 0.05
[[material]]
name = "glass"
density = 2500
[[contact]]
between = ["glass", "glass"]
law = "lee-herrmann"
stiffness = 1e5
normal_damping = 3000
shear_stiffness = 700
shear_damping = 1500
friction = 0.5
[[wall]]
name = "floor"
material = "glass"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[fill]]
name = "tile"
material = "glass"
min = [0, 0, 0]
max = [{WIDTH}, {WIDTH}, 0.2]
count = 2500
grain_radius = 0.001
spacing = 1.04
"""


def tile(talus, folder):
    """The script of LAMMPS up to where it could run; data.tile is beside it."""
    (folder / "tile.toml").write_text(SCENE)
    subprocess.run([talus, "run", folder / "tile.toml", "--out", folder / "run", "--threads", "1", "--progress", "none"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run([talus, "export", folder / "run", "--format", "lammps", "--out", folder / "job"], check=True,
                   stdout=subprocess.DEVNULL)
    return (folder / "job/in.tile").read_text().split("\nthermo ")[0]


def timed(setup, folder, ranks, grains):
    tiles = max(1, round(grains / 2500))
    along_x = max(1, math.isqrt(tiles))
    along_y = max(1, round(tiles / along_x))
    count = 2500 * along_x * along_y
    steps = max(3, min(200, round(2e6 * ranks / count)))
    script = setup.replace("read_data data.tile", f"read_data data.tile\nreplicate {along_x} {along_y} 1")
    script += "\nthermo 1000000000\nthermo_style custom step atoms\nrun 20\n" + f"run {steps} pre no\n" * 6
    script += "write_restart end.restart noinit\n"
    script += "write_dump all custom end.dump id type x y z vx vy vz omegax omegay omegaz radius fx fy fz tqx tqy tqz"
    script += " modify format float %.17g\n"
    (folder / "job/in.timed").write_text(script)
    words = ["lmp", "-in", "in.timed", "-log", "none"]
    if ranks > 1:
        words = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", str(ranks)] + words
    said = subprocess.run(words, cwd=folder / "job", env=dict(os.environ, OMP_NUM_THREADS="1"), check=True,
                          capture_output=True, text=True).stdout
    loops = [float(t) for t in re.findall(r"Loop time of (\S+) on", said)][1:]
    shares = [float(s) for s in re.findall(r"(\S+)% CPU use with", said)][1:]
    wall, processor = min(loops), min(t * s / 100 for t, s in zip(loops, shares))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    own = max(float(m) for m in re.findall(r"Per MPI rank memory allocation \(min/avg/max\) = \S+ \| \S+ \| (\S+) Mb", said))
    sizes = [(folder / "job" / name).stat().st_size / count for name in ("end.restart", "end.dump")]
    print(f"{count:>9} grains, {ranks} rank{'s' * (ranks > 1)}: {count * steps / wall / 1e6:.2f} M particle-steps/s by the "
          f"clock, {count * steps / processor / ranks / 1e6:.2f} M a second of each processor ({steps} steps); a rank's "
          f"peak {peak / 1e6:.0f} MB = {peak * ranks / count:.0f} bytes a grain (by LAMMPS' own count {own * 1e6 * ranks / count:.0f}); "
          f"restart {sizes[0]:.0f}, dump {sizes[1]:.0f} bytes a grain", flush=True)


def main():
    talus = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        setup = tile(talus, folder)
        # From few to many grains: the peak of memory is that of the largest so far.
        for grains in sorted(map(int, sys.argv[3:])):
            for ranks in sorted(map(int, sys.argv[2].split(",")), reverse=True):
                timed(setup, folder, ranks, grains)


if __name__ == "__main__":
    main()
