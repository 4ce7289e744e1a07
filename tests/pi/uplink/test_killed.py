"""Mirror and uplink as processes that are killed with SIGKILL at any moment: nothing is lost, nor done twice."""

import random
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from hub.boards.handing import RuleError, hand_over
from hub.venue.link import read_link
from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import StopClock
from record.store.inbox_file import inbox_of
from record.store.journal import Journal, JournalError
from tests.hub.conftest import Game, Service
from tests.hub.venue.world import last
from tests.pi.uplink.test_any_weather import MOVES

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
def hall(tmp_path):
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


def until(true, within_s=60.0):
    ends_s = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < ends_s, "it does not come"
        time.sleep(0.02)


def mirrored(mirror):
    path = mirror.folder / "1/games/0001/journal.sqlite"
    try:
        return last(path) if path.exists() else None
    except JournalError:  # it is written to
        return None


@pytest.mark.parametrize("seed", [1])
def test_rows_survive_whenever_mirror_and_uplink_are_killed(hall, seed):
    mirror, uplink, game = hall
    chance = random.Random(seed)
    for number in range(6):
        before = mirrored(mirror)
        for at in range(40):
            game.move(*MOVES[(40 * number + at) % 4])
        if number % 2:
            until(lambda before=before: mirrored(mirror) != before)  # it writes just now
        else:
            time.sleep(0.2 * chance.random())
        who = chance.choice((mirror, mirror, uplink))
        who.kill()
        who.start()
    own = last(game.folder / "journal.sqlite")
    until(lambda: mirrored(mirror) == own)
    for one in (uplink, mirror):
        one.kill()
    path = mirror.folder / "1/games/0001/journal.sqlite"
    with closing(Journal.reader(path)) as journal:
        assert sum(1 for _ in journal.since(0)) == own[0] == 3 + 2 * 240


def test_a_desk_at_the_hub_hands_a_ruling_over_as_at_the_board(hall):
    """What a desk, `damcam rule` and `damcam names` use, with a service that answers as a board's does."""
    mirror, _, game = hall
    there = mirror.folder / "1/games/0001/journal.sqlite"
    until(lambda: mirrored(mirror) == last(game.folder / "journal.sqlite"))
    until(lambda: (link := read_link(mirror.folder / "1")) is not None and link.online)
    game.journal.close()
    service = Service(game.folder / "journal.sqlite")
    service.start()
    try:
        assert hand_over(there, Decision(0, "to-move", "Anna", side="black")) is None
        with pytest.raises(RuleError, match="Black is to move already"):
            hand_over(there, Decision(0, "to-move", "Anna", side="black"))
        until(lambda: mirrored(mirror)[0] == 4)
    finally:
        service.end()


def test_no_word_is_done_twice_or_answered_otherwise_whoever_is_killed(hall):
    mirror, uplink, game = hall
    own = game.folder / "journal.sqlite"
    there = mirror.folder / "1/games/0001/journal.sqlite"
    until(lambda: mirrored(mirror) == last(own))
    chance, numbers, done = random.Random(4), {}, []

    def serve(seconds):
        ends_s = time.monotonic() + seconds
        while time.monotonic() < ends_s:
            if inbox_of(own).exists():
                with Inbox(own) as inbox:
                    for number, word in inbox.take():
                        done.append(word.reason)
                        inbox.answer(number, OBEYED)
            time.sleep(0.02)

    with Inbox(there) as inbox:
        for name in "abcdef":
            numbers[name] = inbox.put(StopClock("Anna", name))
            serve(0.3 * chance.random())
            who = chance.choice((mirror, uplink))
            who.kill()
            who.start()
            serve(0.6)
        ends_s = time.monotonic() + 60
        while any(inbox.answered(number) is None for number in numbers.values()):
            assert time.monotonic() < ends_s
            serve(0.2)
        became = {name: inbox.answered(number) for name, number in numbers.items()}
    assert len(done) == len(set(done))
    assert {name for name, how in became.items() if how == OBEYED} == set(done)
