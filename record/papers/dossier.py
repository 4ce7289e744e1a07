"""A dispute for the commission of appeal (appendix 5): everything in the record about it, as one self-contained HTML file."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from record.events.of_game import Ruled, SessionOpened
from record.papers.appeals import GameAppeals, appeal_rows, unread_lines
from record.papers.diagram import diagram
from record.papers.disputes import Dispute, Disputes, told
from record.papers.ending import ending_rows
from record.papers.game_pdn import export_pdn
from record.papers.rows import clocks, moment, outcome, press_rows, read_rows, retold, ruling_rows, to_move, verdict
from record.papers.words import PLAYERS, RULE_SETS, TAGS
from record.papers.writing import writing_rows
from record.session.plies import Ply
from record.session.state import State
from record.store.closing import Closing, closing_of
from record.store.journal import Journal, fold
from record.telling.sentences import tell
from record.telling.sureness import percentage
from record.texts import marked, say
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase, Sentence

FOLDER = Path(__file__).parent / "templates"
AT_ONCE, ON_CLAIM = marked("The arbiter may act at once."), marked("The arbiter acts when a player claims it.")
WHEN = {"before": marked("Before"), "after": marked("After")}
POLICY = "default-src 'none'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'"
"""The content policy: no scripts, no style but the file's own, and nothing from outside the file."""
MADE = marked("Made by damcam {version} from the journal up to row {row}; checksum {checksum}.")
APPENDIX = "Dambond Fries Spel, wedstrijdreglement, bijlage 5: commissie van beroep"
WITH_APPENDIX = "frisian"
"""The rule set whose dossiers have the appendix: the appeal is a procedure of the Frisian association."""

NO_APPEALS = GameAppeals()
Articles = Callable[[str, str | None], Iterable[tuple[str, str]]]
"""Takes the name of a rule set and the article of an alert; gives the number and text of each article."""


class DossierFault(Phrase):
    """Why there is no dossier, and which alerts there are."""

    NO_GAME = "no game was begun in this journal"
    NO_SUCH_ALERT = "no alert {wanted} was told in this game"
    THERE_ARE = "there are {alerts}"
    ALERT = "{number}: press {seq}, {code}"
    NO_ALERT = "this game has no alert"


