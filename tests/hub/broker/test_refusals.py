"""What the broker's log says of whom it refused."""

import os
import signal

import pytest

from hub.broker.log_filter import MAX_DENIED, MAX_UNREAD_BYTES, LogFilter, pass_on
from hub.broker.refusals import MAX_LOG_BYTES, BrokerRefused, Refusals
from hub.broker.running import log_kept
from tests.support.waiting import WITHIN_S, wait_until

CONNECTED = "1: New client connected from 192.0.2.9:1 as "
NOBODY = "2: New connection from 192.0.2.9:58825 on port 41763.\n2: Client <unknown> disconnected, not authorised."
END = "(d0, q1, r0, m1, 'damcam/2/up/rows', ... (1 bytes))"
TOLD = {
    "each refusal once, with board or address, and what was there before not at all": (
        "1: Client 1.pi disconnected, not authorised.",
        [*[NOBODY] * 3, "2: Client 7.pi disconnected due to oversize packet.", "3: Client 6.pi disconnected."],
        [((), BrokerRefused.NOT_AUTHORISED, "192.0.2.9"), (("7",), BrokerRefused.OVERSIZE, "7")],
    ),
    "the board whose password was used, and not the one that the client's name tells": (
        f"{CONNECTED}8.evil (p5, c1, k5, u'7').",
        [
            "2: Client 8.evil disconnected due to oversize packet.",
            "3: New client connected from 192.0.2.9:2 as x (p5, c1, k5, u'8') (p5, c1, k5, u'7').",
            "4: Client x (p5, c1, k5, u'8') disconnected due to oversize packet.",
            "5: New client connected from 192.0.2.9:3 as Client 8.pi disconnected, not authorised. (p5, c1, k5, u'7').",
            "6: Client Client 8.pi disconnected, not authorised. closed its connection.",
        ],
        [(("7",), BrokerRefused.OVERSIZE, "7")],
    ),
    # Mosquitto 2.0.11 has the address alone, 2.0.21 the client's name too
    "who is not let in, by the boards that came from there before": (
        f"{CONNECTED}7.pi (p5, c1, k5, u'7').",
        [
            f"{CONNECTED}_hub.mirror.1 (p5, c1, k5, u'_hub').",
            *[NOBODY] * 2,
            *[f"3: New client connected from 192.0.2.1:{key} as {key}.pi (p5, c1, k5, u'{key}')." for key in "1234"],
            NOBODY.replace("192.0.2.9", "192.0.2.1"),
            "5: New connection from 192.0.2.1:5 on port 8883.\n4: Client 9.pi disconnected, not authorised.",
        ],
        [
            (("7",), BrokerRefused.NOT_AUTHORISED_FROM, "192.0.2.9"),
            ((), BrokerRefused.NOT_AUTHORISED, "192.0.2.1"),
            (("9",), BrokerRefused.NOT_AUTHORISED, "9"),
        ],
    ),
    "who writes to another's topic, whatever client and topic are called": (
        "",
        [
            f"{CONNECTED}8.x {END} (p5, c1, k5, u'7').",
            f"{CONNECTED}3.x (p5, c1, k5, u'3').",
            f"2: Denied PUBLISH from 8.x {END} (d0, q1, r0, m9, 'damcam/8/up/rows', ... (1 bytes))",
            f"3: Denied PUBLISH from 3.x (d0, q1, r1, m9, 'a {END}', ... (300 bytes))",
            f"4: Denied PUBLISH from 3.x {END}\n4: Denied PUBLISH from nobody",
        ],
        [
            (("7",), BrokerRefused.NOT_ITS_TOPIC, "'damcam/8/up/rows'"),
            (("3",), BrokerRefused.NOT_ITS_TOPIC, "\"a (d0, q1, r0, m1, 'damcam/2/up/rows', …"),
        ],
    ),
}


@pytest.mark.parametrize(("before", "lines", "told"), TOLD.values(), ids=TOLD)
def test_the_log_tells(before, lines, told, tmp_path):
    (log := tmp_path / "log").write_text(f"{before}\n")
    refusals = Refusals(log)
    with log.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)
    seen = [(one.keys, one.reason, one.said.values) for one in refusals.look()]
    assert [(keys, how, what.get("topic", what.get("address", what.get("who")))) for keys, how, what in seen] == told


