"""The wire over MQTT, with a real broker: what reaches whom, who is refused, and what becomes of a connection."""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread, Timer

import pytest

from hub.broker.hall import Hall
from hub.broker.refusals import BrokerRefused, Refusals
from hub.open_files import room_for_files
from hub.wire.carriage import Carriage
from hub.wire.enrolment import Enrolment
from hub.wire.halves import Packet, PacketFrom
from hub.wire.mqtt import MAX_BYTES_ON_THE_WAY, MqttLine, MqttLogin
from hub.wire.mqtt_halves import MqttBoardHalf, MqttHubHalf
from pi.cli import main
from tests.mosquitto import HERE, WITHIN_S, Mosquitto, mosquitto, soon

WILL = Packet("presence", b"offline")
NOT_ITS_TOPIC = "3 wrote to 'damcam/2/up/rows', which is not its own: the broker let nothing of it through"
WRONG_PASSWORD = [BrokerRefused.NOT_AUTHORISED], [BrokerRefused.NOT_AUTHORISED_FROM]
"""Mosquitto 2.0.11 does not know whom it refused, but who came from there before."""
KEYS = ("1", "2", "3", "east-2", "5", "6", "7", "8", "9")


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("a hall")) as running:
        yield running


@pytest.fixture(scope="module")
def enrolled(broker: Mosquitto) -> dict[str, Enrolment]:
    return {key: broker.enroll(key) for key in KEYS}


@pytest.fixture
def hub(broker: Mosquitto) -> Iterator[MqttHubHalf]:
    with closing(MqttHubHalf(broker.hall.own(), "mirror")) as half:
        assert soon(lambda: half.connection), half.trouble
        yield half


@pytest.fixture
def board(enrolled: dict[str, Enrolment]) -> Iterator[Callable[..., MqttBoardHalf]]:
    """Connects the board with that key."""
    made = []

    def connect(key: str, machine: str = "pi", **other: object) -> MqttBoardHalf:
        made.append(MqttBoardHalf(replace(enrolled[key], **other), machine, WILL))  # type: ignore[arg-type]
        return made[-1]

    yield connect
    for half in made:
        half.close()


@pytest.fixture
def refusals(broker: Mosquitto) -> Refusals:
    return Refusals(broker.hall.log)


