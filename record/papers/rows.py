"""The tables of a dossier, and its numbers as people read them."""

import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from clock.control import SECOND_NS
from record.events.of_game import (
    Arbitrated,
    ClockStarted,
    ClockStopped,
    ContinuedOnPaper,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    TimesSet,
)
from record.papers.disputes import Dispute, Word
from record.papers.time_of_day import read
from record.session.state import State
from record.telling import remarks
from record.telling.alerts import sentence
from record.texts import say
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.irregularity import Verdict, article

MOST, LEAST = 0.9999, 0.0001
"""Nothing is surer than that, nor surely not so."""
UNTOLD = 0.02
"""Man and king that differ by less are as likely as each other."""
NAMES = {
    Content.EMPTY: "empty",
    Content.WHITE_MAN: "white-man",
    Content.WHITE_KING: "white-king",
    Content.BLACK_MAN: "black-man",
    Content.BLACK_KING: "black-king",
}

Text = Mapping[str, str]
Rows = list[dict[str, Any]]


def sureness(probability: float, text: Text) -> str:
    """As a percentage; never a hundred and never none, for nothing is."""
    sign = "< " if probability < LEAST else ""
    return f"{sign}{min(max(probability, LEAST), MOST):.2%}".replace("%", " %").replace(".", text["decimal"])


def duration(ns: int) -> str:
    """Hours, minutes and seconds; below nought with a sign."""
    seconds = abs(ns) // SECOND_NS
    return f"{'-' if ns < 0 else ''}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def since_beginning(t_ns: int, text: Text, began: datetime | None) -> str:
    """A moment of the game; with the time of day, where the beginning's is known: about, for a power cut is not counted."""
    passed = text["elapsed"].format(time=duration(t_ns))
    if began is None:
        return passed
    return f"{passed}, {text['about_clock'].format(clock=f'{began + timedelta(microseconds=t_ns // 1000):%H:%M}')}"


def clocks(press: Pressed) -> tuple[str, str]:
    """Of White and of Black, right after the press."""
    return duration(press.white_ns), duration(press.black_ns)


def verdict(ruling: Ruled, rules_name: str, text: Text) -> str:
    """What a press was ruled to be, in words."""
    found = Verdict(ruling.verdict)
    return text.get(found) or text["irregular"].format(article=article(found, rules_name))


def retold(one: Dispute, rules_name: str, lang: str) -> tuple[str, str]:
    """The sentence of the alert in that language, and which language it is: as it was told, and of unknown language, where it must be."""
    alert = one.alert
    if alert.code in list(Verdict) and one.ruling and alert.after:
        after = parse_fen(alert.after, ruleset(rules_name))
        return sentence(Verdict(alert.code), alert.squares, one.ruling.move, after, lang), lang
    if alert.code == remarks.OFF_CENTRE:
        return say(lang, remarks.OFF_SENTENCE, squares=", ".join(map(str, alert.squares))), lang
    return alert.text, ""


def read_rows(one: Dispute, rules_name: str, text: Text) -> Rows:
    """What was read on the squares of the alert, and on those where the position after the press differs from the one before."""
    alert = one.alert
    if not (one.evidence and alert.before and alert.after):
        return []
    before, after = (parse_fen(fen, ruleset(rules_name)).contents() for fen in (alert.before, alert.after))
    changed = {square for square, (stood, stands) in enumerate(zip(before, after, strict=True), 1) if stood is not stands}
    return [_read_row(square, before[square - 1], one.evidence[square - 1], text) for square in sorted(changed.union(alert.squares))]


def _read_row(square: int, stood: Content, log_p: tuple[float, ...], text: Text) -> dict[str, Any]:
    row = {"square": square, "stood": text[NAMES[stood]]}
    if max(log_p) == min(log_p):
        return {**row, "read": text["unseen"], "sure": "", "height": ""}
    empty, white_man, white_king, black_man, black_king = (math.exp(one - max(log_p)) for one in log_p)
    is_white = white_man + white_king >= black_man + black_king
    man, king = (white_man, white_king) if is_white else (black_man, black_king)
    read, total = "white-piece" if is_white else "black-piece", empty + white_man + white_king + black_man + black_king
    if empty >= man + king:
        return {**row, "read": text["empty"], "sure": sureness(empty / total, text), "height": ""}
    return {**row, "read": text[read], "sure": sureness((man + king) / total, text), "height": _height(man, king, text)}


def _height(man: float, king: float, text: Text) -> str:
    """Which of the two a piece is, and how surely; that its height was not seen where nothing tells."""
    if abs(man - king) < UNTOLD * (man + king):
        return text["untold"]
    return f"{text['man' if man > king else 'king']} {sureness(max(man, king) / (man + king), text)}"


def press_rows(state: State, disputed: set[int], text: Text) -> Rows:
    """Each press with what it was ruled to be; of one that is not ruled yet nothing is told but that."""
    timed, rulings = state.clock.control.main_ns is not None, {one.seq: one for one in state.rulings}
    rows: Rows = []
    for press in state.presses:
        ruling, (white, black) = rulings.get(press.seq), clocks(press) if timed else ("", "")
        told = {"move": "", "ruled": text["unread"], "sure": ""}
        if ruling:
            told = {"move": ruling.move or "-", "ruled": verdict(ruling, state.opened.rules, text)}
            told["sure"] = sureness(ruling.confidence, text)
        place: dict[str, Any] = {"seq": press.seq, "time": duration(press.t_ns), "side": press.side, "disputed": press.seq in disputed}
        rows.append({**place, **told, "white": white, "black": black})
    return rows


def ruling_rows(words: Iterable[Word], text: Text, began: datetime | None) -> Rows:
    """What was ruled, when, after which press, by whom and why."""
    return [
        {
            "time": _when(word, text, began),
            "seq": getattr(word, "seq", ""),
            "word": _said(word, text),
            "by": word.by,
            "reason": getattr(word, "reason", ""),
        }
        for word in words
    ]


def _when(word: Word, text: Text, began: datetime | None) -> str:
    """The time of day at which it was ruled, where that was noted, and the moment of the game."""
    noted = read(word.at)
    if noted is None:
        return since_beginning(word.t_ns, text, began)
    at, is_set = noted
    return f"{text['at' if is_set else 'at_unsure'].format(at=f'{at:%Y-%m-%d %H:%M}')}; {since_beginning(word.t_ns, text, None)}"


def _said(word: Word, text: Text) -> str:
    match word:
        case ClockStarted():
            return text["start-clock"].format(side=text[word.side])
        case ClockStopped():
            return text["stop-clock"]
        case TimesSet(added_ns=(white_ns, black_ns)):
            return text["add-times"].format(white=duration(white_ns), black=duration(black_ns))
        case TimesSet():
            return text["set-times"].format(white=duration(word.white_ns), black=duration(word.black_ns))
        case ContinuedOnPaper():
            return text["paper"]
        case Arbitrated():
            side = text["white" if word.fen.startswith("W") else "black"]
            return text[word.ruling].format(side=side, plies=word.plies, result=outcome(word.result, word.article, text))
        case PaperMoves():
            plies = sum(not move.startswith("/") for move in word.moves)
            return text["enter-paper"].format(plies=plies, result=outcome(word.result, word.article, text))
        case SessionClosed():
            return text["close"].format(result=outcome(word.result, word.article, text))


def outcome(result: str | None, article: str | None, text: Text) -> str:
    """Of a game, with the article that says why, where one does."""
    return text[result or "*"] + (f" ({text['article'].format(number=article)})" if article else "")
