"""Measures the time to the first move on the page, seconds a press, and peak memory, for docs/developer/figures.md.

usage: ./damcam bench firstlight [--quick]     --quick leaves out the fresh clone and times the demo in this environment.

The last line is one JSON object with the figures, the bounds, and "holds".
"""

import json
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SESSION = ROOT / "tests" / "data" / "sessions" / "first_light"
# Bounds: a person waits minutes for an installation, but only seconds for a program; a Pi Zero 2 W has 512 MB in all.
ASKED = {"first_move_s": 300.0, "first_move_again_s": 20.0, "press_s": 2.0, "replay_peak_mb": 250.0}
TIMEOUT_S = 900


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def first_move_s(root: Path) -> float:
    """Return the seconds from `./damcam demo` to the first move on the page."""
    port = free_port()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as out:
        command = [str(root / "damcam"), "demo", "--no-browser", "--no-stay", "--port", str(port), "--out", f"{out}/game"]
        demo = subprocess.Popen(command, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while time.monotonic() - began < TIMEOUT_S and demo.poll() is None:
                if moves_on_page(port):
                    return round(time.monotonic() - began, 2)
                time.sleep(0.05)
        finally:
            demo.terminate()
            demo.wait(20)
    raise SystemExit(f"no move came on the page of ./damcam demo (exit {demo.returncode})")


def moves_on_page(port: int) -> int:
    """Return the number of moves in the page's state; 0 while nothing answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/state", timeout=2) as answer:
            return len(json.load(answer)["moves"])
    except (OSError, ValueError, KeyError):
        return 0


def replay() -> tuple[float, float, float]:
    """Return the seconds a press and peak memory in MB of `replay`, and the seconds of a command without pictures."""
    presses = len((SESSION / "presses.jsonl").read_text().splitlines())
    began = time.monotonic()
    subprocess.run([str(ROOT / "damcam"), "perft", "--depth", "1"], check=True, stdout=subprocess.DEVNULL)
    start_s = time.monotonic() - began
    began = time.monotonic()
    subprocess.run([str(ROOT / "damcam"), "replay", str(SESSION), "--json"], check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - began
    return round(seconds / presses, 3), round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, 1), round(start_s, 2)


def main() -> int:
    press_s, peak_mb, start_s = replay()
    figures = {"press_s": press_s, "replay_peak_mb": peak_mb, "command_start_s": start_s, "first_move_again_s": first_move_s(ROOT)}
    if "--quick" not in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            clone = Path(folder) / "damcam"
            subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
            figures["first_move_s"] = first_move_s(clone)
            shutil.rmtree(clone)
    holds = all(figures[name] <= most for name, most in ASKED.items() if name in figures)
    print(json.dumps({"bench": "firstlight", "figures": figures, "asked_at_most": ASKED, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