class DossierError(DamcamError, LookupError):
    """The game has no such alert, or no game was begun; lists the alerts that there are."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """The file, and the content policy that it is served with and also contains."""

    html: str
    policy: str


@dataclass(frozen=True, slots=True)
class Source:
    """The input of a dossier: `told`, `checksum` and `closing` of the journal in `folder`, the `articles`, and the `version` of damcam."""

    folder: Path
    told: Disputes
    checksum: str
    closing: Closing | None
    articles: Articles
    version: str


def read_source(journal: Path, articles: Articles, version: str) -> Source:
    """Reads the journal, also of a running game, without writing to it; LogError, or DossierError where no game was begun."""
    with Journal.reader(journal) as reader:
        fold(reader)
        found = told(reader)
        checksum, closing = reader.checksum(found.row), closing_of(reader)
    if found.state.opening is None:
        raise DossierError(DossierFault.NO_GAME.said(), str(journal))
    return Source(journal.parent, found, checksum, closing, articles, version)


def dossier(source: Source, lang: str, wanted: str | None = None, appeals: GameAppeals = NO_APPEALS) -> Dossier:
    """The dossier of the alert `wanted`, a number from 1 or an id; None takes all alerts. DossierError when there is no such alert.

    `appeals` are those on the game, from the files of the events.
    """
    state = source.told.state
    numbered = list(enumerate(source.told.disputes, 1))
    shown = [(number, one) for number, one in numbered if wanted is None or wanted in (str(number), one.id)]
    if wanted is not None and not shown:
        raise DossierError(_no_such(wanted, source.told.disputes))
    css = (FOLDER / "dossier.css").read_text(encoding="utf-8")
    policy = POLICY.format(b64encode(hashlib.sha256(css.encode()).digest()).decode())
    tags = state.opened.about.tags
    html = _template().render(
        _=partial(say, lang),
        lang=lang,
        sides=PLAYERS,
        when=WHEN,
        css=Markup(css),
        policy=policy,
        players=[name or say(lang, PLAYERS[side]) for name, side in zip((tags.white, tags.black), ("white", "black"), strict=True)],
        about=_about(state, lang),
        disputes=[_section(source, number, one, lang) for number, one in shown],
        rulings=ruling_rows(state, source.told.words, lang),
        writing=writing_rows(state, lang),
        movetext=_movetext(state),
        stands=_stands(state, lang),
        presses=press_rows(state, {one.seq for _, one in shown if one.ruling}, lang),
        appeals=[(one.event, one.number, appeal_rows(one, lang)) for one in appeals.told],
        unread=unread_lines(appeals, lang),
        appeal=(FOLDER / "appendix-5.txt").read_text(encoding="utf-8").strip() if state.opened.rules == WITH_APPENDIX else "",
        appendix=APPENDIX,
        ending=_ending(source, lang),
        made=say(lang, MADE, version=source.version, row=source.told.row, checksum=source.checksum),
    )
    return Dossier(html, policy)


def pictures_of(source: Source, wanted: str | None = None) -> frozenset[str]:
    """The names of the pictures that the dossier of the alert `wanted`, or of all, shows where they are there."""
    shown = (one for number, one in enumerate(source.told.disputes, 1) if wanted is None or wanted in (str(number), one.id))
    names = {name for one in shown for name in (*one.pictures, *one.kept) if name}
    return frozenset(source.told.state.kept(names))


@cache
def _template() -> Any:
    loader = FileSystemLoader(FOLDER, encoding="utf-8")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, undefined=StrictUndefined).get_template("dossier.html")


def _no_such(wanted: str, there: Sequence[Dispute]) -> Sentence:
    if not there:
        return DossierFault.NO_ALERT.said()
    alerts = tuple(DossierFault.ALERT.said(number=number, seq=one.seq, code=one.alert.code) for number, one in enumerate(there, 1))
    return DossierFault.NO_SUCH_ALERT.said(DossierFault.THERE_ARE.said(alerts=alerts), wanted=wanted)


def _about(state: State, lang: str) -> list[tuple[str, str]]:
    opened = state.opened
    result = outcome(state.result, state.article, lang)
    known = [(say(lang, name), told) for tag, name in TAGS.items() if (told := opened.about.tags.told.get(tag))]
    return [
        *known,
        (say(lang, "Rules"), say(lang, RULE_SETS[opened.rules])),
        (say(lang, "Time control"), opened.time_control),
        (say(lang, "Result"), result),
    ]


def _ending(source: Source, lang: str) -> list[tuple[str, str]]:
    """How the journal of a closed game ends; empty while it is not closed."""
    return ending_rows(source.closing, lang) if source.closing else []


def _section(source: Source, number: int, one: Dispute, lang: str) -> dict[str, Any]:
    state, alert = source.told.state, one.alert
    words, words_lang = retold(one, state.opened.rules, lang)
    pictures = [_picture(source, name, lang, when) for when, name in zip(("before", "after"), one.pictures, strict=True)]
    kept = [_picture(source, name, lang) for name in one.kept]
    shown = [picture for picture in pictures if picture]
    return {
        "number": number,
        "seq": one.seq,
        "side": alert.side,
        "text": words,
        "text_lang": words_lang,
        "acts": say(lang, AT_ONCE if alert.acts == "at once" else ON_CLAIM),
        "amended": one.amended,
        "facts": _facts(one, lang, state),
        "boards": _boards(one, lang, state.opened),
        "pictures": shown,
        "gone": say(lang, "The pictures of this alert are not there (any more).") if not shown and any(one.pictures) else "",
        "squares": read_rows(one, state.opened.rules, lang),
        "articles": list(source.articles(state.opened.rules, alert.article)),
        "kept": [picture for picture in kept if picture],
    }


def _facts(one: Dispute, lang: str, state: State) -> list[tuple[str, str]]:
    facts = [(say(lang, "Moment"), moment(state, one.t_ns, lang))]
    if one.press and state.clock.control.main_ns is not None:
        white, black = clocks(one.press)
        facts.append(
            (say(lang, "Clocks after the press"), f"{say(lang, PLAYERS['white'])} {white} · {say(lang, PLAYERS['black'])} {black}")
        )
    if one.ruling:
        facts.append((say(lang, "Read as"), " · ".join(filter(None, (one.ruling.move, verdict(one.ruling, state.opened.rules, lang))))))
        facts.append((say(lang, "How sure"), tell(percentage(one.ruling.confidence), lang)))
    if one.alert.article:
        facts.append((say(lang, "Article"), one.alert.article))
    if one.alert.squares:
        facts.append((say(lang, "Squares"), ", ".join(map(str, one.alert.squares))))
    return facts


def _boards(one: Dispute, lang: str, opened: SessionOpened) -> list[dict[str, Any]]:
    boards = []
    for when, fen in (("before", one.alert.before), ("after", one.alert.after)):
        if fen:
            turn = say(lang, "{side} to move", side=to_move(fen, lang))
            told = f"{say(lang, WHEN[when])}: {fen}"
            svg = diagram(fen, ruleset(opened.rules), one.alert.squares, told, mirrored=opened.mirrored)
            boards.append({"when": when, "turn": turn, "fen": fen, "svg": Markup(svg)})
    return boards


def _movetext(state: State) -> str:
    """The movetext of game.pdn without the clock times, which the table of presses has."""
    text = export_pdn(state).split("\n\n", 1)[1]
    return " ".join(re.sub(r"\{\s*\}", "", re.sub(r"\[%clock\s[^]]*\]\s*", "", text)).split())


def _stands(state: State, lang: str) -> tuple[str, str]:
    """A label and the position on the board; for a game on paper, which the board no longer shows, the position after the moves."""
    guessed: Sequence[Ruled | Ply] = state.guessed
    label, fen = say(lang, "Position on the board"), state.known_fen
    if state.paper_from is not None:
        guessed = tuple(takewhile(lambda ply: ply.is_guess, reversed(state.plies)))[::-1]
        known = state.plies[: len(state.plies) - len(guessed)]
        label, fen = say(lang, "Position after these moves"), known[-1].fen if known else state.first_fen
        if guessed:
            fen = ("B" if guessed[-1].side == "white" else "W") + fen[1:]
    if guessed:
        label = say(lang, "Last known position: not read since press {seq}", seq=guessed[0].seq)
    return label, fen


def _picture(source: Source, name: str | None, lang: str, when: str = "") -> dict[str, str] | None:
    """A picture of the game as a data URL with its texts; None for one that is missing or no longer kept."""
    if not name or not source.told.state.kept([name]):
        return None
    try:
        data = (source.folder / name).read_bytes()
    except OSError:
        return None
    return {
        "data": f"data:image/jpeg;base64,{b64encode(data).decode()}",
        "name": name,
        "alt": say(lang, "Picture {name}: the board as the camera saw it", name=name),
        "when": when,
    }
