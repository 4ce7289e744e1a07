"""Damage to a log and its tail: bits, sectors, truncation, exchanged and older files. Whoever reads or opens the log is asked after each.

What each must say follows from the bytes alone: up to which row the file is still as it was written. A row is lost where fewer are given
without a word, changed where another one is given, and told wrongly where the word names another row, or nothing is wrong.
"""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from pi.machine.game_folders import folder_of_game
from record.log.disk import Disk
from record.log.errors import LogDamaged
from record.log.follower import Follower
from record.log.log import Log
from record.log.reading import read, verify
from record.log.slots import BLOCK_BYTES
from record.log.tail import tail_of
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.second_copy import SecondCopy
from record.verifying import verified
from rules.errors import DamcamError
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.support.cards import own_tail
from tests.support.live.table import SMALL, Table, quiet
from tournament.events.as_json import encoded
from tournament.events.changes import Entrant, EntrantsEntered, EventMade, Who
from tournament.events.event_file import append, make_event, read_event
from vision.image.picture import damage_of

SECTOR = 512
SLOT_BYTES = 250
"""More than a slot of a tail holds of bytes that count."""
BOARD, NUMBER = "board-1", "0001"
"""The folders of a second copy."""
TURNS = 3
"""The presses in the game."""
WHO = Who("Jelle")
LOST, CHANGED = "lost", "changed"
Rows = Sequence[bytes]


class Damage(NamedTuple):
    """One damage, done by a call."""

    name: str
    do: Callable[[], object]
    hides: bool = False
    """Whether the tail then names an earlier row: nobody reads beyond it until a writer opened the log."""
    contradicts: bool = False
    """Whether log and tail belong to two logs, so that either may be the wrong one."""
    is_unseen: bool = False
    """Whether file and tail fit each other, as of earlier: whoever has seen no more rows cannot know."""


class Answer(NamedTuple):
    """What somebody says of a log."""

    count: int
    """How many rows there are, as far as he says nothing is wrong."""
    rows: Rows | None = None
    """The events of the rows, where he gives them."""
    said: str = ""
    """What is wrong."""
    row: int | None = None
    """The row that he calls damaged."""
    sees_all: bool = False
    """Whether rows behind the one that the tail names are among them."""
    remembers: bool = False
    """Whether he has seen the last row before."""


Ask = Callable[[Path], Answer]
"""Asks somebody of the log at a path; DamcamError where he says so that something is wrong."""


def _asked(ask: Ask, log: Path) -> Answer:
    try:
        return ask(log)
    except DamcamError as error:
        return Answer(0, None, str(error), error.row if isinstance(error, LogDamaged) else None)


class Walk:
    """A log that is damaged again and again, and what came of it. `whole` are the events of its rows."""

    def __init__(self, log: Path, whole: Rows) -> None:
        self.log, self.whole = log, whole
        self.faults, self.examples = Counter[str](), dict[str, str]()
        self._kept = [(path, path.with_name(f"kept-{path.name}"), path.read_bytes()) for path in (log, tail_of(log))]
        for path, kept, _content in self._kept:
            os.link(path, kept)

    def row(self, name: str, damages: Iterable[Damage], asks: Sequence[Ask]) -> Row:
        """The row of these damages, after each of which all are asked; only the last of them may write."""
        kinds: Counter[str] = Counter()
        for damage in damages:
            kinds[damage.name] += 1
            damage.do()
            damaged = self._contents()
            for ask in asks:
                answer = _asked(ask, self.log)
                if wrong := self._wrong(damage, answer, damaged[0] or b"") or self._rewritten(answer, damaged):
                    self.faults[wrong] += 1
                    self.examples.setdefault(wrong, f"{wrong} by {ask.__name__} ({damage.name}): {answer.said}")
            self._put_back()
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        lost, changed = self.faults[LOST], self.faults[CHANGED]
        return Row(f"{name} is damaged", told, lost, changed, wrong="; ".join(self.examples.values()))

    def _put_back(self) -> None:
        """Puts the content into the files that they were: a tail counts for its own file alone."""
        for path, kept, content in self._kept:
            _write_over(kept, content)
            if not path.exists() or not path.samefile(kept):
                path.unlink(missing_ok=True)
                os.link(kept, path)

    def _contents(self) -> tuple[bytes | None, bytes | None]:
        log, tail = (path.read_bytes() if path.exists() else None for path in (self.log, tail_of(self.log)))
        return log, tail

    def _wrong(self, damage: Damage, answer: Answer, content: bytes) -> str:
        sound = self._sound(content)
        if answer.rows is not None and list(answer.rows) != list(self.whole[: len(answer.rows)]):
            return CHANGED
        if not answer.said:
            if answer.rows == self.whole:  # a copy gets what it lacks
                return ""
            is_excused = damage.is_unseen and not answer.remembers if sound < len(self.whole) else damage.hides and not answer.sees_all
            return "" if is_excused or sound == answer.count == len(self.whole) else LOST
        if damage.contradicts:
            return ""
        if sound == len(self.whole):
            return "told wrongly that something is wrong"
        return "told wrongly which row is damaged" if answer.row not in (None, sound + 1) else ""

    def _rewritten(self, answer: Answer, damaged: tuple[bytes | None, bytes | None]) -> str:
        """Whether somebody changed a log of which he says that it is damaged."""
        return "rewritten" if answer.said and self._contents() != damaged else ""

    def _sound(self, content: bytes) -> int:
        """How many rows from the first on are as they were written, by their bytes."""
        end, whole = 0, self._kept[0][2]
        for number, line in enumerate(whole.splitlines(keepends=True)):
            end += len(line)
            if content[:end] != whole[:end]:
                return number
        return len(self.whole)


