"""Pictures that are done with do not stay in the process."""

import subprocess
import sys

PROGRAM = """
import sys
from pathlib import Path
import numpy as np
from pi.reading import heap

def rss_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

if "set_up" in sys.argv:
    heap.set_up()
np.ones(1280 * 960 * 3, np.uint8)  # once that is freed, glibc takes the like from its arena by itself
before_mb = rss_mb()
pictures, notes = [], []
for _ in range(30):
    pictures.append(np.ones(1280 * 960 * 3, np.uint8))
    notes.append(bytes(2000))
del pictures
if "give_back" in sys.argv:
    heap.give_back()
print(rss_mb() - before_mb)
"""


def left_mb(*words: str) -> float:
    """What thirty pictures leave behind that something small was kept of."""
    done = subprocess.run([sys.executable, "-P", "-c", PROGRAM, *words], capture_output=True, text=True, check=True)
    return float(done.stdout)


def test_pictures_leave_no_holes_in_the_arena_and_what_is_free_in_it_is_given_back(system: None) -> None:
    as_python_does = left_mb()
    for words in ("set_up", "give_back"):
        assert left_mb(words) < as_python_does / 10, words
