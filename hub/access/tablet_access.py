"""Access to the tablet page of a board: by the link that `damcam tablet` prints, or from a browser on this machine."""

import hmac
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Response, request

from rules.errors import Phrase

COOKIE = "damcam-tablet"
KEPT_S = 7 * 24 * 3600
"""The cookie's lifetime, a week of matches. Each load of the page renews it."""
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""The host names by which a browser on this machine addresses the server."""
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""Headers that a proxy adds. A request that has one does not come from a browser on this machine."""


class TabletAccess(Phrase):
    """Why the tablet page is not shown."""

    CLOSED = "the tablet of this board is opened by the link that damcam tablet prints"


def tablet_key(secret: bytes, board: str) -> str:
    """The key that opens the tablet page of that board only. It changes with the server's secret."""
    return hmac.digest(secret, f"tablet of {board}".encode(), "sha256").hex()[:32]


def opens(secret: bytes, board: str, key: str) -> bool:
    """Whether `key` opens the tablet page of that board."""
    return hmac.compare_digest(tablet_key(secret, board).encode(), key.encode())


def allowed(secret: bytes, board: str) -> bool:
    """Whether the current request may use the tablet page of that board."""
    return opens(secret, board, request.cookies.get(COOKIE, "")) or is_here()


def is_here() -> bool:
    """Whether a browser on this machine asks, under one of the names in HERE: another site's name may resolve to this machine too."""
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    return near and urlsplit(f"//{request.host}").hostname in HERE and not any(name in request.headers for name in FORWARDED)


def let_in(response: Response, secret: bytes, board: str, path: str) -> Response:
    """The response with the cookie that opens the board's page. Browsers send the cookie below `path` only."""
    key = tablet_key(secret, board)
    response.set_cookie(COOKIE, key, max_age=KEPT_S, path=path, secure=request.is_secure, httponly=True, samesite="Lax")
    return response
