"""From a ruling to its event: the sentence, the article, the remarks beside it, and an alert told anew in each language."""

import re
from dataclasses import replace

import pytest
from msgspec import structs

from record.events.about import About
from record.events.of_game import Alert, Alerted, BoardMoved, CameraFault, Ruled, SessionOpened
from record.events.of_players import MoveEntered, PlayerSaid, Said
from record.papers.retelling import in_all_languages
from record.session.state import State
from record.session.step import step
from record.telling import player_alerts, remarks
from record.telling.alerts import SENTENCES, alert, ruled
from record.texts import LANGUAGES
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import NAMES, ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Ruling


def event(verdict, *, rules="frisian", lang="en", squares=(31, 27), **more):
    start = Position.start(ruleset(rules))
    ruling = Ruling(3, Side.WHITE, verdict, "31-27", start.with_side(Side.BLACK), 0.999, squares=squares, start=start, **more)
    return ruled(ruling, lang)


def test_an_irregularity_has_its_code_and_article():
    (alert,) = event(Verdict.FEW, lang="nl").alerts
    assert (alert.code, alert.article, alert.acts) == ("27b-few", "27b", "on claim")


@pytest.mark.parametrize(
    ("squares", "gone"),
    [((31,), []), ((31, 33), []), ((31, 21, 27), ["21", "27"]), ((31, 33, 27), ["27"])],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pieces_left_and_pieces_gone_are_told_apart(squares, gone, lang):
    """31 and 33 are Black's captured men, the others were taken off; each kind has its sentence."""
    (alert,) = event(Verdict.FEW, lang=lang, squares=squares).alerts
    left, *others = alert.text.rstrip(".").split(". ")
    assert (re.findall(r"\d+", left), [re.findall(r"\d+", one) for one in others]) == (
        [str(square) for square in squares if str(square) not in gone],
        [gone] if gone else [],
    )
    assert alert.squares == squares


def test_an_alert_tells_who_did_it_and_what_stood_before_and_after():
    (alert,) = event(Verdict.FEW, rules="dambord").alerts
    men = ",".join(map(str, range(21, 33))), ",".join(map(str, range(1, 13)))
    assert (alert.side, alert.before, alert.after) == ("white", "W:W{}:B{}".format(*men), "B:W{}:B{}".format(*men))
    (turned,) = event(Verdict.TURNED).alerts
    assert (turned.side, turned.before, turned.after) == (None, None, None), "no side's doing"


def test_handing_the_turn_back_and_what_is_no_irregularity_alarm_nobody():
    assert event(Verdict.NO_MOVE).alerts
    assert not event(Verdict.NO_MOVE, hands_back=True).alerts
    assert not any(event(verdict).alerts for verdict in (Verdict.LEGAL, Verdict.CORRECTED, Verdict.UNSURE))


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_irregularity_has_a_sentence_and_an_article_in_every_rule_set(rules, lang):
    for verdict in SENTENCES:
        (alert,) = event(verdict, rules=rules, lang=lang).alerts
        assert alert.article
        assert "{" not in alert.text
        assert alert.acts == ("at once" if verdict in (Verdict.JUMBLED, Verdict.TURNED) else "on claim")


MOVED = BoardMoved(5, 1.04, 1.31, -12.4, ((0.0, 0.0),) * 4, "frames/0001.jpg", "frames/0002.jpg")


@pytest.mark.parametrize(
    ("remark", "code", "article_of"),
    [
        (remarks.off_centre, "off-centre", {"frisian": "25"}),
        (remarks.lifted, "14", {"frisian": "14", "international": "Meerslag", "dambord": None}),
    ],
)
def test_a_remark_rests_on_its_article_or_the_counterpart_of_that(remark, code, article_of):
    for rules in NAMES if code == "off-centre" else article_of:
        told = [remark((17, 28), rules, lang) for lang in LANGUAGES]
        assert {(one.code, one.article, one.squares, one.acts) for one in told} == {(code, article_of.get(rules), (17, 28), "on claim")}


def test_a_moved_board_is_told_in_squares_and_degrees():
    alert = remarks.board_moved(MOVED, "en")
    assert (alert.code, alert.article, alert.acts) == ("camera-moved", None, "at once")
    assert "1.0 squares" in alert.text
    assert "12 degrees" in alert.text


@pytest.mark.parametrize("reason", remarks.CAMERA_SENTENCES)
def test_a_fault_of_the_camera_is_told_by_its_reason(reason):
    alert = remarks.camera(None if reason == remarks.OVER else CameraFault(5, "x", reason=reason), "en")
    assert (alert.code, alert.reason, alert.article, alert.acts) == ("camera", reason, None, "at once")


def test_a_fault_of_one_moment_is_no_alert():
    with pytest.raises(ValueError, match="reason None"):
        remarks.camera(CameraFault(5, "the disk is full"), "en")


@pytest.mark.parametrize("verdict", [Verdict.LEGAL, Verdict.UNSURE, Verdict.FEW])
def test_a_remark_changes_no_verdict(verdict):
    remark = Alert("off-centre", "25", (17,), "x")
    ruling = Ruling(3, Side.WHITE, verdict, "31-27", Position.start(ruleset("frisian")), 0.999, squares=(31,))
    event = ruled(ruling, "en", remarks=(remark,))
    assert event.verdict == verdict
    assert event.alerts[-1] == remark
    assert [alert.code for alert in event.alerts[:-1]] == (["27b-few"] if verdict is Verdict.FEW else [])


START = Position.start(ruleset("frisian"))
FEN = write_fen(START)
ENTERED = MoveEntered(1, 1, 1, "white", "the players", 31, 26, (), FEN, FEN, "legal", "31-26", 1, 1)
READ = Ruled(1, "white", "legal", "32-28", FEN, 0.9)


def opened(time_control):
    return step(State(), SessionOpened("frisian", 10, FEN, time_control, 0, 0))


@pytest.fixture
def state():
    return opened("80m")


def told_in_all(tell, event, state, moved=None):
    """The same whichever language it was told in, and right in that one."""
    told = {lang: tell(lang) for lang in LANGUAGES}
    expected = {lang: one.text for lang, one in told.items()}
    assert len(set(expected.values())) == len(LANGUAGES)
    for lang, one in told.items():
        assert in_all_languages(one, event, state, moved) == expected, lang


@pytest.mark.parametrize("verdict", SENTENCES)
def test_a_verdict(state, verdict):
    ruling = Ruling(1, Side.WHITE, verdict, "31-26", START, 0.9, squares=(26, 31), start=START)
    told_in_all(lambda lang: alert(ruling, lang), structs.replace(READ, verdict=verdict, move="31-26"), state)


def test_where_a_regulation_binds_the_game_no_setting_that_accepts_a_mirrored_board_is_named(state):
    ruling = Ruling(1, Side.WHITE, Verdict.TURNED, None, START, 0.9, start=START)
    bound = step(State(), structs.replace(state.opened, about=About.of({"competition": "D"})))
    told_in_all(lambda lang: alert(ruling, lang, "D"), structs.replace(READ, verdict=Verdict.TURNED), bound)
    assert "mirrored" in alert(ruling, "en").text
    assert "mirrored" not in alert(ruling, "en", "D").text


def test_a_remark(state):
    for lang_of in (lambda lang: remarks.off_centre((7,), "frisian", lang), lambda lang: remarks.lifted((7, 8), "frisian", lang)):
        told_in_all(lang_of, READ, state)
    told_in_all(lambda lang: remarks.board_moved(MOVED, lang), READ, state, MOVED)
    told_in_all(lambda lang: remarks.camera(None, lang), READ, state)
    for reason in set(remarks.CAMERA_SENTENCES) - {remarks.OVER}:
        told_in_all(lambda lang, reason=reason: remarks.camera(CameraFault(1, "", reason=reason), lang), READ, state)
    told_in_all(lambda lang: remarks.flag("black", "frisian", lang), READ, state)
    for reason in remarks.RESUMED_SENTENCES:
        told_in_all(lambda lang, reason=reason: remarks.resumed(lang, reason=reason), Alerted(1, ()), state)
        told_in_all(lambda lang, reason=reason: remarks.resumed(lang, timed=False, reason=reason), Alerted(1, ()), opened("none"))
    for reason in remarks.DISK_SENTENCES:
        told_in_all(lambda lang, reason=reason: remarks.disk(reason, lang), Alerted(1, ()), state)


@pytest.mark.parametrize("said", player_alerts.SENTENCES)
def test_what_a_player_says(state, said: Said):
    told_in_all(lambda lang: player_alerts.told_of(said, "black", "frisian", lang)[0], PlayerSaid(1, 0, "black", said, 1, 1), state)


def test_a_move_that_was_entered(state):
    told_in_all(lambda lang: player_alerts.entered(ENTERED, lang), ENTERED, state)
    unnamed = structs.replace(ENTERED, verdict=str(Verdict.UNSURE))
    told_in_all(lambda lang: player_alerts.entered(unnamed, lang), unnamed, state)
    read = replace(state, rulings=(READ,))
    told_in_all(lambda lang: player_alerts.entered_otherwise(ENTERED, "32-28", lang), ENTERED, read)
    said = replace(state, moves_said=(ENTERED,))
    told_in_all(lambda lang: player_alerts.entered_otherwise(ENTERED, None, lang), structs.replace(READ, move=None), said)
    told_in_all(lambda lang: player_alerts.does_not_follow(ENTERED, 2, lang), structs.replace(READ, seq=2), said)


@pytest.mark.parametrize("code", [remarks.MOVED, "27d", "27c-missed", "of a later version", remarks.PLAYERS, remarks.CAMERA])
def test_of_what_was_not_kept_the_sentence_stays_as_it_was_told(state, code):
    after = FEN if code == "27c-missed" else None
    told = Alert(code, None, (7,), "Zo verteld.", after=after)
    assert in_all_languages(told, structs.replace(READ, move=None), state) == dict.fromkeys(LANGUAGES, "Zo verteld.")
