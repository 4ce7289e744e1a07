"""From a ruling to its event: the sentence, the article, and no alarm where a right is used."""

import pytest

from record.telling.alerts import SENTENCES, ruled
from rules.board.position import Position
from rules.board.ruleset import NAMES, ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Ruling


def event(verdict, *, rules="frisian", lang="en", squares=(31, 27), **more):
    start = Position.start(ruleset(rules))
    ruling = Ruling(3, Side.WHITE, verdict, "31-27", start.with_side(Side.BLACK), 0.999, squares=squares, start=start, **more)
    return ruled(ruling, lang)


def test_an_irregularity_has_its_sentence_with_squares_and_article():
    (alert,) = event(Verdict.FEW, lang="nl").alerts
    assert (alert.code, alert.article, alert.acts) == ("27b-few", "27b", "on claim")
    assert alert.text == "Geslagen, en blijven staan: veld 31. Van het bord genomen, en niet geslagen: veld 27."


@pytest.mark.parametrize(
    ("squares", "lang", "text"),
    [
        ((31,), "en", "Captured, and left standing: square 31."),
        ((31, 33), "en", "Captured, and left standing: squares 31, 33."),
        ((31, 21, 27), "en", "Captured, and left standing: square 31. Taken off, and not captured: squares 21, 27."),
        ((31, 33), "nl", "Geslagen, en blijven staan: velden 31, 33."),
        ((31, 33, 27), "fy", "Slein, en stean bleaun: fjilden 31, 33. Fan it boerd nommen, en net slein: fjild 27."),
    ],
)
def test_pieces_left_and_pieces_gone_are_told_apart(squares, lang, text):
    (alert,) = event(Verdict.FEW, lang=lang, squares=squares).alerts
    assert (alert.text, alert.squares) == (text, squares)


def test_a_king_that_lost_its_disc_is_told_of():
    (alert,) = event(Verdict.UNCROWNED, squares=(31,)).alerts
    assert alert.text == "A promoted man has no second disc, a king lost its own, or a man became a king without reason: square 31."


def test_an_alert_tells_who_did_it_and_what_stood_before_and_after():
    (alert,) = event(Verdict.FEW, rules="dambord").alerts
    men = ",".join(map(str, range(21, 33))), ",".join(map(str, range(1, 13)))
    assert (alert.side, alert.before, alert.after) == ("white", "W:W{}:B{}".format(*men), "B:W{}:B{}".format(*men))


def test_a_board_that_lies_wrong_is_no_sides_doing():
    (alert,) = event(Verdict.TURNED).alerts
    assert (alert.side, alert.before, alert.after) == (None, None, None)


def test_handing_the_turn_back_alarms_nobody():
    assert event(Verdict.NO_MOVE).alerts
    assert not event(Verdict.NO_MOVE, hands_back=True).alerts


@pytest.mark.parametrize("verdict", [Verdict.LEGAL, Verdict.CORRECTED, Verdict.UNSURE])
def test_what_is_no_irregularity_has_no_alert(verdict):
    assert not event(verdict).alerts


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("lang", ["nl", "fy", "en"])
def test_every_irregularity_has_a_sentence_and_an_article_in_every_rule_set(rules, lang):
    for verdict in SENTENCES:
        (alert,) = event(verdict, rules=rules, lang=lang).alerts
        assert alert.article
        assert "{" not in alert.text
        assert alert.acts == ("at once" if verdict in (Verdict.JUMBLED, Verdict.TURNED) else "on claim")
    texts = {lang: event(Verdict.FEW, rules=rules, lang=lang).alerts[0].text for lang in ("nl", "fy", "en")}
    assert len(set(texts.values())) == 3
