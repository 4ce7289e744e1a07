"""A neighbour board that answers nonsense, endlessly or not at all costs its own tile alone, on every page that asks it."""

import json
import ssl
import subprocess
import threading

import pytest

from hub.boards import other_boards
from hub.boards.board import Boards
from hub.boards.other_boards import UNREACHABLE, OtherBoards, fetch
from hub.boards.readiness import ready_view, view_for_boards
from hub.public.broadcast import OtherGames
from hub.public.wall_feed import WallFeed
from record.session.state import State
from tests.support.neighbour import DRIPS, OK, SAYS, Neighbour
from tests.support.waiting import WITHIN_S, wait_until

READY = json.dumps(view_for_boards(ready_view(None, State(), {}))).encode()
GAME = b'[Event "x"]\n\n1. 32-28 *\n'


@pytest.fixture
def neighbour(system):
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


def test_nonsense_costs_its_own_tiles(neighbour, good, monkeypatch):
    for name in ("ANSWERS_WITHIN_S", "GIVEN_UP_S"):  # the good one may take its time
        monkeypatch.setattr(other_boards, name, WITHIN_S)
    views, tiles, games = asked_of_all([*map(neighbour, SAYS.values()), good])
    assert [view["phase"] for view in views] == [UNREACHABLE] * len(SAYS) + ["silent"]
    assert tiles[good] is True
    assert list(map(len, games)) == [0] * len(SAYS) + [1]


def test_a_certificate_that_is_not_trusted_here_is_named(system, neighbour, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    (view,) = OtherBoards([neighbour(OK, tls=context)]).views()
    assert view["phase"] == UNREACHABLE
    assert (view["why"].code, view["do"].code) == ("NoAnswer.not-trusted", "NoAnswer.check-certificate")


@pytest.mark.parametrize("what", DRIPS)
def test_who_drips_is_given_up(neighbour, what, monkeypatch):
    monkeypatch.setattr(other_boards, "GIVEN_UP_S", 0.3)
    with pytest.raises(OSError):
        fetch(neighbour(DRIPS[what], drips=True))


def test_many_who_never_answer_hold_up_nobody_twice(monkeypatch):
    """The first time they are waited for; then the others' tiles do not wait for them."""
    now_s, over = [0.0], threading.Event()
    bad = [f"http://{number}" for number in range(20)]

    def fetched(address):
        if address in bad:
            over.wait(WITHIN_S)
            raise TimeoutError
        return READY

    boards = OtherBoards([*bad, "http://good"], fetched, lambda: now_s[0])
    monkeypatch.setattr(other_boards, "MOMENT_S", 0.0)
    monkeypatch.setattr(other_boards, "GIVEN_UP_S", 0.0)
    boards.views()
    monkeypatch.setattr(other_boards, "GIVEN_UP_S", 10 * WITHIN_S)  # the timeout of the tests comes before
    wait_until(lambda: now_s.append(now_s.pop() + 10) or boards.views()[-1]["phase"] == "silent")
    assert [view["phase"] for view in boards.views()] == [UNREACHABLE] * 20 + ["silent"]
    over.set()


def test_a_board_that_was_slow_is_back_when_it_is_fast(monkeypatch):
    now_s, slow = [0.0], [True]

    def answer(_address):
        if slow[0]:
            raise TimeoutError
        return READY

    boards = OtherBoards(["http://a"], answer, lambda: now_s[0])
    monkeypatch.setattr(other_boards, "MOMENT_S", 0.0)  # whatever takes longer was slow
    assert boards.views()[0]["phase"] == UNREACHABLE
    monkeypatch.setattr(other_boards, "MOMENT_S", WITHIN_S)
    slow[0] = False
    now_s[0] += 10
    assert boards.views()[0]["phase"] == "silent"
