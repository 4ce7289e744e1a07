"""The wire over MQTT, with a real broker: what reaches whom, who is refused, and what becomes of a connection."""

import logging
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from threading import Thread

import pytest

from hub.broker.hall import Hall
from hub.broker.refusals import BrokerRefused, Refusals
from hub.open_files import room_for_files
from hub.wire.carriage import Carriage
from hub.wire.halves import Packet, PacketFrom
from hub.wire.line import Line
from hub.wire.line_phrases import WireLineSays
from hub.wire.mqtt import MAX_BYTES_ON_THE_WAY, MqttLine, MqttLogin
from hub.wire.mqtt_halves import MqttBoardHalf, MqttHubHalf
from pi.cli import main
from tests.support.free_port import HERE
from tests.support.mosquitto import mosquitto
from tests.support.waiting import WITHIN_S, wait_until

pytestmark = pytest.mark.usefixtures("system")
WILL = Packet("presence", b"offline")
WRONG_PASSWORD = [BrokerRefused.NOT_AUTHORISED], [BrokerRefused.NOT_AUTHORISED_FROM]
"""Mosquitto 2.0.11 does not know whom it refused, but who came from there before."""
KEYS = ("1", "2", "3", "east-2", "5", "6", "7", "8", "9")


@pytest.fixture(scope="module", autouse=True)
def _kept_alive():
    """The broker gives up no connection of this process because the machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hub.wire.mqtt.KEEPALIVE_S", round(WITHIN_S))
        yield


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    with mosquitto(tmp_path_factory.mktemp("a hall")) as running:
        yield running


@pytest.fixture(scope="module")
def enrolled(broker):
    return {key: broker.enroll(key) for key in KEYS}


@pytest.fixture
def hub(broker):
    with closing(MqttHubHalf(broker.hall.own(), "mirror")) as half:
        wait_until(lambda: half.connection, lambda: half.trouble)
        yield half


@pytest.fixture
def board(enrolled):
    """Connects the board with that key."""
    made = []

    def connect(key, machine="pi", **other):
        made.append(MqttBoardHalf(replace(enrolled[key], **other), machine, WILL))
        return made[-1]

    yield connect
    for half in made:
        half.close()


@pytest.fixture
def refusals(broker):
    return Refusals(broker.hall.log)


@contextmanager
def line_of(enrolment, client, *topics):
    """A connected line of a client with that name, and with the password of that enrolment."""
    with closing(MqttLine(MqttLogin(enrolment, client, topics))) as line:
        wait_until(lambda: line.connection, lambda: line.trouble)
        yield line


def next_of(hub, key, kind="rows"):
    """The payload of the next packet of that kind of that board; what others send is passed over."""

    def came():
        got = hub.receive(0.1)
        return got if got and (got.key, got.packet.kind) == (key, kind) else None

    return wait_until(came, lambda: f"a packet of {key}, on connection {hub.connection}; {hub.trouble}").packet.payload


def test_rows_go_up_and_words_come_down(hub, board):
    one, two = board("1"), board("east-2")
    wait_until(lambda: one.connection and two.connection)
    sent = [Packet("rows", b"%d" % number) for number in range(200)]
    assert all(one.send(packet) for packet in sent)
    for packet in sent:
        assert next_of(hub, "1") == packet.payload
    assert hub.send("east-2", Packet("word", b"stop"))
    assert hub.send("1", Packet("word", b"go"))
    assert two.receive(WITHIN_S) == Packet("word", b"stop")
    assert one.receive(WITHIN_S) == Packet("word", b"go")
    for key, half in (("1", one), ("east-2", two)):
        hub.send(key, Packet("word", b"again"))
        assert half.receive(WITHIN_S) == Packet("word", b"again"), "a word is for one board alone, and comes once"
    assert one.connection == 1
    assert hub.is_private


def test_a_board_writes_and_reads_its_own_topics_alone(hub, board, enrolled, refusals, caplog):
    victim = board("2")
    with line_of(enrolled["3"], "3.bad", "damcam/2/down/#", "damcam/+/down/#", "damcam/2/up/#", "$SYS/#", "#") as line:
        wait_until(lambda: victim.connection)
        for topic in ("damcam/2/up/rows", "damcam/2/down/word", "damcam/3/down/word", "damcam/3", "other", "$SYS/broker/log/N"):
            assert line.send(topic, b"forged", Carriage())
            assert line.send(topic, b"forged", Carriage())
        assert line.send("damcam/3/up/rows", b"own", Carriage())
        assert hub.send("2", Packet("word", b"for 2"))
        assert next_of(hub, "3") == b"own", "what came before it was not let through"
        assert victim.receive(WITHIN_S) == Packet("word", b"for 2")
        hub.send("3", Packet("word", b"for 3"))
        assert line.receive(WITHIN_S) == ("damcam/3/down/word", b"for 3"), "it hears nothing that is not for it"
        assert victim.send(Packet("rows", b"own of 2"))
        assert next_of(hub, "2") == b"own of 2", "nothing that another wrote came before"
    refused = [record.getMessage() for record in caplog.records if record.name.startswith("hub.wire")]
    assert str(WireLineSays.NOT_TAKEN.said(kind="rows", key="3", why="Not authorized")) in refused
    assert len(refused) == len(set(refused)), "each is told once"
    (told,) = wait_until(refusals.look)
    assert (told.keys, told.reason, told.said.values["topic"]) == (("3",), BrokerRefused.NOT_ITS_TOPIC, "'damcam/2/up/rows'")
    assert not refusals.look(), "the hub is told once"


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """That of another hall."""
    other = Hall(tmp_path_factory.mktemp("another hall"))
    other.init("hall", (HERE,), 8883)
    return other.own().authority


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"password": "x" * 40}, "WireLineSays.not-let-in"),
        ({"fingerprint": "0" * 64}, "WireLineSays.not-trusted"),
        ({"authority": ""}, "WireLineSays.not-trusted"),
        ({"port": 1}, "WireLineSays.not-reached"),
    ],
    ids=lambda value: "".join(value) if isinstance(value, dict) else "",
)
def test_a_wrong_enrolment_is_refused_with_the_reason_and_told_once(wrong, code, authority, hub, board, refusals, caplog, monkeypatch):
    monkeypatch.setattr("hub.wire.line.find", lambda *_: [])
    tell, failed = Line.tell, []
    monkeypatch.setattr(Line, "tell", lambda line, said: (failed.append(said), tell(line, said)))
    good, bad = board("6"), board("5", **wrong | ({"authority": authority} if "authority" in wrong else {}))
    wait_until(lambda: bad.trouble and bad.trouble.code == code, lambda: bad.trouble)
    assert not bad.send(Packet("rows", b"never"))
    wait_until(lambda: [said.code for said in failed].count(code) > 1, lambda: "it does not try again")
    assert bad.receive(0.0) is None
    assert bad.connection == 0
    assert [record.getMessage() for record in caplog.records].count(str(bad.trouble)) == 1
    if "password" in wrong:
        assert bad.trouble.remedy.code == "WireLineSays.was-revoked"
        wait_until(lambda: [one.reason for one in refusals.look()][:1] in WRONG_PASSWORD)
    assert good.connection == 1
    assert good.send(Packet("rows", b"undisturbed"))
    assert next_of(hub, "6") == b"undisturbed"


def test_without_tls_nothing_is_answered(broker):
    with socket.create_connection((HERE, broker.port), timeout=WITHIN_S) as plain, suppress(ConnectionError):
        plain.sendall(b"\x10\x0f\x00\x04MQTT\x05\x02\x00\x05\x00\x00\x02ab")
        assert plain.recv(1) in (b"", b"\x15"), "the end, or an alert of TLS"


def test_no_board_takes_the_place_of_the_hubs_processes_and_what_is_no_packet_of_a_board_is_passed_over(hub, enrolled):
    with line_of(enrolled["9"], "_hub.mirror", "damcam/9/down/#") as line:
        line.send("damcam/9/up/a/b/c", b"deep", Carriage())
        line.send("damcam/9/up/rows", b"\xff\x00", Carriage())
        came = wait_until(lambda: (got := hub.receive(0.1)) and got.packet.kind != "presence" and got)
        assert came == PacketFrom("9", Packet("rows", b"\xff\x00"))
        assert hub.connection == 1, "the broker ends a connection when another comes with its client's name"


def test_a_board_that_is_revoked_is_cut_off_at_once_and_the_others_are_not(broker, hub, board):
    revoked, other = board("7"), board("8")
    wait_until(lambda: revoked.connection and other.connection)
    assert main(["hub", "revoke", "7", "--hub", str(broker.hall.folder)]) == 0
    wait_until(lambda: not revoked.connection)
    wait_until(lambda: revoked.trouble and revoked.trouble.code == "WireLineSays.not-let-in")
    assert not revoked.send(Packet("rows", b"late"))
    with line_of(broker.hall.own(), "_hub.look", "damcam/7/up/presence") as line:
        assert line.send("damcam/7/up/presence", b"now", Carriage())
        assert line.receive(WITHIN_S) == ("damcam/7/up/presence", b"now"), "nothing is retained of it, which would come before"
    assert (other.connection, hub.connection) == (1, 1)
    assert other.send(Packet("rows", b"goes on"))
    assert next_of(hub, "8") == b"goes on"
    again = broker.enroll("7")
    with closing(MqttBoardHalf(again, "pi", WILL)) as back:
        wait_until(lambda: back.connection, lambda: f"enrolled again it is not let in, without a restart: {back.trouble}")
    broker.enroll("8", again=True)
    wait_until(lambda: not other.connection, lambda: "the enrolment before has not ended")


def test_who_sends_too_much_at_once_is_refused_here_and_by_the_broker(hub, board, enrolled, refusals, caplog):
    honest, large = board("6"), Packet("rows", bytes(256_001))
    wait_until(lambda: honest.connection)
    assert not honest.send(large)
    assert not honest.send(large)
    said = WireLineSays.TOO_LONG.said(kind="rows", key="6", size=256_001, most=256_000)
    assert [record.getMessage() for record in caplog.records].count(str(said)) == 1
    assert honest.send(Packet("rows", large.payload[:256_000]))
    assert next_of(hub, "6") == large.payload[:256_000]
    with line_of(enrolled["9"], "9.bad", "damcam/9/down/#") as line:
        assert line.send("damcam/9/up/rows", bytes(300_000), Carriage(most_bytes=300_000))
        wait_until(lambda: (("9",), BrokerRefused.OVERSIZE) in [(one.keys, one.reason) for one in refusals.look()])
        wait_until(lambda: line.connection == 2, lambda: line.trouble)
        assert line.send("damcam/9/up/rows", b"short", Carriage())
        assert next_of(hub, "9") == b"short", "the long one did not come before"
    assert honest.connection == 1


def test_a_killed_broker_that_comes_back_is_a_new_connection(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    with mosquitto(tmp_path) as own:
        enrolment = own.enroll("1")
        with closing(MqttHubHalf(own.hall.own(), "mirror")) as hub, closing(MqttBoardHalf(enrolment, "pi", WILL)) as board:
            wait_until(lambda: hub.connection and board.connection)
            own.end(signal.SIGKILL)
            wait_until(lambda: not board.connection and not hub.connection)
            assert not board.send(Packet("rows", b"lost")), "nothing is kept for later"
            assert board.receive(0.0) is None, "nobody waits for the network"
            own.start()
            assert own.keeps
            own.keeps.kill()  # the broker goes on without a log
            wait_until(lambda: board.connection == 2 and hub.connection == 2)
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
import sys
from hub.wire.enrolment import Enrolment
from hub.wire.halves import Packet
from hub.wire.mqtt_halves import MqttBoardHalf
from tests.support.waiting import wait_until
half = MqttBoardHalf(Enrolment.read(sys.stdin.readline()), "pi", Packet("presence", b"offline"))
wait_until(lambda: half.connection)
half.send(Packet("presence", b"online"))
while True: half.receive(60)
"""


