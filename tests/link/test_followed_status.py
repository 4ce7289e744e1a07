"""A status on its way: at once to whoever asks, then each one that comes, and nothing once its teller is gone."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from msgspec.structs import replace

from link import board_socket
from link.board_socket import BoardSocket, CommandCall, FollowedStatus, address, last_link, read_status, want_view
from link.messages import (
    MAX_PACKET,
    Accepted,
    Command,
    CurrentStatus,
    FollowStatus,
    Ready,
    ViewWanted,
    answer_in,
    new_id,
    packet_of,
)
from link.status import STALE_NS, Link, Status
from record.decisions.commands import StopClock
from rules.errors import Sentence
from tests.support.statuses import TellStatus
from tests.support.waiting import wait_until

pytestmark = pytest.mark.usefixtures("system")
NOW_NS = 1_000_000_000_000
NOBODY = 65534
FOR_EVER_S = 3600.0
STOP = StopClock("J. Jansen", "a phone")
PYTHON = (sys.executable, "-P", "-I", "-c")


@pytest.fixture(autouse=True)
def _nobody_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that other tests of this process followed do not count."""
    monkeypatch.setattr(FollowedStatus, "silent", set())


def status(number: int) -> Status:
    return Status(t_ns=NOW_NS, in_memory=number)


@contextmanager
def telling(state: Path) -> Iterator[BoardSocket]:
    """A program that listens for the board with that state folder."""
    with closing(BoardSocket(state)) as listening:
        listening.start()
        yield listening


def test_the_status_of_now_comes_at_once_and_each_later_one_without_a_question(tmp_path: Path) -> None:
    with closing(FollowedStatus(tmp_path)) as followed:
        assert followed.latest() is None, "nobody tells"
        with telling(tmp_path) as listening:
            assert followed.latest() is None, "nothing is known as yet"
            for number in range(3):
                listening.put(status(number))
            assert followed.latest() == status(2)
            listening.put(None)
            assert followed.latest() is None
            listening.put(status(3))
            assert followed.latest() == status(3)
        assert followed.latest() is None, "it is gone, and so is what it told"
        with telling(tmp_path) as listening:
            listening.put(status(4))
            assert followed.latest() == status(4), "another one speaks for the board"


def test_one_that_reads_nothing_for_long_holds_up_nobody_and_is_told_what_holds_now(tmp_path: Path) -> None:
    with telling(tmp_path) as listening, closing(FollowedStatus(tmp_path)) as slow, closing(FollowedStatus(tmp_path)) as other:
        listening.put(status(0))
        assert slow.latest() == status(0)
        for number in range(20_000):  # more than the kernel keeps
            listening.put(status(number))
        assert other.latest() == slow.latest() == status(19_999)


def test_a_status_counts_while_it_is_not_old(tmp_path: Path, tell_status: TellStatus) -> None:
    tell_status.put(tmp_path, status(1))
    assert read_status(tmp_path, lambda: NOW_NS + STALE_NS) == status(1)
    assert read_status(tmp_path, lambda: NOW_NS + STALE_NS + 1) is None
    assert read_status(tmp_path, lambda: NOW_NS - 1) is None, "of another time"


def test_a_program_that_reads_no_status_delays_no_command_and_no_other_status(tmp_path: Path) -> None:
    """Its process may be stopped, with more statuses unread than the kernel keeps. All is done by hand, and nothing here may wait."""
    with closing(BoardSocket(tmp_path)) as listening, ExitStack() as stack:
        for _ in range(board_socket.MAX_FOLLOWERS):
            stopped = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            stopped.connect(address(tmp_path))
            stopped.send(packet_of(FollowStatus()))
            listening.serve(0)
        for number in range(300):
            listening.put(status(number))
        listening.serve(0)
        call = stack.enter_context(closing(CommandCall(tmp_path, Command(new_id(), "0001", STOP, 5_000))))
        call.step()
        listening.serve(0)
        call.step()
        listening.serve(0)
        for received in listening.take():
            received.answer(Accepted(7))
        assert call.step() == Accepted(7)
        listening.start()
        assert stack.enter_context(closing(FollowedStatus(tmp_path))).latest() == status(299), "there is room for whoever reads"


def test_more_programs_than_there_is_room_for_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_socket, "MAX_FOLLOWERS", 1)
    with telling(tmp_path) as listening, closing(FollowedStatus(tmp_path)) as first, closing(FollowedStatus(tmp_path)) as second:
        listening.put(status(1))
        assert (first.latest(), second.latest()) == (status(1), None)
        first.close()
        assert second.latest() == status(1)


def test_whoever_follows_asks_for_the_picture_on_the_same_connection_and_goes_on_to_follow(tmp_path: Path) -> None:
    want_view(tmp_path)
    with telling(tmp_path) as listening:
        listening.put(status(1))
        assert read_status(tmp_path, lambda: NOW_NS) == status(1)
        assert listening.report(ViewWanted) is None, "nobody listened when it was asked for"
        want_view(tmp_path, whole=True)
        assert wait_until(lambda: listening.report(ViewWanted)) == ViewWanted(whole=True)
        listening.put(status(2))
        assert read_status(tmp_path, lambda: NOW_NS) == status(2)
        assert len(listening._connections) == 1


