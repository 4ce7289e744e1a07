"""MQTT 5 with TLS: what `hub.wire.mqtt_halves` is made of. No other module imports a client of MQTT."""

import queue
import select
import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from hub.wire.line import Line, LineError
from hub.wire.line_phrases import WireLineSays
from hub.wire.tls import context_of
from link.enrolment import Enrolment
from link.finding import BrokerPlace
from link.wire import Topic
from rules.errors import DamcamError, Sentence, sentence_of

KEEPALIVE_S = 2
"""The broker ends a connection after one and a half times this, and looks for such ones every six seconds: ten seconds at the most."""
CONNECT_WITHIN_S = 5.0
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


@dataclass(frozen=True, slots=True)
class MqttLogin:
    """Who connects, to which topics it listens, and what the broker sends once it is gone."""

    enrolment: Enrolment
    client: str
    listens: tuple[str, ...]
    will: tuple[str, bytes] | None = None


class Incoming(NamedTuple):
    """A message that was received and not yet asked for."""

    topic: str
    payload: bytes
    connection: "_Connection"
    mid: int
    qos: int


class MqttLine:
    """Sends to topics and receives from them while there is a connection. One thread may use it; another serves the network."""

    def __init__(self, login: MqttLogin) -> None:
        self.login = login
        self.context = context_of(login.enrolment.certificate)
        self.incoming: queue.Queue[Incoming] = queue.Queue()
        self._now: _Connection | None = None
        self._numbers = 0
        self._line = Line(login.enrolment, lambda found: _Connection(self, found))
        self._line.start()

    @property
    def connection(self) -> int:
        """The number of the connection, as in `hub.wire.halves.BoardHalf`."""
        return self._numbers if self._now else 0

    @property
    def trouble(self) -> Sentence | None:
        """Why there is no connection; None while there is one."""
        return self._line.trouble

    def close(self) -> None:
        """End the connection as one that is lost: the broker sends what was left with it."""
        self._line.stop()
        if now := self._now:
            now.wake()
        self._line.join()

    def send(self, topic: str, payload: bytes, how: Topic) -> bool:
        """Send it; False, with nothing sent, while there is no connection or too much is on its way."""
        if len(payload) > how.most_bytes:
            kind, key = topic.rpartition("/")[2], self.login.enrolment.key
            self.tell(WireLineSays.TOO_LONG.said(kind=kind, key=key, size=len(payload), most=how.most_bytes))
            return False
        now = self._now
        return now is not None and now.send(topic, payload, how)

    def receive(self, within_s: float) -> tuple[str, bytes] | None:
        """The next message and its topic; None when none comes in time."""
        until = time.monotonic() + within_s
        while True:
            try:
                got = self.incoming.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return None
            if got.connection is self._now:  # else it was received on a connection that is lost, and counts as such
                got.connection.acknowledge(got)
                return got.topic, got.payload

    def tell(self, said: Sentence) -> None:
        """Log it, once until the next connection."""
        self._line.tell(said)

    def is_up(self, now: "_Connection") -> None:
        """Note that this connection stands."""
        self._numbers += 1
        self._line.is_up(now.found)
        self._now = now

    def is_down(self) -> None:
        """Note that there is no connection."""
        self._now = None


