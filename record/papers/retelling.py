"""The sentence of an alert in any language, made again from its event: the stored sentence is in the language of the service."""

from record.events.of_game import Alert, BoardMoved, Event, Ruled
from record.events.of_players import MoveEntered, Said
from record.session.state import State
from record.telling import player_alerts, remarks
from record.telling.alerts import SENTENCES, sentence, turned
from record.texts import LANGUAGES, say
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.irregularity import Verdict


def in_all_languages(alert: Alert, event: Event, state: State, moved: BoardMoved | None = None) -> dict[str, str]:
    """The sentence of an alert in each language.

    `event` is the event of the alert, `state` the state after it, and `moved` the last movement of the board. The stored sentence is used
    where it cannot be made again.
    """
    return {lang: _retold(alert, event, state, moved, lang) or alert.text for lang in LANGUAGES}


def _retold(alert: Alert, event: Event, state: State, moved: BoardMoved | None, lang: str) -> str | None:
    rules_name = state.opened.rules
    match alert.code:
        case remarks.LIFTED:
            return remarks.lifted(alert.squares, rules_name, lang).text
        case remarks.OFF_CENTRE:
            return remarks.off_centre(alert.squares, rules_name, lang).text
        case remarks.FOUND_AGAIN if alert.reason and isinstance(event, Ruled):
            first, _, last = alert.reason.partition("-")
            return remarks.found_again(int(first), int(last or event.seq), alert.squares, lang).text
        case remarks.MISREAD:
            return remarks.misread(alert.squares, lang).text
        case remarks.NOT_READ if alert.reason:
            return remarks.not_read(int(alert.reason), alert.squares, lang).text
        case remarks.UNREAD_SQUARES if alert.reason:
            return remarks.unread_squares(alert.squares, int(alert.reason), lang).text
        case remarks.READ_AGAIN if alert.reason:
            return remarks.read_again(alert.squares, int(alert.reason), lang).text
        case remarks.MOVED if moved:
            return remarks.board_moved(moved, lang).text
        case remarks.CAMERA if alert.reason in remarks.CAMERA_SENTENCES:
            return say(lang, remarks.CAMERA_SENTENCES[alert.reason], squares=", ".join(map(str, alert.squares)))
        case remarks.FLAG if alert.side:
            return remarks.flag(alert.side, rules_name, lang).text
        case remarks.RESUMED if alert.reason in remarks.RESUMED_SENTENCES:
            return remarks.resumed(lang, timed=state.clock.control.main_ns is not None, reason=alert.reason).text
        case remarks.DISK if alert.reason in remarks.DISK_SENTENCES:
            return remarks.disk(alert.reason, lang).text
        case remarks.PLAYERS:
            return _said(alert, event, state, lang)
        case Verdict.TURNED:
            return turned(lang, state.opened.about.settings.binding_regulation)
    return _irregular(alert, getattr(event, "move", None), rules_name, lang)


def _irregular(alert: Alert, move: str | None, rules_name: str, lang: str) -> str | None:
    if alert.code not in SENTENCES or not alert.after:
        return None
    verdict = Verdict(alert.code)
    if "{move}" in SENTENCES[verdict] and not move:
        return None
    return sentence(verdict, alert.squares, move, parse_fen(alert.after, ruleset(rules_name)), lang)


def _said(alert: Alert, event: Event, state: State, lang: str) -> str | None:
    """The sentence for what the players said, or entered and the camera later saw otherwise."""
    if alert.reason in list(Said) and alert.side:
        return next((told.text for told in player_alerts.told_of(Said(alert.reason), alert.side, state.opened.rules, lang)), None)
    if isinstance(event, MoveEntered):
        if alert.reason == player_alerts.AS_SAID:
            return player_alerts.entered(event, lang).text
        return player_alerts.entered_otherwise(event, next((one.move for one in state.rulings if one.seq == event.seq), None), lang).text
    if not isinstance(event, Ruled) or not state.moves_said:
        return None
    entry = next((one for one in reversed(state.moves_said) if one.seq == event.seq and one.taken), None)
    if entry:
        return player_alerts.entered_otherwise(entry, event.move, lang).text
    return player_alerts.does_not_follow(state.moves_said[-1], event.seq, lang).text
