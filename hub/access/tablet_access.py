"""Access to the tablet page of a board: by the link that `damcam tablet` prints, or from a browser on this machine."""

import hmac
import secrets
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from flask import Response, request

from hub.access.clients import numeric_address
from hub.access.private_json import PrivateJson
from rules.errors import Phrase

COOKIE = "damcam-tablet"
KEPT_S = 7 * 24 * 3600
"""The cookie's lifetime, a week of matches. Each load of the page renews it."""
FILE_NAME = "tablets.json"
"""The file in the state folder with a word for each board whose link was renewed."""
TABLETS = "damcam.tablets"
"""The key of the Tablets in the application's extensions."""
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""The host names by which a browser on this machine addresses the server."""
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""Headers that a proxy adds. A request that has one does not come from a browser on this machine."""


class TabletAccess(Phrase):
    """Why the tablet page is not shown."""

    CLOSED = "the tablet of this board is opened by the link that damcam tablet prints"


class Tablets:
    """The keys of the tablets. Each opens the page of one board, and changes with the server's secret, or when it is renewed."""

    def __init__(self, secret: bytes, path: Path) -> None:
        self._secret, self._renewed = secret, PrivateJson(path)

    def key(self, board: str) -> str:
        """The key in the link of that board."""
        word = self._renewed.read().get(board)
        return self._digest(f"tablet of {board}" if word is None else f"tablet of {board}: {word}")

    def cookie(self, board: str) -> str:
        """What the tablet's cookie holds: it ends with the key, and does not tell it."""
        return self._digest(f"cookie of {self.key(board)}")

    def renew(self, board: str) -> None:
        """Give the board another key, and end the one before; OSError, with nothing changed, where that cannot be written."""
        self._renewed.change(lambda words: words | {board: secrets.token_hex(16)})

    def _digest(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), "sha256").hex()[:32]


def opens(tablets: Tablets, board: str, key: str) -> bool:
    """Whether `key` opens the tablet page of that board."""
    return hmac.compare_digest(tablets.key(board).encode(), key.encode())


def allowed(tablets: Tablets, board: str) -> bool:
    """Whether the current request may use the tablet page of that board."""
    return still(tablets, board)()


def still(tablets: Tablets, board: str) -> Callable[[], bool]:
    """A function that tells, after this request has ended, whether its tablet may still use the page of that board."""
    cookie, here = request.cookies.get(COOKIE, "").encode(), is_here()
    return lambda: here or hmac.compare_digest(tablets.cookie(board).encode(), cookie)


def is_here() -> bool:
    """Whether a browser on this machine asks, under one of the names in HERE: another site's name may resolve to this machine too."""
    try:
        near = numeric_address(request.remote_addr).is_loopback
    except ValueError:
        return False
    return near and urlsplit(f"//{request.host}").hostname in HERE and not any(name in request.headers for name in FORWARDED)


def let_in(response: Response, tablets: Tablets, board: str, path: str) -> Response:
    """The response with the cookie that opens the board's page. Browsers send the cookie below `path` only."""
    told = tablets.cookie(board)
    response.set_cookie(COOKIE, told, max_age=KEPT_S, path=path, secure=request.is_secure, httponly=True, samesite="Lax")
    return response
