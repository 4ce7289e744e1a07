"""An alert in each language, whatever language the service told it in."""

from dataclasses import replace

import pytest

from record.events.of_game import Alert, Alerted, BoardMoved, CameraFault, Ruled, SessionOpened
from record.events.of_players import MoveEntered, PlayerSaid, Said
from record.papers.retelling import in_all_languages
from record.session.state import State
from record.session.step import step
from record.telling import player_alerts, remarks
from record.telling.alerts import SENTENCES, alert
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Ruling

LANGS = ("nl", "fy", "en")
START = Position.start(ruleset("frisian"))
FEN = write_fen(START)
MOVED = BoardMoved(1, 0.7, 1.2, -3.0, (), "a.jpg", "b.jpg")
ENTERED = MoveEntered(1, 1, 1, "white", "the players", 31, 26, (), FEN, FEN, "legal", "31-26", 1, 1)
READ = Ruled(1, "white", "legal", "32-28", FEN, 0.9)


def opened(time_control):
    return step(State(), SessionOpened("frisian", 10, FEN, time_control, 0, 0))[0]


@pytest.fixture
def state():
    return opened("80m")


def told_in_all(tell, event, state, moved=None):
    """The same whichever language it was told in, and right in that one."""
    told = {lang: tell(lang) for lang in LANGS}
    expected = {lang: one.text for lang, one in told.items()}
    assert len(set(expected.values())) == len(LANGS)
    for lang, one in told.items():
        assert in_all_languages(one, event, state, moved) == expected, lang


@pytest.mark.parametrize("verdict", SENTENCES)
def test_a_verdict(state, verdict):
    ruling = Ruling(1, Side.WHITE, verdict, "31-26", START, 0.9, squares=(26, 31), start=START)
    told_in_all(lambda lang: alert(ruling, lang), replace(READ, verdict=verdict, move="31-26"), state)


def test_a_remark(state):
    for lang_of in (lambda lang: remarks.off_centre((7,), "frisian", lang), lambda lang: remarks.lifted((7, 8), "frisian", lang)):
        told_in_all(lang_of, READ, state)
    told_in_all(lambda lang: remarks.board_moved(MOVED, lang), READ, state, MOVED)
    told_in_all(lambda lang: remarks.camera(None, lang), READ, state)
    told_in_all(lambda lang: remarks.camera(CameraFault(1, "", reason="black"), lang), READ, state)
    told_in_all(lambda lang: remarks.flag("black", "frisian", lang), READ, state)
    for reason in (None, remarks.ENDED):
        told_in_all(lambda lang, reason=reason: remarks.resumed(lang, reason=reason), Alerted(1, ()), state)
        told_in_all(lambda lang, reason=reason: remarks.resumed(lang, timed=False, reason=reason), Alerted(1, ()), opened("none"))
    for reason in remarks.DISK_SENTENCES:
        told_in_all(lambda lang, reason=reason: remarks.disk(reason, lang), Alerted(1, ()), state)


@pytest.mark.parametrize("said", player_alerts.SENTENCES)
def test_what_a_player_says(state, said: Said):
    told_in_all(lambda lang: player_alerts.told_of(said, "black", "frisian", lang)[0], PlayerSaid(1, 0, "black", said, 1, 1), state)


def test_a_move_that_was_entered(state):
    told_in_all(lambda lang: player_alerts.entered(ENTERED, lang), ENTERED, state)
    unnamed = replace(ENTERED, verdict=str(Verdict.UNSURE))
    told_in_all(lambda lang: player_alerts.entered(unnamed, lang), unnamed, state)
    read = replace(state, rulings=(READ,))
    told_in_all(lambda lang: player_alerts.entered_otherwise(ENTERED, "32-28", lang), ENTERED, read)
    said = replace(state, moves_said=(ENTERED,))
    told_in_all(lambda lang: player_alerts.entered_otherwise(ENTERED, None, lang), replace(READ, move=None), said)
    told_in_all(lambda lang: player_alerts.does_not_follow(ENTERED, 2, lang), replace(READ, seq=2), said)


@pytest.mark.parametrize("code", [remarks.MOVED, "27d", "27c-missed", "of a later version", remarks.PLAYERS, remarks.CAMERA])
def test_of_what_was_not_kept_the_sentence_stays_as_it_was_told(state, code):
    after = FEN if code == "27c-missed" else None
    told = Alert(code, None, (7,), "Zo verteld.", after=after)
    assert in_all_languages(told, replace(READ, move=None), state) == dict.fromkeys(LANGS, "Zo verteld.")