def test_a_board_that_is_dead_or_hangs_or_ends_in_good_order_is_offline(hub, board, broker, enrolled):
    for ended_by in (signal.SIGKILL, signal.SIGSTOP):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen([sys.executable, "-P", "-c", BOARD], stdin=subprocess.PIPE, text=True, env=environment) as process:
            try:
                assert process.stdin
                process.stdin.write(enrolled["1"].written())
                process.stdin.flush()
                while next_of(hub, "1", "presence") != b"online":
                    pass
                process.send_signal(ended_by)
                assert next_of(hub, "1", "presence") == b"offline"
            finally:
                process.kill()
    leaving = board("2")
    wait_until(lambda: leaving.connection)
    leaving.send(Packet("presence", b"online"))
    while next_of(hub, "2", "presence") != b"online":
        pass
    leaving.close()
    assert next_of(hub, "2", "presence") == b"offline"
    with closing(MqttHubHalf(broker.hall.own(), "another")) as late:
        assert next_of(late, "2", "presence") == b"offline", "presence is retained"


def test_a_process_with_a_thousand_open_files_is_connected_too_and_can_be_woken(broker, enrolled):
    room_for_files(2_000)
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        with closing(MqttBoardHalf(enrolled["6"], "pi", WILL)) as half:
            wait_until(lambda: half.connection, lambda: half.trouble)
            Thread(target=half.wake).start()
            assert half.receive(10 * WITHIN_S) is None, "the timeout of the tests comes before"
    finally:
        for file in files:
            os.close(file)


def test_a_hub_that_hangs_up_at_once_is_not_reached(enrolled, monkeypatch):
    """Where the network goes in the middle of the greeting, the hub's certificate is not to blame."""
    monkeypatch.setattr("hub.wire.line.find", lambda *_: [])
    with socket.create_server((HERE, 0)) as server:
        Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        there = replace(enrolled["6"], port=server.getsockname()[1])
        with closing(MqttBoardHalf(there, "pi", WILL)) as half:
            wait_until(lambda: half.trouble)
            assert half.trouble.code == "WireLineSays.not-reached"
