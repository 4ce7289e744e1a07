"""What the arbiter is told of the players' words on the tablet: information, for it is theirs to say, and his to act upon."""

from record.events.effects import Alert
from record.events.of_players import MoveEntered, Said
from record.telling.reasons import SIDES
from record.telling.remarks import PLAYERS
from record.texts import say
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.endings import Cause, article_of

SENTENCES: dict[Said, str] = {
    Said.DRAW_OFFERED: "{side} offers a draw.",
    Said.DRAW_ACCEPTED: "{side} accepts the draw that was offered. In an endgame it is one, once you confirm it.",
    Said.DRAW_DECLINED: "{side} declines the draw that was offered.",
    Said.RESIGNED: "{side} resigns.",
    Said.ARBITER_CALLED: "{side} calls for you. The clock goes on.",
}
ENTERED = "The players entered {move} for press {seq}, which was not surely read."
NO_NAME = "The players entered {move} for press {seq}, which was not surely read. It is no move that the rules have a name for."
READ_AS = "The players entered {move} for press {seq}, which was read as {seen}."
OTHERWISE = "The players entered {move} for press {seq}, and the board shows something else."
NOT_FOLLOWED = (
    "The players entered {move} for press {seq}; what the board shows after press {later} does not follow from it by a legal move."
)
AS_SAID, SEEN_OTHERWISE = "entered", "otherwise"
"""The reasons of the alerts of moves that were entered."""
AT_ONCE = frozenset({Said.DRAW_ACCEPTED, Said.RESIGNED, Said.ARBITER_CALLED})
"""What waits for the arbiter; the others are for him to know."""
CAUSES = dict.fromkeys((Said.DRAW_OFFERED, Said.DRAW_ACCEPTED, Said.DRAW_DECLINED), Cause.AGREED) | {Said.RESIGNED: Cause.RESIGNED}
"""How a game may end by it."""


def told_of(said: Said, side: str, rules_name: str, lang: str) -> tuple[Alert, ...]:
    """What the arbiter is told of it; nothing of a position that stands right."""
    if said not in SENTENCES:
        return ()
    text = say(lang, SENTENCES[said], side=say(lang, SIDES[Side(side)]))
    article = article_of(CAUSES[said], ruleset(rules_name)) if said in CAUSES else ""
    return (Alert(PLAYERS, article or None, (), text, "at once" if said in AT_ONCE else "on claim", str(said), side),)


def entered(event: MoveEntered, lang: str) -> Alert:
    """A move was entered, and taken as said."""
    return _entry(event, NO_NAME if event.verdict == Verdict.UNSURE else ENTERED, AS_SAID, "on claim", lang)


def entered_otherwise(event: MoveEntered, seen: str | None, lang: str) -> Alert:
    """A move was entered, and something else is surely seen: the move `seen`, or what cannot be written as one."""
    return _entry(event, READ_AS if seen else OTHERWISE, SEEN_OTHERWISE, "at once", lang, seen)


def does_not_follow(event: MoveEntered, later: int, lang: str) -> Alert:
    """A move was entered, and the board after a later press is seen, and does not follow from it: which of the two it was is open."""
    return _entry(event, NOT_FOLLOWED, SEEN_OTHERWISE, "at once", lang, later=later)


def _entry(event: MoveEntered, sentence: str, reason: str, acts: str, lang: str, seen: str | None = None, later: int = 0) -> Alert:
    squares = tuple(dict.fromkeys((event.origin, event.target, *event.captured)))
    text = say(lang, sentence, move=event.written, seq=event.seq, seen=seen or "", later=later)
    return Alert(PLAYERS, None, squares, text, acts, reason, event.side, ":".join(event.start.split(":")[:3]), event.plain_fen)
