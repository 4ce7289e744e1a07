"""The wire over MQTT, with a real broker: what reaches whom, who is refused, and what becomes of a connection."""

import logging
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from threading import Thread
from types import SimpleNamespace

import pytest
from msgspec import structs

from hub.broker.hall import Hall
from hub.open_files import room_for_files
from link.mqtt import MAX_BYTES_ON_THE_WAY, BoardEnd, HubEnd, Line, PacketFrom, WireLineSays
from link.wire import TOPICS, Packet
from tests.support.free_port import HERE
from tests.support.mosquitto import mosquitto
from tests.support.waiting import WITHIN_S, wait_until

pytestmark = pytest.mark.usefixtures("system")
WILL = Packet("presence", b"offline")
ROWS = TOPICS["rows"]
QUIET_S = WITHIN_S / 12
"""When nothing has come for so long (s), a packet is sent again."""
KEYS = ("1", "2", "3", "east-2", "5", "6", "7", "8", "9")


@pytest.fixture(scope="module", autouse=True)
def _kept_alive():
    """The broker gives up no connection of this process because the machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("link.mqtt.KEEPALIVE_S", round(WITHIN_S))
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
    with closing(HubEnd(broker.hall.own(), "mirror")) as half:
        wait_until(lambda: half.connection, lambda: half.trouble)
        yield half


@pytest.fixture
def board(enrolled):
    """Connects the board with that key."""
    made = []

    def connect(key, machine="pi", **other):
        made.append(BoardEnd(structs.replace(enrolled[key], **other), machine, WILL))
        return made[-1]

    yield connect
    for half in made:
        half.close()


@contextmanager
def line_of(enrolment, client, *topics):
    """A connected line of a client with that name, and with the password of that enrolment."""
    with closing(Line(enrolment, client, topics)) as line:
        wait_until(lambda: line.connection, lambda: line.trouble)
        yield line


def next_of(hub, key, kind="rows"):
    """The payload of the next packet of that kind of that board; what others send is passed over. None when nothing comes for a while."""
    while got := hub.receive(QUIET_S):
        if (got.key, got.packet.kind) == (key, kind):
            return got.packet.payload
    return None


class Arrivals:
    """Sends until it arrives: the wire may lose, delay and repeat a packet, so whoever needs it sends it again."""

    def __init__(self):
        self.sent = set()

    def arrives(self, send, receive, *expected):
        """See that `receive` gives all of that when `send` is called with each; besides it gives only what was sent before."""
        missing = set(expected)
        self.sent |= missing

        def came():
            for payload in missing:
                send(payload)
            while missing and (got := receive()):
                assert got in self.sent, "nobody sent this to it"
                missing.discard(got)
            return not missing

        wait_until(came, lambda: missing)


@pytest.fixture
def up(hub):
    """See that these payloads of the board go up to the hub."""
    arrivals = Arrivals()
    return lambda key, half, *payloads: arrivals.arrives(
        lambda payload: half.send(Packet("rows", payload)), lambda: next_of(hub, key), *payloads
    )


@pytest.fixture
def down(hub):
    """See that this payload comes down to the board, which receives its payloads by calling `receive`."""
    arrivals = {}

    def comes(key, receive, payload):
        of_board = arrivals.setdefault(key, Arrivals())
        of_board.arrives(lambda payload: hub.send(key, Packet("command", payload)), lambda: receive(QUIET_S), payload)

    return comes


def payloads_of(half):
    """A function that receives the payload of the half's next packet, which is a command."""

    def receive(within_s):
        if got := half.receive(within_s):
            assert got.kind == "command"
            return got.payload
        return None

    return receive


def test_rows_go_up_and_commands_come_down(hub, board, up, down):
    one, two = board("1"), board("east-2")
    wait_until(lambda: one.connection and two.connection)
    up("1", one, *(b"%d" % number for number in range(200)))
    down("east-2", payloads_of(two), b"stop")
    down("1", payloads_of(one), b"go")
    down("1", payloads_of(one), b"again")
    down("east-2", payloads_of(two), b"again")


def test_a_board_waits_at_its_descriptor_until_there_is_a_message(hub, board):
    one = board("1")
    wait_until(lambda: one.connection)
    wait_until(lambda: not one.receive(0) and not select.select([one.descriptor], [], [], 0)[0])
    # It also wakes for what is no message.
    wait_until(lambda: hub.send("1", Packet("command", b"go")) and select.select([one.descriptor], [], [], QUIET_S)[0] and one.receive(0))
    wait_until(lambda: not one.receive(0) and not select.select([one.descriptor], [], [], 0)[0])


