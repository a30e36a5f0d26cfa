"""How long whole GRAB sets take and how much memory a worker needs, with and without pictures.

    python perf/generate_grab.py [--jobs 2] [--presets lite,paper]

The promises: `paper` with pictures in under 8 minutes on 2 cores, without in under 60 seconds, under 700 MB a worker,
and memory flat in the number of questions (`paper` has more than four times those of `lite`). There is no peer to run
beside: the drawing's is in `draw_grab.py`.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--presets", default="lite,paper")
    arguments = parser.parse_args()
    print(f"{'preset':8} {'pictures':9} {'wall s':>8} {'CPU s':>8} {'peak MB a process':>18}")
    for pictures in (False, True):
        for preset in arguments.presets.split(","):
            with tempfile.TemporaryDirectory() as folder:
                wall, cpu, peak = _generated(preset, pictures, arguments.jobs, Path(folder) / "set")
            print(f"{preset:8} {'yes' if pictures else 'no':9} {wall:8.1f} {cpu:8.1f} {peak:18.0f}", flush=True)


def _generated(preset: str, pictures: bool, jobs: int, out: Path) -> tuple[float, float, float]:
    """Wall and CPU seconds of one run, and the peak memory in MB of the largest process so far."""
    command = [sys.executable, "-m", "snellen", "generate", "grab", "--preset", preset, "--seed", "1"]
    command += ["--jobs", str(jobs), "--out", str(out), "--images" if pictures else "--no-images"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # Without pictures first, and the smaller preset first: the peak of all children only grows.
    return wall, cpu, after.ru_maxrss / 1024


if __name__ == "__main__":
    main()
