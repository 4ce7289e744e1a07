"""The wire between boards and their hub: MQTT 5 with TLS. No other module of the link knows that.

    end = BoardEnd(enrolment, machine, wire_packet(Presence(machine, online=False)))
    end.send(wire_packet(rows))     # False, with nothing sent, while there is no connection
    end.receive(within_s=0.1)       # the next packet of the hub, or None

The wire stores nothing. It may lose, delay, repeat and reorder packets, and may be cut at any moment; what it loses is sent again by those
who use it, after the last row that the hub has on disk. It connects again by itself, in a thread of its own, and never raises for a lost
network.
"""

import logging
import queue
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from link.enrolment import HUB_USER, Enrolment, client_of
from link.finding import BrokerPlace, find
from link.wire import DOWN, PREFIX, TOPICS, UP, Packet, Topic
from rules.errors import DamcamError, Phrase, Sentence, sentence_of

_log = logging.getLogger(__name__)

KEEPALIVE_S = 2
"""The broker ends a connection after one and a half times this, and looks for such ones every six seconds: ten seconds at the most."""
CONNECT_WITHIN_S, FIND_WITHIN_S = 5.0, 3.0
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.25, 8.0
"""Between two attempts: twice as long after each, and by chance up to half shorter, so that a hall's boards do not come all at once."""
QOS = 1
MAX_INCOMING = 64
"""Messages that were received and not yet asked for. Those with an acknowledgement are kept back by the broker beyond this."""
MAX_ON_THE_WAY, MAX_BYTES_ON_THE_WAY = 512, 8_388_608
"""Messages that were sent and not yet acknowledged by the broker: beyond this nothing more is taken."""
MAX_PACKETS_AT_ONCE = 100
LOOK_EVERY_S = 1.0
"""How often the keepalive is looked at."""
NOT_LET_IN = frozenset({0x86, 0x87})
"""Bad user name or password, and not authorized."""


class WireLineSays(Phrase):
    """Why there is no connection to the hub, or what it refuses, and what to do."""

    CONNECTED = "connected to the hub at {address}, port {port}"
    LOST = "the connection to the hub is lost: {why}; it is tried again"
    NOT_FOUND = "the hub is not found: it answers at no address, and not to zeroconf"
    SAME_NETWORK = "are board and hub in the same network, and does the hub run?"
    NOT_REACHED = "the hub cannot be reached at {address}, port {port}: {why}"
    NOT_TRUSTED = "the hub at {address}, port {port}, is not trusted: its certificate is not the one that was enrolled ({why})"
    ENROLL_AGAIN = "was it set up anew? Then make a new file there, under Boards, and type here: damcam join FILE --again"
    NOT_LET_IN = "the hub does not let {key} in: {why}"
    OTHER_OR_REVOKED = (
        "another machine sends as {key}, its enrolment has ended, or it has sent too much and is let in again after a minute; to let it in:"
        " make a new file at the hub, under Boards"
    )
    OTHER_BROKER = "another broker than that of this hub listens at port {port} of this machine ({why})"
    NOT_LETTING_HUB_IN = "the broker at port {port} of this machine does not let this hub in: {why}"
    END_OTHER = (
        "end that program, such as a second hub on this machine, or take another port: damcam hub broker --port N; then start this hub's"
        " broker again: sudo systemctl restart damcam-broker"
    )
    NOT_TAKEN = "the hub does not take messages of kind {kind} from {key}: {why}"
    TOO_LONG = "a message of kind {kind} of {key} is not sent: it has {size} bytes, and {most} are the most"


class LineError(DamcamError, ConnectionError):
    """There is no connection, or no more; the text says why."""


class PacketFrom(NamedTuple):
    """A packet, and the key of the board on whose topic it came. The wire vouches for the key, never for what the packet says."""

    key: str
    packet: Packet


class _Incoming(NamedTuple):
    """A message that was received and not yet asked for."""

    topic: str
    payload: bytes
    connection: "_Connection"
    mid: int
    qos: int