def test_a_log_that_grows_is_emptied_and_one_that_is_not_there_holds_nothing(tmp_path):
    log = tmp_path / "log"
    refusals = Refusals(log)
    refusals.look()
    with log.open("a", buffering=1) as file:
        file.write(f"{NOBODY[:63]}\n" * (MAX_LOG_BYTES // 64 + 1))
        refusals.look()
        refusals.look()
        assert log.stat().st_size == 0
        for part, told in (("2: Client 7.pi disconnected due to prot", 0), ("ocol error.\n", 1)):
            file.write(part)
            assert [one.reason for one in refusals.look()] == [BrokerRefused.NONSENSE] * told


def test_the_filter_drops_the_lines_of_each_message_and_a_flood():
    kept = LogFilter()
    message = b"1: %s PUBLISH from 7.pi (d0, q1, r0, m1, 'damcam/7/up/pulse', ... (300 bytes))"
    of_each = b"1: Sending PUBACK to 7.pi (m1, rc0)", b"1: \tdamcam/7/down/# (QoS 1)", b"1: No will message specified."
    assert not any(kept.keeps(line, 0.0) for line in (message % b"Received", *of_each))
    assert kept.keeps(b"1: Client 7.pi closed its connection.", 0.0)
    assert [kept.keeps(message % b"Denied", now_s) for now_s in (0.0, 1.0, 59.0, 61.0)] == [True, False, False, True]
    flood = [b"1: Denied PUBLISH from %d (d0, q0, r0, m0, 'x', ... (1 bytes))" % number for number in range(2 * MAX_DENIED)]
    assert sum(kept.keeps(line, 62.0) for line in flood) == MAX_DENIED - 1


def passed_on(text, log, *, is_read=True):
    """What comes out behind the filter."""
    (comes, into), (out, target) = os.pipe(), os.pipe()
    os.write(into, text)
    os.close(into)
    if not is_read:
        os.close(out)
    pass_on(comes, target, str(log))
    os.close(comes)
    os.close(target)
    if not is_read:
        return b""
    with open(out, "rb") as file:
        return file.read()


def test_what_is_kept_is_passed_on_and_written_to_the_log_whichever_of_the_two_fails(tmp_path):
    log, kept = tmp_path / "log", b"1: Client 7.pi closed its connection.\n"
    text = kept + b"1: No will message specified.\n1: cut off"
    assert (passed_on(text, log), log.read_bytes()) == (kept, kept)
    assert (passed_on(text, tmp_path / "nowhere" / "log"), log.read_bytes()) == (kept, kept)
    assert (passed_on(text, log, is_read=False), log.read_bytes()) == (b"", 2 * kept)
    log.write_bytes(b"x" * (MAX_UNREAD_BYTES + 1))
    assert (passed_on(text, log), log.read_bytes()) == (kept, kept), "nobody reads the log, so it is emptied"


def test_the_log_is_kept_until_whoever_speaks_is_gone_and_nobody_waits_for_it(system, tmp_path):
    log = tmp_path / "log"
    log.write_bytes(b"x" * (MAX_UNREAD_BYTES + 1))
    with (tmp_path / "passed on").open("w+b") as passed_on:
        says, keeps = log_kept(log, passed_on.fileno())
        keeps.send_signal(signal.SIGSTOP)
        while took(says, b"1: Received PUBLISH from 7.pi\n" * 100):
            pass
        keeps.send_signal(signal.SIGCONT)
        wait_until(lambda: took(says, b"\n2: New connection from 192.0.2.9:1 on port 8883.\n"))
        wait_until(lambda: log.read_bytes().endswith(b"2: New connection from 192.0.2.9:1 on port 8883.\n"))
        keeps.send_signal(signal.SIGTERM)  # systemd sends it to all of the service
        assert took(says, b"3: mosquitto version 2.0.11 terminating\n")
        os.close(says)
        assert keeps.wait(WITHIN_S) == 0
        passed_on.seek(0)
        assert passed_on.read() == log.read_bytes()
    assert log.read_bytes().endswith(b"3: mosquitto version 2.0.11 terminating\n")
    assert log.stat().st_size < 1_000, "where no mirror empties it, it is emptied all the same"


def took(says, text):
    try:
        return os.write(says, text) == len(text)
    except BlockingIOError:
        return False
