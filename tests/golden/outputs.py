"""What the program makes of a game, as JSON lines: its rows with what the public sees after each, its papers, and the desk's view."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

from hub.feeds.desk_view import DeskLog
from hub.feeds.journals import JournalRow
from hub.texts.articles import articles
from record.events.as_json import encode
from record.events.of_game import Event
from record.papers.dossier import dossier, read_source
from record.papers.game_pdn import broadcast_pdn, export_pdn
from record.papers.public_view import public_view
from record.papers.slip import read_closed, slip
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.golden.recorded import LANG, Recorded

EVIDENCE = ("log_p", "heights")
"""Fields of a ruling that are given, not made."""
EMPTY = ("null", '""', "[]", "false")
"""As JSON."""
DIGITS = 4
"""More digits of a confidence tell nothing, and differ between versions of Python."""
DESK_EVERY = 10
"""The desk is looked at after each ruling of the arbiter, at the end, and after as many rows."""
VERSION = "golden"


def lines(game: Recorded, folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a game; its journal is made in the empty `folder`."""
    public, before = dict[str, Any](), State()
    desk, desk_view = DeskLog(), dict[str, Any]()
    journal = folder / "0001" / JOURNAL_NAME
    journal.parent.mkdir()
    with Journal.create(journal) as kept:
        for id_, (event, state) in enumerate(game.rows, 1):
            kept.append(event, getattr(event, "t_ns", 0))
            view = _plain(public_view(state, id_))
            yield {"row": row_of(event), "public": changes(public, view)}
            public = view
            desk.take(JournalRow(id_, event, before, state))
            before = state
            if type(event).__name__ in ("Arbitrated", "Undone") or id_ % DESK_EVERY == 0 or id_ == len(game.rows):
                view = _plain(_named(desk.view(state, id_, journal.parent, LANG)))
                yield {"desk": changes(desk_view, view), "after": id_}
                desk_view = view
    yield from papers(game.state, journal)


def papers(state: State, journal: Path) -> Iterator[dict[str, Any]]:
    """The game as PDN and the texts of its papers."""
    yield {"pdn": export_pdn(state).splitlines()}
    yield {"broadcast": broadcast_pdn(state).splitlines()}
    source = read_source(journal, articles, VERSION)
    yield {"dossier": text_of(dossier(source, LANG).html)}
    yield {"slip": text_of(slip(read_closed(journal, VERSION), LANG).html)}


def row_of(event: Event) -> list[Any]:
    """The kind of an event and its fields that say something, without the evidence that it was given."""
    kind, fields = encode(event)
    return [kind, _plain({name: value for name, value in json.loads(fields).items() if _is_shown(name, value)})]


def _is_shown(name: str, value: Any) -> bool:
    return name not in EVIDENCE and json.dumps(value) not in EMPTY


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What is new in `after`: of a list that grew at its end the new items under "+", of others the value; "-" names what is gone."""
    new: dict[str, Any] = {}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, list) and isinstance(old, list) and old and value[: len(old)] == old:
            if len(value) > len(old):
                new["+" + key] = value[len(old) :]
        elif key not in before or old != value:
            new[key] = value
    gone = sorted(before.keys() - after.keys())
    return new | ({"-": gone} if gone else {})


def text_of(html: str) -> list[str]:
    """The lines of text of a page, without the checksum of the journal, which depends on how rows are written."""
    body = re.sub(r"<style>.*?</style>|<svg.*?</svg>", " ", html, flags=re.S)
    texts = (" ".join(unescape(part).split()) for part in re.split(r"<[^>]*>", body))
    return [re.sub(r"\b(?:[0-9a-f]{4} ?){4,}\b", "CHECKSUM", text) for text in texts if text]


def _named(view: dict[str, Any]) -> dict[str, Any]:
    """A desk's view with the fields of each press in the list of moves."""
    return {**view, "listed": [press._asdict() for press in view["listed"]]} if "listed" in view else view


def _plain(value: Any) -> Any:
    """The value as JSON has it, with rounded floats."""
    return _rounded(json.loads(json.dumps(value)))


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, DIGITS)
        case list():
            return [_rounded(each) for each in value]
        case dict():
            return {key: _rounded(each) for key, each in value.items()}
    return value