class Line:
    """Sends to topics and receives from the topics `listens` while there is a connection. One thread may use it.

    The broker sends the message `will` once the connection is gone.
    """

    def __init__(self, enrolment: Enrolment, client: str, listens: tuple[str, ...], will: tuple[str, bytes] | None = None) -> None:
        self.enrolment, self.client, self.listens, self.will = enrolment, client, listens, will
        self.context = context_of(enrolment.certificate)
        self._incoming: queue.Queue[_Incoming] = queue.Queue()
        self._arrived, self._arrives = socket.socketpair()
        """A byte for each message that came, so that a thread can wait for it and for others at once."""
        self.trouble: Sentence | None = None
        """Why there is no connection; None while there is one, or none was tried yet."""
        self._now: _Connection | None = None
        self._numbers = 0
        self._said: set[str] = set()
        self._stopped, self._chance = threading.Event(), Random()
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)
        self._thread.start()

    @property
    def connection(self) -> int:
        """The number of this connection, from 1, higher than that of every one before; 0 while there is none. All of it starts anew with a
        new number: nothing that was sent before counts as arrived."""
        return self._numbers if self._now else 0

    def close(self) -> None:
        """End the connection as one that is lost: the broker sends what was left with it."""
        self._stopped.set()
        if now := self._now:
            now.wake()
        self._thread.join(CONNECT_WITHIN_S)
        self._arrived.close()
        self._arrives.close()

    @property
    def descriptor(self) -> int:
        """What can be waited for until there is a message to receive."""
        return self._arrived.fileno()

    def publish(self, topic: str, payload: bytes, how: Topic) -> bool:
        """Send it; False, with nothing sent, while there is no connection or too much is on its way. True does not mean that it arrives."""
        if len(payload) > how.most_bytes:
            kind, key = topic.rpartition("/")[2], self.enrolment.key
            self.say(WireLineSays.TOO_LONG.said(kind=kind, key=key, size=len(payload), most=how.most_bytes))
            return False
        now = self._now
        return now is not None and now.send(topic, payload, how)

    def next_message(self, within_s: float) -> tuple[str, bytes] | None:
        """The next message and its topic; None when none comes in time. Waits no longer, also without a connection."""
        until = time.monotonic() + within_s
        while True:
            try:
                got = self._incoming.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return None
            self._arrived.recv(1)
            if got.connection is self._now:  # else it was received on a connection that is lost, and counts as such
                got.connection.acknowledge(got)
                return got.topic, got.payload

    def arrived(self, got: _Incoming) -> None:
        """Keep a message until it is asked for. One that needs no acknowledgement gives way where many wait."""
        if self._incoming.qsize() < (2 * MAX_INCOMING if got.qos else MAX_INCOMING):
            with suppress(OSError):  # the line is closed
                self._arrives.send(b"!")
                self._incoming.put(got)

    def say(self, said: Sentence) -> None:
        """Log it, once until the next connection."""
        if said.code + str(said) not in self._said:
            self._said.add(said.code + str(said))
            _log.warning("%s", said)

    def is_up(self, now: "_Connection") -> None:
        """Note that this connection stands: what was wrong is said again the next time."""
        self._numbers += 1
        self.trouble = None
        self._said.clear()
        _log.info("%s", WireLineSays.CONNECTED.said(address=now.place.address, port=now.place.port))
        self._now = now

    def is_down(self) -> None:
        """Note that there is no connection."""
        self._now = None

    def _run(self) -> None:
        """Make one connection after another, each with a client of its own, until it is stopped."""
        wait_s = SHORTEST_WAIT_S
        while not self._stopped.is_set():
            for place in self._places():
                try:
                    if _Connection(self, place).run(self._stopped):
                        wait_s = SHORTEST_WAIT_S
                except LineError as error:
                    self._failed(error.sentence)
                except Exception as error:  # whatever it is, the line must not end
                    _log.exception("the wire")
                    self._failed(_said(error))
                if self._stopped.is_set():
                    return
            self._stopped.wait(wait_s * self._chance.uniform(0.5, 1.0))
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _places(self) -> Iterator[BrokerPlace]:
        """Where the hub may be: its addresses, then, while there is no connection, where zeroconf finds it."""
        for address in self.enrolment.addresses:
            yield BrokerPlace(address, self.enrolment.port)
        reached = self.trouble is None or self.trouble.code == WireLineSays.NOT_LET_IN.said().code
        if self.enrolment.key == HUB_USER or (self.enrolment.addresses and reached):
            return
        found = find(self.enrolment.fingerprint, FIND_WITHIN_S, self._stopped)
        if not found and not self.enrolment.addresses:
            self._failed(WireLineSays.NOT_FOUND.said(WireLineSays.SAME_NETWORK.said()))
        yield from found

    def _failed(self, said: Sentence) -> None:
        self.trouble = said
        self.say(said)


class BoardEnd(Line):
    """A board's end of the wire. `machine` tells it from another with the same key; the hub gets `will` once the connection is lost."""

    def __init__(self, enrolment: Enrolment, machine: str, will: Packet) -> None:
        key = enrolment.key
        self._up = f"{PREFIX}/{key}/{UP}/"
        super().__init__(enrolment, client_of(key, machine), (f"{PREFIX}/{key}/{DOWN}/#",), (self._up + will.kind, will.payload))

    def send(self, packet: Packet) -> bool:
        """Send the packet to the hub, as `publish`."""
        return self.publish(self._up + packet.kind, packet.payload, TOPICS[packet.kind])

    def receive(self, within_s: float) -> Packet | None:
        """The next packet of the hub for this board, as `next_message`."""
        got = self.next_message(within_s)
        return Packet(got[0].rpartition("/")[2], got[1]) if got else None


