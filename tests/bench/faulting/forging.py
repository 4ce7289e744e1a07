"""Forged rulings: what strangers send to desk and tablet in the middle of a game. None reaches the inbox; the arbiter's own does."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from hub.access.secret_key import NAME as SECRET
from hub.access.secret_key import secret_key
from hub.access.tablet_access import COOKIE as TABLET_COOKIE
from hub.access.tablet_access import FILE_NAME as TABLETS
from hub.access.tablet_access import Tablets
from record.decisions.inbox import Inbox
from tests.bench.faulting.board import LiveBoard
from tests.bench.faulting.row import Row
from tests.support.attacking import Browser, token_in
from tests.support.live.lives import GAME

RULE, SAY, TABLET = "/desk/1/rule", "/tablet/1/say", "/tablet/1"
ELSEWHERE = {"Host": "board.example", "X-Forwarded-For": "192.0.2.66"}
"""What makes a request of this machine one from elsewhere: a tablet on this machine needs no link."""
DRAW = {"game": GAME.parent.name, "say": "draw-offered", "side": "white"}


class SignedInArbiter:
    """Anke, who is signed in at the desk of the board."""

    def __init__(self, board: LiveBoard) -> None:
        self.browser = board.browser
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


def rows(board: LiveBoard) -> Iterator[Row]:
    """Send forgeries to a board in the middle of its game. The last row stops its clock."""
    arbiter = SignedInArbiter(board)
    for name, send in _forgeries(board, arbiter).items():
        before, told = _last_word(board), len(board.life.told)
        status = send()
        wrong = f"it was answered {status}" if status < 300 else ""
        if (_last_word(board), len(board.life.told)) != (before, told):
            wrong = "a word came into the inbox"
        yield Row(f"forged: {name}", f"refused with {status}", *board.lost_and_changed(), None, wrong)
    yield _obeyed(board, "the draw offer of a tablet with its link", lambda: _says(board, _tablets(board).key("1")))
    yield _obeyed(board, "the arbiter's own ruling", lambda: arbiter.rule(arbiter.cookie, arbiter.token))


def _obeyed(board: LiveBoard, name: str, send: Callable[[], int]) -> Row:
    """The row of what nobody forged: the same request is obeyed."""
    told, status = len(board.life.told), send()
    wrong = "" if status == 200 and len(board.life.told) > told else f"it was answered {status}"
    return Row(f"not forged: {name}", f"obeyed with {status}", *board.lost_and_changed(), None, wrong)


def _last_word(board: LiveBoard) -> int:
    with closing(Inbox(board.state / GAME)) as inbox:
        return inbox.last


def _forgeries(board: LiveBoard, arbiter: SignedInArbiter) -> dict[str, Callable[[], int]]:
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
        "a draw offered by a tablet without its link": lambda: _says(board, ""),
        "a draw offered by a tablet with a guessed link": lambda: _says(board, "0" * 32),
        "a draw offered by a tablet with the link of another board": lambda: _says(board, _tablets(board).key("2")),
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


def _tablets(board: LiveBoard) -> Tablets:
    return Tablets(secret_key(board.state / SECRET), board.state / TABLETS)


def _says(board: LiveBoard, key: str, cookie: str = "") -> int:
    """The status of the answer to a draw offer of a client that opened this link, or has this cookie of a tablet.

    Whoever looks at the login page has a session, with a token: it is the link alone that lets nobody in.
    """
    browser = Browser(board.port)
    _, page, told, _ = browser.get("/login", Accept="text/html", **ELSEWHERE)
    _, _, opened, _ = browser.get(f"{TABLET}?key={key}", **ELSEWHERE)
    cookies = [*told.get_all("Set-Cookie", []), *opened.get_all("Set-Cookie", []), f"{TABLET_COOKIE}={cookie}" if cookie else ""]
    given = "; ".join(one.split(";")[0] for one in cookies if one)
    headers = {"Cookie": given, "Accept": "application/json", "X-Token": token_in(page)} | ELSEWHERE
    return browser.get(SAY, "POST", json.dumps(DRAW), **headers)[0]
