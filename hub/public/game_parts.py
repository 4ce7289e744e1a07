"""A game as its page, its frame and its overlay show it: the parts that change, and the list of its moves, as fragments."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from hub.feeds.feed import Update
from hub.web import fragments
from hub.web.drawn import drawn_clocks, spent
from hub.web.fragments import Fragment, Shown
from record.telling.counts import SENTENCES
from record.telling.reasons import ENDINGS, SIDES
from record.texts import marked, say, say_many
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.endings import Cause, article_of

ROWS_KEPT = 2048
"""The rows of moves that are kept as they were rendered: those of some thirty games, in a megabyte."""
OPENING, CLOSING = Markup('<tbody id="rows" data-fen="{}" data-left="{}">'), "</tbody>"
_ENDED = {article_of(cause, ruleset("frisian")): ENDINGS[cause] for cause in Cause if article_of(cause, ruleset("frisian"))}
"""The ends of a game by article, for the Frisian rules: their articles tell what happened, and the sections of other rule sets do not."""
_LOSERS = {"1-0": Side.BLACK, "0-1": Side.WHITE}


class Counted(NamedTuple):
    """What is counted in a position, and the sentence for it."""

    made: int
    limit: int
    says: str


class ListedPly(NamedTuple):
    """A move in the list, with what is known of the position after it."""

    move: str
    fen: str
    left_ms: str
    """White's and Black's time left, `-` where it is not known; empty where no clock is used."""
    spent: str
    """The time that the move took; empty where it is not known."""
    counted: tuple[Counted, ...]


class PlayedAt(NamedTuple):
    """Where a game is played, and where it is found."""

    key: str
    """The board's."""
    base: str
    """The address below which its pictures are."""
    address: str
    """The game's address that lasts; empty where it has none."""
    shows_pictures: bool
    kept: bool = False
    """Whether it is an earlier game of its board, which goes on no more."""


def parts_of(environment: Environment, lang: str, update: Update, at: PlayedAt) -> Shown:
    """The game in that language with its clocks as they were read, rendered once for all who ask."""
    return update.once(
        f"parts {lang} {at.base} {at.address} {at.kept}", lambda: parts_as_of(environment, lang, update, at, update.clock_since_s)
    )


def parts_as_of(environment: Environment, lang: str, update: Update, at: PlayedAt, now_s: float) -> Shown:
    """The game in that language with its clocks as they stand at that moment."""
    view = update.view
    age_ms = max(0, round((now_s - update.clock_since_s) * 1000))
    rows = view.get("moves", [])
    plies = _listed_plies(view, lang) if rows else []
    last = next((ply for row in rows[-1:] for ply in reversed(_of_row(row))), None)
    values = {
        **at._asdict(),
        "view": view,
        "clocks": drawn_clocks({**view, "age_ms": age_ms, "closed": at.kept or view.get("closed")}),
        "since_ms": round(update.clock_since_s * 1000),
        "last": last,
        "counted": [_counted(lang, count) for count in view.get("counts", [[]])[-1]],
        "why": _reason(view, lang),
    }
    parts = fragments.render(environment, "game_parts.html", lang, **values)
    left = _left_ms(next(iter(view.get("times", ())), None))
    listed, opening = _rows(environment, lang, rows, plies), OPENING.format(view.get("fens", [""])[0], left)
    return Shown(parts, opening, listed, CLOSING)


def _of_row(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The moves of a row of `record.papers.public_view`, each with the row's number and its side."""
    return [{"number": row["number"], "side": side, "move": row[side]} for side in Side if row[side] is not None]


def _listed_plies(view: Mapping[str, Any], lang: str) -> list[ListedPly]:
    moves = [ply["move"] for row in view["moves"] for ply in _of_row(row)]
    times = view["times"] or [None] * (len(moves) + 1)
    after = zip(moves, view["fens"][1:], times[1:], view["counts"][1:], strict=True)
    return [ListedPly(move, fen, _left_ms(time), _spent(time), tuple(_counted(lang, one) for one in on)) for move, fen, time, on in after]


def _rows(environment: Environment, lang: str, rows: list[dict[str, Any]], plies: list[ListedPly]) -> dict[str, Fragment]:
    listed, coming = dict[str, Fragment](), iter(plies)
    for row in rows:
        of_row = tuple(None if row[side] is None else next(coming) for side in Side)
        listed[str(row["number"])] = _row(environment, lang, row["number"], of_row)
    return listed


@lru_cache(ROWS_KEPT)
def _row(environment: Environment, lang: str, number: int, plies: tuple[ListedPly | None, ...]) -> Fragment:
    return fragments.render(environment, "game_row.html", lang, number=number, plies=plies)


def _left_ms(times: list[int | None] | None) -> str:
    return " ".join("-" if left is None else str(left) for left in times[:2]) if times else ""


def _spent(times: list[int | None] | None) -> str:
    return spent(times[2]) if times and times[2] is not None else ""


def _counted(lang: str, count: Mapping[str, Any]) -> Counted:
    one, more, number = SENTENCES[count["kind"]]
    values = {**count, "side": say(lang, SIDES[Side(count["side"])]) if count["side"] else ""}
    says = say_many(lang, one, more, count[number], **values) if more else say(lang, one, **values)
    return Counted(count["made"], count["limit"], says)


def _reason(view: Mapping[str, Any], lang: str) -> str:
    """Why the game ended so: that nobody played, or what its article says; empty where neither is known."""
    if not view.get("closed"):
        return ""
    if view["not_played"]:
        return say(lang, marked("not played"))
    if (sentence := _ENDED.get(view["article"])) is None:
        return ""
    loser = _LOSERS.get(view["result"])
    told = say(lang, sentence, loser=say(lang, SIDES[loser]) if loser else "")
    return f"{told} ({say(lang, marked('Art. {article}'), article=view['article'])})"
