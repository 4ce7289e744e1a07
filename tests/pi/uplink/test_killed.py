"""Mirror and uplink as processes that are killed with SIGKILL at any moment: nothing is lost, nor done twice."""

import random
import socket
import subprocess
import sys
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

import pytest

from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import StopClock
from record.log.errors import LogError
from record.store.inbox_file import inbox_of
from record.store.journal import Journal
from tests.hub.conftest import Game
from tests.hub.venue.world import MOVES, last
from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[3]


class Process:
    """The mirror or the uplink, as a process that can be killed and started anew."""

    def __init__(self, what, folder, end):
        self.what, self.folder, self.end = what, folder, end
        self.process = None

    def start(self):
        words = [sys.executable, "-P", "-m", "tests.pi.uplink.processes", self.what, str(self.folder), str(self.end.fileno())]
        self.process = subprocess.Popen(words, cwd=ROOT, pass_fds=[self.end.fileno()])

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def hall(system, tmp_path):
    """A board with a game, and mirror and uplink on two ends of a socket."""
    for folder in ("hub", "board/games/0001"):
        (tmp_path / folder).mkdir(parents=True)
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    game = Game(tmp_path / "board/games/0001").open()
    made = Process("mirror", tmp_path / "hub", ends[0]), Process("uplink", tmp_path / "board", ends[1])
    for one in made:
        one.start()
    yield (*made, game)
    for one in made:
        one.kill()
    game.journal.close()
    for end in ends:
        end.close()


def mirrored(mirror):
    path = mirror.folder / "1/games/0001/journal.jsonl"
    try:
        return last(path) if path.exists() else None
    except LogError:  # it is written to
        return None


def test_no_row_is_lost_and_no_word_is_done_twice_or_answered_otherwise_whoever_is_killed(hall):
    mirror, uplink, game = hall
    own, there = game.folder / "journal.jsonl", mirror.folder / "1/games/0001/journal.jsonl"
    wait_until(lambda: mirrored(mirror) == last(own))
    chance, numbers, done = random.Random(4), {}, []

    def serve():
        """What the service does in a round of its loop."""
        if inbox_of(own).exists():
            with Inbox(own) as board:
                for number, word in board.take():
                    done.append(word.reason)
                    board.answer(number, OBEYED)

    def has_come(name):
        with closing(Inbox(own)) if inbox_of(own).exists() else nullcontext() as board:
            return board and any(f'"{name}"' in text for _, _, text, _ in board.listed(0))

    def is_mirrored(more):
        return lambda _name: (mirrored(mirror) or (0,))[0] >= before + more

    def is_done(name):
        serve()
        return name in done

    def is_told(name):
        serve()
        return inbox.answered(numbers[name]) is not None

    with Inbox(there) as inbox:
        moments = bool, has_come, is_mirrored(1), is_done, is_mirrored(20), is_told, is_mirrored(60)
        for name, moment in zip("abcdefg", moments, strict=True):
            before = (mirrored(mirror) or (0,))[0]
            for at in range(40):
                game.move(*MOVES[at % 4])
            numbers[name] = inbox.put(StopClock("Anna", name))
            wait_until(lambda moment=moment, name=name: moment(name) or inbox.answered(numbers[name]))
            who = chance.choice((mirror, mirror, uplink))
            who.kill()
            who.start()
        for name in numbers:
            wait_until(partial(is_told, name), lambda: (numbers, done))
        became = {name: inbox.answered(number) for name, number in numbers.items()}
    assert len(done) == len(set(done))
    assert {name for name, how in became.items() if how == OBEYED} == set(done)
    wait_until(lambda: mirrored(mirror) == last(own))
    for one in (uplink, mirror):
        one.kill()
    with closing(Journal.reader(there)) as journal:
        assert sum(1 for _ in journal.since(0)) == last(own)[0] == 3 + 2 * 40 * 7
