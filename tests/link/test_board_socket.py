"""The board's socket: a command through it is done once or not at all, and its sender is told which; what another user gets of it."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from msgspec.structs import replace

from link import board_socket, sending
from link.board_socket import MAX_CONNECTIONS, BoardCall, BoardSocket, CommandCall, FollowedStatus, ReceivedCommand, address
from link.messages import (
    MAX_PACKET,
    Accepted,
    Command,
    CopyReport,
    Expired,
    FollowRows,
    MessageError,
    Ready,
    Refused,
    RowWritten,
    Taken,
    UplinkReport,
    answer_in,
    command_in,
    new_id,
    packet_of,
    request_in,
)
from link.sending import CommandError, HeldEvent, send_command
from link.status import STALE_NS, Check, CopyState, Level, Status
from record.decisions.commands import AddTimes, EnterPaper, StopClock
from record.decisions.outcome import OBEYED
from rules.errors import Sentence
from tests.support.board_service import Answering, BoardService
from tests.support.says import says
from tests.support.waiting import WITHIN_S, wait_until

STOP = StopClock("J. Jansen", "a phone")
NOBODY = 65534
AS_NOBODY = pytest.mark.usefixtures("system", "needs_root")  # root alone can be somebody else
S = 1_000_000_000


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """The journal of a game of the board whose state folder is `tmp_path`; nobody opens it."""
    return tmp_path / "games" / "0001" / "journal.jsonl"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., BoardService]]:
    """Start a service at the board's socket."""
    with ExitStack() as stack:

        def start(answer: Any = lambda _: OBEYED) -> BoardService:
            service = BoardService(tmp_path, answer)
            service.start()
            stack.callback(service.stop)
            return service

        yield start


class Saying(Thread):
    """A program that hands a command over, and waits for its outcome."""

    def __init__(self, journal: Path, word: Any = STOP) -> None:
        super().__init__(daemon=True)
        self._journal, self._word = journal, word
        self.outcome: HeldEvent | CommandError | None = None
        self.start()

    def run(self) -> None:
        try:
            self.outcome = send_command(self._journal, self._word)
        except CommandError as error:
            self.outcome = error


def refusal(journal: Path, word: Any = STOP) -> CommandError:
    with pytest.raises(CommandError) as caught:
        send_command(journal, word)
    return caught.value


def test_a_command_is_done_or_refused_in_its_own_sentence_or_done_ahead_of_the_disk(journal, serve):
    outcomes = [Accepted(7), Refused(Sentence("Why.not", "not {now}", {"now": "now"}), "stale"), Accepted(8, Sentence.plain("full"))]
    got = []
    serve(lambda command: got.append(command) or outcomes[len(got) - 1])
    assert send_command(journal, STOP, based_on_row=6) is None
    assert refusal(journal).sentence == Sentence("Why.not", "not {now}", {"now": "now"})
    held = send_command(journal, STOP)
    assert held
    assert (held.row, str(held.note)) == (8, "it is done, but not on disk yet, and the pages show it once it is: full")
    assert [(command.game, command.body, command.based_on_row) for command in got] == [("0001", STOP, 6), *[("0001", STOP, None)] * 2]
    assert len({command.id for command in got}) == 3


def test_where_nobody_listens_that_is_told_and_a_service_that_comes_in_time_is_waited_for(journal, serve, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sending, "ANSWERED_WITHIN_S", 0.1)
        assert says("NotTaken.nobody")(refusal(journal))
    saying = Saying(journal)
    serve()
    saying.join(WITHIN_S)
    assert (saying.is_alive(), saying.outcome) == (False, None)


def test_a_command_that_the_loop_does_not_take_up_in_time_expires_and_is_not_done_later(journal, tmp_path, monkeypatch):
    monkeypatch.setattr(sending, "ANSWERED_WITHIN_S", 0.1)
    with closing(BoardSocket(tmp_path)) as own:
        own.start()
        assert says("NotTaken.nobody")(refusal(journal))
        assert list(own.take()) == []


