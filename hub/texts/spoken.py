"""Templates in the reader's language: `_`, `ngettext` and `pgettext`, through Flask-Babel, from the catalogues of `record.texts`."""

from collections.abc import Mapping

from flask import Flask
from flask_babel import Babel, get_locale
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from hub.texts import languages
from hub.texts.desk_names import VERDICTS, WORDS
from hub.texts.rounds import round_name
from hub.texts.scripts import page_texts
from record.telling.reasons import RESULTS, SIDES
from record.texts import in_context, marked, say, say_many
from record.texts import template as text_in

NAMES: Mapping[str, Mapping[str, str]] = {
    "SIDES": {str(side): name for side, name in SIDES.items()},
    "RESULTS": {**RESULTS, "*": marked("Not decided")},
    "ENDS": {**RESULTS, "*": marked("The recording has ended")},
    "PIECES": {
        "white-man": marked("white man"),
        "white-king": marked("white king"),
        "black-man": marked("black man"),
        "black-king": marked("black king"),
    },
    "CHECKS": {
        "camera": marked("Camera"),
        "board": marked("Board in view"),
        "start": marked("Start position"),
        "focus": marked("Focus"),
        "light": marked("Light"),
        "buttons": marked("Buttons"),
        "lamps": marked("Lamps"),
        "buzzer": marked("Buzzer"),
        "disk": marked("Disk"),
        "copy": marked("Second copy"),
        "power": marked("Power and heat"),
        "time": marked("Time of day"),
        "uplink": marked("Link to the hub"),
        "network": marked("Network"),
    },
    "WORDS": WORDS,
    "VERDICTS": VERDICTS,
    "LEVELS": {"ok": marked("in order"), "warn": marked("look at it"), "fail": marked("wrong"), "untried": marked("not known")},
}
"""Names that templates look up by values of the record, or of a board's status. A board of another version may have others."""


def add_to(app: Flask) -> None:
    """Give the templates `_("{side} to move", side=...)`, `round_name(round)`, the page's language as `lang`, and `texts_of(scripts)`.

    A value that is markup stays markup, and the sentence around it is escaped.
    """
    Babel(app, locale_selector=languages.readers)
    app.jinja_env.globals.update(NAMES, gettext=_gettext, ngettext=_ngettext, pgettext=_pgettext, texts_of=_texts_of)
    app.jinja_env.globals.update(round_name=_round_name)
    app.context_processor(lambda: {"lang": _lang()})


def _lang() -> str:
    return str(get_locale())


@pass_context
def _gettext(template: Context, sentence: str, /, **values: object) -> str:
    if any(isinstance(value, Markup) for value in values.values()):
        return escape(text_in(template["lang"], sentence)).format(**values)
    return say(template["lang"], sentence, **values)


@pass_context
def _ngettext(template: Context, one: str, more: str, count: int, /, **values: object) -> str:
    return say_many(template["lang"], one, more, count, **values)


@pass_context
def _pgettext(template: Context, context: str, sentence: str, /, **values: object) -> str:
    return say(template["lang"], in_context(context, sentence), **values)


@pass_context
def _round_name(template: Context, round_: object) -> str:
    return round_name(template["lang"], round_)


def _texts_of(scripts: tuple[str, ...]) -> dict[str, object]:
    return page_texts(_lang(), scripts)
