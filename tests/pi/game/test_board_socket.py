"""The board's socket: words through it are done once, withdrawn in time, and held back like events; what another user gets of it."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from hub.boards import board_socket as protocol
from hub.boards import handing
from hub.boards.board_socket import MAX_PACKET, address, receive, send
from hub.boards.handing import RuleError, hand_over
from hub.boards.saying import HeldWord
from pi.game import board_socket
from pi.game.board_socket import MAX_CONNECTIONS, BoardSocket
from pi.game.hearing import Hearing
from pi.game.late_inbox import LateInbox
from record.decisions.inbox import Inbox
from record.decisions.ruled_upon import RuledUpon
from record.decisions.words import AddTimes, StartClock, StopClock
from record.events.of_game import ClockStopped, TimesSet
from record.store.journal import Journal
from tests.support.live.full_disk import fill
from tests.support.live.table import Table, pressed, quiet
from tests.support.live.world import World
from tests.support.waiting import WITHIN_S, wait_until

STOP = StopClock("J. Jansen", "a phone")
NOBODY = 65534
AS_NOBODY = pytest.mark.usefixtures("system", "needs_root")  # root alone can be somebody else


class Spoken:
    """A game at a board, its socket, and a person who says a word in a thread of his own."""

    def __init__(self, table: Table) -> None:
        self.world: World = table.world(quiet(6))
        self.world.run(pressed(self.world, 1))
        self.state = table.folder.parent
        self.journal = self.world.journal.path
        self.socket = BoardSocket(self.state)
        self.inbox = Inbox(self.journal)
        self.late_inbox = LateInbox(self.journal, print)
        self.hearing = Hearing(self.late_inbox, None, self.socket)
        self.outcome: HeldWord | RuleError | None = None

    def say(self, word: Any = STOP, journal: Path | None = None, upon: int | None = None) -> Thread:
        def said() -> None:
            try:
                self.outcome = hand_over(journal or self.journal, word, upon=upon)
            except RuleError as error:
                self.outcome = error

        thread = Thread(target=said)
        thread.start()
        return thread

    def hears(self, saying: Thread) -> None:
        """Let the loop look until the word is answered."""

        def is_answered() -> bool:
            self.hearing.hear(self.world.service, self.world.now_ns)
            return not saying.is_alive()

        wait_until(is_answered)

    def asks_over(self, connection: socket.socket) -> None:
        """Send a word as a program does that then does something else than wait."""
        send(connection, {"ask": "word", "game": "0001", "kind": "StopClock", "json": '{"by": "J. Jansen"}'})
        wait_until(lambda: self.socket._words)

    @property
    def is_stopped(self) -> bool:
        return self.world.service.loop.clock.running is None


def greets(state: Path) -> bool:
    """Whether the board's service would serve a program."""
    with connected(state) as connection:
        return receive(connection) == protocol.READY


@pytest.fixture
def spoken(system: None, table: Table) -> Iterator[Spoken]:
    made = Spoken(table)
    yield made
    made.socket.close()
    made.late_inbox.close()
    made.inbox.close()


def test_a_word_through_the_socket_is_done_or_refused_in_its_own_sentence_and_the_inbox_has_nothing_of_it(spoken: Spoken) -> None:
    upon = spoken.world.service.loop.keeper.last_ruling
    spoken.hears(spoken.say(journal=spoken.journal.parents[1] / "0007" / "journal.jsonl"))
    assert str(spoken.outcome) == "another game is played at this board now"
    assert not spoken.is_stopped
    spoken.hears(spoken.say(upon=upon))
    assert (spoken.outcome, spoken.is_stopped, spoken.inbox.last) == (None, True, 0)
    spoken.hears(spoken.say())
    assert str(spoken.outcome) == "neither clock runs"
    spoken.hears(spoken.say(StartClock("A. Arbiter"), upon=upon))
    assert str(spoken.outcome) == RuledUpon.RULED_MEANWHILE
    assert spoken.is_stopped


def test_on_a_full_disk_it_is_done_at_once_answered_as_not_on_disk_and_on_disk_later_in_the_row_that_was_told(spoken: Spoken) -> None:
    fill(spoken.world)
    spoken.hears(spoken.say())
    assert isinstance(spoken.outcome, HeldWord)
    assert str(spoken.outcome.note).startswith("it is done, but not on disk yet, and the pages show it once it is: ")
    assert spoken.is_stopped
    with Journal.reader(spoken.journal) as journal:
        assert journal.last_id == spoken.outcome.row - 1
    del spoken.world.journal.append
    spoken.world.service.loop.keeper.retry(0)
    with Journal.reader(spoken.journal) as journal:
        ((row, event),) = list(journal.since(spoken.outcome.row - 1))[:1]
    assert (row, isinstance(event, ClockStopped)) == (spoken.outcome.row, True)


def test_who_waits_no_longer_has_said_nothing(spoken: Spoken, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handing, "ANSWERED_WITHIN_S", 0.3)
    spoken.say().join()
    assert "nobody took it up" in str(spoken.outcome)
    spoken.hearing.hear(spoken.world.service, spoken.world.now_ns)
    assert not spoken.is_stopped


