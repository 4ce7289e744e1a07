"""What the arbiter's rulings do to the record, the clock and the paper: tables of presses, rulings and words, and what holds for all."""

import re

import pytest

from record.events.of_game import Alert, ContinuedOnPaper, PaperMoves, SessionClosed
from record.papers.public_view import public_view
from record.session.arbiter import ArbitrationError, Word
from record.session.paper import PaperError
from record.session.step import SessionError, State, from_events, step
from rules.errors import PressError
from tests.record.session.grammar import OPENED, S, events_of, pressed, ruled, ruling, written
from tests.support.says import says

FAULT = Alert("27a", "27a", (18,), "a piece of the opponent was moved")
BLACK_PICTURE = Alert("camera", None, (), "the picture is black", "at once", "black")


# what was pressed, ruled and said by the arbiter; what is then on the record; what is pending
GAMES = [
    # stand: what is open comes on the record
    ("W32-28 B27a !stand/W", "W32-28 B{27a}", None),
    ("W32-28 B27c-missed/19-23 !stand/W W33-29", "W32-28 B19-23{27c-missed} W33-29", None),
    ("W32-28 Bunsure !stand/W W33-29", "W32-28 B{unsure} W33-29", None),
    ("W32-28 B27a Wno-move !stand/W", "W32-28 B{27a}", None),
    ("W32-28 B27a Wunsure !stand/B", "W32-28 B{27a} W{unsure}", None),
    # restore: it goes, and is not heard of again
    ("W32-28 B27a !restore/B", "W32-28", None),
    ("W32-28 B27a !restore/B B19-23", "W32-28 B19-23", None),
    ("W32-28 B27a Wno-move !restore/B B19-23", "W32-28 B19-23", None),
    ("W32-28 B27a W27d !restore/W W33-29", "W32-28 B{27a} W33-29", None),
    ("W32-28 W27d !restore/W", "", None),
    # take back: open ones first
    ("W32-28 B19-23 !take-back/1", "W32-28", None),
    ("W32-28 B19-23 !take-back/2", "", None),
    ("W32-28 B19-23 W27a !take-back/1", "W32-28 B19-23", None),
    ("W32-28 B19-23 W27a !take-back/2 B18-22", "W32-28 B18-22", None),
    ("W32-28 B27a Wunsure !take-back/1", "W32-28", "27a"),
    ("W32-28 !position/B B19-23 !take-back/1", "W32-28 []", None),
    ("W32-28 !position/B B19-23 !take-back/2", "", None),
    # a position set up, or who is to move: nothing goes, and what follows starts there
    ("!position/B", "[]", None),
    ("!to-move/B B19-23", "[] B19-23", None),
    ("W32-28 B19-23 !position/W W33-29", "W32-28 B19-23 [] W33-29", None),
    ("W32-28 B19-23 !to-move/B B18-22", "W32-28 B19-23 [] B18-22", None),
    ("W32-28 B27a !position/W W33-29", "W32-28 B{27a} [] W33-29", None),
    ("W32-28 !to-move/W Wno-move", "W32-28 []", "no-move"),
    # presses that wait are open ones; what they are read to be later does not undo the word
    ("W32-28 B… !stand/W", "W32-28 B{unsure}", None),
    ("W32-28 B… !stand/W 2:legal/19-23 W33-29", "W32-28 B19-23 W33-29", None),
    ("W32-28 B… !stand/W !to-move/B 2:legal/19-23", "W32-28 B19-23 []", None),
    ("W32-28 B… !restore/B 2:legal/19-23", "W32-28", None),
    ("W32-28 B… !restore/B 2:no-move", "W32-28", None),
    ("W32-28 B… !restore/B 2:legal/19-23 B18-22", "W32-28 B18-22", None),
    ("W32-28 Bunsure W… !restore/B 2=legal/19-23 3:legal/33-29", "W32-28", None),
    ("W32-28 B… !take-back/1 2:legal/19-23", "W32-28", None),
    ("W32-28 B… !take-back/1 2:no-move", "W32-28", None),
    ("W32-28 B… !position/W !take-back/1 2:no-move", "W32-28", None),
    ("W32-28 B… !position/W W… 2:legal/19-23 3:legal/33-29", "W32-28 B19-23 [] W33-29", None),
    ("W… !position/B B… 1:27a", "W{27a} []", None),
    # the game ends, and is taken up again
    ("W32-28 !end", "W32-28", None),
    ("W32-28 !end !to-move/B B19-23", "W32-28 [] B19-23", None),
    ("W32-28 B27a !end !stand/W", "W32-28 B{27a}", None),
    # on paper: what is open and all that follows is unseen, until the record goes on
    ("W32-28 !paper B19-23", "W32-28", None),
    ("W32-28 B27a !paper W33-29", "W32-28", None),
    ("W32-28 B27a !paper W33-29 !record", "W32-28 B{27a} W33-29", None),
    ("W32-28 !paper B19-23 !record W33-29", "W32-28 B19-23 W33-29", None),
    ("W32-28 !paper B19-23 !take-back/2", "", None),
    ("W32-28 !paper B27a !restore/B B19-23 !record", "W32-28 B19-23", None),
    # an earlier press amended after the word
    ("W32-28 Bunsure W33-29 !to-move/W 2=legal/19-23", "W32-28 B19-23 W33-29 []", None),
]