def test_a_board_writes_and_reads_its_own_topics_alone(hub, board, up, down, enrolled, caplog):
    victim = board("2")
    shared = [f"$share/x/{topic}" for topic in ("damcam/2/down/#", "damcam/3/up/#")]
    for topic in ("damcam/2/down/#", "damcam/+/down/#", "damcam/2/up/#", "damcam/3/up/#", "$SYS/#", "$CONTROL/#", "#", *shared):
        with closing(Line(enrolled["3"], "3.bad", ("damcam/3/down/#", topic))) as line:
            wait_until(lambda line=line: line.trouble and line.trouble.code == "WireLineSays.not-let-in")
    caplog.clear()
    with line_of(enrolled["3"], "3.bad", "damcam/3/down/#") as line:
        wait_until(lambda: victim.connection)
        for topic in ("damcam/2/up/rows", "damcam/2/down/command", "damcam/3/down/command", "damcam/3", "$CONTROL/dynamic-security/v1"):
            wait_until(lambda topic=topic: line.publish(topic, b"forged", ROWS))
            wait_until(lambda topic=topic: line.publish(topic, b"forged", ROWS))
        bad = SimpleNamespace(send=lambda packet: line.publish(f"damcam/3/up/{packet.kind}", packet.payload, ROWS))
        up("3", bad, b"own")  # what was sent before it was not let through
        down("2", payloads_of(victim), b"for 2")

        def heard(within_s):
            if got := line.next_message(within_s):
                assert got[0] == "damcam/3/down/command", "it hears nothing that is not for it"
                return got[1]
            return None

        down("3", heard, b"for 3")
        up("2", victim, b"own of 2")  # nothing that another wrote came before
    refused = [record.getMessage() for record in caplog.records if record.name.startswith("link.mqtt")]
    assert str(WireLineSays.NOT_TAKEN.said(kind="rows", key="3", why="Not authorized")) in refused
    assert len(refused) == len(set(refused)), "each is told once"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """That of another hall."""
    other = Hall(tmp_path_factory.mktemp("another hall"))
    other.init(8883)
    return other.own().certificate


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"password": "x" * 40}, "WireLineSays.not-let-in"),
        ({"certificate": ""}, "WireLineSays.not-trusted"),
        ({"port": 1}, "WireLineSays.not-reached"),
    ],
    ids=lambda value: "".join(value) if isinstance(value, dict) else "",
)
def test_a_wrong_enrolment_is_refused_with_the_reason_and_told_once(wrong, code, certificate, board, up, caplog, monkeypatch):
    monkeypatch.setattr("link.mqtt.find", lambda *_: [])
    say, failed = Line.say, []
    monkeypatch.setattr(Line, "say", lambda line, said: (failed.append(said), say(line, said)))
    good, bad = board("6"), board("5", **wrong | ({"certificate": certificate} if "certificate" in wrong else {}))
    wait_until(lambda: bad.trouble and bad.trouble.code == code, lambda: bad.trouble)
    assert not bad.send(Packet("rows", b"never"))
    wait_until(lambda: [said.code for said in failed].count(code) > 1, lambda: "it does not try again")
    assert bad.receive(0.0) is None
    assert bad.connection == 0
    assert [record.getMessage() for record in caplog.records].count(str(bad.trouble)) == 1
    if "password" in wrong:
        assert bad.trouble.remedy.code == "WireLineSays.other-or-revoked"
    wait_until(lambda: good.connection)
    assert good.connection == 1
    up("6", good, b"undisturbed")


@pytest.mark.parametrize(("wrong", "code"), [("password", "WireLineSays.not-letting-hub-in"), ("certificate", "WireLineSays.other-broker")])
def test_a_hub_at_whose_port_another_broker_listens_is_told_that_and_not_to_join_anew(wrong, code, broker, certificate):
    values = {"password": "x" * 40, "certificate": certificate}
    with closing(HubEnd(structs.replace(broker.hall.own(), **{wrong: values[wrong]}), "mirror")) as hub:
        wait_until(lambda: hub.trouble)
        assert (hub.trouble.code, hub.trouble.remedy.code) == (code, "WireLineSays.end-other")
        assert str(broker.hall.own().port) in str(hub.trouble)


def test_without_tls_nothing_is_answered(broker):
    with socket.create_connection((HERE, broker.port), timeout=WITHIN_S) as plain, suppress(ConnectionError):
        plain.sendall(b"\x10\x0f\x00\x04MQTT\x05\x02\x00\x05\x00\x00\x02ab")
        assert plain.recv(1) in (b"", b"\x15"), "the end, or an alert of TLS"


def test_no_board_takes_the_place_of_the_hubs_processes(hub, enrolled):
    with line_of(enrolled["9"], "_hub.mirror", "damcam/9/down/#") as line:

        def came():
            line.publish("damcam/9/up/rows", b"\xff\x00", ROWS)
            while (got := hub.receive(QUIET_S)) and got.packet.kind == "presence":
                pass
            return got

        assert wait_until(came) == PacketFrom("9", Packet("rows", b"\xff\x00"))
        assert hub.connection == 1, "the broker ends a connection when another comes with its client's name"


def test_a_board_that_is_revoked_is_cut_off_at_once_and_the_others_are_not(broker, hub, board, up):
    revoked, other = board("7"), board("8")
    wait_until(lambda: revoked.connection and other.connection)
    assert broker.hall.revoke("7")
    wait_until(lambda: not revoked.connection)
    wait_until(lambda: revoked.trouble and revoked.trouble.code == "WireLineSays.not-let-in")
    assert not revoked.send(Packet("rows", b"late"))
    assert (other.connection, hub.connection) == (1, 1)
    up("8", other, b"goes on")
    again = broker.enroll("7")
    with closing(BoardEnd(again, "pi", WILL)) as back:
        wait_until(lambda: back.connection, lambda: f"enrolled again it is not let in, without a restart: {back.trouble}")
    broker.enroll("8", again=True)
    wait_until(lambda: not other.connection, lambda: "the enrolment before has not ended")


