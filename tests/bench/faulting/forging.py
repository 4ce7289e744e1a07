"""Forged rulings: what strangers send to desk and tablet in the middle of a game. None reaches the inbox; the arbiter's own does."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from hub.access.secret_key import NAME as SECRET
from hub.access.secret_key import secret_key
from hub.access.tablet_access import COOKIE as TABLET_COOKIE
from hub.access.tablet_access import FILE_NAME as TABLETS
from hub.access.tablet_access import Tablets
from record.decisions.inbox import Inbox
from tests.bench.faulting.board import Board
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.bench.live.killing import GAME
from tests.hub.attacking import Browser, token_in

RULE, SAY, TABLET = "/desk/1/rule", "/tablet/1/say", "/tablet/1"
ELSEWHERE = {"Host": "board.example", "X-Forwarded-For": "192.0.2.66"}
"""What makes a request of this machine one from elsewhere: a tablet on this machine needs no link."""
DRAW = {"game": GAME.parent.name, "say": "draw-offered", "side": "white"}


class Arbiter:
    """Anke, who is signed in at the desk of the board."""

    def __init__(self, board: Board) -> None:
        self.browser = board.desk
        self.cookie, self.token = self.sign_in()

    def sign_in(self) -> tuple[str, str]:
        """The cookie and the token of a new session."""
        status, cookie = self.browser.sign_in()
        assert status == 303, status
        return cookie, token_in(self.browser.get("/desk/sign-ins", Cookie=cookie)[1])

    def sign_out(self, cookie: str, token: str) -> None:
        self.browser.post("/logout", f"token={token}", cookie)

    def rule(self, cookie: str, token: str, **headers: str) -> int:
        """The status of the answer to a ruling that stops the clock."""
        body = json.dumps({"word": "stop-clock", "game": GAME.parent.name, "after": self._last_ruling()})
        return self.browser.get(RULE, "POST", body, **{"Cookie": cookie, "X-Token": token, "Accept": "application/json"}, **headers)[0]

    def _last_ruling(self) -> int:
        return int(json.loads(self.browser.get("/desk/1/state", Cookie=self.cookie)[1])["last_ruling"])


def rows(scratch: Path, _scale: Scale) -> Iterator[Row]:
    with Board(scratch / "forged") as board:
        board.begin()
        board.turn()
        arbiter = Arbiter(board)
        for name, send in _forgeries(board, arbiter).items():
            before, told = _last_word(board), len(board.life.told)
            status = send()
            wrong = f"it was answered {status}" if status < 300 else ""
            if (_last_word(board), len(board.life.told)) != (before, told):
                wrong = "a word came into the inbox"
            yield Row(f"forged: {name}", f"refused with {status}", *board.lost_and_changed(), None, wrong)
        status = arbiter.rule(arbiter.cookie, arbiter.token)
        stopped = board.life.state.clock.running is None
        wrong = "" if (status, stopped) == (200, True) else f"it was answered {status}"
        yield Row("the arbiter's own ruling, for comparison", f"obeyed with {status}", *board.lost_and_changed(), None, wrong)


def _last_word(board: Board) -> int:
    with closing(Inbox(board.state / GAME)) as inbox:
        return inbox.last


def _forgeries(board: Board, arbiter: Arbiter) -> dict[str, Callable[[], int]]:
    cookie, token = arbiter.cookie, arbiter.token
    gone, gone_token = arbiter.sign_in()
    arbiter.sign_out(gone, gone_token)
    _, others_token = arbiter.sign_in()
    return {
        "a ruling without a session": lambda: arbiter.rule("", ""),
        "a ruling in the arbiter's browser from another page, without the token": lambda: arbiter.rule(
            cookie, "", Origin="http://evil.example", **{"Content-Type": "text/plain"}
        ),
        "a ruling with the token of another session": lambda: arbiter.rule(cookie, others_token),
        "a ruling with one letter of the cookie changed": lambda: arbiter.rule(_changed(cookie), token),
        "a ruling with a cookie that is signed with another key": lambda: arbiter.rule(_signed(b"k" * 64), "t"),
        "a ruling with a cookie of the right key and no sign-in": lambda: arbiter.rule(_signed(secret_key(board.state / SECRET)), "t"),
        "a ruling with the cookie of a session that was signed out": lambda: arbiter.rule(gone, gone_token),
        "a draw offered by a tablet without its link": lambda: _says(board, "", ""),
        "a draw offered by a tablet with a guessed link": lambda: _says(board, "0" * 32, ""),
        "a draw offered by a tablet with the link of another board": lambda: _says(board, _tablets(board).key("2"), ""),
        "a draw offered with the key of the link as the cookie": lambda: _says(board, "", _tablets(board).key("1")),
    }


def _changed(cookie: str) -> str:
    name, _, value = cookie.partition("=")
    middle = len(value) // 2
    return f"{name}={value[:middle]}{'A' if value[middle] != 'A' else 'B'}{value[middle + 1 :]}"


def _signed(key: bytes) -> str:
    """A cookie of somebody who knows what is in one, and signs it with that key."""
    app = Flask("forged")
    app.secret_key = key
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer
    session: dict[str, Any] = {"name": "Anke", "seal": "0" * 32, "id": "forged", "token": "t", "_permanent": True}
    return f"damcam={serializer.dumps(session)}"


def _tablets(board: Board) -> Tablets:
    return Tablets(secret_key(board.state / SECRET), board.state / TABLETS)


def _says(board: Board, key: str, cookie: str) -> int:
    """The status of the answer to a draw offer, after that link was opened, with that cookie of the tablet."""
    browser = Browser(board.desk_port)
    _, _, told, _ = browser.get(f"{TABLET}?key={key}", **ELSEWHERE)
    given = SimpleCookie("; ".join(told.get_all("Set-Cookie", [])))
    cookies = [f"{name}={value.value}" for name, value in given.items() if name != TABLET_COOKIE or not cookie]
    cookies += [f"{TABLET_COOKIE}={cookie}"] if cookie else []
    body = json.dumps(DRAW)
    return browser.get(SAY, "POST", body, **{"Cookie": "; ".join(cookies), "Accept": "application/json", "X-Token": "t"}, **ELSEWHERE)[0]
