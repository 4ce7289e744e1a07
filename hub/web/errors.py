"""What an error looks like: a page in the reader's language, or a sentence as JSON to a script that asks for JSON."""

import json
from typing import Any, NamedTuple

from flask import render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.texts import languages
from record.telling.sentences import spoken, tell
from record.texts import marked, say
from rules.errors import Sentence

LARGEST_BODY = 64_000
"""Bytes of a request; the longest that a page sends has a thousand."""


API = "/api/"
"""What lies below it is asked by programs."""


class Kind(NamedTuple):
    """What a page of an error says."""

    title: str
    says: str


NOT_FOUND = Kind(marked("Not found"), marked("There is no page at this address. The game is on the front page."))
NOT_UNDERSTOOD = Kind(marked("Not understood"), marked("The server did not understand this request. The game is on the front page."))
NOT_ALLOWED = Kind(marked("Not allowed"), marked("This may not be done. Load the page again, or sign in again."))
TOO_LARGE = Kind(marked("Too large"), marked("This request is larger than the server takes."))
BUSY = Kind(marked("Too busy"), marked("Too many requests come at once. The game goes on; try again in a moment."))
FAILED = Kind(
    marked("Something went wrong"),
    marked("The page could not be made; the game itself goes on and is recorded. Try again in a moment."),
)
KINDS = {403: NOT_ALLOWED, 404: NOT_FOUND, 413: TOO_LARGE, 429: BUSY, 503: BUSY}
"""By the status of the answer."""


class Refused(HTTPException):
    """A request that is refused with that status, and why: a Sentence, or a text that is in the reader's language already.

    It may be made again after `wait_s`, if that is told.
    """

    def __init__(self, code: int, why: Sentence | str, wait_s: int = 0) -> None:
        super().__init__(str(why))
        self.code, self.why, self.wait_s = code, why, wait_s

    def told(self, lang: str) -> tuple[str, str]:
        """Why in that language, and the language that it is in after all."""
        return (tell(self.why, lang), spoken(self.why, lang)) if isinstance(self.why, Sentence) else (self.why, lang)

    def get_headers(self, *args: Any) -> list[tuple[str, str]]:
        return [*super().get_headers(*args), *([("Retry-After", str(self.wait_s))] if self.wait_s else [])]


def wants_json() -> bool:
    """Whether a script asks, rather than a browser for its reader."""
    return request.path.startswith(API) or request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def wants_page() -> bool:
    """Whether a browser asks for what its reader is to look at, rather than for a picture or a stream of such a page, or a script."""
    asked = set(request.accept_mimetypes.values())
    return "text/html" in asked or asked <= {"*/*"}


def error_page(error: HTTPException) -> WerkzeugResponse:
    """The answer to an error, with the headers that belong to it, as Allow to a 405."""
    answer = error.get_response(request.environ)
    if answer.status_code < 400:
        return answer
    lang, kind = languages.readers(), _kind(answer.status_code)
    why, in_lang = error.told(lang) if isinstance(error, Refused) else ("", lang)
    if wants_json():
        told = {"error": why or say(lang, kind.says), "lang": in_lang}
        answer.data, answer.content_type = json.dumps(told, ensure_ascii=False), "application/json"
    else:
        shown = {"title": say(lang, kind.title), "says": say(lang, kind.says), "why": why, "why_lang": in_lang}
        answer.data = render_template("error.html", **shown)
        answer.content_type = "text/html; charset=utf-8"
    return answer


def _kind(status: int) -> Kind:
    return KINDS.get(status, NOT_UNDERSTOOD if status < 500 else FAILED)