def test_who_sends_too_much_at_once_is_refused_here_and_by_the_broker(board, up, enrolled, caplog):
    honest, large = board("6"), Packet("rows", bytes(256_001))
    wait_until(lambda: honest.connection)
    assert not honest.send(large)
    assert not honest.send(large)
    said = WireLineSays.TOO_LONG.said(kind="rows", key="6", size=256_001, most=256_000)
    assert [record.getMessage() for record in caplog.records].count(str(said)) == 1
    up("6", honest, large.payload[:256_000])
    with line_of(enrolled["9"], "9.bad", "damcam/9/down/#") as line:

        def was_cut_off():
            line.publish("damcam/9/up/rows", bytes(300_000), replace(ROWS, most_bytes=300_000))
            return line.connection > 1

        wait_until(was_cut_off, lambda: line.trouble)
        bad = SimpleNamespace(send=lambda packet: line.publish(f"damcam/9/up/{packet.kind}", packet.payload, ROWS))
        up("9", bad, b"short")  # the long one did not come before
    up("6", honest, b"goes on")


def test_a_killed_broker_that_comes_back_is_a_new_connection(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    with mosquitto(tmp_path) as own:
        enrolment = own.enroll("1")
        with closing(HubEnd(own.hall.own(), "mirror")) as hub, closing(BoardEnd(enrolment, "pi", WILL)) as board:
            wait_until(lambda: hub.connection and board.connection)
            own.end(signal.SIGKILL)
            wait_until(lambda: not board.connection and not hub.connection)
            assert not board.send(Packet("rows", b"lost")), "nothing is kept for later"
            assert board.receive(0.0) is None, "nobody waits for the network"
            own.start()
            wait_until(lambda: board.connection == 2 and hub.connection == 2)
            arrivals = Arrivals()
            send, receive = (lambda payload: board.send(Packet("rows", payload))), (lambda: next_of(hub, "1"))
            arrivals.arrives(send, receive, b"again")
            own.send(signal.SIGSTOP)  # a broker that hangs takes nothing, and the queue has an end
            sent = 0
            while board.send(Packet("rows", bytes(250_000))):
                sent += 1
            assert sent <= MAX_BYTES_ON_THE_WAY // 250_000
            own.send(signal.SIGCONT)
            arrivals.sent.add(bytes(250_000))
            arrivals.arrives(send, receive, b"room again")


BOARD = """
import sys
from link.enrolment import Enrolment
from link.mqtt import BoardEnd
from link.wire import Packet
from tests.support.waiting import wait_until
half = BoardEnd(Enrolment.read(sys.stdin.readline()), "pi", Packet("presence", b"offline"))
wait_until(lambda: half.connection)
while True:
    half.send(Packet("presence", b"online"))
    half.receive(1)
"""


def test_a_board_that_is_dead_or_hangs_or_ends_in_good_order_is_offline(hub, board, broker, enrolled):
    for ended_by in (signal.SIGKILL, signal.SIGSTOP):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen([sys.executable, "-P", "-c", BOARD], stdin=subprocess.PIPE, text=True, env=environment) as process:
            try:
                assert process.stdin
                process.stdin.write(enrolled["1"].written())
                process.stdin.flush()
                wait_until(lambda: next_of(hub, "1", "presence") == b"online")
                process.send_signal(ended_by)
                wait_until(lambda: next_of(hub, "1", "presence") == b"offline")
            finally:
                process.kill()
    leaving = board("2")
    wait_until(lambda: leaving.connection)
    wait_until(lambda: leaving.send(Packet("presence", b"online")) and next_of(hub, "2", "presence") == b"online")
    leaving.close()
    wait_until(lambda: next_of(hub, "2", "presence") == b"offline")
    with closing(HubEnd(broker.hall.own(), "another")) as late:
        wait_until(lambda: late.connection)
        assert next_of(late, "2", "presence") is None, "the broker shows nobody what was there before"


def test_a_process_with_a_thousand_open_files_is_connected_too(broker, enrolled):
    room_for_files(2_000)
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        with closing(BoardEnd(enrolled["6"], "pi", WILL)) as half:
            wait_until(lambda: half.connection, lambda: half.trouble)
    finally:
        for file in files:
            os.close(file)


def test_a_hub_that_hangs_up_at_once_is_not_reached(enrolled, monkeypatch):
    """Where the network goes in the middle of the greeting, the hub's certificate is not to blame."""
    monkeypatch.setattr("link.mqtt.find", lambda *_: [])
    with socket.create_server((HERE, 0)) as server:
        Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        there = structs.replace(enrolled["6"], port=server.getsockname()[1])
        with closing(BoardEnd(there, "pi", WILL)) as half:
            wait_until(lambda: half.trouble)
            assert half.trouble.code == "WireLineSays.not-reached"
