"""The second copy of a game: complete after whatever happened to its file, and never poorer than it was."""

import json
import os
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from record.log.errors import LogDamaged
from record.log.tail import tail_of
from record.store.journal import Journal
from record.store.journal_rows import JournalRows
from record.store.second_copy import KnowsMore, SecondCopy, safe_name
from record.store.second_copy_file import MAX_LINE, Rest, SecondCopyRows
from tests.support.journals import row_altered, rows_gone
from tests.support.says import says

NAME = "board-1-0001.jsonl"


class Card:
    """A journal of a game, and a folder elsewhere for its copies."""

    def __init__(self, folder, events):
        self.events = events
        self.path = folder / "card" / "journal.jsonl"
        self.stick = folder / "stick"
        self.path.parent.mkdir()
        self.stick.mkdir()
        Journal.create(self.path).close()

    def play(self, rows):
        """Go on until the journal has so many rows."""
        with Journal.open(self.path) as journal:
            for event in self.events[journal.last_id : rows]:
                journal.append(event, 1)
        return self

    def copy(self, copy=None):
        """Bring the copy up, as a recorder that has just been started unless `copy` is given."""
        copy = copy or SecondCopy("board-1", "0001")
        folder = os.open(self.stick, os.O_RDONLY)
        try:
            with JournalRows(self.path) as rows:
                copy.bring_up(folder, rows)
        finally:
            os.close(folder)
        return copy

    @property
    def written(self):
        """What stands in the copy, brought up."""
        self.copy()
        return (self.stick / NAME).read_bytes()

    def lose(self, rows):
        """The card loses its end, and everything that would tell so."""
        rows_gone(self.path, rows + 1)
        tail_of(self.path).unlink()

    @property
    def rows(self):
        with JournalRows(self.path) as rows:
            return list(map(tuple, rows.since(0)))


@pytest.fixture
def card(tmp_path, game):
    return Card(tmp_path, game(6))


@contextmanager
def read(path):
    with path.open("rb") as file:
        yield SecondCopyRows(file)


def rows_in(path):
    with read(path) as copied:
        return [tuple(row) for row in copied]


def test_a_copy_has_the_rows_of_the_journal_as_they_stand(card):
    copy = card.play(3).copy()
    assert rows_in(card.stick / NAME) == card.rows
    first = (card.stick / NAME).read_bytes()
    card.play(13).copy(copy)
    assert rows_in(card.stick / NAME) == card.rows
    assert len(card.rows) == 13
    assert (card.stick / NAME).read_bytes().startswith(first), "it only grows"
    assert [path.name for path in card.stick.iterdir()] == [NAME]
    head, line, *_ = (card.stick / NAME).read_text(encoding="utf-8").splitlines()
    assert json.loads(head) == {"damcam": "second copy", "version": 1, "board": "board-1", "game": "0001"}
    assert json.loads(json.loads(line)["json"])["about"]["tags"]["white"] == "Ânna"


def test_wherever_a_line_was_cut_off_the_copy_is_complete_again(card):
    """Also where only the end of the line is missing, and where a power cut left zeros behind it."""
    whole = card.play(4).written
    (card.stick / NAME).write_bytes(whole[:-1])
    with read(card.stick / NAME) as copied:
        assert [row.row_id for row in copied] == [1, 2, 3, 4]
        assert (copied.rest, copied.last_row) == (Rest.HALF, 3)
    card.play(6)
    for left in (whole[:-1], whole + bytes(4096), *(whole[:length] for length in range(0, len(whole), 97))):
        (card.stick / NAME).write_bytes(left)
        card.copy()
        assert rows_in(card.stick / NAME) == card.rows
        assert [path.name for path in card.stick.iterdir()] == [NAME], len(left)