@pytest.mark.parametrize(("game", "record", "pending"), GAMES)
def test_the_record_after(game, record, pending):
    state = from_events(events_of(game))
    assert written(state.plies) == record
    assert state.pending == pending


def test_the_ruling_tells_what_stands_until_the_next_press_is_ruled():
    state = from_events(events_of("W32-28 B27a !restore/B"))
    assert state.fen == "B:ruled after 2"
    assert from_events(events_of("W32-28 B27a !restore/B B19-23")).fen == "W:after 3"
    late = from_events(events_of("W32-28 B… !position/B 2:legal/19-23"))
    assert late.fen == "B:ruled after 2"


def test_a_position_set_up_follows_its_press_and_bears_no_clock():
    ply = from_events(events_of("W32-28 !position/B")).plies[-1]
    assert (ply.seq, ply.side, ply.move, ply.fen, ply.white_ns, ply.irregular) == (1, "white", None, "B:ruled after 1", None, False)


@pytest.mark.parametrize(
    ("game", "running", "white_s", "black_s"),
    [
        # 60 s are taken off again where the turn goes back to who pressed last; the thinking time stays used
        ("W32-28 B27a !restore/B", "black", 4798 - 1, 4798 - 60),
        ("W32-28 B27a !stand/W", "white", 4798, 4798),
        ("W32-28 B19-23 !to-move/B", "black", 4798 - 1, 4798 - 60),
        ("W32-28 B19-23 !take-back/2", "white", 4798 - 1 - 60, 4798 - 60),
        ("W32-28 B19-23 !end", None, 4798 - 1, 4798),
        ("W32-28 B19-23 !end !to-move/B", "black", 4798 - 1, 4798),
        ("W32-28 B19-23 !paper", "white", 4798, 4798),
    ],
)
def test_the_clock_of_the_side_to_move_runs(game, running, white_s, black_s):
    clock = from_events(events_of(game)).clock
    assert (clock.running, clock.white_ns, clock.black_ns) == (running, white_s * S, black_s * S)


def test_a_clock_that_stands_stays():
    assert from_events([OPENED, ruling(0, "to-move", fen="B:x")]).clock.running is None


def test_the_end_gives_the_result_and_its_article_until_the_game_goes_on():
    state = from_events(events_of("W32-28 !end"))
    assert (state.result, state.article, state.over, state.closed) == ("1-0", "20.5", True, False)
    assert (public_view(state)["result"], public_view(state)["closed"]) == ("1-0", True)
    state = from_events(events_of("W32-28 !end !to-move/B"))
    assert (state.result, state.article, state.over) == ("*", None, False)
    state = from_events([*events_of("W32-28 !end"), SessionClosed(99 * S, "1-0", "20.5")])
    assert (state.result, state.closed) == ("1-0", True)


