"""A log of thousands of rows, as a board elsewhere may send it: the pages of the others are served while it is read."""

import subprocess
import sys

from record.store.folder import JOURNAL_NAME
from tests.hub.journal_rows import game_of, write_journal

READ = """
from gevent import monkey
monkey.patch_all()
import sys
import gevent
from pathlib import Path
from hub.feeds.follower import Follower

turns = 0

def others():
    global turns
    while True:
        turns += 1
        gevent.sleep(0)

gevent.spawn(others)
follower = Follower(Path(sys.argv[1]))
follower.look()
print(follower.row, turns)
"""


def test_others_have_their_turn_while_a_long_log_is_read(system, tmp_path):
    seen = ("AlertSeen", {"t_ns": 1, "by": "Anke", "alert": "1.0"})
    write_journal(tmp_path / JOURNAL_NAME, [*game_of()[:3], *[seen] * 997])
    done = subprocess.run([sys.executable, "-P", "-c", READ, tmp_path / JOURNAL_NAME], capture_output=True, text=True, check=True)
    row, turns = map(int, done.stdout.split())
    assert row == 1000
    assert turns >= 9, done.stdout