def next_of(hub: MqttHubHalf, key: str, kind: str = "rows", within_s: float = WITHIN_S) -> bytes | None:
    """The payload of the next packet of that kind of that board; what others send is passed over."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        got = hub.receive(max(0.0, until - time.monotonic()))
        if got and (got.key, got.packet.kind) == (key, kind):
            return got.packet.payload
    return None


def test_rows_go_up_and_words_come_down(hub: MqttHubHalf, board: Callable[..., MqttBoardHalf]) -> None:
    one, two = board("1"), board("east-2")
    assert soon(lambda: one.connection and two.connection)
    sent = [Packet("rows", b"%d" % number) for number in range(200)]
    assert all(one.send(packet) for packet in sent)
    assert [next_of(hub, "1") for _ in sent] == [packet.payload for packet in sent]
    assert hub.send("east-2", Packet("word", b"stop"))
    assert hub.send("1", Packet("word", b"go"))
    assert two.receive(WITHIN_S) == Packet("word", b"stop")
    assert one.receive(WITHIN_S) == Packet("word", b"go")
    assert one.receive(0.05) is None, "a word is for one board alone"
    assert one.connection == 1
    assert hub.is_private


def test_a_board_writes_and_reads_its_own_topics_alone(
    hub: MqttHubHalf,
    board: Callable[..., MqttBoardHalf],
    enrolled: dict[str, Enrolment],
    refusals: Refusals,
    caplog: pytest.LogCaptureFixture,
) -> None:
    victim = board("2")
    login = MqttLogin(enrolled["3"], "3.bad", ("damcam/2/down/#", "damcam/+/down/#", "damcam/2/up/#", "$SYS/#", "#"))
    with closing(MqttLine(login)) as line:
        assert soon(lambda: line.connection and victim.connection)
        for topic in ("damcam/2/up/rows", "damcam/2/down/word", "damcam/3/down/word", "damcam/3", "other", "$SYS/broker/log/N"):
            assert line.send(topic, b"forged", Carriage())
            assert line.send(topic, b"forged", Carriage())
        assert line.send("damcam/3/up/rows", b"own", Carriage())
        assert hub.send("2", Packet("word", b"for 2"))
        assert next_of(hub, "3") == b"own", "what came before it was not let through"
        assert victim.receive(WITHIN_S) == Packet("word", b"for 2")
        hub.send("3", Packet("word", b"for 3"))
        assert line.receive(WITHIN_S) == ("damcam/3/down/word", b"for 3"), "it hears nothing that is not for it"
        assert next_of(hub, "2", within_s=0.1) is None
    refused = [record.getMessage() for record in caplog.records if "does not take messages" in record.getMessage()]
    assert "the hub does not take messages of kind rows from 3: Not authorized" in refused
    assert len(refused) == len(set(refused)), "each is told once"
    assert soon(lambda: (told := [(one.keys, str(one.said)) for one in refusals.look()]) and told == [(("3",), NOT_ITS_TOPIC)])
    assert not refusals.look(), "the hub is told once"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"password": "x" * 40}, "does not let 5 in: Not authorized; its password is not valid, or was revoked"),
        ({"fingerprint": "0" * 64}, "is not trusted: the hub shows another key than the one enrolled"),
        ({"port": 1}, "cannot be reached at 127.0.0.1, port 1: "),
    ],
)
def test_a_wrong_enrolment_is_refused_with_the_reason_and_told_once(
    wrong: dict[str, object],
    why: str,
    hub: MqttHubHalf,
    board: Callable[..., MqttBoardHalf],
    refusals: Refusals,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hub.wire.line.find", lambda *_: [])
    good, bad = board("6"), board("5", **wrong)
    assert soon(lambda: bad.trouble and why in str(bad.trouble)), bad.trouble
    assert not bad.send(Packet("rows", b"never"))
    assert bad.receive(0.6) is None, "it tries again meanwhile"
    assert bad.connection == 0
    assert len([1 for record in caplog.records if why in record.getMessage()]) == 1
    if "password" in wrong:
        assert soon(lambda: [one.reason for one in refusals.look()][:1] in WRONG_PASSWORD)
    assert good.connection == 1
    assert good.send(Packet("rows", b"undisturbed"))
    assert next_of(hub, "6") == b"undisturbed"


def test_the_hub_of_another_hall_is_not_trusted(
    tmp_path: Path, broker: Mosquitto, board: Callable[..., MqttBoardHalf], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.wire.line.find", lambda *_: [])
    other = Hall(tmp_path)
    other.init("hall", (HERE,), broker.port)
    bad = board("5", authority=other.own().authority)
    assert soon(lambda: bad.trouble), "it is told"
    assert "is not trusted" in str(bad.trouble)


def test_no_board_can_take_the_place_of_the_hubs_own_processes(hub: MqttHubHalf, enrolled: dict[str, Enrolment]) -> None:
    with closing(MqttLine(MqttLogin(enrolled["9"], "_hub.mirror", ("damcam/9/down/#",)))) as line:
        assert soon(lambda: line.connection)
        assert not soon(lambda: hub.connection != 1, 0.5), "the broker ends a connection when another comes with its client's name"


def test_without_tls_nothing_is_answered(broker: Mosquitto) -> None:
    with socket.create_connection((HERE, broker.port), timeout=WITHIN_S) as plain:
        plain.sendall(b"\x10\x0f\x00\x04MQTT\x05\x02\x00\x05\x00\x00\x02ab")
        with suppress(ConnectionError):
            assert plain.recv(1) in (b"", b"\x15"), "the end, or an alert of TLS"


def test_a_board_that_is_revoked_is_cut_off_at_once_and_the_others_are_not(
    broker: Mosquitto, hub: MqttHubHalf, board: Callable[..., MqttBoardHalf], capsys: pytest.CaptureFixture[str]
) -> None:
    revoked, other = board("7"), board("8")
    assert soon(lambda: revoked.connection and other.connection)
    began = time.monotonic()
    assert main(["hub", "revoke", "7", "--hub", str(broker.hall.folder)]) == 0
    assert "7 is cut off: its password is gone, and the broker ends its connection" in capsys.readouterr().err
    assert soon(lambda: not revoked.connection, 5)
    assert time.monotonic() - began < 5
    assert soon(lambda: revoked.trouble and "was revoked" in str(revoked.trouble))
    assert not revoked.send(Packet("rows", b"late"))
    with closing(MqttLine(MqttLogin(broker.hall.own(), "_hub.look", ("damcam/7/up/presence",)))) as line:
        assert line.receive(0.3) is None, "nothing is retained of it"
    assert (other.connection, hub.connection) == (1, 1)
    assert other.send(Packet("rows", b"goes on"))
    assert next_of(hub, "8") == b"goes on"
    again = broker.enroll("7")
    with closing(MqttBoardHalf(again, "pi", WILL)) as back:
        assert soon(lambda: back.connection), "enrolled again it is let in, without a restart"
    broker.enroll("8", again=True)
    assert soon(lambda: not other.connection, 5), "the enrolment before has ended"


def test_who_sends_too_much_at_once_is_refused_here_and_by_the_broker(
    hub: MqttHubHalf,
    board: Callable[..., MqttBoardHalf],
    enrolled: dict[str, Enrolment],
    refusals: Refusals,
    caplog: pytest.LogCaptureFixture,
) -> None:
    honest, large = board("6"), Packet("rows", bytes(256_001))
    assert soon(lambda: honest.connection)
    assert not honest.send(large)
    assert not honest.send(large)
    said = "a message of kind rows of 6 is not sent: it has 256001 bytes, and 256000 are the most"
    assert [record.getMessage() for record in caplog.records].count(said) == 1
    assert honest.send(Packet("rows", large.payload[:256_000]))
    assert next_of(hub, "6") == large.payload[:256_000]
    with closing(MqttLine(MqttLogin(enrolled["9"], "9.bad", ("damcam/9/down/#",)))) as line:
        assert soon(lambda: line.connection)
        assert line.send("damcam/9/up/rows", bytes(300_000), Carriage(most_bytes=300_000))
        assert next_of(hub, "9", "rows", 1.0) is None
        said = "9 was cut off by the broker: it sent a message that is too long"
        assert soon(lambda: said in [str(one.said) for one in refusals.look()])
    assert honest.connection == 1


def test_a_killed_broker_that_comes_back_is_a_new_connection(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with mosquitto(tmp_path) as own:
        enrolment = own.enroll("1")
        with closing(MqttHubHalf(own.hall.own(), "mirror")) as hub, closing(MqttBoardHalf(enrolment, "pi", WILL)) as board:
            assert soon(lambda: hub.connection and board.connection)
            own.end(signal.SIGKILL)
            assert soon(lambda: not board.connection and not hub.connection)
            assert not board.send(Packet("rows", b"lost")), "nothing is kept for later"
            began = time.monotonic()
            assert board.receive(0.2) is None
            assert time.monotonic() - began < 5, "nobody waits for the network"
            own.start()
            assert own.keeps
            own.keeps.kill()  # the broker goes on without a log
            assert soon(lambda: board.connection == 2 and hub.connection == 2)
            assert board.send(Packet("rows", b"again"))
            assert next_of(hub, "1") == b"again"
            own.send(signal.SIGSTOP)  # a broker that hangs takes nothing, and the queue has an end
            sent = 0
            while board.send(Packet("rows", bytes(250_000))):
                sent += 1
            assert sent <= MAX_BYTES_ON_THE_WAY // 250_000
            own.send(signal.SIGCONT)
            assert [next_of(hub, "1") for _ in range(sent)] == [bytes(250_000)] * sent
            assert board.send(Packet("rows", b"room again"))


BOARD = """
import sys, time
from hub.wire.enrolment import Enrolment
from hub.wire.halves import Packet
from hub.wire.mqtt_halves import MqttBoardHalf
half = MqttBoardHalf(Enrolment.read(sys.stdin.readline()), "pi", Packet("presence", b"offline"))
while not half.connection: time.sleep(0.02)
half.send(Packet("presence", b"online"))
while True: half.receive(60)
"""


def test_a_board_that_is_dead_or_hangs_is_offline_within_ten_seconds(hub: MqttHubHalf, enrolled: dict[str, Enrolment]) -> None:
    for ended_by, within_s in ((signal.SIGKILL, 3.0), (signal.SIGSTOP, 10.0)):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen([sys.executable, "-P", "-c", BOARD], stdin=subprocess.PIPE, text=True, env=environment) as process:
            try:
                assert process.stdin
                process.stdin.write(enrolled["1"].written())
                process.stdin.flush()
                while next_of(hub, "1", "presence") != b"online":
                    pass
                process.send_signal(ended_by)
                began = time.monotonic()
                assert next_of(hub, "1", "presence", within_s + 5) == b"offline"
                assert time.monotonic() - began <= within_s
            finally:
                process.kill()


def test_who_ends_in_good_order_is_offline_too_and_a_late_comer_is_told(
    hub: MqttHubHalf, board: Callable[..., MqttBoardHalf], broker: Mosquitto
) -> None:
    leaving = board("2")
    assert soon(lambda: leaving.connection)
    leaving.send(Packet("presence", b"online"))
    while next_of(hub, "2", "presence") != b"online":
        pass
    leaving.close()
    assert next_of(hub, "2", "presence") == b"offline"
    with closing(MqttHubHalf(broker.hall.own(), "another")) as late:
        assert next_of(late, "2", "presence") == b"offline", "presence is retained"


def test_a_packet_from_elsewhere_than_a_board_is_passed_over(hub: MqttHubHalf, broker: Mosquitto, enrolled: dict[str, Enrolment]) -> None:
    with closing(MqttLine(MqttLogin(enrolled["9"], "9.deep", ("damcam/9/down/#",)))) as line:
        assert soon(lambda: line.connection)
        line.send("damcam/9/up/a/b/c", b"deep", Carriage())
        line.send("damcam/9/up/rows", b"\xff\x00", Carriage())
        until = time.monotonic() + WITHIN_S
        got = None
        while time.monotonic() < until and (got is None or got.packet.kind == "presence"):
            got = hub.receive(1)
        assert got == PacketFrom("9", Packet("rows", b"\xff\x00"))


def test_a_process_with_a_thousand_open_files_is_connected_too(broker: Mosquitto, enrolled: dict[str, Enrolment]) -> None:
    room_for_files(2_000)
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        with closing(MqttBoardHalf(enrolled["6"], "pi", WILL)) as half:
            assert soon(lambda: half.connection), half.trouble
    finally:
        for file in files:
            os.close(file)


def test_a_hub_that_hangs_up_at_once_is_not_reached(enrolled: dict[str, Enrolment], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the network goes in the middle of the greeting, the hub's certificate is not to blame."""
    monkeypatch.setattr("hub.wire.line.find", lambda *_: [])
    with socket.create_server((HERE, 0)) as server:
        Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        there = replace(enrolled["6"], port=server.getsockname()[1])
        with closing(MqttBoardHalf(there, "pi", WILL)) as half:
            assert soon(lambda: half.trouble)
            assert "cannot be reached" in str(half.trouble)


def test_who_waits_for_the_hub_can_be_woken(broker: Mosquitto, enrolled: dict[str, Enrolment]) -> None:
    with closing(MqttBoardHalf(enrolled["6"], "pi", WILL)) as half:
        Timer(0.05, half.wake).start()
        began = time.monotonic()
        assert half.receive(WITHIN_S) is None
        assert time.monotonic() - began < WITHIN_S / 2
