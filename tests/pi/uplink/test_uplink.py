"""The uplink of a board: what it sends and what hinders it; its pulse; and any weather of the wire, after which
journal and mirror end in the same checksum, and every word was carried out once or told as not carried out, never both, and never after its
time. With a mirror at the hub it is tested in tests/link.
"""

import os
import threading
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec import Raw

from link.board_socket import BoardSocket
from link.messages import Accepted, Command, Expired, Refused, packet_of
from link.wire import (
    Acknowledged,
    CommandOutcome,
    CommandSent,
    Games,
    MachineRefused,
    Packet,
    Picture,
    PicturesWanted,
    Presence,
    Pulse,
    Rows,
    upward_in,
    wire_packet,
)
from pi.uplink.beat import Beat, BoardClock, GameTime
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink import wait_for
from record.decisions.commands import StopClock
from record.events.about import About
from record.events.of_record import Described
from record.store.folder import ALIVE_NAME, GAMES
from record.store.journal_rows import LastRow
from record.store.latest import ClockRow
from rules.errors import Sentence
from tests.link.simulated_hall import IDLE_NS, MOVES, STEP_NS, S, SimulatedHall
from tests.support.board_service import Answering
from tests.support.waiting import wait_until


@pytest.fixture
def hall(tmp_path):
    with closing(SimulatedHall(tmp_path)) as made:
        yield made


def sent(hall, *kinds):
    """The messages of these kinds that the board sent."""
    messages = [upward_in(packet) for way, _, packet in hall.wire.seen if way == "up"]
    return [message for message in messages if isinstance(message, kinds)]


def tell(hall, message):
    hall.wire.hub.send("1", wire_packet(message))
    hall.run(0.2)


@pytest.fixture
def alone(hall):
    """A board with a game, and a hub of which the test says what it sends."""
    hall.board.begin()
    hall.stop_mirror()
    hall.wire.hub.join()
    hall.run(0.2)
    return hall


def acknowledged(hall, row, checksum=b"", game="0001", trouble=None):
    return Acknowledged(hall.board.uplink.machine, "cc", {game: LastRow(row, checksum)}, trouble)


def test_no_row_is_sent_until_the_hub_says_how_far_it_is_and_again_where_its_last_row_does_not_advance(alone):
    kinds = [type(message) for message in sent(alone, Presence, Pulse, Games, Rows)]
    assert kinds == [Presence, Pulse, Games]
    tell(alone, acknowledged(alone, 0))
    assert [row.row_id for row in sent(alone, Rows)[0].rows] == [1, 2, 3]
    for _ in range(10):
        tell(alone, acknowledged(alone, 0))
    assert len(sent(alone, Rows)) == 1
    alone.run(30)
    assert len(sent(alone, Rows)) == 4, "after 3, 6 and 12 s"


def test_word_of_a_row_on_disk_wakes_the_uplink_also_from_a_service_that_was_started_again(alone):
    tell(alone, acknowledged(alone, 0))
    board = alone.board
    for move in MOVES[:2]:
        alone.run(0.2)
        assert wait_for(board.uplink.descriptors, 0) == set()
        board.press(*move)
        board.socket.put_row("0001", 4)
        assert len(wait_for(board.uplink.descriptors, 0)) == 1
        sent_before = len(sent(alone, Rows))
        board.uplink.step(60)
        assert len(sent(alone, Rows)) == sent_before + 1
        assert wait_for(board.uplink.descriptors, 0) == set()
        board.socket.close()
        board.socket = BoardSocket(board.state, monotonic_ns=lambda: board.now_ns)


def test_a_window_of_four_messages_is_on_its_way_at_most(alone):
    for _ in range(80):
        alone.board.game.journal.append(Described(0, "A", About(), "x" * 15_000), 0)
    tell(alone, acknowledged(alone, 0))
    rows = sent(alone, Rows)
    assert len(rows) == 4
    tell(alone, acknowledged(alone, rows[1].rows[-1].row_id, rows[1].rows[-1].checksum))
    assert len(sent(alone, Rows)) == 6


@pytest.mark.parametrize("row", [9, 2])
def test_where_the_hub_has_another_journal_it_begins_the_game_anew(alone, caplog, row):
    tell(alone, acknowledged(alone, row, b"ab" * 16))
    alone.board.press("white", 32, 28)
    alone.run(1)
    assert {message.instead_of for message in sent(alone, Rows)} == {LastRow(row, b"ab" * 16)}
    assert f"the hub has game 0001 otherwise than this board: its row {row} is another" in caplog.text


def test_what_is_not_for_this_machine_is_left_alone_and_a_packet_that_is_none_is_logged(alone, caplog):
    tell(alone, Acknowledged("ee", "cc", {"0001": LastRow(0, b"")}))
    tell(alone, acknowledged(alone, 0, game="0007"))
    assert sent(alone, Rows) == []
    alone.wire.hub.send("1", Packet("acknowledged", b"{"))
    tell(alone, acknowledged(alone, 0))
    assert [record.args[0].english for record in caplog.records] == ["a message of kind {kind} cannot be read: {why}"]
    assert sent(alone, Rows)


