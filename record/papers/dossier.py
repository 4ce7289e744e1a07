"""A dispute for the commission of appeal (appendix 5): all that the record holds of it, as one file that is read and printed by itself."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from record.papers.diagram import diagram
from record.papers.disputes import Dispute, Told, told
from record.papers.game_pdn import export_pdn
from record.papers.rows import clocks, outcome, press_rows, read_rows, retold, ruling_rows, since_beginning, sureness, verdict
from record.papers.texts import DOSSIER
from record.session.state import State
from record.store.copy import read_journal
from rules.board.ruleset import ruleset
from rules.errors import DamcamError

FOLDER = Path(__file__).parent / "templates"
TAGS = ("event", "site", "date", "round", "board", "regulation")
POLICY = "default-src 'none'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'"
"""Nothing but what stands in the file itself: no script, and no other style."""
WITH_APPENDIX = "frisian"
"""The appeal is one of the Frisian association's."""

Text = Mapping[str, str]
Articles = Callable[[str, str | None], Iterable[tuple[str, str]]]
"""Of a rule set, the articles that an alert names: number and text."""


class DossierError(DamcamError, LookupError):
    """There is no such alert in the game, or no game; says what there is."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """The file, and the content policy that it is to be served with, which stands in it too."""

    html: str
    policy: str


@dataclass(frozen=True, slots=True)
class Source:
    """What a dossier is made of: the `told` of the journal in the `folder`, its `checksum`, the `articles`, and who makes it."""

    folder: Path
    told: Told
    checksum: str
    articles: Articles
    version: str


def read_source(journal: Path, articles: Articles, version: str) -> Source:
    """From the journal, which is read alone, also of a running game; JournalError, or DossierError where no game was begun."""
    with read_journal(journal) as reader:
        found = told(reader)
        checksum = reader.checksum(found.row)
    if found.state.opening is None:
        raise DossierError(f"{journal}: no game was begun in this journal")
    return Source(journal.parent, found, checksum, articles, version)


def dossier(source: Source, lang: str, wanted: str | None = None) -> Dossier:
    """Of the alert of that number, from 1, or of that id; of all alerts where none is named. DossierError when there is no such alert."""
    state, text = source.told.state, DOSSIER[lang]
    numbered = list(enumerate(source.told.disputes, 1))
    shown = [(number, one) for number, one in numbered if wanted is None or wanted in (str(number), one.id)]
    if wanted is not None and not shown:
        raise DossierError(_no_such(wanted, source.told.disputes))
    css = (FOLDER / "dossier.css").read_text(encoding="utf-8")
    policy = POLICY.format(b64encode(hashlib.sha256(css.encode()).digest()).decode())
    about = state.opened.about
    began, players = _began(about.settings.began or "", about.settings.clock_rate or "1"), (about.tags.white, about.tags.black)
    html = _template().render(
        text=text,
        css=Markup(css),
        policy=policy,
        players=[name or text[side] for name, side in zip(players, ("white", "black"), strict=True)],
        about=_about(state, text),
        disputes=[_section(source, number, one, text, began) for number, one in shown],
        rulings=ruling_rows(source.told.words, text, began),
        movetext=_movetext(state),
        stands=_stands(state, text),
        presses=press_rows(state, {one.seq for _, one in shown if one.ruling}, text),
        appeal=(FOLDER / "appendix-5.txt").read_text(encoding="utf-8").strip() if state.opened.rules == WITH_APPENDIX else "",
        made=text["made"].format(version=source.version, row=source.told.row, checksum=source.checksum),
    )
    return Dossier(html, policy)


@cache
def _template() -> Any:
    loader = FileSystemLoader(FOLDER, encoding="utf-8")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, undefined=StrictUndefined).get_template("dossier.html")


def _no_such(wanted: str, there: Sequence[Dispute]) -> str:
    listed = "; ".join(f"{number}: press {one.seq}, {one.alert.code}" for number, one in enumerate(there, 1))
    return f"no alert {wanted} was told in this game; there are {listed}" if there else "nothing was told in this game"


def _began(at: str, rate: str) -> datetime | None:
    """When the game began, where the time of day went as fast as it."""
    try:
        return datetime.fromisoformat(at) if rate == "1" else None
    except ValueError:
        return None


def _about(state: State, text: Text) -> list[tuple[str, str]]:
    opened = state.opened
    result = outcome(state.result, state.article, text)
    known = [(text[tag], told) for tag in TAGS if (told := opened.about.tags.told.get(tag))]
    return [*known, (text["rules"], text[opened.rules]), (text["time_control"], opened.time_control), (text["result"], result)]


def _section(source: Source, number: int, one: Dispute, text: Text, began: datetime | None) -> dict[str, Any]:
    state, alert = source.told.state, one.alert
    words, lang = retold(one, state.opened.rules, text["lang"])
    pictures = [_picture(source, name, text, when) for when, name in zip(("before", "after"), one.pictures, strict=True)]
    kept = [_picture(source, name, text) for name in one.kept]
    shown = [picture for picture in pictures if picture]
    return {
        "number": number,
        "seq": one.seq,
        "side": alert.side,
        "text": words,
        "text_lang": lang,
        "acts": text["at_once" if alert.acts == "at once" else "on_claim"],
        "amended": one.amended,
        "facts": _facts(one, text, state, began),
        "boards": _boards(one, text, state.opened.rules),
        "pictures": shown,
        "gone": text["gone"] if not shown and any(one.pictures) else "",
        "squares": read_rows(one, state.opened.rules, text),
        "articles": list(source.articles(state.opened.rules, alert.article)),
        "kept": [picture for picture in kept if picture],
    }


def _facts(one: Dispute, text: Text, state: State, began: datetime | None) -> list[tuple[str, str]]:
    facts = [(text["moment"], since_beginning(one.t_ns, text, began))]
    if one.press and state.clock.control.main_ns is not None:
        white, black = clocks(one.press)
        facts.append((text["clocks"], f"{text['white']} {white} · {text['black']} {black}"))
    if one.ruling:
        facts.append((text["played"], " · ".join(filter(None, (one.ruling.move, verdict(one.ruling, state.opened.rules, text))))))
        facts.append((text["sure"], sureness(one.ruling.confidence, text)))
    if one.alert.article:
        facts.append((text["article_named"], one.alert.article))
    if one.alert.squares:
        facts.append((text["squares"], ", ".join(map(str, one.alert.squares))))
    return facts


def _boards(one: Dispute, text: Text, rules_name: str) -> list[dict[str, Any]]:
    boards = []
    for when, fen in (("before", one.alert.before), ("after", one.alert.after)):
        if fen:
            turn = text["to_move"].format(side=text["white" if fen.startswith("W") else "black"])
            svg = diagram(fen, ruleset(rules_name), one.alert.squares, f"{text[when]}: {fen}")
            boards.append({"when": when, "turn": turn, "fen": fen, "svg": Markup(svg)})
    return boards


def _movetext(state: State) -> str:
    """As in game.pdn, but for the clock times, which stand with the presses."""
    text = export_pdn(state).split("\n\n", 1)[1]
    return " ".join(re.sub(r"\{\s*\}", "", re.sub(r"\[%clock\s[^]]*\]\s*", "", text)).split())


def _stands(state: State, text: Text) -> tuple[str, str]:
    """What stands on the board; of a game on paper, of which the board is no longer the record, what the moves lead to."""
    if state.paper_from is None:
        return text["stands"], state.fen
    return text["moves_lead_to"], state.plies[-1].fen if state.plies else state.first_fen


def _picture(source: Source, name: str | None, text: Text, when: str = "") -> dict[str, str] | None:
    """A picture of the game as data; None for one that is not there, or is no longer kept."""
    if not name or not source.told.state.kept([name]):
        return None
    try:
        data = (source.folder / name).read_bytes()
    except OSError:
        return None
    return {
        "data": f"data:image/jpeg;base64,{b64encode(data).decode()}",
        "name": name,
        "alt": text["picture_alt"].format(name=name),
        "when": when,
    }
