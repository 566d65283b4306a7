#!/usr/bin/env python3
"""Ends runs by LAMMPS, or LIGGGHTS, at random moments and resumes them, until it has done so KILLS times.

    bench/lammps_kills.py TALUS KILLS [SEED [lammps|liggghts]]

By LAMMPS a spout pours 300 grains onto a plate beside a drain; by LIGGGHTS, which has neither spouts nor drains, a
block of grains falls on the plate, which is a mesh there. On two ranks. In turn Talus is ended by kill -9, a
rank is, and Talus hears Ctrl-C. After each end: exit code and message are as they should be, no process of the
other program is left, and `talus resume --engine ...` goes on. A run that is through is compared with one that was never
stopped (all frames and rows are there, the same grains were born and counted), and the next begins.
"""
import csv
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCENE = """format = 1
name = "pour"
[time]
duration = "0.4 s"
frame_interval = "10 ms"
[[material]]
name = "sand"
[[contact]]
between = ["sand", "sand"]
{law}
[[wall]]
name = "plate"
material = "sand"
shape = "rectangle"
corner = [-0.02, -0.02, 0]
edge_u = [0.04, 0, 0]
edge_v = [0, 0.04, 0]
[[wall]]
name = "floor"
material = "sand"
shape = "plane"
point = [0, 0, -0.03]
normal = [0, 0, 1]
{grains}
[output]
checkpoint_frames = 4
"""
POUR = """[[sink]]
name = "drain"
shape = "box"
min = [0.03, -1, -0.04]
max = [1, 1, -0.02]
[[emitter]]
name = "spout"
material = "sand"
centre = [0, 0, "50 mm"]
radius = "15 mm"
rate = "1000 /s"
count = 300
grain_radius = "2 mm"
radius_spread = 0"""
BLOCK = """[[fill]]
name = "block"
material = "sand"
min = [-0.014, -0.014, 0.01]
max = [0.014, 0.014, 0.05]
grain_radius = "2 mm"
radius_spread = 0.1
spacing = 1.02"""
LAW = """law = "hooke"
stiffness = 4000
shear_stiffness = 1143
normal_damping = 700
shear_damping = 0
friction = 0.4"""
PROGRAMS = {"lammps": "lmp", "liggghts": "liggghts"}  # as the system names their processes
SCENES = {"lammps": SCENE.format(law='law = "lee-herrmann"', grains=POUR),
          "liggghts": SCENE.format(law=LAW, grains=BLOCK)}
FRAMES = 40


def ranks_of(folder, program):
    """Processes of the other program that work in the run folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "comm").read_text().strip() == program \
                    and folder in os.readlink(entry / "cwd"):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def rows_of(run):
    rows = list(csv.reader(open(run / "stats.csv")))
    names = [name.split(" ")[0] for name in rows[0]]
    return [dict(zip(names, map(float, row))) for row in rows[1:]]


def complete(run, whole):
    """What is wrong with a run that is through; None: nothing."""
    frames = len(list((run / "frames").glob("grains.*.vtp")))
    rows, wanted = rows_of(run), rows_of(whole)
    if frames != FRAMES + 1 or len(rows) != FRAMES + 1:
        return f"{frames} frames and {len(rows)} rows of {FRAMES + 1}"
    for row, other in zip(rows, wanted):
        if row["time"] != other["time"] or row["step"] != other["step"]:
            return f"a row of {row['time']} s where one of {other['time']} s should be"
        born, wanted_born = (r["grains"] + r.get("sink.drain.count", 0) for r in (row, other))
        if born != wanted_born:
            return f"at {row['time']} s {born} grains were born, not {wanted_born}"
    early = max(abs(row["kinetic"] / other["kinetic"] - 1) for row, other in zip(rows[1:15], wanted[1:15]))
    print(f"  complete; largest difference of the kinetic energy up to {rows[14]['time']:.2f} s: {early:.1e}", flush=True)
    return None


def main():
    talus, kills = str(Path(sys.argv[1]).resolve()), int(sys.argv[2])
    engine = sys.argv[4] if len(sys.argv) > 4 else "lammps"
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background has it ignored
    wrong = done = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "pour.toml").write_text(SCENES[engine])
        start = ["run", folder / "pour.toml", "--out", folder / "run", "--overwrite"]
        options = ["--engine", engine, "--ranks", "2", "--progress", "none"]
        begin = time.time()
        subprocess.run([talus, "run", folder / "pour.toml", "--out", folder / "whole", *options], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        length = time.time() - begin
        words = start
        while done < kills:
            child = subprocess.Popen([talus, *words, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            how = ("kill", "rank", "interrupt")[done % 3]
            time.sleep(rng.uniform(0, 0.5 * length))
            if child.poll() is None:
                if how == "rank":
                    ranks = ranks_of(str(folder / "run"), PROGRAMS[engine])
                    if ranks:
                        os.kill(rng.choice(ranks), signal.SIGKILL)
                    else:
                        how = "kill"
                if how != "rank":
                    child.send_signal(signal.SIGKILL if how == "kill" else signal.SIGINT)
                said, code = child.communicate()[0], child.returncode
                done += 1
                if code == 0:
                    print(f"{done}: {how} came too late", flush=True)
                else:
                    if how == "interrupt" and code == -signal.SIGINT:
                        how = "kill"  # before the run had begun, there was nothing to save
                    good = code in {"kill": (-9, -2), "rank": (1,), "interrupt": (130,)}[how]
                    good = good and (how == "kill" or "talus resume" in said)
                    deadline = time.time() + 30
                    while ranks_of(str(folder / "run"), PROGRAMS[engine]) and time.time() < deadline:
                        time.sleep(0.05)
                    left = len(ranks_of(str(folder / "run"), PROGRAMS[engine]))
                    frames = len(list((folder / "run/frames").glob("grains.*.vtp")))
                    print(f"{done}: {how} at frame {frames - 1}, exit {code}{'' if good else ', WRONG: ' + said}"
                          f"{f', {left} RANKS LEFT' if left else ''}", flush=True)
                    wrong += (not good) + (left > 0)
                    words = ["resume", folder / "run"] if (folder / "run/manifest.json").exists() else start
                    continue
            else:
                said, code = child.communicate()[0], child.returncode
            if code != 0:
                print(f"exit {code}, WRONG: {said}", flush=True)
                wrong += 1
                words = start
                continue
            trouble = complete(folder / "run", folder / "whole")
            if trouble:
                print(f"  WRONG: {trouble}", flush=True)
            wrong += trouble is not None
            words = start
        if words is not start:
            subprocess.run([talus, *words, *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            trouble = complete(folder / "run", folder / "whole")
            print(f"  WRONG: {trouble}" if trouble else "", flush=True)
            wrong += trouble is not None
    print(f"{done} ends, {wrong} of them wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