@pytest.mark.parametrize(
    ("game", "event", "error", "refused"),
    [
        ("W32-28", ruling(2, "stand"), ArbitrationError, says("RulingRefusal.not-made-yet", seq=2, last=1)),
        ("W32-28 B19-23", ruling(1, "to-move"), ArbitrationError, says("RulingRefusal.pressed-since", seq=1, last=2)),
        ("W32-28", ruling(1, "stand"), ArbitrationError, says("RulingRefusal.nothing-pending", ruling="RulingWord.stand", seq=1)),
        ("W32-28", ruling(1, "restore"), ArbitrationError, says("RulingRefusal.nothing-pending", ruling="RulingWord.restore", seq=1)),
        ("W32-28 B27a !stand", ruling(2, "restore"), ArbitrationError, says("RulingRefusal.nothing-pending")),
        ("W32-28 B27a", ruling(2, "take-back", plies=3), ArbitrationError, says("RulingRefusal.too-few-plies", plies=3, seq=2, count=2)),
        ("W32-28", ruling(1, "take-back", plies=0), ArbitrationError, says("RulingRefusal.too-few-plies")),
        ("W32-28 !position", ruling(1, "take-back", plies=2), ArbitrationError, says("RulingRefusal.too-few-plies", seq=1, count=1)),
        ("W32-28 !paper", ruling(1, "paper"), ArbitrationError, says("RulingRefusal.on-paper-already", seq=2)),
        ("W32-28", ruling(1, "record"), ArbitrationError, says("RulingRefusal.not-on-paper")),
        ("W32-28 !end", pressed(2, "black"), PressError, says("PressFault.after-the-end", seq=2, result="1-0")),
        ("W32-28 !paper", ContinuedOnPaper(0, 1), PaperError, says("PaperRefusal.on-paper-since", first=2)),
        ("W32-28", ContinuedOnPaper(0, 7), PaperError, says("PaperRefusal.no-such-press", seq=7)),
        ("W32-28", PaperMoves(0, "x", (), (), ()), PaperError, says("PaperRefusal.not-continued")),
        (
            "W32-28 !paper",
            PaperMoves(0, "x", ("19-23",), (), ()),
            PaperError,
            says("PaperRefusal.unequal", moves=1, positions=0, presses=0),
        ),
    ],
)
def test_what_has_no_place_is_named_and_changes_nothing(game, event, error, refused):
    before = from_events(events_of(game))
    with pytest.raises(error, check=refused):
        step(before, event)
    assert before == from_events(events_of(game))


def test_after_the_closing_only_moves_from_paper_may_come():
    closed = from_events([*events_of("W32-28 B27a !paper"), SessionClosed(99 * S)])
    with pytest.raises(SessionError, check=says("SessionFault.closed", event="Arbitrated")):
        step(closed, ruling(2, "stand"))
    moves = PaperMoves(99 * S, "x", ("19-23",), ("W:x",), (0,), "0-1")
    state = step(closed, moves)
    assert (state.result, written(state.plies)) == ("0-1", "W32-28 B19-23")


def test_before_the_opening_there_is_nothing_to_rule_on():
    with pytest.raises(SessionError, check=says("SessionFault.before-opening")):
        step(State(), ruling(0, "to-move"))


def test_on_paper_the_public_is_told_so_and_no_more():
    state = from_events(events_of("W32-28 B27a !paper W33-29 B…"))
    view = public_view(state)
    assert (view["on_paper"], view["being_read"], view["moves"]) == (True, False, [{"number": 1, "white": "32-28", "black": None}])
    assert view["clock"]["running"] == "white"  # it goes on
    assert not public_view(from_events(events_of("W32-28 B27a W33-29")))["on_paper"]


def test_on_paper_irregularities_are_kept_and_not_told_but_faults_of_the_camera_are():
    waiting = from_events(events_of("W32-28 !paper B…"))
    event = ruled(2, "black", "27a", None, alerts=(FAULT, BLACK_PICTURE))
    state = step(waiting, event)
    assert state.rulings[-1].alerts == (FAULT, BLACK_PICTURE)


def test_moves_from_paper_have_the_press_that_was_read_to_be_them():
    events = events_of("W32-28 B27a W33-29 B18-22 W34-30")
    events.insert(5, ContinuedOnPaper(25 * S, 2))
    moves = ('/FEN "W:after 2"/', "33-29", "19-24", "34-30")
    state = from_events([*events, PaperMoves(99 * S, "x", moves, ("W:after 2", "B:after 3", "W:else", "B:after 5"), (2, 3, 0, 5))])
    assert written(state.plies) == "W32-28 B{27a} W33-29 B19-24 W34-30"
    assert [ply.white_ns and ply.white_ns // S for ply in state.plies] == [4799, 4798, 4797, None, 4795]
    assert [ply.pictures[:1] for ply in state.plies[2:]] == [("frames/0003.jpg",), (), ("frames/0005.jpg",)]
    assert not state.on_paper
    again = step(state, PaperMoves(99 * S, "y", ("18-23",), ("W:z",), (0,)))
    assert written(again.plies) == "W32-28 B18-23"


def test_every_word_is_in_the_tables():
    said_here = set(re.findall(r"!([a-z-]+)", " ".join(game for game, _, _ in GAMES)))
    assert said_here == set(Word)
