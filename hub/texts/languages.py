"""The reader's language, of those that the pages are written in: the one that he chose, else what his browser asks for first."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from babel import Locale
from flask import Flask, Response, abort, request

from record.texts import ENGLISH, LANGUAGES

ASKED = "lang"
"""In an address, `?lang=fy`, and of the cookie that remembers what was chosen so; nobody who chose nothing has one."""
KEPT_S = 365 * 24 * 3600


class Choice(NamedTuple):
    """A language that the page can be had in: its name, the address from there, and whether it is the one that is read now."""

    lang: str
    name: str
    address: str
    chosen: bool


def readers() -> str:
    """What the reader chose, here or before; else what the browser asks for first, also for one country as in `nl-BE`; English where it
    asks for none of them."""
    chosen = (request.args.get(ASKED), request.cookies.get(ASKED))
    asked = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((lang for lang in (*chosen, *asked) if lang in LANGUAGES), ENGLISH)


def name_of(lang: str) -> str:
    """The language as those who read it call it."""
    return str(Locale.parse(lang).language_name or lang)


def choices() -> Iterator[Choice]:
    """The languages of the page that is asked for, in their order."""
    kept, now = [(name, value) for name, value in request.args.items(multi=True) if name != ASKED], readers()
    for lang in LANGUAGES:
        yield Choice(lang, name_of(lang), f"?{urlencode([*kept, (ASKED, lang)])}", lang == now)


def add_to(app: Flask) -> None:
    """Have the pages remember what was chosen, and refuse a language that they are not written in (404)."""

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