REFUSED = Sentence.plain("x")


def test_the_hub_says_why_it_takes_nothing(alone):
    tell(alone, acknowledged(alone, 0, trouble=REFUSED))
    assert alone.board.uplink.hub_trouble.values["why"] == REFUSED
    tell(alone, MachineRefused(alone.board.uplink.machine, REFUSED))
    assert alone.board.uplink.refused.values["why"] == REFUSED
    tell(alone, acknowledged(alone, 0))
    assert (alone.board.uplink.refused, alone.board.uplink.hub_trouble) == (None, None)


def test_pictures_are_sent_when_they_are_wanted_unless_they_are_too_large(alone):
    folder = alone.board.state / GAMES / "0001" / "drawn"
    for name, size in (("0001.jpg", 9), ("0002.jpg", 200_001)):
        (folder / name).write_bytes(b"x" * size)
    tell(alone, PicturesWanted(alone.board.uplink.machine, "0001", ("drawn/0001.jpg", "drawn/0002.jpg", "drawn/0003.jpg")))
    assert [picture.data for picture in sent(alone, Picture)] == [b"x" * 9, b"", b""]


def command_sent(hall, id="ab", was_sent=False, lives_ms=5_000, replaced=(b"", b"")):
    """A command of the hub that stops the clock."""
    pulse, command = sent(hall, Pulse)[-1], Command(id, "0001", StopClock("Anna", "a"), lives_ms, 3, was_sent)
    return CommandSent(hall.board.uplink.machine, Raw(packet_of(command).replace(*replaced)), pulse.boot, pulse.number, 0)


def test_a_command_whose_service_never_tells_its_outcome_is_answered_so(alone):
    alone.board.is_busy = True
    tell(alone, command_sent(alone))
    (received,) = alone.board.socket._commands
    assert received.take(alone.board.now_ns)
    alone.board.socket._commands.clear()
    alone.run(36)
    assert sent(alone, CommandOutcome)[-1].outcome.why.code == "NotTaken.no-answer"


def test_a_command_that_this_version_does_not_know_is_answered_so_and_one_without_an_id_is_logged(alone, caplog):
    wrong = ((b"StopClock", b"Dance"), (b'"reason"', b'"because"'), (b'"by":"Anna"', b'"by":1'), (b":5000", b":-5"))
    for number, replaced in enumerate(wrong):
        tell(alone, command_sent(alone, f"a{number}", replaced=replaced))
        assert sent(alone, CommandOutcome)[number].id == f"a{number}"
        assert sent(alone, CommandOutcome)[number].outcome.reason == "unknown"
    tell(alone, command_sent(alone, replaced=(b'"ab"', b'"not-ours"')))
    assert (alone.board.done, len(sent(alone, CommandOutcome))) == ([], 4)
    assert [record.args[0].english for record in caplog.records] == ["this version knows no such message: {why}"]


def test_where_no_service_runs_it_is_withdrawn_unless_another_uplink_may_have_brought_it(alone):
    alone.board.socket.close()
    tell(alone, command_sent(alone))
    tell(alone, command_sent(alone, "cd", was_sent=True))
    alone.run(6, serving=False)
    assert [(answer.id, answer.outcome) for answer in sent(alone, CommandOutcome)] == [("ab", Expired())]


def test_what_was_not_done_stays_so_when_the_hub_asks_again_before_the_answer_reaches_it(alone):
    """Refused, or withdrawn because no service ran; and a moment later it would be done."""
    no = Refused(Sentence("Why.not", "not now", {}), "stale")
    outcomes = [no, Accepted()]
    alone.board.answering = Answering(alone.board.socket, lambda _command: outcomes.pop(0))
    tell(alone, command_sent(alone))
    alone.board.answering.done.clear()  # a service remembers what it did
    tell(alone, command_sent(alone, was_sent=True))
    alone.board.is_busy = True
    tell(alone, command_sent(alone, "cd", lives_ms=1))
    alone.board.is_busy = False
    tell(alone, command_sent(alone, "cd", was_sent=True))
    answers = [(answer.id, answer.outcome) for answer in sent(alone, CommandOutcome)]
    assert answers == [("ab", no), ("ab", no), ("cd", Expired()), ("cd", Expired())]
    assert outcomes == [Accepted()], "nothing was done"


def test_it_runs_until_it_is_ended_and_says_that_it_goes(hall):
    ended = threading.Event()
    threading.Thread(target=lambda: wait_until(lambda: sent(hall, Pulse)) and ended.set()).start()
    hall.board.uplink.run(ended)
    hall.board.uplink = None
    assert sent(hall, Presence)[-1].online is False


def test_a_board_without_a_game_sends_its_pulse_and_a_machine_has_its_id_for_good(hall, tmp_path):
    hall.run(2.5)
    assert [(pulse.game, pulse.last.row_id) for pulse in sent(hall, Pulse)] == [("", 0)] * 3
    first, state = hall.board.uplink.machine, hall.board.state
    assert machine_id(state) == first
    (state / "machine-id").write_text("NO ID")
    assert machine_id(state) != first