def test_a_command_of_a_program_that_follows_is_not_taken_and_the_program_is_let_go(tmp_path: Path) -> None:
    with closing(BoardSocket(tmp_path)) as listening, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as follower:
        follower.connect(address(tmp_path))
        for message in (FollowStatus(), Command(new_id(), "0001", STOP, 5_000)):
            follower.send(packet_of(message))
            listening.serve(0)
        assert list(listening.take()) == []
        assert [answer_in(packet) for packet in iter(lambda: follower.recv(MAX_PACKET), b"")] == [Ready(), CurrentStatus()]


def test_how_the_link_to_a_board_elsewhere_is_is_told_and_known_also_once_the_mirror_is_gone(tmp_path: Path) -> None:
    link = Link(online=True, heard_ns=7, game="0001", zero_ns=-5, trouble=Sentence.plain("full"), refused={"rows": Sentence.plain("no")})
    assert last_link(tmp_path) is None
    with telling(tmp_path) as listening:
        assert last_link(tmp_path) is None, "this is no mirror"
        listening.put_link(link)
        assert wait_until(lambda: last_link(tmp_path)) == link
        listening.put_link(replace(link, refused={"rows": Sentence.plain("\ud800")}))
        wait_until(lambda: last_link(tmp_path) == replace(link, refused={}))
    assert last_link(tmp_path) == replace(link, refused={})


@pytest.mark.parametrize(
    "packet", [b"{", b"\xff", b"5", b'{"type": "CurrentStatus", "status": {"phase": 5}}', b"[" * 60_000, b"null", b" " * (MAX_PACKET + 1)]
)
def test_what_is_no_status_is_none(tmp_path: Path, packet: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener, closing(FollowedStatus(tmp_path)) as followed:
        listener.bind(address(tmp_path))
        listener.listen()
        with closing(Answering(listener, packet)):
            assert followed.latest() is None


class Answering:
    """A program that takes one connection in the kernel's queue, which is answered before it is asked."""

    def __init__(self, listener: socket.socket, packet: bytes) -> None:
        self._packet, self._thread = packet, Thread(target=self._answer, args=(listener,))
        self._thread.start()

    def _answer(self, listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(self._packet)

    def close(self) -> None:
        self._thread.join()


def test_one_that_hangs_is_waited_for_once_and_told_from_then_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.01)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener, closing(FollowedStatus(tmp_path)) as followed:
        listener.bind(address(tmp_path))
        listener.listen()  # and takes nobody
        assert followed.latest() is None
        assert FollowedStatus.silent == {followed}
        monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", FOR_EVER_S)
        assert followed.latest() is None
        connection, _ = listener.accept()
        with connection:
            connection.send(packet_of(CurrentStatus(status(1))))
            assert followed.latest() == status(1), "it goes on, and the connection is the same"
            assert not FollowedStatus.silent


def test_whoever_follows_many_boards_that_hang_waits_for_one_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.01)
    with ExitStack() as stack:
        for name in ("1", "2", "3"):
            (tmp_path / name).mkdir()
            listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            listener.bind(address(tmp_path / name))
            listener.listen()
            assert stack.enter_context(closing(FollowedStatus(tmp_path / name))).latest() is None
            monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", FOR_EVER_S)
        assert len(FollowedStatus.silent) == 3
    assert not FollowedStatus.silent


def test_one_thread_serves_all_that_follow(tmp_path: Path) -> None:
    """systemd lets the mirror of a hub have fewer threads than a hall may have boards."""
    before = threading.active_count()
    with telling(tmp_path) as listening, ExitStack() as stack:
        listening.put(status(1))
        for _ in range(100):
            assert stack.enter_context(closing(FollowedStatus(tmp_path))).latest() == status(1)
        assert threading.active_count() == before + 1
        stack.close()
        assert read_status(tmp_path, lambda: NOW_NS) == status(1)


def test_where_the_name_is_taken_the_program_goes_on_and_the_log_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with telling(tmp_path) as listening, closing(FollowedStatus(tmp_path)) as followed:
        listening.put(status(1))
        with telling(tmp_path) as second:
            second.put(status(2))
            assert followed.latest() == status(1)
    assert "cannot be used" in caplog.text
    caplog.clear()
    with telling(tmp_path):
        assert not caplog.records, "the place is free again"


OTHER = """
import os, socket, sys
os.setgid({uid}), os.setuid({uid})
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as one:
    {does}
"""


@pytest.mark.usefixtures("needs_root")
def test_another_user_is_told_nothing_and_believed_nothing(tmp_path: Path) -> None:
    asks = f"one.connect({address(tmp_path)!r}); one.send({packet_of(FollowStatus())!r}); print(one.recv(99))"
    with telling(tmp_path) as listening:
        listening.put(status(1))
        told = subprocess.run([*PYTHON, OTHER.format(uid=NOBODY, does=asks)], capture_output=True, text=True, check=False)
    assert told.stdout == "b''\n" or "BrokenPipe" in told.stderr or "ConnectionReset" in told.stderr, told
    tells = f"one.accept()[0].send({packet_of(CurrentStatus(status(1)))!r})"
    squats = f"one.bind({address(tmp_path)!r}); one.listen(); print(flush=True); {tells}; sys.stdin.read()"
    command = [*PYTHON, OTHER.format(uid=NOBODY, does=squats)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        with closing(FollowedStatus(tmp_path)) as followed:
            assert followed.latest() is None
        other.kill()
