"""A bare publish, receive and flushed insert through the same broker and proxy: what a row is measured against.

usage: python -m tests.bench.venuing.bare_wire NOTES DATABASE SENDER RECEIVER
SENDER and RECEIVER are files of enrolments of the hub. One row of the size of a ruling is sent each EVERY_S, until the input ends.
"""

import random
import select
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from link.enrolment import Enrolment
from link.mqtt import context_of
from tests.bench.venuing.noting import Notes

EVERY_S = 0.1
BYTES = 2_600
TOPIC = "damcam/_bare/rows"
"""The mirror does not listen to it."""
TABLE = "CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, sent_ns INTEGER, payload BLOB) STRICT"


def main(notes_path: str, database: str, sender: str, receiver: str) -> None:
    notes, chance = Notes(Path(notes_path)), random.Random(2)
    sends, receives = (_enrolled(Path(path)) for path in (sender, receiver))

    def received(_client: Client, rows: list[sqlite3.Connection], message: MQTTMessage) -> None:
        if not rows:
            rows.append(_opened(database))
        sent_ns = int(message.payload[:20])
        rows[0].execute("INSERT INTO events (sent_ns, payload) VALUES (?, ?)", (sent_ns, message.payload))
        notes.note("bare", sent_ns, time.monotonic_ns())

    hears = _client(receives, "_hub.bare", received)
    hears.on_connect = lambda client, *_: client.subscribe(TOPIC, 1)
    says = _client(sends, "_hub.bare-sender", None)
    for client, enrolment in ((hears, receives), (says, sends)):
        client.connect(enrolment.addresses[0], enrolment.port)
        client.loop_start()
    while not select.select([sys.stdin], [], [], EVERY_S * chance.uniform(0.5, 1.5))[0]:
        if says.is_connected():
            says.publish(TOPIC, b"%020d" % time.monotonic_ns() + chance.randbytes(BYTES), 1)
    for client in (says, hears):
        client.disconnect()
        client.loop_stop()


def _enrolled(path: Path) -> Enrolment:
    return Enrolment.read(path.read_bytes())


def _client(enrolment: Enrolment, name: str, received: Any) -> Client:
    client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv5, userdata=[])
    client.tls_set_context(context_of(enrolment.certificate))
    client.username_pw_set(enrolment.key, enrolment.password)
    if received:
        client.on_message = received
    return client


def _opened(database: str) -> sqlite3.Connection:
    rows = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    rows.execute("PRAGMA journal_mode = WAL")
    rows.execute("PRAGMA synchronous = FULL")
    rows.execute(TABLE)
    return rows


if __name__ == "__main__":
    main(*sys.argv[1:])
