"""What an organiser prints of an event, each as one HTML file for A4: pairings, board cards, result slips, crosstable and standings."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hub.tournament.match_forms import match_forms, play_off_forms
from record.telling.sentences import tell
from record.texts import in_context, say
from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.anonymous import in_language
from tournament.events.crosstable import crosstables, figures_of, lines_of
from tournament.events.ending import is_over
from tournament.events.play_offs import games_now
from tournament.events.sheets import SheetRow, sheet, sheet_by_name
from tournament.events.standing import GroupStandings, PlaceSays, all_standings, is_final, marked, notes_of, notes_of_groups, reason_of
from tournament.events.state import EventState

FOLDER: Final = Path(__file__).parents[1] / "templates"
PLAY_OFFS: Final = "play-offs"
BY_NAME: Final = "by-name"


class PrintFault(Phrase):
    """Why nothing is printed."""

    NO_SUCH = "{text} is not printed; {known} are"


def print_html(state: EventState, what: str, round_: int | None, lang: str) -> str:
    """The file of that kind, one of PRINTS, in that language; `round_` is for those of a round. TournamentError where there is none."""
    if what not in PRINTS:
        raise TournamentError(PrintFault.NO_SUCH.said(text=repr(what[:20]), known=tuple(PRINTS)))
    return PRINTS[what](in_language(state, lang), round_, lang)


def prints_of(state: EventState) -> list[str]:
    """Those of PRINTS that there are of an event with a round: the play-offs only while some are to be played."""
    return [what for what in PRINTS if what != PLAY_OFFS or games_now(state)]


def _pairings(state: EventState, round_: int | None, lang: str) -> str:
    rows = sheet(state, round_)
    names = {name: [row for row in rows if row.group == name] for name in dict.fromkeys(row.group for row in rows)}
    return _printed("event_sheet.html", state, lang, groups=names, round=rows[0].round, teams=state.is_of_teams)


def _by_name(state: EventState, round_: int | None, lang: str) -> str:
    rows = sheet_by_name(state, round_)
    has_groups = any(row.group for row in rows)
    return _printed("event_by_name.html", state, lang, rows=rows, round=rows[0].round, teams=state.is_of_teams, has_groups=has_groups)


def _games(state: EventState, round_: int | None) -> tuple[list[SheetRow], int | None]:
    """The games of a round, and its number."""
    rows = [row for row in sheet(state, round_) if row.black]
    return rows, rows[0].round if rows else round_


def _cards(state: EventState, round_: int | None, lang: str) -> str:
    games, number = _games(state, round_)
    return _printed("event_cards.html", state, lang, games=games, round=number, teams=state.is_of_teams)


def _slips(state: EventState, round_: int | None, lang: str) -> str:
    games, number = _games(state, round_)
    return _of_each(state, match_forms(state, round_, lang) if state.is_of_teams else games, number, lang)


def _play_offs(state: EventState, _round: int | None, lang: str) -> str:
    return _of_each(state, play_off_forms(state, lang), None, lang)


def _of_each(state: EventState, games: Sequence[object], round_: int | None, lang: str) -> str:
    """The slips of these games, of teams the forms of these matches; without a round they are play-offs."""
    if state.is_of_teams:
        return _printed("event_match_forms.html", state, lang, matches=games, round=round_)
    return _printed("event_slips.html", state, lang, games=games, round=round_)


def _crosstable(state: EventState, _round: int | None, lang: str) -> str:
    tables = []
    for told in crosstables(state):
        heads, rows = lines_of(told, lang)
        tables.append({"name": told.group, "heads": heads, "rows": rows})
    return _printed("event_crosstable.html", state, lang, tables=tables)


def _standings(state: EventState, _round: int | None, lang: str) -> str:
    found, names = all_standings(state), state.names
    groups = [_group(state, one, names, lang) for one in found.groups]
    missing = state.missing()
    notes = [tell(note, lang) for note in notes_of_groups(found, names)] if is_over(state) else []
    as_it_stands = tell(PlaceSays.AS_IT_STANDS.said(count=len(missing)), lang) if missing else ""
    titles = {
        "as_it_stands": as_it_stands,
        "final": is_final(state, found),
        "standings": say(lang, in_context("of an event", "Standings")),
    }
    return _printed("event_standings.html", state, lang, **titles, groups=groups, notes=notes)


def _group(state: EventState, one: GroupStandings, names: Mapping[str, str], lang: str) -> dict[str, Any]:
    rows = [
        {
            "place": row.places,
            "name": marked(names[row.id], lang) if row.id in one.withdrawn else names[row.id],
            "club": state.by_id[row.id].club,
            "figures": [*figures_of(row).values()],
            "why": tell(reason_of(row, one, names), lang),
        }
        for row in one.table
    ]
    notes = [tell(note, lang) for note in notes_of(one, names)]
    return {"name": one.name, "figures": [*figures_of(one.table[0])], "rows": rows, "notes": notes}


def _printed(template: str, state: EventState, lang: str, **shown: object) -> str:
    return str(_templates().get_template(template).render(_=partial(say, lang), lang=lang, made=state.made, **shown))


@cache
def _templates() -> Environment:
    loader = FileSystemLoader(FOLDER, encoding="utf-8")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


PRINTS: Final[Mapping[str, Callable[[EventState, int | None, str], str]]] = {
    "pairings": _pairings,
    BY_NAME: _by_name,
    "cards": _cards,
    "slips": _slips,
    PLAY_OFFS: _play_offs,
    "crosstable": _crosstable,
    "standings": _standings,
}
"""What can be printed, and how each is made; of the play-offs only while some are to be played."""
OF_A_ROUND: Final = ("pairings", BY_NAME, "cards", "slips")
"""Those of one round."""
