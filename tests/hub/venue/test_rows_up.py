"""Rows reach the hub, each once and as it stands, whatever the wire loses and whoever is started anew."""

import json
import os
import random
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hub.public.before_link import link_told
from hub.venue import mirrored_games
from hub.venue.link import read_link
from hub.venue.mirrored_board import REST_EVERY_NS
from hub.wire.packets import packet_of, upward_in
from hub.wire.upward import GamesThere, RowsOf
from pi.cli import main
from pi.commands import verify
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.going_on import go_on
from record.store.journal import Journal, JournalError, fold
from record.store.journal_rows import JournalRows, RawRow
from record.store.tail import told_last
from record.store.versions import chained
from record.telling.sentences import tell
from tests.hub.venue.world import S, last

MOVES = [("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37), ("black", 10, 14)]


def play(world, moves=MOVES):
    for move in moves:
        world.board.press(*move)
        world.run(0.3)


def rows_sent(world, since=0):
    sent = [upward_in(packet) for way, _, packet in world.wire.seen[since:] if way == "up"]
    return [row.row_id for message in sent if isinstance(message, RowsOf) for row in message.rows]


def test_a_game_is_mirrored_row_by_row_as_it_stands(world):
    world.board.begin()
    world.run(1)
    world.board.press("white", 32, 28)
    world.run(0.2)
    own, mirror = world.ends()
    assert own == mirror == (5, own[1])
    with JournalRows(world.board.journal()) as here, JournalRows(world.journal()) as there:
        assert here.after(0, b"") == there.after(0, b"")
    assert told_last(world.journal()).row_id == 5
    assert rows_sent(world) == [1, 2, 3, 4, 5]


def test_the_mirror_is_a_journal_that_damcam_verifies(world, monkeypatch, capsys):
    monkeypatch.setattr(verify, "PAUSE_S", 0.0)
    world.board.begin()
    world.run(1)
    play(world)
    world.board.game.close("1-0")
    world.run(1)
    assert world.ends()[0] == world.ends()[1]
    with Journal.reader(world.journal()) as journal:
        assert fold(journal).closed
    assert main(["verify", str(world.state), "--json"]) == 0, capsys.readouterr().out
    told = json.loads(capsys.readouterr().out)
    assert (told["differences"], told["games"][0]["checksum"]) == (0, world.ends()[0][1])


def test_nobody_else_writes_to_a_mirror(world):
    world.board.begin()
    world.run(1)
    world.stop_mirror()
    with pytest.raises(JournalError, match="the copy of a journal on another machine"):
        Journal.open(world.journal())


@pytest.mark.parametrize("lost", ["up", "down", "both"])
def test_what_the_wire_loses_is_sent_again(world, lost):
    world.board.begin()
    chance = random.Random(7)
    world.weather.fate = lambda way, _packet: [] if lost in (way, "both") and chance.random() < 0.5 else [0]
    world.run(1)
    play(world)
    world.run(60)
    assert world.ends()[0] == world.ends()[1] == (15, world.ends()[0][1])


def test_repeated_and_reordered_packets_change_nothing(world):
    world.board.begin()
    chance = random.Random(3)
    world.weather.fate = lambda _way, _packet: [chance.randrange(2 * S) for _ in range(chance.choice((1, 1, 2, 3)))]
    world.run(2)
    play(world)
    world.run(30)
    assert world.ends()[0] == world.ends()[1]
    assert read_link(world.state).refused == {}


def test_a_day_without_network_is_caught_up_with_what_is_lacking_alone(world):
    world.board.begin()
    world.run(1)
    play(world, MOVES[:2])
    half = world.wire.boards[world.key]
    half.cut()
    world.now_ns += 86_400 * S
    for at in range(300):
        world.board.press(*(("white", 37, 32), ("black", 14, 19), ("white", 32, 37), ("black", 19, 14))[at % 4])
    world.run(1)
    assert not read_link(world.state).online
    since = len(world.wire.seen)
    half.join()
    world.run(0.1)
    behind = read_link(world.state)
    world.run(3)
    assert world.ends()[0] == world.ends()[1]
    assert rows_sent(world, since) == list(range(8, 608))
    assert (behind.behind > 0, read_link(world.state).behind, read_link(world.state).online) == (True, 0, True)


def test_earlier_games_are_filled_up_after_the_newest(world):
    half = world.wire.boards[world.key]
    half.cut()
    for game in ("0001", "0002", "0003"):
        world.board.begin(game)
        world.board.press("white", 32, 28)
    half.join()
    world.run(5)
    assert all(world.ends(game)[0] == world.ends(game)[1] for game in ("0001", "0002", "0003"))
    sent = [upward_in(packet) for way, _, packet in world.wire.seen if way == "up"]
    assert [message.game for message in sent if isinstance(message, RowsOf)] == ["0003", "0002", "0001"]


def test_a_new_hub_is_filled_by_the_boards(world):
    for game in ("0001", "0002"):
        world.board.begin(game)
        world.run(1)
        world.board.press("white", 32, 28)
        world.run(1)
    world.stop_mirror()
    world.venue.rename(world.venue.with_name("lost"))
    world.venue.mkdir()
    world.start_mirror()
    world.run(8)
    assert all(world.ends(game)[0] == world.ends(game)[1] for game in ("0001", "0002"))


def test_who_is_started_anew_goes_on(world):
    world.board.begin()
    world.run(1)
    for number, move in enumerate(MOVES):
        world.board.press(*move)
        if number % 2:
            world.stop_mirror(orderly=False)
            world.run(0.5)
            world.start_mirror()
        else:
            world.board.stop(orderly=False)
            world.run(0.5)
            world.board.start()
        world.run(1)
    world.run(5)
    assert world.ends()[0] == world.ends()[1] == (15, world.ends()[0][1])


def test_long_rows_go_in_messages_of_256_kb(world):
    game = world.board.begin()
    for _ in range(60):
        game.journal.append(described("x" * 15_000), 0)
    world.run(3)
    assert world.ends()[0] == world.ends()[1]
    assert max(len(packet.payload) for _, _, packet in world.wire.seen) <= 256_000


def described(text):
    from record.events.about import About, PublicTags
    from record.events.of_record import Described

    return Described(0, "A. Bouma", About(PublicTags(white="Jelle")), text)


def test_a_row_that_is_too_long_for_the_wire_is_told_and_stops_its_game_alone(world, caplog):
    game = world.board.begin()
    game.journal.append(described("x" * 300_000), 0)
    world.run(2)
    world.board.begin("0002")
    world.run(2)
    assert last(world.journal())[0] == 3
    assert world.ends("0002")[0] == world.ends("0002")[1]
    assert caplog.text.count("row 4 of game 0001 is too long for the wire") == 1


def spoilt(world, game, rows):
    """Send these rows as the board's."""
    half = world.wire.boards[world.key]
    half.send(packet_of(RowsOf(world.board.uplink.machine, game, tuple(rows))))
    world.run(0.1)


def following(checksum, row_id, kind="Alerted", text='{"t_ns":0,"alerts":[]}'):
    return RawRow(row_id, 0, kind, text, chained(checksum, row_id, 0, kind, text))


def checksum_of(path):
    return bytes.fromhex(last(path)[1])


def test_rows_that_do_not_follow_are_refused_logged_once_and_disturb_nothing(world, caplog):
    world.board.begin()
    world.run(1)
    own = checksum_of(world.journal())
    for _ in range(3):
        spoilt(world, "0001", [following(b"", 4)])
        spoilt(world, "0003", [following(b"", 1)])
        spoilt(world, "1", [following(b"", 1)])
        spoilt(world, "0001", [following(b"", 2)])
    refused = read_link_soon(world).refused
    assert sorted(refused) == ["checksum-0001", "game-0003", "game-1", "other-0001"]
    assert "checksum" in str(refused["checksum-0001"])
    assert [caplog.text.count(str(said)) for said in refused.values()] == [1, 1, 1, 1]
    assert checksum_of(world.journal()) == own
    play(world)
    assert world.ends()[0] == world.ends()[1]


def read_link_soon(world):
    world.run(1.1)
    return read_link(world.state)


def test_of_rows_of_which_one_is_wrong_those_before_it_are_kept(world):
    world.board.begin()
    world.run(1)
    world.board.uplink.close()
    uplink, world.board.uplink = world.board.uplink, None
    good = following(checksum_of(world.journal()), 4)
    half = world.wire.boards[world.key]
    half.send(packet_of(RowsOf(uplink.machine, "0001", (good, following(b"", 5)))))
    world.run(0.1)
    assert last(world.journal()) == (4, good.checksum.hex())


def test_a_row_after_the_end_of_its_game_is_refused_but_not_what_may_follow_there(world):
    world.board.begin()
    world.run(1)
    world.board.game.close("1-0")
    world.run(1)
    end = checksum_of(world.journal())
    spoilt(world, "0001", [following(end, 5, "ClockStarted", '{"t_ns":1,"side":"white","by":"","reason":""}')])
    assert "closed-0001" in read_link_soon(world).refused
    assert last(world.journal())[0] == 4
    world.board.game.journal.append(described("a name"), 0)
    world.run(1)
    assert world.ends()[0] == world.ends()[1]


def test_malformed_packets_are_refused_and_logged_once(world, caplog):
    world.board.begin()
    world.run(1)
    for payload in (b"{", b'{"v":1}', b"\xff", b'{"v":9}', b"x" * 300_000) * 3:
        world.wire.carry("up", world.key, packet_of(GamesThere("aa", {})).__class__("rows", payload))
    world.run(0.2)
    refused = read_link_soon(world).refused
    assert {reason.partition("-")[0] for reason in refused} == {"rows"}
    assert len(refused) == 4
    assert len([record for record in caplog.records if "board 1" in record.getMessage()]) == 4


def test_a_key_that_is_none_makes_no_folder(world, caplog):
    world.run(0.1)
    before = folders(world.venue)
    for key in ("../x", "A", "", "x" * 33):
        world.wire.boards[key] = world.wire.boards[world.key]
        for _ in range(2):
            world.wire.carry("up", key, packet_of(GamesThere("aa", {})))
    world.run(0.2)
    assert folders(world.venue) == before
    assert caplog.text.count("is no key of a board") == 4


def folders(path):
    return [one for one in path.iterdir() if one.is_dir()]


def test_of_a_newer_board_the_rows_are_kept_and_told(world):
    world.board.begin()
    write_raw(world.board.game.journal, 4, "Later", '{"new" : [1, 2,  3.50]}')
    world.board.press("white", 32, 28)
    world.run(2)
    assert world.ends()[0] == world.ends()[1] == (6, world.ends()[0][1])
    assert str(read_link_soon(world).too_old) == "this hub is too old for row 4 of game 0001, of kind Later: it is kept, and not shown"
    world.stop_mirror()
    world.start_mirror()
    assert read_link_soon(world).too_old is not None


def test_a_row_of_a_known_kind_that_cannot_be_read_is_kept_and_told_with_its_number_and_the_board_goes_on(world, caplog):
    world.board.begin()
    write_raw(world.board.game.journal, 4, "ClockStarted", '{"side":"white","by":7,"why_not":1}')
    world.board.press("white", 32, 28)
    world.run(2)
    assert world.ends()[0] == world.ends()[1]
    (said,) = read_link_soon(world).refused.values()
    assert str(said).startswith("row 4 of game 0001: an event of kind 'ClockStarted' that this version cannot read"), said
    assert caplog.text.count(f"board 1: {said}") == 1
    link = read_link(world.state)
    assert (link.behind, link.online, link.trouble) == (0, True, None)
    seen = [tell(line["seen"], "en") for line in link_told(link, to_arbiter=True)]
    assert f"refused: {said}" in seen
    world.stop_mirror()
    world.start_mirror()
    assert read_link_soon(world).refused == {"unreadable-0001": said}, "also by another mirror"


def write_raw(journal, row_id, kind, text):
    """Write a row that no version of damcam writes."""
    chain = chained(bytes.fromhex(journal.checksum(row_id - 1)), row_id, 0, kind, text)
    journal._connection.execute("INSERT INTO events VALUES (?, 0, ?, ?, ?)", (row_id, kind, text, chain))
    journal.last = type(journal.last)(row_id, chain)


def test_a_board_that_has_lost_its_end_overwrites_nothing_at_the_hub(world, caplog):
    world.board.begin()
    world.run(1)
    play(world)
    before = last(world.journal())
    world.board.close()
    world.board.game = None
    world.board.stop()
    folder = world.board.state / GAMES / "0001"
    kept = folder.with_name("kept")
    folder.rename(kept)
    world.board.begin()
    world.board.press("white", 31, 27)
    world.board.start()
    world.run(10)
    assert last(world.journal()) == before
    assert "otherwise than this board" in caplog.text
    world.board.begin("0002")
    world.run(2)
    assert world.ends("0002")[0] == world.ends("0002")[1]


def test_a_board_that_goes_on_from_an_earlier_row_is_followed_and_nothing_is_thrown_away(world, capsys):
    """Its card has lost the last rows, and a person has decided to go on from what is left."""
    world.board.begin()
    world.run(1)
    play(world, MOVES[:2])
    world.run(1)
    longer, board = last(world.journal()), world.board
    (world.journal().parent / "frames").mkdir()
    (world.journal().parent / "frames/0002.jpg").write_bytes(b"of the lost press")
    board.stop()
    board.close()
    spoil_row(board.journal(), 6)
    told = go_on(board.journal().parent, "A. Bouma", "")
    assert (told.row, told.seq) == (5, 1)
    board.game.journal = Journal.open(board.journal())
    board.game.seq = 1
    board.start()
    world.run(3)
    board.press("black", 20, 24)
    world.run(8)
    assert world.ends()[0] == world.ends()[1] == (8, world.ends()[0][1])
    aside = world.journal().parent / "set-aside-hub-1"
    with Journal.reader(aside / JOURNAL_NAME) as kept:
        assert (kept.last_id, kept.checksum(kept.last_id)) == longer
    assert (aside / "frames/0002.jpg").read_bytes() == b"of the lost press"
    assert not (world.journal().parent / "frames/0002.jpg").exists()
    assert read_link_soon(world).refused == {}
    assert main(["go-on", str(world.journal().parent), "--by", "A. Bouma"]) == 1
    assert "is the copy of a journal on another machine, which alone adds to it; do it at the board itself" in capsys.readouterr().err


def spoil_row(journal, row_id):
    """Alter a row on the card."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as card:
        card.execute("DROP TRIGGER events_stand")
        card.execute("UPDATE events SET json = json || ' ' WHERE id = ?", (row_id,))


@contextmanager
def full_disk(monkeypatch, folder: Path):
    """A disk that takes nothing below that folder."""
    add = mirrored_games.MirroredJournal.add

    def refused(self, rows):
        self._connection.execute("PRAGMA max_page_count = 1")
        try:
            return add(self, rows)
        finally:
            self._connection.execute("PRAGMA max_page_count = 1000000")

    with monkeypatch.context() as patch:
        patch.setattr(mirrored_games.MirroredJournal, "add", refused)
        patch.setattr(Path, "write_bytes", lambda path, _content: os.close(os.open("/dev/full/x", os.O_WRONLY)))
        yield


def test_a_full_disk_at_the_hub_acknowledges_nothing_and_goes_on_by_itself(world, monkeypatch, caplog):
    world.board.begin()
    world.run(1)
    play(world, MOVES[:2])
    with full_disk(monkeypatch, world.venue):
        for _ in range(400):
            world.board.game.journal.append(described("x" * 100), 0)
        world.run(5)
        assert last(world.journal())[0] == 7
        assert "database or disk is full" in str(read_link(world.state).trouble)
        assert "database or disk is full" in str(world.board.uplink.hub_trouble)
        assert caplog.text.count("the hub cannot keep") == 2  # once there, once here
    world.run(15)
    assert world.ends()[0] == world.ends()[1] == (407, world.ends()[0][1])
    assert read_link(world.state).trouble is None
    assert world.board.uplink.hub_trouble is None


def test_the_next_game_is_there_at_once_and_nothing_of_it_is_refused(world):
    world.board.begin()
    world.run(1.5)
    world.board.game.close("1-0")
    world.board.begin("0002")
    world.run(0.2)
    assert world.ends("0002")[0] == world.ends("0002")[1]
    assert read_link_soon(world).refused == {}


def test_the_last_rows_of_a_game_are_sent_again_also_when_the_next_has_begun(world):
    """The hub's answers to pulses tell of the newest game alone."""
    world.board.begin()
    world.run(1.5)
    lost = ["rows"]
    world.weather.fate = lambda _way, packet: [] if packet.kind in lost else [0]
    world.board.game.close("1-0")
    world.run(0.2)
    world.board.begin("0002")
    world.run(0.2)
    lost.clear()
    world.run(20)
    assert [world.ends(game)[0] == world.ends(game)[1] for game in ("0001", "0002")] == [True, True]


def open_files(path):
    """How many files below that folder this process has open."""
    found = (os.readlink(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{number}"))
    return sum(one.startswith(f"{path}/") for one in found)


def test_a_game_that_was_filled_up_is_closed_while_the_newest_stays_open(world):
    world.board.begin()
    play(world, MOVES[:2])
    world.board.game.close("2-0")
    world.run(1)
    world.board.begin("0002")
    world.run(1)
    play(world, MOVES[:2])
    before, newest = (world.journal(game).parent for game in ("0001", "0002"))
    assert (open_files(before), open_files(newest)) > (0, 0)
    world.run(3 * REST_EVERY_NS / 1e9)
    assert open_files(before) == 0
    assert open_files(newest) > 0
    assert world.ends("0002")[0] == world.ends("0002")[1]