@pytest.mark.parametrize("does_it", [True, False], ids=["after it was done", "before it was done"])
def test_a_service_that_is_killed_and_comes_back_does_it_once_and_answers(journal, tmp_path, does_it):
    """The one that comes back has the log of the one before."""
    done: list[str] = []
    saying = None
    with closing(BoardSocket(tmp_path)) as first:
        first.start()
        saying = Saying(journal)
        received = wait_until(lambda: next(first.take(), None))
        if does_it:
            done.append(received.command.id)
        received.end()  # nothing is told any more
    second = BoardService(tmp_path, lambda command: done.append(command.id) or OBEYED)
    second.answering.done |= {id_: Accepted(7) for id_ in done}
    second.start()
    saying.join(WITHIN_S)
    second.stop()
    assert (saying.outcome, len(done)) == (None, 1)


def test_whoever_went_while_the_service_hung_has_asked_nothing(tmp_path):
    """Its life counts from its arrival, and would begin long after the sender was told that nobody answers."""
    with closing(BoardSocket(tmp_path)) as own, closing(CommandCall(tmp_path, Command(new_id(), "0001", STOP, 5_000))) as call:
        call.step()
        own.serve(0)
        call.step()
        assert call.was_sent
        call.close()
        own.serve(0)
        assert list(own.take()) == []


def test_commands_are_taken_in_the_order_in_which_their_programs_came(tmp_path):
    commands = [Command(new_id(), "0001", STOP, 5_000) for _ in range(9)]
    with closing(BoardSocket(tmp_path)) as own, ExitStack() as stack:
        calls = [stack.enter_context(closing(CommandCall(tmp_path, command))) for command in commands]
        for call in calls:
            call.step()
        own.serve(0)
        for call in reversed(calls):
            call.step()
        own.serve(0)
        assert [received.command.id for received in own.take()] == [command.id for command in commands]


def test_a_service_that_does_not_come_back_leaves_it_unknown(journal, tmp_path, monkeypatch):
    monkeypatch.setattr(sending, "ANSWERED_WITHIN_S", 0.3)
    with closing(BoardSocket(tmp_path)) as own:
        own.start()
        saying = Thread(target=lambda: told.append(refused_within(journal)))
        told: list[CommandError] = []
        saying.start()
        wait_until(lambda: next(own.take(), None))
    saying.join(WITHIN_S)
    assert says("NotTaken.no-answer")(told[0])


def refused_within(journal: Path) -> CommandError:
    try:
        send_command(journal, STOP, 0.2)
    except CommandError as error:
        return error
    raise AssertionError("it was done")


def test_a_question_is_answered_by_what_was_done_and_does_nothing(tmp_path):
    """Step by step: the loop, the socket and the program are turned by hand, and so is the time."""
    now_ns = [S]
    with closing(BoardSocket(tmp_path, monotonic_ns=lambda: now_ns[0])) as own:
        answering = Answering(own, lambda _: OBEYED)
        command = Command(new_id(), "0001", STOP, 5_000)

        def asked(lives_ms: int, asked_as: Command = command) -> Any:
            call = CommandCall(tmp_path, Command(asked_as.id, "0001", STOP, lives_ms), lambda: now_ns[0])
            with closing(call):
                for _ in range(4):
                    own.serve(0)
                    if outcome := call.step():
                        return outcome
                    answering.look()
                return None

        assert asked(0) == Expired()
        assert asked(5_000) == Accepted()
        assert asked(0) == Accepted()
        assert list(answering.done) == [command.id]


def test_the_life_of_a_command_is_counted_from_its_arrival_and_ends_what_was_not_taken():
    told: list[Any] = []
    received = ReceivedCommand(Command(new_id(), "0001", STOP, 5_000), 10 * S, told.append)
    assert not received.expire(15 * S - 1)
    assert (received.expire(15 * S), received.take(15 * S), told) == (True, False, [Expired()])
    taken = ReceivedCommand(Command(new_id(), "0001", STOP, 5_000), 10 * S, told.append)
    assert taken.take(15 * S - 1)
    assert not taken.expire(60 * S), "what was taken is carried out"
    taken.answer(Accepted(3))
    taken.answer(Refused(Sentence.plain("no")))
    assert told[1:] == [Taken(), Accepted(3)]


def test_a_program_that_is_killed_before_its_command_is_taken_has_asked_nothing(tmp_path):
    with closing(BoardSocket(tmp_path)) as own:
        own.start()
        with connected(tmp_path) as connection:
            connection.recv(MAX_PACKET)
            connection.send(packet_of(Command(new_id(), "0001", STOP, 60_000)))
            wait_until(lambda: own._commands)
        wait_until(lambda: not own._commands[0].is_open)
        assert list(own.take()) == []


