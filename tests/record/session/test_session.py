"""The session as a reducer: which moves are on the record after which rulings, what is to be done, what is refused."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from record.events.of_game import Alert, BoardFound, BoardMoved, CameraFault, CameraRestored, SessionClosed
from record.papers.public_view import public_view
from record.session.plies import NOTHING_MOVED, SETTLED
from record.session.step import SessionError, from_events, step
from rules.errors import PressError
from tests.record.session.grammar import OPENED, START, S, events_of, pressed, ruled, written
from tests.support.says import says, within

ALERT = Alert("27c-missed", "27c, 10", (19,), "a capture was compulsory")
# what was pressed and ruled, what is then on the record, what is pending
GAMES = [
    ("", "", None),
    ("W32-28 B19-23", "W32-28 B19-23", None),
    # an irregularity is pending until it is put right or answered (Art. 27, last sentence)
    ("W32-28 B27a", "W32-28", "27a"),
    ("W32-28 B27a B+19-23", "W32-28 B19-23", None),
    ("W32-28 B27a B27d B+19-23 W33-29", "W32-28 B19-23 W33-29", None),
    ("W32-28 B27a W33-29", "W32-28 B{27a} W33-29", None),
    ("W32-28 B27c-missed/19-23 W33-29", "W32-28 B19-23{27c-missed} W33-29", None),
    ("W32-28 B27a W27c-missed/33-29", "W32-28 B{27a}", "27c-missed"),
    ("W32-28 B27a W27c-missed/33-29 B18-22", "W32-28 B{27a} W33-29{27c-missed} B18-22", None),
    # the opponent presses to hand the turn back: the fault stays pending
    ("W32-28 B27a Wno-move", "W32-28", "27a"),
    ("W32-28 B27a Wno-move B+19-23", "W32-28 B19-23", None),
    ("W32-28 B27a Wno-move W33-29", "W32-28 B{27a} W33-29", None),
    ("W32-28 B27a Wunsure B+19-23", "W32-28 B19-23", None),
    ("W32-28 B27a Wunsure B18-22", "W32-28 B{27a} W{unsure} B18-22", None),
    # nothing moved: the move is made after all, or the opponent goes on
    ("W32-28 Bno-move", "W32-28", "no-move"),
    ("W32-28 Bno-move B+19-23", "W32-28 B19-23", None),
    ("W32-28 Bno-move Wno-move B+19-23", "W32-28 B19-23", None),
    ("W32-28 Bno-move W33-29", "W32-28 B{no-move} W33-29", None),
    ("W32-28 Wno-move B19-23", "W32-28 B19-23", None),
    # the turn handed back after a move that had been legal, with no press of the opponent between
    ("W32-28 B19-23 B18-22", "W32-28 B18-22", None),
    ("W32-28 W+33-29 B19-23", "W33-29 B19-23", None),
    ("W32-28 W27d B19-23", "W{27d} B19-23", None),
    ("W32-28 B19-23 B27a B+18-22", "W32-28 B18-22", None),
    # the second disc put on, the move being the same
    ("W7-1 B19-23 Wuncrowned/8-3 W+ B18-22", "W7-1 B19-23 W8-3 B18-22", None),
    # pictures that do not decide, and a later press that does
    ("W32-28 Bunsure", "W32-28", "unsure"),
    ("W32-28 Bunsure W33-29", "W32-28 B{unsure} W33-29", None),
    ("W32-28 Bunsure 2=legal/19-23", "W32-28 B19-23", None),
    ("W32-28 Bunsure W33-29 2=legal/19-23", "W32-28 B19-23 W33-29", None),
    ("W32-28 Bunsure Wunsure 2=27a 3=legal/33-29", "W32-28 B{27a} W33-29", None),
    ("W32-28 B19-23 2=27c-missed/19-23", "W32-28", "27c-missed"),
    ("W32-28 B27b-few/19x28 2=legal/19x28", "W32-28 B19x28", None),
    ("W32-28 B19-23 W33-29 2=unsure 2=legal/18-22", "W32-28 B18-22 W33-29", None),
    # disorder and a turned board answer nothing
    ("W32-28 B27a Wjumbled", "W32-28", "jumbled"),
    ("W32-28 Bturned", "W32-28", "turned"),
]


@pytest.mark.parametrize(("game", "record", "pending"), GAMES)
def test_the_record_after(game, record, pending):
    state = from_events(events_of(game))
    assert written(state.plies) == record
    assert state.pending == pending
    assert state.amended == game.count("=")


def test_each_ply_has_its_press_and_its_position():
    state = from_events(events_of("W32-28 B27a B+19-23"))
    last = state.plies[-1]
    assert (last.seq, last.fen, last.white_ns, last.verdict, last.confidence) == (3, "W:after 3", 4797 * S, "corrected", 0.99)
    assert state.fen == "W:after 3"
    assert (state.clock.running, state.clock.since_t_ns) == ("white", 30 * S)


def test_a_ply_keeps_its_pictures_when_a_later_press_decides_it():
    seen = ruled(1, "white", "unsure", picture="frames/0001.jpg", drawn="drawn/0001.jpg", log_p=((0.0,) * 5,) * 50)
    assert from_events([OPENED, pressed(1, "white"), seen]).rulings[0].log_p == (), "the evidence is left to the journal"
    events = [OPENED, pressed(1, "white"), seen, pressed(2, "black"), ruled(1, "white", "legal", "32-28", amends=True)]
    (ply,) = from_events(events).plies
    assert (ply.move, ply.pictures, ply.picture, ply.drawn) == ("32-28", ("frames/0001.jpg",), "frames/0001.jpg", "drawn/0001.jpg")


def test_the_position_now_is_that_of_the_last_press_and_the_start_before_any():
    assert from_events([OPENED]).fen == START
    assert from_events(events_of("W32-28 B27a")).fen == "W:after 2"
    assert from_events(events_of("W32-28 B19-23 1=legal/33-29")).fen == "W:after 2"


def test_presses_may_come_before_the_pictures_of_the_earlier_ones_are_ruled():
    state = from_events([OPENED, pressed(1, "white"), pressed(2, "black"), ruled(1, "white", "legal", "32-28")])
    assert [press.seq for press in state.unruled] == [2]
    assert written(state.plies) == "W32-28"


def test_pictures_corners_and_faults_are_kept():
    found = BoardFound(0, ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0)), "frames/0000.jpg", "drawn/0000.jpg")
    fault = CameraFault(5, "no picture came")
    state = from_events([OPENED, found, fault])
    assert (state.corners_px, state.picture, state.drawn) == (found.corners_px, "frames/0000.jpg", "drawn/0000.jpg")
    assert state.faults == (fault,)
    state = step(state, pressed(1, "white"))
    state = step(state, ruled(1, "white", "legal", "32-28", picture="frames/0001.jpg", drawn="drawn/0001.jpg"))
    assert (state.picture, state.drawn) == ("frames/0001.jpg", "drawn/0001.jpg")
    corners = ((1.0, 10.0), (10.0, 10.0), (10.0, 1.0), (1.0, 1.0))
    state = step(state, BoardMoved(5, 1.0, 1.2, 3.0, corners, "frames/0001.jpg", "frames/0002.jpg"))
    assert state.corners_px == corners


def test_a_lasting_fault_of_the_camera_holds_until_it_is_over():
    black, disk = CameraFault(5, "the picture is black", "frames/0001.jpg", "black"), CameraFault(6, "the disk is full")
    state = from_events([OPENED, black, disk])
    assert (state.blind, state.faults) == (black, (black, disk))
    state = step(state, CameraRestored(7, "frames/0002.jpg"))
    assert state.blind is None


def test_an_amended_ruling_has_its_own_alerts_and_those_that_it_keeps():
    remark = Alert("camera", None, (), "black", "at once", "black")
    state = from_events([OPENED, pressed(1, "white"), ruled(1, "white", "unsure", None, alerts=(remark,))])
    state = step(state, ruled(1, "white", "27c-missed", "32-28", alerts=(ALERT, remark), amends=True))
    assert state.rulings[0].alerts == (ALERT, remark)


def test_the_closing_stops_the_clock_and_gives_the_result():
    state = step(from_events(events_of("W32-28")), SessionClosed(40 * S, "1-0", "20.5"))
    assert (state.result, state.closed, state.clock.running) == ("1-0", True, None)
    assert state.clock.black_ns == (4799 - 30) * S


@pytest.mark.parametrize(
    ("events", "error", "refused"),
    [
        ([pressed(1, "white")], SessionError, says("SessionFault.before-opening")),
        ([OPENED, OPENED], SessionError, says("SessionFault.opened-twice")),
        ([OPENED, SessionClosed(0), CameraFault(1, "x")], SessionError, says("SessionFault.closed", event="CameraFault")),
        ([replace(OPENED, time_control="eighty")], ValueError, within("ControlFault.not-one", text="'eighty'")),
        ([OPENED, pressed(2, "white"), pressed(2, "white")], PressError, says("PressFault.not-upwards", seq=2, last=2)),
        ([OPENED, pressed(2, "white"), pressed(1, "white")], PressError, says("PressFault.not-upwards", seq=1, last=2)),
        ([OPENED, ruled(1, "white", "legal")], PressError, says("PressFault.never-made", seq=1)),
        (
            [OPENED, pressed(1, "white"), ruled(1, "black", "legal")],
            PressError,
            says("PressFault.of-the-other", side="SideWord.white", other="SideWord.black"),
        ),
        ([*events_of("W32-28"), ruled(1, "white", "legal")], PressError, says("PressFault.ruled-before")),
        ([OPENED, pressed(1, "white"), ruled(1, "white", "legal", amends=True)], PressError, says("PressFault.nothing-to-amend")),
        (
            [OPENED, pressed(1, "white"), pressed(2, "black"), ruled(2, "black", "legal")],
            PressError,
            says("PressFault.ruled-too-early", first=1),
        ),
    ],
)
def test_events_out_of_place_are_named_and_change_nothing(events, error, refused):
    before = from_events(events[:-1])
    with pytest.raises(error, check=refused):
        step(before, events[-1])
    assert before == from_events(events[:-1])


verdicts = st.sampled_from(["legal", "corrected", "27a", "27b-few", "27c-missed", "uncrowned", *sorted(NOTHING_MOVED)])
moves = st.sampled_from(["32-28", "19x28", None])
games = st.lists(st.tuples(st.sampled_from(["white", "black"]), verdicts, moves), max_size=12)


def _events(game):
    return [OPENED] + [
        event for seq, (side, verdict, move) in enumerate(game, 1) for event in (pressed(seq, side), ruled(seq, side, verdict, move))
    ]


@given(games.filter(bool), st.data())
def test_an_amendment_comes_to_what_the_ruling_at_once_would_have(game, data):
    index = data.draw(st.integers(0, len(game) - 1))
    side, verdict, move = game[index][0], data.draw(verdicts), data.draw(moves)
    late = from_events([*_events(game), ruled(index + 1, side, verdict, move, amends=True)])
    game[index] = (side, verdict, move)
    assert late.line == from_events(_events(game)).line


@given(games, st.sampled_from(["white", "black"]), verdicts.filter(lambda v: v not in SETTLED))
def test_the_public_cannot_tell_an_irregular_press_from_one_still_read(game, side, verdict):  # Art. 24
    seq = len(game) + 1
    waiting = from_events([*_events(game), pressed(seq, side)])
    told = step(waiting, ruled(seq, side, verdict, "32-28", alerts=(ALERT,)))
    assume(told.plies == waiting.plies and told.line.open)  # not an answer to what stood open, nor a hand back of what had settled
    assert public_view(told) == public_view(waiting)
