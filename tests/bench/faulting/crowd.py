"""Attacks on the pages of a board in the middle of a game: crowds that drip or listen.

What the pages bear by themselves is in tests/hub/test_attacks.py.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import NamedTuple

from tests.bench.faulting.board import LiveBoard
from tests.bench.faulting.row import Row
from tests.bench.listening.crowd import Crowd
from tests.support.attacking import WAYS, dripping
from tests.support.live.lives import GAME

ADDRESSES = 40
FLOOD = 5100
"""More connections than the pages have places (`hub.serve.MAX_CONNECTIONS`)."""
SHUT_OUT_S = 10.0
"""Whoever has to wait longer is shut out."""
OTHER_FILES = 300
"""The files that this process needs for other things."""


def rows(board: LiveBoard, crowd: int) -> Iterator[Row]:
    """Attack a board with crowds of so many, or of as many as this machine lets one process open."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHER_FILES
    crowd = min(crowd, most)
    for way, (first, drop) in WAYS.items():
        name = f"{crowd} connections {way}"
        yield _during(board, name, dripping(board.port, first, drop, count=crowd, addresses=ADDRESSES))
    yield _flooded(board, min(FLOOD, most))
    yield _during(board, f"{crowd // 2} listeners read nothing", _silent(board.port, crowd // 2))


def _during(board: LiveBoard, name: str, attack: AbstractContextManager[object]) -> Row:
    """While the attack lasts the public and the desk are answered, and a move is played."""
    with attack:
        answered = _answered(board)
        wrong = [answered.wrong, board.plays_on()]
    began_s = time.monotonic()
    board.wait_until(board.is_back)
    return Row(name, answered.told, *board.lost_and_changed(), time.monotonic() - began_s, "; ".join(filter(None, wrong)))


class Answered(NamedTuple):
    """How long the public page and signing in at the desk took, and what was wrong with the answers."""

    told: str
    wrong: str


def _answered(board: LiveBoard) -> Answered:
    page, _, _, page_s = board.browser.get()
    began_s = time.monotonic()
    desk, _ = board.browser.sign_in()
    desk_s = time.monotonic() - began_s
    told = f"a page after {page_s:.2f} s, signing in at the desk after {desk_s:.2f} s"
    if (page, desk) != (200, 303):
        return Answered(told, f"they were answered {page} and {desk}")
    return Answered(told, f"more than {SHUT_OUT_S:.0f} s is shut out" if max(page_s, desk_s) >= SHUT_OUT_S else "")


def _flooded(board: LiveBoard, count: int) -> Row:
    """The pages may be shut out meanwhile; a move is played and read, and the arbiter rules by `damcam rule`."""
    with dripping(board.port, *WAYS["drip a head"], count=count, addresses=ADDRESSES):
        wrong = [board.plays_on(), _ruled(board)]
    began_s = time.monotonic()
    board.wait_until(board.is_back)
    back_s = time.monotonic() - began_s
    told = "a move is read, and a ruling of damcam rule is obeyed"
    return Row(f"a flood of {count} connections", told, *board.lost_and_changed(), back_s, "; ".join(filter(None, wrong)))


def _ruled(board: LiveBoard) -> str:
    """What is wrong with a ruling by `damcam rule`: one second more for both players; nothing if it is obeyed."""
    game = str((board.state / GAME).parent)
    words = ["rule", "add-times", "--white", "0:00:01", "--black", "0:00:01", "--by", "Anke", "--game", game]
    done = subprocess.run([sys.executable, "-P", "-m", "pi", *words], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


@contextmanager
def _silent(port: int, count: int) -> Iterator[None]:
    with closing(Crowd(port)) as crowd:
        crowd.join_silent(count)
        yield