def test_what_is_too_long_is_refused_before_it_is_sent(journal):
    with pytest.raises(MessageError, match="more than a message may have"):
        send_command(journal, EnterPaper("x" * MAX_PACKET, "J. Jansen"))
    with pytest.raises(MessageError, match="no text"):
        send_command(journal, StopClock("\ud800"))


NONSENSE = [
    b"{",
    b"\xff\xfe",
    b"[" * 60_000,
    b"5",
    b"{}",
    b'{"type":"Command"}',
    b'{"type":["Command"]}',
    b'{"type":"Accepted"}',
    packet_of(Command("ab", "0001", STOP, 5)).replace(b"StopClock", b"Nonsense"),
    packet_of(Command("ab", "0001", STOP, 5)).replace(b'"ab"', b'"../a"'),
    packet_of(Command("ab", "0001", STOP, 5)).replace(b":5", b":-5"),
    packet_of(Command("ab", "0001", STOP, 5)).replace(b'"by"', b'"now":1,"by"'),
]


def test_nonsense_is_answered_as_unknown_and_does_no_harm(tmp_path, serve, caplog):
    serve()
    for packet in NONSENSE:
        with connected(tmp_path) as connection:
            assert answer_in(connection.recv(MAX_PACKET)) == Ready()
            connection.sendall(packet)
            answer = answer_in(connection.recv(MAX_PACKET))
        assert isinstance(answer, Refused), packet
        assert answer.reason == "unknown"
    with connected(tmp_path) as connection:
        connection.recv(MAX_PACKET)
        connection.sendall(b" " * (MAX_PACKET + 1))
        assert connection.recv(MAX_PACKET) == b"", "it is let go"
    assert not caplog.records


def test_messages_are_read_as_they_were_written():
    for command in (Command("ab", "0001", STOP, 5, 7, was_sent=True), Command("ab", "0001", AddTimes(1, -2, "J"), 0)):
        assert request_in(packet_of(command)) == command_in(packet_of(command)) == command
    for answer in (Ready(), Taken(), Expired(), Accepted(3, Sentence.plain("full")), Refused(Sentence.plain("no"), "stale")):
        assert answer_in(packet_of(answer)) == answer


def test_what_a_program_beside_the_service_reports_holds_for_a_while_also_after_its_death(tmp_path):
    now_ns = [S]
    copy = CopyReport(CopyState.AHEAD, Sentence.plain("more"), game="0007")
    uplink = UplinkReport(Check("uplink", Level.WARN, Sentence.plain("no network")), "0001", 9)
    with (
        closing(BoardSocket(tmp_path, lambda: now_ns[0])) as own,
        closing(BoardCall(tmp_path)) as copying,
        closing(BoardCall(tmp_path)) as call,
    ):
        assert own.report(CopyReport) is None
        copying.tell(replace(copy, game=""))
        copying.tell(copy)
        call.tell(uplink)
        own.serve(0)
        own.serve(0)
        assert (own.report(CopyReport), own.report(UplinkReport)) == (copy, uplink)
        copying.close()
        now_ns[0] += STALE_NS
        own.serve(0)
        assert own.report(CopyReport) == copy
        call.tell(uplink)
        own.serve(0)
        now_ns[0] += 1
        assert (own.report(CopyReport), own.report(UplinkReport)) == (None, uplink)


def test_who_follows_the_rows_is_told_of_each_from_then_on_and_nobody_else(tmp_path):
    with (
        closing(BoardSocket(tmp_path)) as own,
        closing(BoardCall(tmp_path)) as copies,
        closing(BoardCall(tmp_path)) as reports,
    ):
        own.put_row("0001", 1)
        copies.tell(FollowRows())
        reports.tell(CopyReport(CopyState.COMPLETE, Sentence.plain("all")))
        own.serve(0)
        own.serve(0)
        copies.tell(CopyReport(CopyState.STARTS, Sentence.plain("starts")))
        own.serve(0)
        own.put_row("0001", 2)
        own.put_row("0002", 1)
        assert [copies.receive() for _ in range(3)] == [RowWritten("0001", 2), RowWritten("0002", 1), None]
        assert (reports.receive(), reports.receive()) == (Ready(), None)


def test_where_no_service_listens_a_report_is_left(tmp_path):
    with closing(BoardCall(tmp_path)) as call:
        call.tell(CopyReport(CopyState.STARTS, Sentence.plain("starts")))
        assert not call.is_connected


