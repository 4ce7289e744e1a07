"""A neighbour board that answers nonsense, endlessly or not at all costs its own tile alone, on every page that asks it."""

import json
import ssl
import subprocess
import time

import pytest

from hub.boards.board import Boards
from hub.boards.other_boards import ANSWERS_WITHIN_S, GIVEN_UP_S, MOMENT_S, UNREACHABLE, OtherBoards, fetch
from hub.boards.readiness import ready_view, view_for_boards
from hub.public.broadcast import OtherGames
from hub.public.wall_feed import WallFeed
from record.session.state import State
from tests.hub.neighbour import DRIPS, OK, SAYS, Neighbour

READY = json.dumps(view_for_boards(ready_view(None, State(), {}))).encode()
GAME = b'[Event "x"]\n\n1. 32-28 *\n'


@pytest.fixture
def neighbour():
    made = []

    def begin(said, **more):
        made.append(Neighbour(said, **more))
        return made[-1].url

    yield begin
    for one in made:
        one.end()


@pytest.fixture
def good(neighbour):
    return neighbour(lambda path: OK + (READY if path == b"/ready.json" else b'{"fen": ""}' if path == b"/state" else GAME))


def asked_of_all(addresses):
    boards, wall, games = OtherBoards(addresses), WallFeed(Boards([]), addresses), OtherGames(addresses)
    wall.ask()
    return boards.views(), {tile["key"]: tile["reachable"] for tile in wall.view()["tiles"]}, games.games()


@pytest.mark.parametrize("what", SAYS)
def test_nonsense_costs_its_own_tile(neighbour, good, what):
    bad = neighbour(SAYS[what])
    views, tiles, games = asked_of_all([bad, good])
    assert [view["phase"] for view in views] == [UNREACHABLE, "silent"]
    assert tiles[good] is True
    assert (len(games[0]), len(games[1])) == (0, 1)


def test_a_certificate_that_is_not_trusted_here_is_named(neighbour, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    (view,) = OtherBoards([neighbour(OK, tls=context)]).views()
    assert view["phase"] == UNREACHABLE
    assert str(view["why"]).startswith("its certificate is not trusted here: ")
    assert str(view["do"]).startswith("see that both clocks are right")


@pytest.mark.parametrize("what", DRIPS)
def test_who_drips_is_given_up(neighbour, what, slower):
    began = time.monotonic()
    with pytest.raises(OSError):
        fetch(neighbour(DRIPS[what], drips=True))
    assert time.monotonic() - began < (GIVEN_UP_S + ANSWERS_WITHIN_S) * slower


def test_twenty_who_drip_hold_up_nobody_twice(neighbour, good, slower):
    """The first time they are waited for; then the others' tiles do not wait for them, and one that is well again is back."""
    now_s = [0.0]
    bad = [neighbour(DRIPS["a dripping answer"], drips=True) for _ in range(20)]
    boards = OtherBoards([*bad, good], now_s=lambda: now_s[0])
    boards.views()
    time.sleep(0.5)
    for _ in range(3):
        now_s[0] += 10
        began = time.monotonic()
        views = boards.views()
        assert time.monotonic() - began < (MOMENT_S + 0.3) * slower
        assert [view["phase"] for view in views] == [UNREACHABLE] * 20 + ["silent"]


def test_a_board_that_was_slow_is_back_when_it_is_fast():
    now_s, slow = [0.0], [True]

    def answer(_address):
        if slow[0]:
            time.sleep(0.4)
            raise TimeoutError
        return READY

    boards = OtherBoards(["http://a"], answer, lambda: now_s[0])
    assert boards.views()[0]["phase"] == UNREACHABLE
    slow[0] = False
    now_s[0] += 10
    assert boards.views()[0]["phase"] == "silent"
