"""The reader's language: the one chosen on a page, else the first that the browser asks for and the pages have."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from babel import Locale
from flask import Flask, Response, abort, request

from record.texts import ENGLISH, LANGUAGES

ASKED = "lang"
"""The parameter that chooses a language, `?lang=fy`, and the cookie that remembers the choice. Without a choice no cookie is set."""
KEPT_S = 365 * 24 * 3600


class Choice(NamedTuple):
    """A language that the page is offered in: its code, its name, the address of the page in it, and whether the page is in it now."""

    lang: str
    name: str
    address: str
    chosen: bool


def readers() -> str:
    """The language that the reader chose, in this address or before; else the browser's first one that the pages have; else English.

    A country in the browser's choice is ignored: `nl-BE` counts as `nl`.
    """
    chosen = (request.args.get(ASKED), request.cookies.get(ASKED))
    asked = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((lang for lang in (*chosen, *asked) if lang in LANGUAGES), ENGLISH)


def name_of(lang: str) -> str:
    """The name of the language in the language itself."""
    return str(Locale.parse(lang).language_name or lang)


def choices() -> Iterator[Choice]:
    """The languages that the requested page is offered in, in their order."""
    kept, now = [(name, value) for name, value in request.args.items(multi=True) if name != ASKED], readers()
    for lang in LANGUAGES:
        yield Choice(lang, name_of(lang), f"?{urlencode([*kept, (ASKED, lang)])}", lang == now)


def add_to(app: Flask) -> None:
    """Make the pages remember the chosen language, and refuse a language that they do not have (404)."""

    def known() -> None:
        if request.args.get(ASKED, ENGLISH) not in LANGUAGES:
            abort(404)

    def remember(response: Response) -> Response:
        lang = request.args.get(ASKED)
        if lang in LANGUAGES and response.mimetype == "text/html":
            response.set_cookie(ASKED, lang, max_age=KEPT_S, httponly=True, samesite="Lax")
        return response

    app.before_request(known)
    app.after_request(remember)
    app.jinja_env.globals.update(language_choices=choices)