def test_a_hub_that_never_says_how_far_it_has_a_game_is_asked_ever_less_often(alone):
    alone.run(60)
    assert len(sent(alone, Games)) == 4


@pytest.fixture
def now_ns():
    return [100 * S]


@pytest.fixture
def beat(tmp_path, now_ns):
    return Beat(tmp_path, "aa", tmp_path / "arbiters.json", BoardClock(lambda: now_ns[0], lambda: 5, lambda: "b1"))


def reading(t_s):
    return ClockRow(round(t_s * S), 1, 2)


def seen(*readings, zero_s=90, game="0001", kept=None):
    """The time after these readings: of each when it was taken, by the game's time, and how much later it was seen."""
    kept = kept or GameTime()
    for t_s, late_s in readings:
        kept.see(game, reading(t_s), round((zero_s + t_s + late_s) * S))
    return kept


def test_the_reading_that_was_seen_soonest_tells_when_the_time_was_nought_until_a_pause_or_the_next_game():
    assert seen((1, 30)).zero_ns is None  # nobody knows how old the first one is
    assert seen((1, 0), (1.4, 0.2), (1.8, 0.05), (2.2, 0.9)).zero_ns == 90.05 * S
    kept = seen((1, 0), (1.4, 0.1))
    kept.see("0001", reading(1.4), 99 * S)  # once more, which tells nothing
    assert (kept.zero_ns, kept.reading) == (90.1 * S, reading(1.4))
    assert seen((2, 0.3), zero_s=150, kept=kept).zero_ns == 150.3 * S
    kept.see("0002", None, 99 * S)
    assert (kept.zero_ns, kept.reading) == (None, None)


def test_a_sign_counts_for_three_seconds_and_an_old_one_not_at_all(beat, tmp_path, now_ns):
    assert not beat.is_alive()
    (tmp_path / ALIVE_NAME).touch()
    assert beat.is_alive()
    now_ns[0] += 3 * S
    assert not beat.is_alive()
    os.utime(tmp_path / ALIVE_NAME, (1, 1))
    assert beat.is_alive()
    assert not Beat(tmp_path, "aa", tmp_path, BoardClock(lambda: now_ns[0])).is_alive()


def test_pulses_have_numbers_that_no_other_uplink_of_this_boot_has(beat, tmp_path, now_ns):
    first, second = (beat.pulse("", LastRow(0, b"")) for _ in range(2))
    now_ns[0] += S
    later = Beat(tmp_path, "aa", tmp_path, BoardClock(lambda: now_ns[0])).pulse("", LastRow(0, b""))
    assert first.number < second.number < later.number
    assert (beat.sent_ns("b1", first.number), beat.sent_ns("b1", 7), beat.sent_ns("b2", first.number)) == (100 * S, None, None)


def test_a_status_goes_with_its_age(beat, tmp_path, tell_status):
    assert beat.status() is None
    status = tell_status(tmp_path, t_ns=time.monotonic_ns() - 2 * S)
    told, now_ns = beat.status(), time.monotonic_ns()
    assert told.status == status
    assert 2000 <= told.age_ms <= (now_ns - status.t_ns) // 1_000_000


LIFE_NS = 5 * S
FATES = st.lists(
    st.sampled_from([[0], [0], [0], [], [0, 0], [S // 5], [2 * S], [0, 3 * S], [8 * S], [S // 10, S // 2, 7 * S]]), min_size=1, max_size=25
)
"""What happens to each packet in turn, again and again: the delays of its copies."""
STEPS = ["press", "press", "say", "say", "0.3", "6", "busy", "idle", "next"]
STEPS += ["cut board", "join board", "cut hub", "join hub", "kill mirror", "start mirror", "kill uplink", "start uplink"]


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(STEPS), min_size=5, max_size=20), FATES)
@example(steps=["join hub", "say", "next"], fates=[[], [0, 3 * S], [0], [S // 5]])
def test_in_any_weather_all_ends_well(steps, fates):
    with TemporaryDirectory() as folder:
        hall = SimulatedHall(Path(folder))
        sent = iter(range(10**9))
        hall.wire.fate = lambda _way, _packet: fates[next(sent) % len(fates)]
        try:
            hall.board.begin()
            hall.run(1)
            for number, step in enumerate(steps):
                hall.do(f"{step} {number}, 0.1" if step == "say" else f"{step}, 0.1")
            hall.do("fair, start mirror, start uplink, join board, join hub, idle, 75")
            check(hall)
        finally:
            hall.close()


def check(hall):
    assert hall.agrees(*(path.name for path in (hall.board.state / GAMES).iterdir()))
    for told in hall.became():
        assert "open" not in told, "for ever"
        assert ("+" in told) == told.endswith("obeyed"), told
    for reason, at_ns in hall.board.done:
        assert at_ns - hall.said[reason][1] <= LIFE_NS + STEP_NS + IDLE_NS, "a word was carried out after its time"
