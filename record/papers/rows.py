"""The tables of a dossier, and its numbers formatted for people."""

import math
from collections.abc import Iterable
from typing import Any

from clock.control import SECOND_NS, shown_s
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
from record.events.of_record import LogRestored, RowsLost, TimeControlSet, Undone, WritingSuspended
from record.papers.disputes import ArbiterEvent, Dispute
from record.papers.time_of_day import at_moment, when_ruled
from record.papers.words import CONTENTS, OUTCOMES, PLAYERS, RULINGS, UNDONE, VERDICTS
from record.session.state import State
from record.telling import remarks
from record.telling.alerts import sentence
from record.telling.lost_rows import LossTold, loss_sentence
from record.telling.reasons import explain_ending
from record.telling.sentences import tell
from record.telling.sureness import percentage
from record.texts import in_context, marked, say
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.irregularity import Verdict, article
from rules.play.endings import Cause, Ending

MIN_HEIGHT_MARGIN = 0.02
"""Where the probabilities of man and king differ by less than this share of their sum, the height counts as not seen."""
MAN, KING = marked("man"), marked("king")
WHITE_PIECE, BLACK_PIECE = marked("white piece"), marked("black piece")
AT = in_context("time of day", "{at}")
AT_UNSURE = marked("{at} (not sure: the device's time of day may not have been set)")

Rows = list[dict[str, Any]]


def duration(ns: int) -> str:
    """The duration as `h:mm:ss`, with a minus sign where it is negative."""
    seconds = abs(ns) // SECOND_NS
    return f"{'-' if ns < 0 else ''}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def reading(ns: int) -> str:
    """What a clock shows with that time left, as `h:mm:ss`."""
    return duration(shown_s(ns) * SECOND_NS)


def since_beginning(state: State, t_ns: int, lang: str) -> str:
    """A moment of the game, counted from the start of the first clock or the first move; the time of power cuts is not counted."""
    passed_ns = t_ns - (state.began_ns or 0)
    if passed_ns < 0:
        return say(lang, "{time} before the beginning", time=duration(-passed_ns))
    return say(lang, "{time} after the beginning", time=duration(passed_ns))


def moment(state: State, t_ns: int, lang: str) -> str:
    """The same, with the approximate time of day where that of the beginning is known."""
    passed, at = since_beginning(state, t_ns, lang), at_moment(state, t_ns)
    return f"{passed}, {say(lang, 'about {clock}', clock=f'{at:%H:%M}')}" if at else passed


def clocks(press: Pressed) -> tuple[str, str]:
    """The readings of White and of Black right after the press."""
    return reading(press.white_ns), reading(press.black_ns)


def verdict(ruling: Ruled, rules_name: str, lang: str) -> str:
    """The verdict of the ruling in words."""
    found = Verdict(ruling.verdict)
    if found in VERDICTS:
        return say(lang, VERDICTS[found])
    return say(lang, "irregular, article {article}", article=article(found, rules_name))


def retold(one: Dispute, rules_name: str, lang: str) -> tuple[str, str]:
    """The sentence of the alert in `lang`, and its language. Where it cannot be made again: the stored sentence and an empty language."""
    alert = one.alert
    if alert.code in list(Verdict) and one.ruling and alert.after:
        after = parse_fen(alert.after, ruleset(rules_name))
        return sentence(Verdict(alert.code), alert.squares, one.ruling.move, after, lang), lang
    if alert.code == remarks.OFF_CENTRE:
        return say(lang, remarks.OFF_SENTENCE, squares=", ".join(map(str, alert.squares))), lang
    return alert.text, ""


def read_rows(one: Dispute, rules_name: str, lang: str) -> Rows:
    """The readings of the squares of the alert and of the squares that differ between the positions before and after the press."""
    alert = one.alert
    if not (one.evidence and alert.before and alert.after):
        return []
    before, after = (parse_fen(fen, ruleset(rules_name)).contents() for fen in (alert.before, alert.after))
    changed = {square for square, (stood, stands) in enumerate(zip(before, after, strict=True), 1) if stood is not stands}
    return [_read_row(square, before[square - 1], one.evidence[square - 1], lang) for square in sorted(changed.union(alert.squares))]


def _read_row(square: int, stood: Content, log_p: tuple[float, ...], lang: str) -> dict[str, Any]:
    row = {"square": square, "stood": say(lang, CONTENTS[stood])}
    if max(log_p) == min(log_p):
        return {**row, "read": say(lang, "not to be seen"), "sure": "", "height": ""}
    empty, white_man, white_king, black_man, black_king = (math.exp(one - max(log_p)) for one in log_p)
    is_white = white_man + white_king >= black_man + black_king
    man, king = (white_man, white_king) if is_white else (black_man, black_king)
    read, total = WHITE_PIECE if is_white else BLACK_PIECE, empty + white_man + white_king + black_man + black_king
    if empty >= man + king:
        return {**row, "read": say(lang, "empty"), "sure": tell(percentage(empty / total), lang), "height": ""}
    return {**row, "read": say(lang, read), "sure": tell(percentage((man + king) / total), lang), "height": _height(man, king, lang)}


