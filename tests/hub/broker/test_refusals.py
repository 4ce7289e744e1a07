"""What the broker's log says of whom it refused."""

import os
import signal
from pathlib import Path

from hub.broker.log_filter import MAX_DENIED, MAX_UNREAD_BYTES, LogFilter
from hub.broker.refusals import MAX_LOG_BYTES, Refusals
from hub.broker.running import log_kept
from tests.mosquitto import WITHIN_S, soon

CAME = "1795621628: New connection from 192.0.2.9:58825 on port 41763.\n"


def test_each_refusal_is_told_once_with_board_or_address_and_reason(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("1: Client 1.pi disconnected, not authorised.\n")
    refusals = Refusals(log)
    with log.open("a") as file:
        file.write(f"{CAME}1: Client <unknown> disconnected, not authorised.\n" * 3)
        file.write("2: Client 7.pi disconnected due to oversize packet.\n2: Client 8.pi disconnected due to prot")
    first = refusals.look()
    with log.open("a") as file:
        file.write("ocol error.\n3: Client 6.pi disconnected.\n")
    told = [*first, *refusals.look()]
    said = [
        "192.0.2.9 was not let in by the broker: its password is wrong, or was revoked",
        "7 was cut off by the broker: it sent a message that is too long",
        "8 was cut off by the broker: what it sent is no MQTT",
    ]
    assert [str(one.said) for one in told] == said, "what was there before is not told again"
    assert [one.keys for one in told] == [(), ("7",), ("8",)]


def test_the_board_is_the_one_whose_password_was_used_and_not_the_one_that_the_clients_name_tells(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("1: New client connected from 192.0.2.9:1 as 8.evil (p5, c1, k5, u'7').\n")
    refusals = Refusals(log)
    with log.open("a") as file:
        file.write("2: Client 8.evil disconnected due to oversize packet.\n")
        file.write("3: New client connected from 192.0.2.9:2 as x (p5, c1, k5, u'8') (p5, c1, k5, u'7').\n")
        file.write("4: Client x (p5, c1, k5, u'8') disconnected due to oversize packet.\n")
        file.write("5: New client connected from 192.0.2.9:3 as Client 8.pi disconnected, not authorised. (p5, c1, k5, u'7').\n")
        file.write("6: Client Client 8.pi disconnected, not authorised. closed its connection.\n")
    assert [str(one.said) for one in refusals.look()] == ["7 was cut off by the broker: it sent a message that is too long"]


def test_a_log_that_grows_is_emptied_and_one_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    refusals = Refusals(log)
    refusals.look()
    with log.open("a", buffering=1) as file:
        file.write(CAME * (MAX_LOG_BYTES // len(CAME) + 1))
        refusals.look()
        refusals.look()
        assert log.stat().st_size == 0
        file.write("2: Client 7.pi disconnected due to oversize packet.\n")
        assert len(refusals.look()) == 1


def test_who_is_not_let_in_is_told_by_the_boards_that_came_from_there_before(tmp_path: Path) -> None:
    """Mosquitto 2.0.11 has the address alone, 2.0.21 the client's name too."""
    log = tmp_path / "log"
    log.write_text("1: New client connected from 192.0.2.9:1 as 7.pi (p5, c1, k5, u'7').\n")
    refusals = Refusals(log)
    with log.open("a") as file:
        file.write("1: New client connected from 192.0.2.9:4 as _hub.mirror.1 (p5, c1, k5, u'_hub').\n")
        file.write(f"{CAME}2: Client <unknown> disconnected, not authorised.\n" * 2)
        for key in "1234":
            file.write(f"3: New client connected from 192.0.2.1:{key} as {key}.pi (p5, c1, k5, u'{key}').\n")
        file.write("4: New connection from 192.0.2.1:5 on port 8883.\n4: Client <unknown> disconnected, not authorised.\n")
        file.write("5: New connection from 192.0.2.1:5 on port 8883.\n4: Client 9.pi disconnected, not authorised.\n")
    assert [(one.keys, str(one.said)) for one in refusals.look()] == [
        (("7",), "the broker did not let in who came from 192.0.2.9, as 7 did before: the password is wrong, or was revoked"),
        ((), "192.0.2.1 was not let in by the broker: its password is wrong, or was revoked"),
        (("9",), "9 was not let in by the broker: its password is wrong, or was revoked"),
    ]


def test_who_writes_to_anothers_topic_is_the_one_whose_password_was_used_whatever_client_and_topic_are_called(tmp_path: Path) -> None:
    log = tmp_path / "log"
    refusals = Refusals(log)
    end = "(d0, q1, r0, m1, 'damcam/2/up/rows', ... (1 bytes))"
    with log.open("a") as file:
        file.write(f"1: New client connected from 192.0.2.9:1 as 8.x {end} (p5, c1, k5, u'7').\n")
        file.write("1: New client connected from 192.0.2.9:1 as 3.x (p5, c1, k5, u'3').\n")
        file.write(f"2: Denied PUBLISH from 8.x {end} (d0, q1, r0, m9, 'damcam/8/up/rows', ... (1 bytes))\n")
        file.write(f"3: Denied PUBLISH from 3.x (d0, q1, r1, m9, 'a {end}', ... (300 bytes))\n")
        file.write(f"4: Denied PUBLISH from 3.x {end}\n4: Denied PUBLISH from nobody\n")
    said = "{} wrote to {}, which is not its own: the broker let nothing of it through"
    assert [(one.keys, str(one.said)) for one in refusals.look()] == [
        (("7",), said.format(7, "'damcam/8/up/rows'")),
        (("3",), said.format(3, "\"a (d0, q1, r0, m1, 'damcam/2/up/rows', …")),
    ]


def test_the_filter_drops_the_lines_of_each_message_and_a_flood() -> None:
    kept = LogFilter()
    message = b"1: %s PUBLISH from 7.pi (d0, q1, r0, m1, 'damcam/7/up/pulse', ... (300 bytes))"
    of_each = b"1: Sending PUBACK to 7.pi (m1, rc0)", b"1: \tdamcam/7/down/# (QoS 1)", b"1: No will message specified."
    assert not any(kept.keeps(line, 0.0) for line in (message % b"Received", *of_each))
    assert kept.keeps(b"1: Client 7.pi closed its connection.", 0.0)
    assert [kept.keeps(message % b"Denied", now_s) for now_s in (0.0, 1.0, 59.0, 61.0)] == [True, False, False, True]
    flood = [b"1: Denied PUBLISH from %d (d0, q0, r0, m0, 'x', ... (1 bytes))" % number for number in range(2 * MAX_DENIED)]
    assert sum(kept.keeps(line, 62.0) for line in flood) == MAX_DENIED - 1


def test_the_log_is_kept_until_whoever_speaks_is_gone_and_nobody_waits_for_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"x" * (MAX_UNREAD_BYTES + 1))
    with (tmp_path / "passed on").open("w+b") as passed_on:
        says, keeps = log_kept(log, passed_on.fileno())
        keeps.send_signal(signal.SIGSTOP)
        while took(says, b"1: Received PUBLISH from 7.pi\n" * 100):
            pass
        keeps.send_signal(signal.SIGCONT)
        assert soon(lambda: took(says, b"\n2: New connection from 192.0.2.9:1 on port 8883.\n"))
        assert soon(lambda: log.read_bytes().endswith(b"2: New connection from 192.0.2.9:1 on port 8883.\n"))
        keeps.send_signal(signal.SIGTERM)  # systemd sends it to all of the service
        assert took(says, b"3: mosquitto version 2.0.11 terminating\n")
        os.close(says)
        assert keeps.wait(WITHIN_S) == 0
        passed_on.seek(0)
        assert passed_on.read() == log.read_bytes()
    assert log.read_bytes().endswith(b"3: mosquitto version 2.0.11 terminating\n")
    assert log.stat().st_size < 1_000, "where no mirror empties it, it is emptied all the same"


def took(says: int, text: bytes) -> bool:
    try:
        return os.write(says, text) == len(text)
    except BlockingIOError:
        return False
