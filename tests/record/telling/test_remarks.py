"""What the arbiter is told beside a verdict."""

import pytest

from record.events.of_game import Alert, BoardMoved, CameraFault
from record.telling import remarks
from record.telling.alerts import ruled
from rules.board.position import Position
from rules.board.ruleset import NAMES, ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Ruling

MOVED = BoardMoved(5, 1.04, 1.31, -12.4, ((0.0, 0.0),) * 4, "frames/0001.jpg", "frames/0002.jpg")


@pytest.mark.parametrize("rules", NAMES)
def test_a_disc_off_its_centre_rests_on_art_25_where_there_is_one(rules):
    alert = remarks.off_centre((17, 28), rules, "nl")
    assert (alert.code, alert.squares, alert.acts) == ("off-centre", (17, 28), "on claim")
    assert alert.article == ("25" if rules == "frisian" else None)
    assert alert.text == "Een stuk staat onzuiver op zijn veld: 17, 28."


@pytest.mark.parametrize(("rules", "article"), [("frisian", "14"), ("international", "Meerslag"), ("dambord", None)])
def test_pieces_lifted_too_early_rest_on_art_14_or_its_counterpart(rules, article):
    told = [remarks.lifted((17, 28), rules, lang) for lang in ("nl", "fy", "en")]
    assert {(alert.code, alert.article, alert.squares, alert.acts) for alert in told} == {("14", article, (17, 28), "on claim")}
    assert told[0].text == "Geslagen stukken zijn opgenomen voordat de slag was uitgevoerd: velden 17, 28."
    assert len({alert.text for alert in told}) == 3


def test_a_moved_board_is_told_in_squares_and_degrees():
    alert = remarks.board_moved(MOVED, "en")
    assert (alert.code, alert.article, alert.acts) == ("camera-moved", None, "at once")
    assert "1.0 squares" in alert.text
    assert "12 degrees" in alert.text


@pytest.mark.parametrize("reason", remarks.CAMERA_SENTENCES)
def test_every_fault_of_the_camera_has_a_sentence_in_each_language(reason):
    fault = None if reason == remarks.OVER else CameraFault(5, "x", reason=reason)
    told = [remarks.camera(fault, lang) for lang in ("nl", "fy", "en")]
    assert {(alert.code, alert.reason, alert.article, alert.acts) for alert in told} == {("camera", reason, None, "at once")}
    assert len({alert.text for alert in told}) == 3


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
