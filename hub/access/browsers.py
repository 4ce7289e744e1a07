"""The browsers in which somebody signed in before: a cookie that is worth nothing but a place of one's own among the attempts."""

import hmac
import re
import secrets

from flask import Response, request

COOKIE = "damcam-browser"
KEPT_S = 366 * 24 * 3600
MAX_NAMES = 8
"""Names that one browser is known under. The oldest is dropped."""
_FORM = re.compile(r"([\w-]{22})((?:\.[0-9a-f]{32}){1,8})", re.ASCII)


class Browsers:
    """Knows the browsers by a cookie that is sent to the login page alone, sealed for each name that signed in there."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def known(self, name: str) -> str:
        """The id of the browser that asks, if somebody signed in there under this name before; else empty."""
        browser, marks = _told()
        mark = self._mark(browser, name)
        return browser if any(hmac.compare_digest(mark, given) for given in marks) else ""

    def remember(self, response: Response, name: str) -> None:
        """Let the browser be known under this name from now on."""
        browser, marks = _told()
        browser = browser or secrets.token_urlsafe(16)
        mark = self._mark(browser, name)
        kept = [*(given for given in marks if given != mark), mark][-MAX_NAMES:]
        response.set_cookie(
            COOKIE, ".".join((browser, *kept)), max_age=KEPT_S, path="/login", secure=request.is_secure, httponly=True, samesite="Lax"
        )

    def _mark(self, browser: str, name: str) -> str:
        return hmac.digest(self._secret, f"browser {browser} of {name}".encode(), "sha256").hex()[:32]


def _told() -> tuple[str, list[str]]:
    told = _FORM.fullmatch(request.cookies.get(COOKIE, ""))
    return (told[1], told[2].split(".")[1:]) if told else ("", [])
