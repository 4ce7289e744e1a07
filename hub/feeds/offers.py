"""The rulings that the arbiter can make with one tap on an alert, while its situation lasts."""

from collections.abc import Iterator, Mapping

from hub.feeds.desk_alert import DeskAlert
from record.events.of_players import Said
from record.session.arbiter import Word
from record.session.state import State
from record.telling.remarks import FLAG, PLAYERS, RESUMED
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.endings import Cause, Ending, drawn, is_named, lost, void

Offer = Mapping[str, str]
"""A ruling: its `word` and the details of it."""


def offers(alert: DeskAlert, state: State) -> list[Offer]:
    """The rulings that the alert asks for; none once it is amended or answered, or the game is over."""
    return [] if alert.amended or state.over else [*_offers(alert, state)]


def _offers(alert: DeskAlert, state: State) -> Iterator[Offer]:
    rules, code, clock = ruleset(state.opened.rules), alert.code, state.clock
    if code == FLAG and clock.flagged and clock.flagged == alert.side:
        yield _end(lost(rules, Cause.TIME, Side(clock.flagged)))
    elif code == RESUMED and clock.running is None and clock.stopped:
        yield {"word": "start-clock", "side": clock.stopped}
    elif code == PLAYERS and alert.told.reason == Said.RESIGNED and alert.side:
        yield _end(lost(rules, Cause.RESIGNED, Side(alert.side))) | _since(alert, state)
    elif code == PLAYERS and alert.told.reason == Said.DRAW_ACCEPTED:
        yield _end(drawn(rules, Cause.AGREED)) | _since(alert, state)
    elif code == state.pending and bool(state.presses) and alert.seq == state.last_seq:
        if code == Verdict.JUMBLED and alert.side:
            yield _end(lost(rules, Cause.JUMBLED, Side(alert.side)))
        if code == Verdict.TURNED and is_named(Cause.VOID, rules):
            yield _end(void(rules))
        yield from ({"word": word} for word in (Word.STAND, Word.RESTORE))


def _since(alert: DeskAlert, state: State) -> dict[str, str]:
    """How many presses were made since the players' word, where there are any: play went on."""
    since = sum(press.seq > alert.seq for press in state.presses)
    return {"since": str(since)} if since else {}


def _end(ending: Ending) -> dict[str, str]:
    return {"word": Word.END, "result": ending.result, "article": ending.article, "cause": ending.cause}
