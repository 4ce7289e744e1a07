"""What an error looks like: a page in the reader's language, or a sentence as JSON to a script that asks for JSON."""

import json
from collections.abc import Mapping
from typing import Any

from flask import render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.texts import languages
from record.telling.sentences import spoken, tell
from rules.errors import Sentence

LARGEST_BODY = 64_000
"""Bytes of a request; the longest that a page sends has a thousand."""


API = "/api/"
"""What lies below it is asked by programs."""


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
    lang = languages.readers()
    text, kind = ERRORS[lang], _kind(answer.status_code)
    why, in_lang = error.told(lang) if isinstance(error, Refused) else ("", lang)
    if wants_json():
        told = {"error": why or text[kind], "lang": in_lang}
        answer.data, answer.content_type = json.dumps(told, ensure_ascii=False), "application/json"
    else:
        answer.data = render_template("error.html", text=text, title=text[f"{kind}_title"], says=text[kind], why=why, why_lang=in_lang)
        answer.content_type = "text/html; charset=utf-8"
    return answer


def _kind(status: int) -> str:
    kinds = {403: "forbidden", 404: "not_found", 413: "too_large", 429: "busy", 503: "busy"}
    return kinds.get(status, "refused" if status < 500 else "failed")


ERRORS: Mapping[str, Mapping[str, str]] = {
    "nl": {
        "lang": "nl",
        "not_found_title": "Niet gevonden",
        "not_found": "Op dit adres is geen pagina. De partij staat op de voorpagina.",
        "refused_title": "Niet begrepen",
        "refused": "De server begreep dit verzoek niet. De partij staat op de voorpagina.",
        "forbidden_title": "Niet toegestaan",
        "forbidden": "Dit mag niet. Laad de pagina opnieuw of meld u opnieuw aan.",
        "too_large_title": "Te groot",
        "too_large": "Dit verzoek is groter dan de server aanneemt.",
        "busy_title": "Te druk",
        "busy": "Er komen te veel verzoeken tegelijk. De partij gaat door; probeer het zo weer.",
        "failed_title": "Er ging iets mis",
        "failed": "De pagina kon niet worden gemaakt; de partij zelf gaat door en wordt vastgelegd. Probeer het zo weer.",
        "home": "Naar de partij",
    },
    "fy": {
        "lang": "fy",
        "not_found_title": "Net fûn",
        "not_found": "Op dit adres is gjin side. De partij stiet op de foarside.",
        "refused_title": "Net begrepen",
        "refused": "De server begriep dit fersyk net. De partij stiet op de foarside.",
        "forbidden_title": "Net tastien",
        "forbidden": "Dit mei net. Laad de side opnij of meld jo opnij oan.",
        "too_large_title": "Te grut",
        "too_large": "Dit fersyk is grutter as de server oannimt.",
        "busy_title": "Te drok",
        "busy": "Der komme te folle fersiken tagelyk. De partij giet troch; besykje it daliks nochris.",
        "failed_title": "Der gie wat mis",
        "failed": "De side koe net makke wurde; de partij sels giet troch en wurdt fêstlein. Besykje it daliks nochris.",
        "home": "Nei de partij",
    },
    "en": {
        "lang": "en",
        "not_found_title": "Not found",
        "not_found": "There is no page at this address. The game is on the front page.",
        "refused_title": "Not understood",
        "refused": "The server did not understand this request. The game is on the front page.",
        "forbidden_title": "Not allowed",
        "forbidden": "This may not be done. Load the page again, or sign in again.",
        "too_large_title": "Too large",
        "too_large": "This request is larger than the server takes.",
        "busy_title": "Too busy",
        "busy": "Too many requests come at once. The game goes on; try again in a moment.",
        "failed_title": "Something went wrong",
        "failed": "The page could not be made; the game itself goes on and is recorded. Try again in a moment.",
        "home": "To the game",
    },
}
