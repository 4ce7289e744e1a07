"""Error responses: a page in the reader's language, or JSON for a script."""

import json
from typing import Any, NamedTuple

from flask import render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.texts import languages
from record.telling.sentences import spoken, tell
from record.texts import marked, say
from rules.errors import Sentence

MAX_BODY_BYTES = 64_000
"""Bytes of a request's body. The longest that a page sends has a thousand."""
API = "/api/"
"""Programs ask for the paths below it, and get JSON."""


class Kind(NamedTuple):
    """The title and the text of an error page."""

    title: str
    says: str


NOT_FOUND = Kind(marked("Not found"), marked("There is no page at this address."))
NOT_UNDERSTOOD = Kind(marked("Not understood"), marked("The server did not understand this request."))
NOT_ALLOWED = Kind(marked("Not allowed"), marked("This may not be done. Load the page again, or sign in again."))
TOO_LARGE = Kind(marked("Too large"), marked("This request is larger than the server takes."))
BUSY = Kind(marked("Too busy"), marked("Too many requests come at once. The game goes on; try again in a moment."))
FAILED = Kind(
    marked("Something went wrong"),
    marked("The page could not be made; the game itself goes on and is recorded. Try again in a moment."),
)
NOT_DONE = Kind(marked("Not possible now"), marked("This cannot be done as the game stands now."))
NO_ANSWER = Kind(marked("No answer"), marked("No answer came from the board in time."))
KINDS = {403: NOT_ALLOWED, 404: NOT_FOUND, 409: NOT_DONE, 413: TOO_LARGE, 429: BUSY, 503: BUSY, 504: NO_ANSWER}
"""The kinds of the error pages, by HTTP status."""


class Refused(HTTPException):
    """A request is refused with the status `code`.

    `wait_s` is the time until the request may be repeated, sent as Retry-After; 0 sends none.
    """

    def __init__(self, code: int, why: Sentence, wait_s: int = 0) -> None:
        super().__init__(str(why))
        self.code, self.why, self.wait_s = code, why, wait_s

    def told(self, lang: str) -> tuple[str, str]:
        """The reason as text in that language, and the language that the text is in."""
        return tell(self.why, lang), spoken(self.why, lang)

    def get_headers(self, *args: Any) -> list[tuple[str, str]]:
        return [*super().get_headers(*args), *([("Retry-After", str(self.wait_s))] if self.wait_s else [])]


def wants_json() -> bool:
    """Whether a script asks, which gets JSON, rather than a browser that shows a page."""
    return request.path.startswith(API) or request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def wants_page() -> bool:
    """Whether a browser asks for a page, rather than for a picture or a stream, and no script asks."""
    asked = set(request.accept_mimetypes.values())
    return "text/html" in asked or asked <= {"*/*"}


def error_page(error: HTTPException) -> WerkzeugResponse:
    """The response to an error, with the headers of its status, such as Allow for 405."""
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