def damages(
    log: Path, earlier: Sequence[tuple[bytes, bytes]], other: Path, bits: Iterable[tuple[int, int]], every: int
) -> Iterator[Damage]:
    """Each damage to the log. `earlier` has the content of log and tail after each row but the last, `bits` offsets and masks.

    Of the bits one in `every` is flipped.
    """
    tail, content = tail_of(log), log.read_bytes()
    for offset, mask in islice(bits, 0, None, every):
        yield Damage("bits of the log", partial(_flip, log, offset, mask))
    in_slots = ((slot + at, 1 << bit) for bit in range(8) for slot in (0, BLOCK_BYTES) for at in range(SLOT_BYTES))
    for offset, mask in islice(in_slots, 0, None, every):
        yield Damage("bits of the tail", partial(_flip, tail, offset, mask))
    for path in (log, tail):
        for start in range(0, path.stat().st_size, SECTOR):
            yield Damage("sectors", partial(_zero, path, start))
    ends = [len(before) for before, _tail in earlier]
    for end in sorted({0, 1, len(content) - 1, *(end + near for end in ends for near in (-1, 0, 1, 40) if end + near > 0)}):
        yield Damage("truncations", partial(os.truncate, log, end))
    for size in (0, 1, 40, 100, BLOCK_BYTES, BLOCK_BYTES + 40, BLOCK_BYTES + 100):
        yield Damage("truncations of the tail", partial(os.truncate, tail, size))
    for before, its_tail in earlier:
        yield Damage("older logs", partial(_write_over, log, before))
        yield Damage("older tails", partial(_write_over, tail, its_tail), hides=True)
        yield Damage(
            "older logs with their tails", lambda before=before, its_tail=its_tail: _put_both(log, before, its_tail), is_unseen=True
        )
    yield Damage("exchanged logs", partial(_write_over, log, other.read_bytes()), contradicts=True)
    yield Damage("exchanged tails", lambda: (_write_over(tail, tail_of(other).read_bytes()), own_tail(tail)), contradicts=True)
    yield Damage("copied tails of another log", partial(_write_over, tail, tail_of(other).read_bytes()), contradicts=True)
    yield Damage("missing logs", log.unlink)
    yield Damage("missing tails", tail.unlink)


def every_bit(content: bytes) -> Iterator[tuple[int, int]]:
    return ((offset, 1 << bit) for bit in range(8) for offset in range(len(content)))


def bit_of_each_field(content: bytes) -> Iterator[tuple[int, int]]:
    """A bit in each part of a row: a name, a value, a separator."""
    was = ""
    for offset, byte in enumerate(content):
        kind = "word" if chr(byte).isalnum() else chr(byte)
        if kind != was:
            yield offset, 1 << offset % 7
        was = kind


