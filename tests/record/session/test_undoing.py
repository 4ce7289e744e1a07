"""Undoing the last ruling: the game stands as before, the clocks as is said, and only while nothing stands on the ruling."""

from dataclasses import replace

import pytest
from msgspec import structs

from clock.clock import left
from record.decisions.arbitration import Decision, decide
from record.decisions.commands import Undo
from record.decisions.undoing import undoing
from record.events.about import About, PublicTags
from record.events.as_json import decode, encode
from record.events.of_game import (
    Alert,
    Alerted,
    BoardFound,
    CameraFault,
    CameraRestored,
    ClockStarted,
    ClockStopped,
    ContinuedOnPaper,
    FlagFell,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
    TimesSet,
    TurnHandedBack,
)
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen, Described, TimeControlSet
from record.papers.game_pdn import export_pdn
from record.papers.public_view import public_view
from record.session.arbiter import ArbitrationError
from record.session.clocks import after_undoing
from record.session.state import SessionError
from record.session.step import from_events, step
from tests.record.session.refolded import running_game
from tests.support.says import says

S = 10**9
START = "W:W31,32,33:B11,12,13"
OPENED = SessionOpened("frisian", 10, START, "80m+60s", 4800 * S, 4800 * S)
AFTER = "B:W31,28,33:B11,12,13"
FAULT = "W:W31,28,33:B11,17,13"
PLAYED = (
    OPENED,
    ClockStarted(0, "white"),
    Pressed(1, 10 * S, "white", 4850 * S, 4800 * S, "black"),
    Ruled(1, "white", "legal", "32-28", AFTER, 0.99),
    Pressed(2, 30 * S, "black", 4850 * S, 4840 * S, "white"),
    Ruled(2, "black", "27a", "12-17", FAULT, 0.99),
)


def ruled(state, word, t_ns=40 * S, **more):
    return decide(state, Decision(state.last_seq, word, "Anke", **more), t_ns)


def undone(state, t_ns):
    event = undoing(state, Undo("Anke", state.undoable.ruling.t_ns), t_ns)
    return step(state, event)


BEFORE = from_events(PLAYED)
RULINGS = {
    "stand": {},
    "restore": {},
    "take-back": {"plies": 2},
    "position": {"fen": "B:W27:B12"},
    "to-move": {"side": "black"},
    "end": {"result": "1-0", "article": "20.2"},
    "paper": {},
}


@pytest.mark.parametrize(("word", "more"), RULINGS.items(), ids=RULINGS)
def test_the_game_stands_as_it_did_before_the_ruling(word, more):
    after = step(BEFORE, ruled(BEFORE, word, **more))
    back = undone(after, 100 * S)
    assert replace(back, clock=BEFORE.clock) == BEFORE
    assert (export_pdn(back), public_view(back)["closed"]) == (export_pdn(BEFORE), False)


@pytest.mark.parametrize(("word", "more"), RULINGS.items(), ids=RULINGS)
def test_time_since_a_ruling_that_changed_the_clocks_is_charged_to_nobody(word, more):
    after = step(BEFORE, ruled(BEFORE, word, **more))
    back = undone(after, 100 * S).clock
    assert (after.clock == BEFORE.clock) == (word in ("stand", "paper"))
    if after.clock == BEFORE.clock:  # the side whose clock runs is to move
        assert back == BEFORE.clock
    else:
        assert (back.white_ns, back.black_ns, back.running, back.stopped) == (4840 * S, 4840 * S, None, "white")
        started = step(undone(after, 100 * S), ClockStarted(110 * S, "white", "Anke"))
        assert left(started.clock, 115 * S) == (4835 * S, 4840 * S)


def test_without_a_clock_the_turn_goes_back():
    before = from_events([structs.replace(OPENED, time_control="none"), *PLAYED[1:]])
    after = step(before, ruled(before, "restore"))
    assert (before.clock.running, after.clock.running, undone(after, 50 * S).clock.running) == ("white", "black", "white")


def test_a_move_that_was_taken_back_has_its_time_again():
    after = step(BEFORE, ruled(BEFORE, "take-back", plies=2))
    assert (after.clock.black_ns, undone(after, 60 * S).clock.black_ns) == (4780 * S, 4840 * S)


@pytest.mark.parametrize(
    ("event", "shows"),
    [
        (TimesSet(40 * S, 600 * S, 700 * S, "Anke"), (4780 * S, 4840 * S)),
        (TimeControlSet(40 * S, "Anke", "90m", 5370 * S, 5320 * S), (4780 * S, 4840 * S)),
        (TimesSet(40 * S, 4960 * S, 4840 * S, "Anke", added_ns=(120 * S, 0)), (4780 * S, 4840 * S)),
    ],
)
def test_times_that_were_set_or_added_are_taken_off_and_the_clock_runs_on(event, shows):
    """Exactly: it shows what it would show had nothing been set."""
    after = step(BEFORE, event)
    back = undone(after, 100 * S)
    assert (left(back.clock, 100 * S), back.clock.running, left(back.clock, 101 * S)[0]) == (shows, "white", 4779 * S)
    assert back.clock.given == BEFORE.clock.given


def test_a_flag_that_would_have_fallen_since_is_not_let_fall_afterwards():
    low = step(BEFORE, TimesSet(40 * S, 10 * S, 4840 * S, "Anke"))
    saved = step(low, TimesSet(45 * S, 125 * S, 4840 * S, "Anke", added_ns=(120 * S, 0)))
    assert undone(saved, 49 * S).clock.running == "white"
    with pytest.raises(ArbitrationError, check=says("RulingRefusal.flag-since", side="SideWord.white")):
        undone(saved, 51 * S)


