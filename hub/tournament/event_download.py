"""An event as one zip: the games that boards played of it as PDN by round, its results and standings, and for arbiters the dossiers."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import RawIOBase
from zipfile import ZipFile, ZipInfo

from flask import Response

from tournament.errors import TournamentError
from tournament.events.csv_files import csv_files
from tournament.events.state import EventState

MAX_PART, DIGITS = 60, 8
"""The bytes of a part of a file's name, of which the whole may have 255, and how many of them tell a long one from another."""


def round_file(event: str, round_: str) -> str:
    """The name of the file in the zip with the games of that round; both are written as in addresses."""
    return f"{in_file_name(event)}/round-{in_file_name(round_)}.pdn"


def tables_of(events: Iterable[tuple[str, EventState]], lang: str) -> Iterator[tuple[str, bytes]]:
    """The name and content of each file with results and standings of these events, which have keys, for a reader of that language."""
    for key, state in events:
        try:
            tables = list(csv_files(state, lang))
        except TournamentError:  # the organiser's page says why there are no standings
            continue
        yield from ((f"tables-{in_file_name(key)}/{name}", text.encode()) for name, text in tables)


def in_file_name(name: str) -> str:
    """A part of a file's name: the name as addresses write it, cut off where it is long, and told from others that begin so."""
    if len(text := name.encode()) <= MAX_PART:
        return name
    return f"{text[: MAX_PART - DIGITS - 1].decode(errors='ignore')}-{sha256(text).hexdigest()[:DIGITS]}"


def zip_response(event: str, files: Iterable[tuple[str, bytes]]) -> Response:
    """A download of these files, each of which is sent once it is made: pictures of a championship are hundreds of megabytes."""
    response = Response(_zipped(files), mimetype="application/zip")
    response.headers.set("Content-Disposition", "attachment", filename=f"{in_file_name(event)}.zip")
    response.headers["Cache-Control"] = "no-store"
    return response


class _Sent(RawIOBase):
    """What was written since it was taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: bytes) -> int:  # type: ignore[override]
        self._parts.append(bytes(part))
        return len(part)

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


def _zipped(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """The bytes of the zip. Nothing is compressed: pictures are already, and whoever else asks meanwhile would wait for the rest."""
    sent = _Sent()
    with ZipFile(sent, "w") as made:
        for name, content in files:
            made.writestr(ZipInfo(name), content)  # of no date: that of a file would tell when its game was looked at
            yield sent.take()
    yield sent.take()