def test_programs_that_connect_and_say_nothing_are_let_go_and_hold_up_nobody_for_long(tmp_path, journal, serve, monkeypatch):
    monkeypatch.setattr(board_socket, "ASKS_WITHIN_NS", S // 2)
    serve()
    with idle(tmp_path):
        assert send_command(journal, STOP) is None


def test_a_program_that_reads_no_answer_does_not_hold_up_the_loop(tmp_path, monkeypatch):
    with closing(BoardSocket(tmp_path)) as own, connected(tmp_path) as connection:
        own.start()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        connection.send(packet_of(Command(new_id(), "0001", STOP, 60_000)))
        received = wait_until(lambda: next(own.take(), None))
        for _ in range(2_000):  # more than the kernel keeps
            received._tell(Taken())
        received.answer(Accepted())


OTHER = """
import os, socket, sys
os.setgid({uid}), os.setuid({uid})
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as one:
    {does}
"""


@AS_NOBODY
def test_another_user_rules_nothing(tmp_path, serve):
    got: list[Command] = []
    serve(lambda command: got.append(command) or OBEYED)
    packet = packet_of(Command(new_id(), "0001", STOP, 60_000))
    asks = f"one.connect({address(tmp_path)!r}); one.send({packet!r}); print(one.recv(99))"
    program = OTHER.format(uid=NOBODY, does=asks)
    told = subprocess.run([sys.executable, "-P", "-I", "-c", program], capture_output=True, text=True, check=False)
    assert told.stdout in ("b''\n", ""), told  # the connection may be gone before it sends
    assert got == []


@AS_NOBODY
def test_a_socket_of_another_user_is_told_nothing(tmp_path, journal, monkeypatch):
    monkeypatch.setattr(sending, "ANSWERED_WITHIN_S", 0.3)
    squats = (
        f"one.bind({address(tmp_path)!r}); one.listen(); print(flush=True); print(one.accept()[0].recv(99), flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-P", "-I", "-c", OTHER.format(uid=NOBODY, does=squats)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        assert says("NotTaken.nobody")(refusal(journal))
        assert other.stdout.readline() == "b''\n"
        other.kill()


def test_where_the_name_is_taken_the_board_goes_on_and_listens_once_it_is_free(tmp_path, caplog):
    first = BoardSocket(tmp_path)
    with closing(BoardSocket(tmp_path)) as second, closing(FollowedStatus(tmp_path)) as followed:
        second.put(Status(board="second"))
        second.serve(0)
        assert caplog.text.count("its socket cannot be used") == 1
        assert list(second.take()) == []
        first.close()
        second.start()
        assert wait_until(followed.latest).board == "second"


def test_many_commands_at_once_are_each_done_once(journal, serve):
    got: list[str] = []
    serve(lambda command: got.append(command.id) or OBEYED)
    saying = [Saying(journal, AddTimes(60 * S, 0, "J. Jansen")) for _ in range(3 * MAX_CONNECTIONS)]
    for one in saying:
        one.join(WITHIN_S)
    assert [one.outcome for one in saying] == [None] * len(saying)
    assert len(got) == len(set(got)) == len(saying)


def test_a_fault_in_what_serves_is_logged_and_the_next_command_is_served(tmp_path, journal, caplog):
    failed = Event()

    def fails() -> int:
        if not failed.is_set():
            failed.set()
            raise RuntimeError("of a test")
        return time.monotonic_ns()

    service = BoardSocket(tmp_path, fails)
    service.start()
    with closing(service):
        with connected(tmp_path):
            wait_until(failed.is_set)
        saying = Saying(journal)
        wait_until(lambda: next(service.take(), None)).answer(Accepted())
        saying.join(WITHIN_S)
        assert saying.outcome is None
    assert "was not answered" in caplog.text


def connected(state: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.settimeout(WITHIN_S)
    try:
        connection.connect(board_socket.address(state))
    except OSError:
        connection.close()
        raise
    return connection


@contextmanager
def idle(state: Path) -> Iterator[None]:
    """Programs that connect and say nothing while this lasts, more than there is room for."""
    with ExitStack() as stack:
        for _ in range(2 * MAX_CONNECTIONS):
            with suppress(OSError):
                stack.enter_context(connected(state))
        yield
