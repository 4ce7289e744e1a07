"""A copy of the hub's folder that was made while rows came, put back in the place of what was there: boards send what it lacks.

Broker and mirror are stopped meanwhile.
"""

import pytest

from link.hub_logs import HubLogs
from record.log.tail import read_tail, tail_of
from record.store.folder import GAMES
from tests.hub.venue.world import World, last


def kept(journal):
    """What a copy has of it now: the file, and its tail."""
    return journal.read_bytes(), tail_of(journal).read_bytes()


@pytest.fixture
def hall(tmp_path):
    """A hall with a game that is over and one that goes on, and an older and a newer copy of each."""
    world = World(tmp_path)
    world.board.begin()
    world.do("press, press, 2")
    older = {"0001": kept(world.journal("0001"))}
    world.do("press, next, press, press, 2")
    older["0002"] = kept(world.journal("0002"))
    world.do("press, press, 2, stop mirror, cut board")
    yield world, older, {game: kept(world.journal(game)) for game in older}
    world.close()


def put(path, content):
    """Write it in the place of the file, which stays the same one, as `cp -a COPY/. HUB/` and `rsync --inplace` do."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(content)


CASES = {
    "the file is older than the tail": lambda older, newer: (older[0], newer[1]),
    "the file is torn in a row": lambda older, newer: (older[0] + newer[0][len(older[0]) :][:40], newer[1]),
    "the file is newer than the tail": lambda older, newer: (newer[0], older[1]),
    "the file is newer, and torn in a row": lambda older, newer: (newer[0][:-9], older[1]),
    "both are older": lambda older, newer: older,
    "nothing was copied yet": lambda older, newer: (b"", newer[1]),
    "the tail is torn": lambda older, newer: (older[0] + b'{"row', b"\n" * 40 + newer[1][40:]),
}


@pytest.mark.parametrize("game", ["0001", "0002"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_nothing_is_lost_and_nothing_is_told_as_lost(hall, case, game):
    world, older, newer = hall
    journal = world.journal(game)
    content, tail = case(older[game], newer[game])
    put(journal, content)
    put(tail_of(journal), tail)
    HubLogs(world.state / GAMES).take_up()
    world.do("start mirror, join board, press, 8")
    assert world.agrees("0001", "0002")
    assert journal.read_bytes().startswith(newer[game][0])
    assert not world.link.refused
    _state, named = read_tail(journal)
    assert named.row == last(journal)[0]
