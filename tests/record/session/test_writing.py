"""The duty of juniors to write every move (E 2), and how the arbiter suspends it in the last 5 minutes of the own clock."""

from dataclasses import replace

import pytest

from record.decisions.commands import ResumeWriting, SuspendWriting
from record.decisions.writing import suspending
from record.events.about import About
from record.events.as_json import decode, encode
from record.events.of_game import Arbitrated, ClockStarted, SessionClosed, SessionOpened, TimesSet
from record.papers.public_view import public_view
from record.papers.writing import writing_rows
from record.session.arbiter import ArbitrationError
from record.session.state import State
from record.session.step import from_events, step
from record.session.writing import Duty, writing_of
from tests.support.says import says

S = 10**9
FEN = "W:W31-50:B1-20"
WHITE = SuspendWriting("Anke", "white", "he is short of time")


def game(age_class: str | None = "junioren", control: str = "90m", white_s: int = 300, black_s: int = 301) -> State:
    """A game in which White's clock runs, with so much time left."""
    about = About.of({"white": "Jelle de Vries"} | ({"age_class": age_class} if age_class else {}))
    opened = SessionOpened("frisian", 10, FEN, control, 5400 * S, 5400 * S, about)
    return from_events([opened, ClockStarted(0, "white"), TimesSet(S, white_s * S, black_s * S, "Anke")])


def after(state: State, word: SuspendWriting | ResumeWriting, t_ns: int = S) -> State:
    return step(state, suspending(state, word, t_ns))


def duties(state: State) -> dict[str, Duty]:
    return {one.side: one.duty for one in writing_of(state)}


@pytest.mark.parametrize("age_class", [None, "", "jeugd", "pupillen"])
def test_only_juniors_must_write(age_class):
    state = game(age_class)
    assert (duties(state), writing_rows(state, "en")) == ({}, [])
    with pytest.raises(ArbitrationError, check=says("WritingRefusal.no-duty")):
        suspending(state, WHITE, S)


def test_both_write_until_the_arbiter_suspends_the_duty_of_one():
    state = after(game(), WHITE)
    assert duties(state) == {"white": Duty.SUSPENDED, "black": Duty.WRITES}
    event = state.writing[-1]
    assert (event.by, event.seq, event.white_ns, event.black_ns) == ("Anke", 0, 300 * S, 301 * S)
    assert decode(*encode(event)) == event


@pytest.mark.parametrize(("t_ns", "is_early"), [(S, True), (2 * S - 1, True), (2 * S, False)])
def test_the_last_5_minutes_begin_at_5_00_on_the_own_clock(t_ns, is_early):
    state = game(white_s=301, black_s=10)
    if is_early:
        with pytest.raises(ArbitrationError, check=says("WritingRefusal.too-early", left="0:05:01")):
            suspending(state, WHITE, t_ns)
    else:
        assert suspending(state, WHITE, t_ns).white_ns == 300 * S


def test_time_that_is_added_later_leaves_it_suspended_and_the_arbiter_may_take_it_back():
    state = step(after(game(), WHITE), TimesSet(2 * S, 900 * S, 900 * S, "Anke"))
    assert duties(state)["white"] is Duty.SUSPENDED
    state = after(state, ResumeWriting("Anke", "white"), 3 * S)
    assert duties(state)["white"] is Duty.WRITES
    with pytest.raises(ArbitrationError, check=says("WritingRefusal.too-early", left="0:14:58")):
        suspending(state, WHITE, 4 * S)


@pytest.mark.parametrize(("word", "code"), [(WHITE, "suspended-already"), (ResumeWriting("Anke", "black"), "not-suspended")])
def test_what_changes_nothing_is_refused(word, code):
    with pytest.raises(ArbitrationError, check=says(f"WritingRefusal.{code}")):
        suspending(after(game(), WHITE), word, S)


def test_without_a_clock_nobody_is_in_the_last_5_minutes():
    opened = SessionOpened("frisian", 10, FEN, "none", 0, 0, About.of({"age_class": "junioren"}))
    with pytest.raises(ArbitrationError, check=says("WritingRefusal.no-clock")):
        suspending(from_events([opened, ClockStarted(0, "white")]), WHITE, S)


@pytest.mark.parametrize(
    "ending", [Arbitrated(3 * S, 0, "end", "Anke", FEN, result="1-0", article="20.2"), SessionClosed(3 * S, "draw")], ids=["end", "closed"]
)
def test_after_the_game_the_moves_are_to_be_written_up(ending):
    over = step(after(game(), WHITE), ending)
    assert duties(over) == {"white": Duty.TO_WRITE_UP}
    assert duties(step(game(), ending)) == {}
    with pytest.raises(ArbitrationError, check=says("WritingRefusal.over")):
        suspending(over, SuspendWriting("Anke", "black"), 4 * S)
    must, suspended, left_over = writing_rows(over, "en")
    assert must == "Both players must write every move."
    assert suspended.startswith("White: suspended after press 0, with 0:05:00 left, by Anke (")
    assert suspended.endswith(": he is short of time")
    assert left_over == "White: the moves after press 0 are to be written up."


def test_no_ruling_rests_on_it_and_spectators_see_nothing_of_it():
    before = step(game(), Arbitrated(2 * S, 0, "to-move", "Anke", "B" + FEN[1:]))
    state = after(before, WHITE, 3 * S)
    assert state.undoable is not None
    assert state.undoable.ruling is before.words[-1]
    assert state.undoable.without.writing == state.writing
    assert public_view(state, 9) == public_view(replace(state, writing=()), 9)
    assert "age_class" not in str(public_view(state, 9))
