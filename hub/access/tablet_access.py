"""Who may use the tablet page of a board: whoever opened its link, which `damcam tablet` prints, and whoever sits at the machine itself."""

import hmac
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Response, request

from rules.errors import Phrase

COOKIE = "damcam-tablet"
KEPT_S = 7 * 24 * 3600
"""A tablet that is opened once stays open for a week of matches; each load of the page begins it anew."""
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""What a proxy tells: then who asks is not at this machine."""


class TabletAccess(Phrase):
    """Why a tablet's page is not shown."""

    CLOSED = "the tablet of this board is opened by the link that damcam tablet prints"


def tablet_key(secret: bytes, board: str) -> str:
    """What opens the tablet page of the board with that key, and no other's; it changes with the server's secret."""
    return hmac.digest(secret, f"tablet of {board}".encode(), "sha256").hex()[:32]


def opens(secret: bytes, board: str, key: str) -> bool:
    """Whether that key opens the board's page."""
    return hmac.compare_digest(tablet_key(secret, board).encode(), key.encode())


def allowed(secret: bytes, board: str) -> bool:
    """Whether who asks now may use the board's page."""
    return opens(secret, board, request.cookies.get(COOKIE, "")) or is_here()


def is_here() -> bool:
    """Whether a browser on this machine asks, by one of its own names: another site's name may lead here too."""
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    return near and urlsplit(f"//{request.host}").hostname in HERE and not any(name in request.headers for name in FORWARDED)


def let_in(response: Response, secret: bytes, board: str, path: str) -> Response:
    """The answer with the cookie that opens the board's page, and is sent nowhere else."""
    key = tablet_key(secret, board)
    response.set_cookie(COOKIE, key, max_age=KEPT_S, path=path, secure=request.is_secure, httponly=True, samesite="Lax")
    return response
