#!/usr/bin/env python3
"""What a simulated second of a run costs at some of its checkpoints, for runs too long to be timed as a whole.

    bench/cost_from_checkpoints.py TALUS DIR SECONDS FRAME...

Goes on from each frame (which must have a checkpoint) for SECONDS of simulated time in a copy of the run folder, and prints
the grains there and the seconds of the clock that one simulated second takes.
"""
import csv
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def rows_of(folder):
    rows = list(csv.reader(open(folder / "stats.csv")))
    names = [name.split(" ")[0] for name in rows[0]]
    return [dict(zip(names, map(float, row))) for row in rows[1:]]


def copied(run, frame, folder):
    """The run folder as it was when it stopped at a frame, without its frames."""
    copy = folder / f"{run.name}.{frame}"
    shutil.copytree(run, copy, ignore=shutil.ignore_patterns("checkpoint.*", "images", "plots", "export"))
    checkpoint = next((run / "checkpoints").glob(f"checkpoint.*{frame:04d}.h5"))
    shutil.copy(checkpoint, copy / "checkpoints" / checkpoint.name)
    return copy


def main():
    talus, run, seconds = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), float(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        for frame in map(int, sys.argv[4:]):
            copy = copied(run, frame, Path(folder))
            before = rows_of(copy)[frame]
            until = before["time"] + seconds
            subprocess.run([talus, "resume", copy, "--from", str(frame), "--until", f"{until:.9g} s",
                            "--progress", "none"], check=True)
            after = rows_of(copy)[-1]
            cost = (after["wall_clock"] - before["wall_clock"]) / (after["time"] - before["time"])
            print(f"frame {frame}: {before['grains']:.0f} grains, {cost:.2f} s a simulated second", flush=True)


if __name__ == "__main__":
    main()
