"""Mirror and uplink as processes that are killed with SIGKILL at any moment: nothing is lost, nor done twice."""

import random
import socket
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from link.board_socket import CommandCall
from link.messages import Accepted, Command, Outcome, new_id
from record.decisions.outcome import OBEYED
from record.decisions.words import StopClock
from record.log.errors import LogError
from record.store.journal import Journal
from tests.hub.conftest import Game
from tests.hub.venue.world import MOVES, last
from tests.support.board_service import BoardService
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
    chance, done = random.Random(4), []
    service = BoardService(own.parents[2], lambda command: done.append(command.body.reason) or OBEYED)
    calls: dict[str, CommandCall] = {}
    outcomes: dict[str, Outcome] = {}

    def ask():
        """What those who wait for an outcome do."""
        for name, call in calls.items():
            if name not in outcomes and (outcome := call.step()):
                outcomes[name] = outcome

    def at(holds):
        def is_so(name):
            ask()
            return holds(name)

        return is_so

    def is_mirrored(more):
        return lambda _name: (mirrored(mirror) or (0,))[0] >= before + more

    moments = bool, is_mirrored(1), done.__contains__, is_mirrored(20), outcomes.__contains__, is_mirrored(60)
    service.start()
    try:
        for name, moment in zip("abcdef", map(at, moments), strict=True):
            before = (mirrored(mirror) or (0,))[0]
            for place in range(40):
                game.move(*MOVES[place % 4])
            calls[name] = CommandCall(there.parents[2], Command(new_id(), "0001", StopClock("Anna", name), 5_000))
            wait_until(lambda moment=moment, name=name: moment(name) or name in outcomes)
            who = chance.choice((mirror, mirror, uplink))
            who.kill()
            who.start()
        for name in calls:
            wait_until(partial(at(outcomes.__contains__), name), lambda: (outcomes, done))
    finally:
        service.stop()
        for call in calls.values():
            call.close()
    assert len(done) == len(set(done))
    assert {name for name, outcome in outcomes.items() if isinstance(outcome, Accepted)} == set(done)
    wait_until(lambda: mirrored(mirror) == last(own))
    for one in (uplink, mirror):
        one.kill()
    with closing(Journal.reader(there)) as journal:
        assert sum(1 for _ in journal.since(0)) == last(own)[0] == 3 + 2 * 40 * 6
