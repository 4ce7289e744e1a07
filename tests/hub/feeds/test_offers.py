"""The rulings that an alert offers with one tap, and the grounds on which a game may be ended."""

import pytest

from hub.feeds.desk_alert import DeskAlert
from hub.feeds.offers import offers
from hub.texts.grounds import grounds
from record.events.alert import Alert
from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, FlagFell, Pressed, Ruled, SessionOpened, TimesSet
from record.session.step import from_events
from rules.board.ruleset import RULE_SETS
from rules.play.endings import Ground, declared

S = 10**9
FEN, AFTER = "W:W31,32:B11,12", "B:W27,32:B11,12"


def state_of(*events, rules="frisian"):
    size = next(one.board_size for one in RULE_SETS if one.name == rules)
    opened = SessionOpened(rules, size, FEN if size == 10 else "W:W31,32:B1,2", "80m+60s", 600 * S, 600 * S)
    return from_events([opened, ClockStarted(0, "white"), *events])


def pressed(verdict):
    return Pressed(1, S, "white", 660 * S, 600 * S, "black"), Ruled(1, "white", verdict, "31-27", AFTER, 0.99)


def alert(code, side="white", seq=1, reason=None, *, amended=False):
    told = Alert(code, None, (), "", reason=reason, side=side)
    return DeskAlert("9-0", 9, seq, True, told, {}, (), amended=amended)


FELL = FlagFell(600 * S, "white", 0, 600 * S)
LOST_ON_TIME = [{"word": "end", "result": "0-1", "article": "20.5", "cause": "time"}]
ENDED = Arbitrated(601 * S, 0, "end", "A", FEN, result="0-1", article="20.5")
STAND, RESTORE = {"word": "stand"}, {"word": "restore"}
OFFERS = {
    "a fault that waits": (alert("27a"), pressed("27a"), [STAND, RESTORE]),
    "one that was answered": (alert("27a"), [*pressed("27a"), Arbitrated(2 * S, 1, "stand", "A", AFTER)], []),
    "one that was amended": (alert("27a", amended=True), pressed("27a"), []),
    "another press's": (alert("27a", seq=0), pressed("27a"), []),
    "jumbled": (
        alert("jumbled"),
        pressed("jumbled"),
        [{"word": "end", "result": "0-1", "article": "20.3", "cause": "jumbled"}, STAND, RESTORE],
    ),
    "turned": (
        alert("turned", None),
        pressed("turned"),
        [{"word": "end", "result": "void", "article": "26", "cause": "void"}, STAND, RESTORE],
    ),
    "a fallen flag": (alert("flag"), [FELL], LOST_ON_TIME),
    "a flag that was set up again": (alert("flag"), [FELL, TimesSet(601 * S, S, S, "A")], []),
    "the flag of a game that is over": (alert("flag"), [FELL, ENDED], []),
    "a recorder that is back": (alert("resumed", None), [ClockStopped(S, S, S)], [{"word": "start-clock", "side": "white"}]),
    "one whose clock runs again": (alert("resumed", None), [ClockStopped(S, S, S), ClockStarted(S, "white")], []),
    "a player resigns": (
        alert("players", "black", reason="resigned"),
        (),
        [{"word": "end", "result": "1-0", "article": "20.2", "cause": "resigned"}],
    ),
    "a draw is accepted": (
        alert("players", reason="draw-accepted"),
        (),
        [{"word": "end", "result": "draw", "article": "21.2", "cause": "agreed"}],
    ),
    "a draw is offered": (alert("players", reason="draw-offered"), (), []),
    "the camera": (alert("camera", None), (), []),
}


@pytest.mark.parametrize(("told", "events", "expected"), OFFERS.values(), ids=OFFERS)
def test_an_alert_offers_what_it_asks_for(told, events, expected):
    offered = offers(told, state_of(*events))
    assert offered == expected
    for end in (one for one in offered if one["word"] == "end"):
        assert declared(RULE_SETS[0], end["result"], end["article"], end["cause"]) == Ground(end["article"], end["cause"])


def test_where_the_rules_name_no_article_none_is_offered():
    assert offers(alert("flag"), state_of(FELL, rules="english")) == [{"word": "end", "result": "0-1", "article": "", "cause": "time"}]


@pytest.mark.parametrize("rules", RULE_SETS, ids=[rules.name for rules in RULE_SETS])
def test_every_ground_is_one_of_the_rules_in_the_readers_language(rules):
    told = grounds("fy")[rules.name]
    assert {"1-0", "0-1", "draw"} <= told.keys()
    for result, rests in told.items():
        assert len({one["text"] for one in rests}) == len(rests)
        for one in rests:
            assert declared(rules, result, cause=one["cause"]) == Ground(one["article"], one["cause"])
    assert [one["cause"] for one in told["1-0"]][:2] == ["resigned", "time"]


def test_the_seven_of_article_20_and_the_draws_can_be_chosen():
    told = grounds("nl")["frisian"]
    assert sorted(one["article"] for one in told["0-1"]) == [f"20.{number}" for number in range(1, 8)]
    assert [one["article"] for one in told["draw"]] == ["21.2", "21.1", "18"]
    assert told["void"][0]["article"] == "26"
    assert told["0-1"][0]["text"] == "Wit heeft het spel opgegeven."