def _height(man: float, king: float, lang: str) -> str:
    """Man or king, with its probability; or the text for a height that was not seen."""
    if abs(man - king) < MIN_HEIGHT_MARGIN * (man + king):
        return say(lang, "not to be seen")
    return f"{say(lang, MAN if man > king else KING)} {tell(percentage(max(man, king) / (man + king)), lang)}"


def press_rows(state: State, disputed: set[int], lang: str) -> Rows:
    """A row for each press with its ruling; a press without a ruling is shown as being read."""
    timed, rulings = state.clock.control.main_ns is not None, {one.seq: one for one in state.rulings}
    rows: Rows = []
    for press in state.presses:
        ruling, (white, black) = rulings.get(press.seq), clocks(press) if timed else ("", "")
        told = {"move": "", "ruled": say(lang, "being read"), "sure": ""}
        if ruling:
            told = {"move": ruling.move or "-", "ruled": verdict(ruling, state.opened.rules, lang)}
            told["sure"] = tell(percentage(ruling.confidence), lang)
        passed = duration(press.t_ns - (state.began_ns or 0))
        place: dict[str, Any] = {"seq": press.seq, "time": passed, "side": press.side, "disputed": press.seq in disputed}
        rows.append({**place, **told, "white": white, "black": black})
    return rows


def ruling_rows(state: State, words: Iterable[ArbiterEvent], lang: str) -> Rows:
    """A row for each ruling: when, after which press, what, by whom and why."""
    return [
        {
            "time": when(state, word, lang),
            "seq": getattr(word, "seq", ""),
            "word": _said(word, lang),
            "by": word.by,
            "reason": _reason(word, lang),
        }
        for word in words
    ]


def _reason(word: ArbiterEvent, lang: str) -> str:
    """Why it was ruled: the cause by which the game ended, and what the arbiter says."""
    reason = str(getattr(word, "reason", ""))
    if not isinstance(word, Arbitrated) or not word.result or not word.cause:
        return reason
    return f"{explain_ending(Ending(word.result, '', Cause(word.cause)), lang)} {reason}".rstrip()


def when(state: State, word: ArbiterEvent | WritingSuspended, lang: str) -> str:
    """The time of day of the ruling, where it was noted, and the moment of the game."""
    ruled = when_ruled(state, word.t_ns, word.at)
    if ruled is None:
        return moment(state, word.t_ns, lang)
    at, is_set = ruled
    return f"{say(lang, AT if is_set else AT_UNSURE, at=f'{at:%Y-%m-%d %H:%M}')}; {since_beginning(state, word.t_ns, lang)}"


def _said(word: ArbiterEvent, lang: str) -> str:
    match word:
        case ClockStarted():
            return say(lang, "clock started: {side}", side=say(lang, PLAYERS[word.side]))
        case ClockStopped():
            return say(lang, "clock stopped")
        case TimesSet(added_ns=(white_ns, black_ns)):
            return say(lang, "time added: {white} / {black}", white=duration(white_ns), black=duration(black_ns))
        case TimesSet():
            return say(lang, "clocks set: {white} / {black}", white=reading(word.white_ns), black=reading(word.black_ns))
        case TimeControlSet():
            return say(lang, "time control set: {control}", control=word.time_control)
        case ContinuedOnPaper():
            return say(lang, "Continued on paper")
        case Arbitrated():
            side, result = to_move(word.fen, lang), outcome(word.result, word.article, lang)
            return say(lang, RULINGS[word.ruling], side=side, plies=word.plies, result=result)
        case PaperMoves():
            plies = sum(not move.startswith("/") for move in word.moves)
            result = outcome(word.result, word.article, lang)
            return say(lang, "moves from paper entered, plies: {plies}; result: {result}", plies=plies, result=result)
        case RowsLost():
            return tell(loss_sentence(word), lang)
        case LogRestored():
            return tell(LossTold.RESTORED.said(row=word.row, aside=word.aside), lang)
        case Undone():
            return say(lang, UNDONE[word.ruling])
        case SessionClosed():
            return say(lang, "game closed; result: {result}", result=outcome(word.result, word.article, lang))


def outcome(result: str | None, article: str | None, lang: str) -> str:
    """The result of a game in words, with the article that is its reason, where there is one."""
    return say(lang, OUTCOMES[result or "*"]) + (f" ({say(lang, 'Article {number}', number=article)})" if article else "")


def to_move(fen: str, lang: str) -> str:
    """The name of the side to move in that position."""
    return say(lang, PLAYERS["white" if fen.startswith("W") else "black"])