def damaged(card, tmp_path, game):
    content = bytearray(card.play(9).written)
    content[len(content) // 2] ^= 1
    (card.stick / NAME).write_bytes(content)


def of_another_game(card, tmp_path, game):
    (tmp_path / "other").mkdir()
    other = Card(tmp_path / "other", game(2))
    other.events[0] = replace(other.events[0], time_control="5m")
    other.stick = card.stick
    other.play(5).copy()


@pytest.mark.parametrize("spoil", [damaged, of_another_game])
def test_a_copy_that_is_damaged_or_of_another_game_is_kept_and_the_game_goes_on_beside_it(card, tmp_path, game, spoil):
    spoil(card, tmp_path, game)
    theirs = (card.stick / NAME).read_bytes()
    assert card.play(9).copy().ahead is None
    assert (card.stick / NAME).read_bytes() == theirs
    assert rows_in(card.stick / "board-1-0001-2.jsonl") == card.rows


@pytest.mark.parametrize("goes_on", [False, True])
def test_what_the_card_has_lost_stays_in_the_copy_and_is_told(card, goes_on):
    known = card.play(9).written
    card.lose(5)
    if goes_on:  # with other rows than before
        card.events = card.events[:5] + card.events[7:]
        card.play(6)
    copy = card.copy()
    assert copy.ahead == KnowsMore(NAME, 6, 9)
    assert (card.stick / NAME).read_bytes() == known
    assert rows_in(card.stick / "board-1-0001-2.jsonl") == card.rows
    card.play(7).copy(copy)
    assert rows_in(card.stick / "board-1-0001-2.jsonl") == card.rows
    assert card.copy().ahead == KnowsMore(NAME, 6 if goes_on else 8, 9), "also after the next start"
    assert len(list(card.stick.iterdir())) == 2


def test_a_row_that_the_card_alone_has_lost_is_not_cut_off_with_a_half_line(card):
    whole = card.play(9).written
    (card.stick / NAME).write_bytes(whole + b'{"row":10')
    card.lose(8)
    assert card.copy().ahead == KnowsMore(NAME, 9, 9)
    assert (card.stick / NAME).read_bytes() == whole + b'{"row":10'


def test_what_happened_to_the_file_meanwhile_is_seen(card, tmp_path):
    copy = card.play(3).copy()
    (card.stick / NAME).unlink()
    card.play(5).copy(copy)
    assert rows_in(card.stick / NAME) == card.rows
    (card.stick / NAME).write_bytes(b"")
    card.play(6).copy(copy)
    assert rows_in(card.stick / NAME) == card.rows


@pytest.mark.parametrize("what", ["link", "pipe", "folder"])
def test_nothing_but_a_plain_file_is_written_to(card, tmp_path, what):
    place, secret = card.stick / NAME, tmp_path / "secret"
    secret.write_text("hidden")
    {"link": lambda: place.symlink_to(secret), "pipe": lambda: os.mkfifo(place), "folder": place.mkdir}[what]()
    card.play(3).copy()
    assert secret.read_text() == "hidden"
    assert rows_in(card.stick / "board-1-0001-2.jsonl") == card.rows


def test_a_damaged_row_of_the_journal_is_told_and_not_copied(card):
    card.play(6)
    row_altered(card.path, 4, b'"seq":2', b'"seq":3')
    with pytest.raises(LogDamaged, check=says("row {row} of {path} does not fit its checksum: it was altered or is damaged", row=4)):
        card.copy()
    assert rows_in(card.stick / NAME) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("row", 3), ("row", 1), ("row", "2"), ("row", True), ("t_ns", 2), ("t_ns", 1.0), ("t_ns", 10**400), ("kind", "Ruled"),
        ("kind", None), ("json", "{}"), ("json", {}), ("checksum", "0" * 64), ("checksum", "0"), ("checksum", 5), ("checksum", None),
    ],
)  # fmt: skip
def test_a_line_that_somebody_wrote_ends_what_is_sound(card, key, value):
    head, one, two, three = card.play(3).written.splitlines(keepends=True)
    forged = json.dumps(json.loads(two) | {key: value}).encode() + b"\n"
    (card.stick / NAME).write_bytes(head + one + forged + three)
    with read(card.stick / NAME) as copied:
        assert [row.row_id for row in copied] == [1]
        assert (copied.rest, copied.end) == (Rest.DAMAGED, len(head + one))


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000 + b"\n", b"{}\n", b"null\n", b"\xff\xfe\n", b'{"damcam":"second copy","version":2}\n', b'{"damcam":"second copy"}\n',
        b'{"seq": 1, "t": 12.3, "side": "white"}\n', b'"\\ud800"\n', b"9" * 10_000 + b"\n", b"x" * (MAX_LINE + 5),
    ],
)  # fmt: skip
def test_what_is_no_copy_has_no_row(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    with read(tmp_path / NAME) as copied:
        assert list(copied) == []
        assert (copied.rest, copied.end, copied.last_row) == (Rest.DAMAGED, 0, 0)


def test_names_are_those_that_every_file_system_takes():
    safe = {"board-1": "board-1", "AUX:/\\..": "AUX", "fryslân": "frysl-n", "": "board", "...": "board", "x" * 99: "x" * 40}
    assert {name: safe_name(name) for name in safe} == safe