def _flip(path: Path, offset: int, mask: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        (byte,) = file.read(1) or b"\0"
        file.seek(offset)
        file.write(bytes([byte ^ mask]))


def _zero(path: Path, start: int) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\0" * min(SECTOR, path.stat().st_size - start))


def _write_over(path: Path, content: bytes) -> None:
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(content)


def _put_both(log: Path, content: bytes, tail: bytes) -> None:
    _write_over(log, content)
    _write_over(tail_of(log), tail)


def reader(log: Path) -> Answer:
    rows = [row.event for row in read(log)]
    return Answer(len(rows), rows)


def follower_with(count: int) -> Ask:
    """Somebody elsewhere who has the first `count` rows, such as a hub."""

    def follower(log: Path) -> Answer:
        return Answer(count + len(list(read(log, after=count))), remembers=True)

    return follower


def verifier(log: Path) -> Answer:
    found = verify(log)
    if found.damage:
        raise found.damage
    return Answer(found.last.row, sees_all=True)


class Quick(Disk):
    """A disk that is not waited for."""

    def fdatasync(self, descriptor: int) -> None:
        """Nothing is waited for."""

    def sync_folder(self, folder: Path) -> None:
        """Nothing is waited for."""


def writer(log: Path) -> Answer:
    with Log.open(log, disk=Quick()) as opened:
        opened.append({"next": 1}, after=opened.last.row)
    rows = [row.event for row in read(log)][:-1]
    return Answer(len(rows), rows, sees_all=True)


def service(log: Path) -> Answer:
    """A service that is started on the game of that journal."""
    folder = folder_of_game(log.parents[1])
    with Journal.open(log) as journal:
        fold(journal)
    rows = [row.event for row in read(log)] if folder == log.parent else []
    return Answer(len(rows), rows, sees_all=True)


def verification(log: Path) -> Answer:
    """The command `damcam verify`."""
    game = verified(log.parent, damage_of, lambda: None)
    for found in game.differences:
        if not found.kind.startswith("tail-"):
            return Answer(0, None, found.text, found.row if found.kind == "journal-damaged" else None)
    return Answer(game.rows, sees_all=True)


def event_reader(log: Path) -> Answer:
    rows = [encoded(row) for row in read_event(log).rows]
    return Answer(len(rows), rows, sees_all=True)


def event_writer(log: Path) -> Answer:
    append(read_event(log), entered("z"), WHO)
    rows = [encoded(row) for row in read_event(log).rows][:-1]
    return Answer(len(rows), rows, sees_all=True)


def copier_of(journal: Path) -> Ask:
    """The second copy of that journal on a stick, which is brought up again."""

    def copier(log: Path) -> Answer:
        bring_up(journal, log.parents[2], Quick())
        further = log.parents[1] / f"{log.parent.name}-2"
        rows = [row.event for row in read(further / JOURNAL_NAME if further.exists() else log)]
        if not further.exists():
            return Answer(len(rows), rows, sees_all=True)
        shutil.rmtree(further)
        return Answer(0, rows, said=f"{log.parent} is kept, and the copy goes on in {further}")

    return copier


def bring_up(journal: Path, stick: Path, disk: Disk | None = None) -> None:
    """Appends what the copy of the journal on the stick lacks."""
    folder = os.open(stick, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with closing(Follower(journal)) as follower:
            SecondCopy(BOARD, NUMBER, disk=disk).bring_up(folder, follower)
    finally:
        os.close(folder)


def entered(id: str) -> EntrantsEntered:
    return EntrantsEntered((Entrant(id, name="Sytske Hoekstra"),))


def rows(scratch: Path, scale: Scale) -> Iterator[Row]:
    """Damage a journal alone, its second copy, the game of a journal, and the file of an event."""
    folder = scratch / "damage"
    table = Table(folder / "state" / GAMES, SMALL)
    journal = table.world(quiet(TURNS), until_ruled=TURNS).journal.path
    table.close()
    events = [row.event for row in read(journal)]
    other = _grown(folder / "other" / "log", events[1:])[0]

    alone, earlier = _grown(folder / "alone" / JOURNAL_NAME, events)
    every = scale.bits_every
    asks = (reader, follower_with(len(events)), verifier, writer)
    yield Walk(alone, events).row("a journal", damages(alone, earlier, other, every_bit(alone.read_bytes()), every), asks)

    copy, earlier = _grown(folder / "stick" / BOARD / NUMBER / JOURNAL_NAME, events)
    bits = every_bit(copy.read_bytes())
    yield Walk(copy, events).row("the second copy", damages(copy, earlier, other, bits, 3 * every), [copier_of(alone)])

    for path in (journal, tail_of(journal)):
        path.unlink()
    journal, earlier = _grown(journal, events)
    bits = bit_of_each_field(journal.read_bytes())
    yield Walk(journal, events).row("the journal of a game", damages(journal, earlier, other, bits, every), (verification, service))

    event, earlier = folder / "events" / "kampioenskip", []
    event.parent.mkdir()
    make_event(event, EventMade("A"), WHO)
    for id in "abc":
        earlier.append((event.read_bytes(), tail_of(event).read_bytes()))
        append(read_event(event), entered(id), WHO)
    other = folder / "other" / "event"
    make_event(other, EventMade("B", group="I"), WHO, (entered("y"),))
    walk, bits = Walk(event, [row.event for row in read(event)]), every_bit(event.read_bytes())
    yield walk.row("the file of an event", damages(event, earlier, other, bits, every), (event_reader, event_writer))


def _grown(path: Path, events: Rows) -> tuple[Path, list[tuple[bytes, bytes]]]:
    """A log with these events, and the content of log and tail after each but the last."""
    path.parent.mkdir(parents=True, exist_ok=True)
    earlier = []
    with Log.create(path) as log:
        for number, event in enumerate(events):
            if number:
                earlier.append((path.read_bytes(), tail_of(path).read_bytes()))
            log.append(msgspec.Raw(event), after=number)
    return path, earlier
