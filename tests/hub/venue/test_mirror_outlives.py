"""The mirror outlives what one board sends, and what somebody deletes below it; the other boards are not disturbed."""

import shutil

import pytest

from record.events.as_json import decode
from record.store.journal_rows import JournalRows, RawRow
from record.store.versions import chained
from tests.hub.venue.world import last


def append(world, kind, text):
    """Write a row with a right checksum to the board's journal, as a board with another program may."""
    journal = world.board.game.journal
    number, before = journal.last_id + 1, bytes.fromhex(journal.checksum(journal.last_id))
    row = RawRow(number, 0, kind, text, chained(before, number, 0, kind, text))
    journal._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
    return number


@pytest.mark.parametrize("text", ['{"kept": 5}', '{"kept": {"frames/a.jpg": 1}}', "[]", "{", '{"kept": [1, null]}', "null"])
def test_a_row_about_pictures_that_cannot_be_read_ends_no_mirror_and_deletes_nothing(world, text):
    world.board.begin()
    world.run(1)
    picture = world.journal().parent / "frames" / "a.jpg"
    picture.parent.mkdir()
    picture.write_bytes(b"x")
    number = append(world, "PicturesDropped", text)
    world.run(3)
    with JournalRows(world.journal()) as rows:
        assert rows.last_id == number, "it is kept as it stands"
    assert picture.exists() == (text != '{"kept": [1, null]}'), "a list without its name says that it is deleted; no list says nothing"
    world.stop_mirror()
    world.start_mirror()
    world.run(3)
    assert world.mirror.step(0) is None


@pytest.mark.parametrize("deleted", [".", "games", "games/0001"])
def test_what_somebody_deletes_under_the_mirror_is_not_acknowledged_and_is_filled_again(world, deleted):
    world.board.begin()
    world.run(1)
    world.board.press("white", 32, 28)
    world.run(1)
    assert world.ends()[0] == world.ends()[1]
    gone = world.state / deleted
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    world.board.press("black", 19, 23)
    world.run(12)
    assert last(world.journal()) == last(world.board.journal())
    assert (world.state / "link.json").exists()
    assert (world.state / "machine").read_text() == world.board.uplink.machine
    with JournalRows(world.journal()) as rows:
        assert next(type(decode(row.kind, row.text)).__name__ for row in rows.after(0, b"")) == "SessionOpened"
