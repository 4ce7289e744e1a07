"""The alerts for what the players say on the tablet. They inform the arbiter, who decides what to do."""

from dataclasses import dataclass

from record.events.alert import Alert
from record.events.of_players import MoveEntered, Said
from record.telling.reasons import SIDES
from record.telling.remarks import PLAYERS
from record.texts import marked, say
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.endings import Cause, article_of

SENTENCES: dict[Said, str] = {
    Said.DRAW_OFFERED: marked("{side} offers a draw."),
    Said.DRAW_ACCEPTED: marked("{side} accepts the draw that was offered. In an endgame it is one, once you confirm it."),
    Said.DRAW_DECLINED: marked("{side} declines the draw that was offered."),
    Said.RESIGNED: marked("{side} resigns."),
    Said.ARBITER_CALLED: marked("{side} calls for you. The clock goes on."),
}
ENTERED = marked("The players entered {move} for press {seq}, which was not surely read.")
NO_NAME = marked("The players entered {move} for press {seq}, which was not surely read. It is no move that the rules have a name for.")
READ_AS = marked("The players entered {move} for press {seq}, which was read as {seen}.")
OTHERWISE = marked("The players entered {move} for press {seq}, and the board shows something else.")
NOT_FOLLOWED = marked(
    "The players entered {move} for press {seq}; what the board shows after press {later} does not follow from it by a legal move."
)
AS_SAID, SEEN_OTHERWISE = "entered", "otherwise"
"""The values of `Alert.reason` for entered moves."""


@dataclass(frozen=True, slots=True)
class EntryAlert:
    """The sentence of an alert about an entered move, its `reason`, and when the arbiter may act."""

    sentence: str
    reason: str
    acts: str


ENTRY = EntryAlert(ENTERED, AS_SAID, "on claim")
NAMELESS_ENTRY = EntryAlert(NO_NAME, AS_SAID, "on claim")
ENTRY_READ_AS = EntryAlert(READ_AS, SEEN_OTHERWISE, "at once")
ENTRY_OTHERWISE = EntryAlert(OTHERWISE, SEEN_OTHERWISE, "at once")
ENTRY_NOT_FOLLOWED = EntryAlert(NOT_FOLLOWED, SEEN_OTHERWISE, "at once")
AT_ONCE = frozenset({Said.DRAW_ACCEPTED, Said.RESIGNED, Said.ARBITER_CALLED})
"""What needs the arbiter's action; the others are for information."""
CAUSES = dict.fromkeys((Said.DRAW_OFFERED, Said.DRAW_ACCEPTED, Said.DRAW_DECLINED), Cause.AGREED) | {Said.RESIGNED: Cause.RESIGNED}
"""The cause of an ending to which the players' word may lead."""


def told_of(said: Said, side: str, rules_name: str, lang: str) -> tuple[Alert, ...]:
    """The alert for what a player said; empty for a confirmed start position."""
    if said not in SENTENCES:
        return ()
    text = say(lang, SENTENCES[said], side=say(lang, SIDES[Side(side)]))
    article = article_of(CAUSES[said], ruleset(rules_name)) if said in CAUSES else ""
    return (Alert(PLAYERS, article or None, (), text, acts="at once" if said in AT_ONCE else "on claim", reason=str(said), side=side),)


def entered(event: MoveEntered, lang: str) -> Alert:
    """The alert for an entered move that replaced a ruling."""
    return _alert(event, NAMELESS_ENTRY if event.verdict == Verdict.UNSURE else ENTRY, lang)


def entered_otherwise(event: MoveEntered, seen: str | None, lang: str) -> Alert:
    """The alert for an entered move where something else is surely seen: the move `seen`, or None where it cannot be written as a move."""
    return _alert(event, ENTRY_READ_AS if seen else ENTRY_OTHERWISE, lang, seen=seen or "")


def does_not_follow(event: MoveEntered, later: int, lang: str) -> Alert:
    """The alert where the board seen after press `later` does not follow from an entered move; either of the two moves may be wrong."""
    return _alert(event, ENTRY_NOT_FOLLOWED, lang, later=later)


def _alert(event: MoveEntered, told: EntryAlert, lang: str, **values: str | int) -> Alert:
    squares = tuple(dict.fromkeys((event.origin, event.target, *event.captured)))
    text = say(lang, told.sentence, move=event.written, seq=event.seq, **values)
    before = ":".join(event.start.split(":")[:3])
    return Alert(PLAYERS, None, squares, text, acts=told.acts, reason=told.reason, side=event.side, before=before, after=event.plain_fen)