def test_a_fallen_flag_that_was_set_up_again_is_down_again():
    fallen = step(BEFORE, FlagFell(4880 * S, "white", 0, 4840 * S))
    after = step(fallen, TimesSet(4900 * S, 60 * S, 4840 * S, "Anke"))
    assert (after.clock.flagged, undone(after, 4910 * S).clock.flagged) == (None, "white")


def test_a_clock_that_was_started_stands_as_it_stood():
    opened = from_events([OPENED])
    after = step(opened, ClockStarted(5 * S, "white", "Anke"))
    back = undone(after, 60 * S).clock
    assert (back.running, back.stopped, back.white_ns) == (None, None, 4800 * S)


def test_the_end_that_a_ruling_took_back_is_the_end_again():
    ended = step(BEFORE, ruled(BEFORE, "end", result="1-0"))
    resumed = step(ended, ruled(ended, "to-move", 50 * S, side="white"))
    back = undone(resumed, 60 * S)
    assert (resumed.result, back.result, back.over, back.clock.running) == ("*", "1-0", True, None)


ALERT = Alert("camera", None, (), "", "at once", "covered")
BESIDE = [
    BoardFound(50 * S, ((0, 0), (1, 0), (1, 1), (0, 1)), "frames/9.jpg", "drawn/9.jpg"),
    CameraFault(50 * S, "covered", None, "covered", (ALERT,)),
    CameraRestored(50 * S, ""),
    Alerted(50 * S, (ALERT,)),
    PlayerSaid(50 * S, 2, "black", "arbiter-called", 1, 1),
    AlertSeen(50 * S, "Anke", "3-0"),
    Described(50 * S, "Anke", About(PublicTags(white="Jelle"))),
]


@pytest.mark.parametrize("event", BESIDE, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("word", ["end", "restore"])
def test_what_does_not_rest_on_the_ruling_stays_when_it_is_undone(event, word):
    told = from_events([*PLAYED, ruled(BEFORE, word, **RULINGS[word]), event])
    back, plain = undone(told, 60 * S), from_events([*PLAYED, event])
    assert replace(back, clock=plain.clock) == plain


ON_IT = [
    Pressed(3, 50 * S, "white", 4840 * S, 4840 * S, "black"),
    ClockStarted(50 * S, "white", ""),
    ClockStopped(50 * S, 4840 * S, 4840 * S, "Anke"),
    ClockStopped(50 * S, 4840 * S, 4840 * S),
    TurnHandedBack(50 * S, "black", 4840 * S, 4840 * S),
    FlagFell(9000 * S, "white", 0, 1),
    ContinuedOnPaper(50 * S, 2),
    SessionClosed(50 * S),
]


@pytest.mark.parametrize("event", ON_IT, ids=lambda event: type(event).__name__)
def test_once_something_rests_on_the_ruling_it_is_not_undone(event):
    told = from_events([*PLAYED, ruled(BEFORE, "stand"), event])
    assert told.undoable is None
    with pytest.raises(ArbitrationError, check=says("RulingRefusal.nothing-to-undo")):
        undoing(told, Undo("Anke", 40 * S), 60 * S)


def test_the_reading_of_a_press_that_was_ruled_on_ends_it_too():
    waits = from_events(PLAYED[:-1])
    told = step(waits, ruled(waits, "position", fen=FAULT))
    assert told.undoable is not None
    assert step(told, PLAYED[-1]).undoable is None


def test_only_the_last_ruling_is_undone_and_only_once():
    first = step(BEFORE, ruled(BEFORE, "stand"))
    second = step(first, ruled(first, "end", 50 * S, result="draw"))
    with pytest.raises(ArbitrationError, check=says("RulingRefusal.other-ruling")):
        undoing(second, Undo("Anke", 40 * S), 60 * S)
    back = undone(second, 60 * S)
    assert (back.undoable, back.words) == (None, first.words)


def test_nothing_of_a_closed_game_is_undone():
    paper = from_events([*PLAYED, ContinuedOnPaper(40 * S, 2), SessionClosed(50 * S), PaperMoves(60 * S, "Anke", (), (), ())])
    assert paper.undoable is None
    event = undoing(from_events([*PLAYED, ruled(BEFORE, "stand")]), Undo("Anke", 40 * S), 60 * S)
    with pytest.raises(SessionError):
        step(paper, event)


def test_the_state_before_is_kept_for_one_ruling_alone():
    """Otherwise a game with many rulings would hold them all."""
    state = BEFORE
    for place in range(5):
        state = step(state, TimesSet((40 + place) * S, 600 * S, 700 * S, "Anke"))
        assert state.undoable.without.undoable is None


def test_the_event_is_kept_as_json():
    event = undoing(from_events([*PLAYED, ruled(BEFORE, "end", **RULINGS["end"])]), Undo("Anke", 40 * S, "a slip"), 60 * S)
    assert (event.ruling, event.ruled_ns, event.by, event.reason) == ("end", 40 * S, "Anke", "a slip")
    assert decode(*encode(event)) == event


@pytest.mark.parametrize(("word", "more"), RULINGS.items(), ids=RULINGS)
def test_the_referee_holds_what_it_held_before(word, more):
    before = running_game(PLAYED)
    after = before.after(ruled(before.state, word, **more)).after(Alerted(45 * S, ()))
    back = after.after(undoing(after.state, Undo("Anke", 40 * S), 50 * S))
    assert (back.held, back.recent, back.held_without) == (before.held, before.recent, None)


def test_what_undoing_does_to_the_clock_is_said_before_it_is_done():
    """The desk asks the same function."""
    after = step(BEFORE, ruled(BEFORE, "end", **RULINGS["end"]))
    shows = after_undoing(after.undoable.without.clock, after.clock, after.undoable.ruling, 100 * S)
    assert shows == undone(after, 100 * S).clock