def test_a_program_that_is_killed_before_its_word_is_taken_has_said_nothing(spoken: Spoken) -> None:
    with connected(spoken.state) as connection:
        spoken.asks_over(connection)
    wait_until(lambda: not spoken.socket._words[0]._is_open)
    spoken.hearing.hear(spoken.world.service, spoken.world.now_ns)
    assert not spoken.is_stopped


def test_a_word_that_was_sent_and_not_answered_is_not_put_into_the_inbox_too(spoken: Spoken) -> None:
    spoken.socket.close()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address(spoken.state))
        listener.listen()
        saying = spoken.say()
        accepted, _ = listener.accept()
        send(accepted, protocol.READY)
        assert receive(accepted)
        accepted.close()  # the service is gone
        saying.join()
    assert "did not say what became of it" in str(spoken.outcome)
    assert spoken.inbox.last == 0


def test_without_a_service_at_the_socket_the_inbox_has_the_word(spoken: Spoken) -> None:
    spoken.socket.close()
    spoken.hears(spoken.say())
    assert (spoken.outcome, spoken.is_stopped, spoken.inbox.last) == (None, True, 1)


NONSENSE = [
    b"{",
    b"\xff\xfe",
    b"[" * 60_000,
    b"5",
    b"{}",
    b'{"ask": "word"}',
    b'{"ask": ["word"]}',
    json.dumps({"ask": "word", "game": "0001", "kind": "Nonsense", "json": "{}"}).encode(),
    json.dumps({"ask": "word", "game": "0001", "kind": "StopClock", "json": "[" * 50_000}).encode(),
    b" " * (MAX_PACKET + 1),
]


def test_nonsense_is_answered_or_not_and_does_no_harm(spoken: Spoken, caplog: pytest.LogCaptureFixture) -> None:
    for packet in NONSENSE:
        with connected(spoken.state) as connection:
            assert receive(connection) == protocol.READY
            connection.sendall(packet)
            answer = receive(connection)
        assert answer is None or "knows no such word" in json.dumps(answer)
        assert greets(spoken.state)
    assert not caplog.records


def test_programs_that_connect_and_say_nothing_are_let_go_and_hold_up_nobody_for_long(
    spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_socket, "ASKS_WITHIN_S", WITHIN_S)
    with idle(spoken.state):
        spoken.hears(spoken.say())
        assert (spoken.outcome, spoken.is_stopped, spoken.inbox.last) == (None, True, 1), "then the inbox takes it"
    wait_until(lambda: greets(spoken.state))
    monkeypatch.setattr(board_socket, "ASKS_WITHIN_S", 0.5)
    with idle(spoken.state):
        wait_until(lambda: greets(spoken.state))


def test_a_program_that_reads_no_answer_does_not_hold_up_the_loop(spoken: Spoken, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_socket, "STAYS_S", 10 * WITHIN_S)  # a loop that waited for it would not go on
    with connected(spoken.state) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        spoken.asks_over(connection)
        for _ in range(2_000):  # more than the kernel keeps
            spoken.socket._words[0]._tell({"taken": True})
        spoken.hearing.hear(spoken.world.service, spoken.world.now_ns)
    assert spoken.is_stopped


OTHER = """
import os, socket, sys
os.setgid({uid}), os.setuid({uid})
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as one:
    {does}
"""


@AS_NOBODY
def test_another_user_is_not_greeted_and_rules_nothing(spoken: Spoken) -> None:
    asks = f"one.connect({address(spoken.state)!r}); print(one.recv(99))"
    program = OTHER.format(uid=NOBODY, does=asks)
    told = subprocess.run([sys.executable, "-P", "-I", "-c", program], capture_output=True, text=True, check=False)
    assert told.stdout == "b''\n", told


@AS_NOBODY
def test_a_socket_of_another_user_is_told_nothing(spoken: Spoken) -> None:
    spoken.socket.close()
    squats = f"one.bind({address(spoken.state)!r}); one.listen(); print(flush=True); one.accept()[0].recv(99); sys.stdin.read()"
    command = [sys.executable, "-P", "-I", "-c", OTHER.format(uid=NOBODY, does=squats)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        spoken.hears(spoken.say())
        other.kill()
    assert (spoken.outcome, spoken.is_stopped, spoken.inbox.last) == (None, True, 1)


def test_where_the_name_is_taken_the_board_goes_on_without_it(spoken: Spoken, caplog: pytest.LogCaptureFixture) -> None:
    second = BoardSocket(spoken.state)
    assert "its socket cannot be used" in caplog.text
    assert list(second.take()) == []
    second.close()


def test_many_words_at_once_are_each_done_once(spoken: Spoken) -> None:
    added_ns = 60_000_000_000
    saying = [spoken.say(AddTimes(added_ns, 0, "J. Jansen")) for _ in range(2 * MAX_CONNECTIONS)]
    for one in saying:
        spoken.hears(one)
    with Journal.reader(spoken.journal) as journal:
        assert len([event for _, event in journal.since(0) if isinstance(event, TimesSet)]) == len(saying)


def connected(state: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.connect(protocol.address(state))
    connection.settimeout(WITHIN_S)
    return connection


@contextmanager
def idle(state: Path) -> Iterator[None]:
    """Programs that connect and say nothing while this lasts, more than there is room for."""
    with ExitStack() as stack:
        for _ in range(2 * MAX_CONNECTIONS):
            stack.enter_context(connected(state))
        yield