class HubEnd(Line):
    """The hub's end of the wire, with all boards. `name` tells processes of the hub apart."""

    def __init__(self, enrolment: Enrolment, name: str) -> None:
        client = f"{HUB_USER}.{name}.{token_hex(8)}"  # nobody can guess it: the broker ends a connection when another comes with its client
        super().__init__(enrolment, client, (f"{PREFIX}/+/{UP}/#",))

    def send(self, key: str, packet: Packet) -> bool:
        """Send the packet to the board with that key, as `publish`."""
        return self.publish(f"{PREFIX}/{key}/{DOWN}/{packet.kind}", packet.payload, TOPICS[packet.kind])

    def receive(self, within_s: float) -> PacketFrom | None:
        """The next packet of any board, as `next_message`. What came on another topic below its own is of a kind that there is not."""
        if not (got := self.next_message(within_s)):
            return None
        topic, payload = got
        _prefix, key, _up, *kind = topic.split("/", 3)
        return PacketFrom(key, Packet("".join(kind), payload))


class _Connection:
    """One connection to that place, with a client of its own, so that nothing is left of those before."""

    def __init__(self, line: Line, place: BrokerPlace) -> None:
        self.place = place
        self._line, self._key = line, line.enrolment.key
        self._why: LineError | None = None
        self._stood = False
        self._on_the_way: dict[int, tuple[MQTTMessageInfo, str, int]] = {}
        self._woken, self._wakes = socket.socketpair()
        self._client = self._made()

    def _made(self) -> Client:
        line = self._line
        client = Client(CallbackAPIVersion.VERSION2, client_id=line.client, protocol=MQTTv5, manual_ack=True, reconnect_on_failure=False)
        client.suppress_exceptions = True
        client.connect_timeout = CONNECT_WITHIN_S
        client.max_queued_messages_set(MAX_ON_THE_WAY)
        client.tls_set_context(line.context)
        client.username_pw_set(line.enrolment.key, line.enrolment.password)
        if line.will:
            client.will_set(*line.will, qos=QOS)
        client.on_connect, client.on_subscribe, client.on_disconnect = self._connected, self._subscribed, self._disconnected
        client.on_message, client.on_publish = self._received, self._published
        client.on_socket_register_write = self.wake  # with it paho never writes in the thread that sends
        client.on_socket_open = _send_at_once
        return client

    def run(self, stopped: threading.Event) -> bool:
        """Connect, and serve the connection until it is lost or `stopped` is set. Whether it ever stood; LineError says why it ended."""
        try:
            self._connect()
            while not self._why and not stopped.is_set() and self._serve():
                pass
            if stopped.is_set():
                self._leave()
        finally:
            self._line.is_down()
            self._close()
        if self._why and not stopped.is_set():
            raise self._why
        return self._stood

    def send(self, topic: str, payload: bytes, how: Topic) -> bool:
        if self._is_full(len(payload)):
            return False
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.MessageExpiryInterval = how.expires_s
        info = self._client.publish(topic, payload, QOS, properties=properties)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            return False
        self._on_the_way[info.mid] = (info, topic.rpartition("/")[2], len(payload))
        return True

    def acknowledge(self, got: _Incoming) -> None:
        self._client.ack(got.mid, got.qos)

    def _is_full(self, more: int) -> bool:
        way = self._on_the_way
        if len(way) >= MAX_ON_THE_WAY or sum(size for _, _, size in list(way.values())) + more > MAX_BYTES_ON_THE_WAY:
            for mid, (info, _, _) in list(way.items()):
                if info.is_published():
                    way.pop(mid, None)
        return len(way) >= MAX_ON_THE_WAY or sum(size for _, _, size in list(way.values())) + more > MAX_BYTES_ON_THE_WAY

    def _connect(self) -> None:
        address, port = self.place
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.ReceiveMaximum = MAX_INCOMING
        try:
            self._client.connect(address, port, KEEPALIVE_S, clean_start=True, properties=properties)
        except ssl.SSLCertVerificationError as error:  # OpenSSL's message says more than the number of the error
            raise LineError(self._not_trusted(Sentence.plain(error.verify_message))) from error
        except (OSError, ValueError) as error:  # ValueError: a name that no name server can be asked for
            raise LineError(WireLineSays.NOT_REACHED.said(address=address, port=port, why=_said(error))) from error

    def _serve(self) -> bool:
        """Read and write what is there, waiting a while for it. Whether the connection goes on."""
        sock = self._client.socket()
        if sock is None:
            return False
        pending = isinstance(sock, ssl.SSLSocket) and sock.pending() > 0
        came = self._waited(sock.fileno(), 0.0 if pending else LOOK_EVERY_S)
        if self._woken.fileno() in came:
            self._woken.recv(4096)
        if (came.get(sock.fileno(), 0) & ~select.POLLOUT or pending) and self._client.loop_read(MAX_PACKETS_AT_ONCE):
            return False
        if self._client.want_write() and self._client.loop_write():
            return False
        return not self._client.loop_misc()

    def _waited(self, sock: int, within_s: float) -> dict[int, int]:
        """What there is to do within that time, by descriptor. They have high numbers in a process with a thousand open files."""
        poll = select.poll()
        poll.register(sock, select.POLLIN | (select.POLLOUT if self._client.want_write() else 0))
        poll.register(self._woken, select.POLLIN)
        return dict(poll.poll(1000 * within_s))

    def _leave(self) -> None:
        """Tell the broker that this ends, and that it is to send the will."""
        if self._stood:
            with suppress(OSError, ValueError):
                self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message"))
                self._client.loop_write()

    def _close(self) -> None:
        sock = self._client.socket()
        if sock is not None:
            sock.close()
        self._woken.close()
        self._wakes.close()

    def wake(self, *_: object) -> None:
        """Have the network looked at now."""
        with suppress(OSError):  # it is awake, or the connection has ended
            self._wakes.send(b"!", socket.MSG_DONTWAIT)

    def _connected(self, client: Client, _userdata: Any, _flags: Any, code: ReasonCode, _properties: Any) -> None:
        if code.is_failure:
            self._why = LineError(self._not_let_in(code))
        else:
            client.subscribe([(topic, SubscribeOptions(qos=QOS)) for topic in self._line.listens])

    def _subscribed(self, _client: Client, _userdata: Any, _mid: int, codes: list[ReasonCode], _properties: Any) -> None:
        if refused := [code for code in codes if code.is_failure]:
            self._why = LineError(self._not_let_in(refused[0]))
        else:
            self._stood = True
            self._line.is_up(self)

    def _not_trusted(self, why: Sentence) -> Sentence:
        address, port = self.place
        if self._key == HUB_USER:
            return WireLineSays.OTHER_BROKER.said(WireLineSays.END_OTHER.said(), port=port, why=why)
        return WireLineSays.NOT_TRUSTED.said(WireLineSays.ENROLL_AGAIN.said(), address=address, port=port, why=why)

    def _not_let_in(self, code: ReasonCode) -> Sentence:
        why = Sentence.plain(str(code))
        if self._key == HUB_USER:
            return WireLineSays.NOT_LETTING_HUB_IN.said(WireLineSays.END_OTHER.said(), port=self.place.port, why=why)
        do = WireLineSays.OTHER_OR_REVOKED.said(key=self._key) if code.value in NOT_LET_IN else None
        return WireLineSays.NOT_LET_IN.said(do, key=self._key, why=why)

    def _disconnected(self, _client: Client, _userdata: Any, _flags: Any, code: ReasonCode, _properties: Any) -> None:
        if self._why is None:
            self._why = LineError(WireLineSays.LOST.said(why=Sentence.plain(str(code))))

    def _received(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        self._line.arrived(_Incoming(message.topic, bytes(message.payload), self, message.mid, message.qos))

    def _published(self, _client: Client, _userdata: Any, mid: int, code: ReasonCode, _properties: Any) -> None:
        _, kind, _ = self._on_the_way.pop(mid, (None, "?", 0))
        if code.is_failure:
            self._line.say(WireLineSays.NOT_TAKEN.said(kind=kind, key=self._key, why=Sentence.plain(str(code))))


def context_of(certificate: str) -> ssl.SSLContext:
    """The context of connections to the broker with that certificate (PEM), TLS 1.2 or later; ssl.SSLError where it is none.

    The one certificate that was enrolled is trusted, and no other.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False  # the certificate says more than a name, and the hub's address may change
    context.load_verify_locations(cadata=certificate)
    context.sslsocket_class = _ClosingSocket
    return context


class _ClosingSocket(ssl.SSLSocket):
    """A socket that is closed when the greeting fails: paho forgets it."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def _send_at_once(_client: Client, _userdata: Any, sock: Any) -> None:
    """Let no message wait until the one before is acknowledged, which takes the system 40 ms where nothing is answered."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _said(error: Exception) -> Sentence:
    return sentence_of(error) if isinstance(error, DamcamError | OSError) else Sentence.plain(str(error) or repr(error))
