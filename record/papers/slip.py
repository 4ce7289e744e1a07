"""The result slip of a closed game: one page for both players and the arbiter to sign, with the checksum that closes the journal."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from clock import clock
from record.papers.dossier import POLICY, Dossier
from record.papers.ending import ending_rows
from record.papers.rows import outcome, reading
from record.papers.time_of_day import when_ruled
from record.papers.words import PLAYERS, RULE_SETS, TAGS
from record.session.state import State
from record.store.closing import Closing, closing_of
from record.store.journal import Journal, fold
from record.texts import marked, say
from rules.errors import DamcamError, Phrase

FOLDER = Path(__file__).parent / "templates"
MADE = marked("Printed by damcam {version}.")


class SlipFault(Phrase):
    """Why there is no result slip, and what to do."""

    NOT_CLOSED = "this game is not closed, and has no result slip yet"
    CLOSE_IT = "close it first: damcam rule close"


class SlipError(DamcamError, LookupError):
    """The game is not closed."""


@dataclass(frozen=True, slots=True)
class ClosedGame:
    """The input of a slip: the game after all rows of its journal, and how that ends."""

    state: State
    closing: Closing
    version: str


def read_closed(journal: Path, version: str) -> ClosedGame:
    """Reads the journal without writing to it; SlipError where the game is not closed, LogError."""
    with Journal.reader(journal) as reader:
        state, closing = fold(reader), closing_of(reader)
    if closing is None:
        raise SlipError(SlipFault.NOT_CLOSED.said(SlipFault.CLOSE_IT.said()), str(journal))
    return ClosedGame(state, closing, version)


def slip(game: ClosedGame, lang: str) -> Dossier:
    """The slip as one self-contained HTML file, and the policy that it is served with."""
    css = (FOLDER / "slip.css").read_text(encoding="utf-8")
    policy = POLICY.format(b64encode(hashlib.sha256(css.encode()).digest()).decode())
    about = game.state.opened.about
    names = {side: getattr(about.tags, side) or "" for side in PLAYERS}
    html = _template().render(
        _=partial(say, lang),
        lang=lang,
        css=Markup(css),
        policy=policy,
        names=[name or say(lang, PLAYERS[side]) for side, name in names.items()],
        players=_players(game.state, names, lang),
        about=_about(game.state, lang),
        result=outcome(game.state.result, game.state.article, lang),
        ending=ending_rows(game.closing, lang),
        made=say(lang, MADE, version=game.version),
    )
    return Dossier(html, policy)


@cache
def _template() -> Any:
    loader = FileSystemLoader(FOLDER, encoding="utf-8")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, undefined=StrictUndefined).get_template("slip.html")


def _players(state: State, names: dict[str, str], lang: str) -> list[dict[str, Any]]:
    """For White and Black: the colour, the name, the moves made, and what the clock showed at the end."""
    is_timed = state.clock.control.main_ns is not None
    shown = map(reading, clock.left(state.clock, state.clock.since_t_ns)) if is_timed else ("", "")
    moves = {side: sum(ply.side == side and not ply.is_set_up for ply in state.plies) for side in names}
    return [
        {"colour": say(lang, PLAYERS[side]), "name": name, "moves": moves[side], "time": time}
        for (side, name), time in zip(names.items(), shown, strict=True)
    ]


def _about(state: State, lang: str) -> list[tuple[str, str]]:
    opened, closing = state.opened, state.closing
    known = [(say(lang, name), told) for tag, name in TAGS.items() if (told := opened.about.tags.told.get(tag))]
    rows = [*known, (say(lang, "Rules"), say(lang, RULE_SETS[opened.rules])), (say(lang, "Time control"), opened.time_control)]
    if closing and closing.by:
        noted = when_ruled(state, closing.t_ns, closing.at)
        when = f"{closing.by}, {noted[0]:%Y-%m-%d %H:%M}" if noted and noted[1] else closing.by
        rows.append((say(lang, "Closed by"), when))
    return rows