class _Connection:
    """One connection, with a client of its own, so that nothing is left of those before."""

    def __init__(self, line: MqttLine, found: BrokerPlace) -> None:
        self.found = found
        self._line, self._key = line, line.login.enrolment.key
        self._why: LineError | None = None
        self._stood = False
        self._on_the_way: dict[int, tuple[MQTTMessageInfo, str, int]] = {}
        self._woken, self._wakes = socket.socketpair()
        self._client = self._made()

    def _made(self) -> Client:
        login = self._line.login
        client = Client(CallbackAPIVersion.VERSION2, client_id=login.client, protocol=MQTTv5, manual_ack=True, reconnect_on_failure=False)
        client.suppress_exceptions = True
        client.connect_timeout = CONNECT_WITHIN_S
        client.max_queued_messages_set(MAX_ON_THE_WAY)
        client.tls_set_context(self._line.context)
        client.username_pw_set(login.enrolment.key, login.enrolment.password)
        if login.will:
            client.will_set(*login.will, qos=QOS)
        client.on_connect, client.on_subscribe, client.on_disconnect = self._connected, self._subscribed, self._disconnected
        client.on_message, client.on_publish = self._received, self._published
        client.on_socket_register_write = self.wake  # with it paho never writes in the thread that sends
        client.on_socket_open = _send_at_once
        return client

    def run(self, stopped: threading.Event) -> bool:
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

    def acknowledge(self, got: Incoming) -> None:
        self._client.ack(got.mid, got.qos)

    def _is_full(self, more: int) -> bool:
        way = self._on_the_way
        if len(way) >= MAX_ON_THE_WAY or sum(size for _, _, size in list(way.values())) + more > MAX_BYTES_ON_THE_WAY:
            for mid, (info, _, _) in list(way.items()):
                if info.is_published():
                    way.pop(mid, None)
        return len(way) >= MAX_ON_THE_WAY or sum(size for _, _, size in list(way.values())) + more > MAX_BYTES_ON_THE_WAY

    def _connect(self) -> None:
        address, port = self.found
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.ReceiveMaximum = MAX_INCOMING
        try:
            self._client.connect(address, port, KEEPALIVE_S, clean_start=True, properties=properties)
        except ssl.SSLCertVerificationError as error:  # OpenSSL's message says more than the number of the error
            do, why = WireLineSays.ENROLL_AGAIN.said(), Sentence.plain(error.verify_message)
            raise LineError(WireLineSays.NOT_TRUSTED.said(do, address=address, port=port, why=why)) from error
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
        """What there is to do within that time, by descriptor. The hub's have high numbers: its mirror has a thousand files open."""
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
            do = WireLineSays.OTHER_OR_REVOKED.said(key=self._key) if code.value in NOT_LET_IN else None
            self._why = LineError(WireLineSays.NOT_LET_IN.said(do, key=self._key, why=Sentence.plain(str(code))))
        else:
            client.subscribe([(topic, SubscribeOptions(qos=QOS)) for topic in self._line.login.listens])

    def _subscribed(self, _client: Client, _userdata: Any, _mid: int, codes: list[ReasonCode], _properties: Any) -> None:
        if refused := [code for code in codes if code.is_failure]:
            self._why = LineError(WireLineSays.NOT_LET_IN.said(key=self._key, why=Sentence.plain(str(refused[0]))))
        else:
            self._stood = True
            self._line.is_up(self)

    def _disconnected(self, _client: Client, _userdata: Any, _flags: Any, code: ReasonCode, _properties: Any) -> None:
        if self._why is None:
            self._why = LineError(WireLineSays.LOST.said(why=Sentence.plain(str(code))))

    def _received(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        incoming = self._line.incoming
        if incoming.qsize() < (2 * MAX_INCOMING if message.qos else MAX_INCOMING):  # what needs no acknowledgement gives way
            incoming.put(Incoming(message.topic, bytes(message.payload), self, message.mid, message.qos))

    def _published(self, _client: Client, _userdata: Any, mid: int, code: ReasonCode, _properties: Any) -> None:
        _, kind, _ = self._on_the_way.pop(mid, (None, "?", 0))
        if code.is_failure:
            self._line.tell(WireLineSays.NOT_TAKEN.said(kind=kind, key=self._key, why=Sentence.plain(str(code))))


def _send_at_once(_client: Client, _userdata: Any, sock: Any) -> None:
    """Let no message wait until the one before is acknowledged, which takes the system 40 ms where nothing is answered."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _said(error: OSError | ValueError) -> Sentence:
    return sentence_of(error) if isinstance(error, DamcamError | OSError) else Sentence.plain(str(error))
