"""Rows reach the hub, each once and as it stands, whoever is started anew, and whatever somebody deletes, alters or puts back."""

import json
import os
import shutil

import pytest
from msgspec import Raw

from link.hub_logs import HubLogs
from link.messages import UplinkReport
from link.wire import Games, Packet, Rows, upward_in, wire_packet
from pi.cli import main
from pi.commands import verify
from record.events.about import About, PublicTags
from record.events.of_record import Described
from record.log.disk import Disk
from record.log.errors import LogError
from record.log.log import Log
from record.log.tail import read_tail, tail_of
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import JournalRows, RawRow, chained, event_of
from record.store.salvage import continue_game
from tests.link.simulated_hall import S, last, scripts
from tests.support.journals import row_altered
from tests.support.says import says

MIRROR = "{path} is the copy of a journal on another machine, which alone adds to it: do it at the board itself"
NOT_KEPT = "the hub cannot keep what this board sends: {why}"
WELL = """
# each row comes at once, as it stands
press 6, has 15
# mirror and uplink are killed in turn
press, kill uplink, 0.5, start uplink, 1, press, kill mirror, 0.5, start mirror, 1, press 2, kill uplink, press 2, start uplink, 6, has 15
# the last rows of a game are lost, of which the hub's answers to the pulses of the next game do not tell
next, 0.2, lose rows, next 0.2, 0.2, fair, 20, has 4
"""


@pytest.mark.parametrize("steps", scripts(WELL))
def test_all_games_are_mirrored(playing, steps):
    playing.do(steps)
    assert playing.agrees(*(path.name for path in (playing.board.state / GAMES).iterdir()))
    assert read_link_soon(playing).refused == {}


def rows_sent(hall, since=0):
    sent = [upward_in(packet) for packet in hall.packets("rows", since)]
    return [(message.game, row.row_id) for message in sent for row in message.rows]


def described(text):
    return Described(0, "A. Bouma", About(PublicTags(white="Jelle")), text)


def test_the_mirror_is_a_journal_that_can_be_verified_has_its_end_and_nobody_else_writes_to(playing, monkeypatch, capsys):
    playing.do("press, 0.2, has 5")
    with JournalRows(playing.board.journal()) as here, JournalRows(playing.journal()) as there:
        assert here.after(0, b"") == there.after(0, b"")
    _state, named = read_tail(playing.journal())
    assert named.row == 5
    assert rows_sent(playing) == [("0001", number) for number in range(1, 6)]
    playing.board.game.close("1-0")
    playing.run(1)
    monkeypatch.setattr(verify, "PAUSE_S", 0.0)
    assert main(["verify", str(playing.state), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["differences"], told["games"][0]["checksum"]) == (0, last(playing.board.journal())[1])
    playing.board.game.journal.append(described("what may follow there"), 0)
    playing.do("1, has 7, stop mirror")
    with pytest.raises(LogError, check=says(MIRROR)):
        Journal.open(playing.journal())


def test_a_day_without_network_is_caught_up_with_what_is_lacking_alone(playing):
    playing.do("press 2, cut board")
    playing.now_ns += 86_400 * S
    for _ in range(100):
        playing.do("press")
    playing.run(1)
    assert not playing.link.online
    since = len(playing.wire.seen)
    playing.do("join board, 3, has 207")
    assert rows_sent(playing, since) == [("0001", number) for number in range(8, 208)]
    assert (playing.link.behind, playing.link.online) == (0, True)


def test_earlier_games_are_filled_up_after_the_newest_also_at_a_new_hub(playing):
    playing.do("cut board, press, next, press, next, press, join board, 5")
    assert playing.agrees("0001", "0002", "0003")
    assert list(dict.fromkeys(game for game, row in rows_sent(playing) if row > 3)) == ["0003", "0002", "0001"]
    playing.stop_mirror()
    shutil.rmtree(playing.venue)
    playing.venue.mkdir()
    playing.start_mirror()
    playing.run_until(lambda: playing.agrees("0001", "0002", "0003"))


def test_what_somebody_deletes_under_the_mirror_is_not_acknowledged_and_is_filled_again(playing):
    for rows, deleted in ((5, "games/0001"), (7, "games"), (9, ".")):
        shutil.rmtree(playing.state / deleted)
        playing.do(f"press, 12, has {rows}")
        assert {path.name for path in playing.state.iterdir()} >= {"alive", "games", "mirrored"}
        assert (playing.state / "machine").read_text() == playing.board.uplink.machine
        assert playing.link.online
        with JournalRows(playing.journal()) as mirrored:
            assert mirrored.after(0, b"")[0].kind == "SessionOpened"


@pytest.mark.parametrize("with_tail", [True, False], ids=["with its tail", "without its tail"])
def test_a_mirror_that_somebody_puts_back_while_it_runs_is_filled_again(playing, with_tail):
    """The file stays the same one. That its tail knows of more rows is no loss: the board has them."""
    journal = playing.journal()
    kept = {path: path.read_bytes() for path in (journal, *((tail_of(journal),) if with_tail else ()))}
    playing.do("press 2, 1, has 7")
    for path, content in kept.items():
        path.write_bytes(content)
    playing.do("press, 12")
    assert (playing.agrees(), last(journal)[0], playing.link.trouble) == (True, 9, None)
    assert [path.name for path in (playing.state / GAMES).iterdir()] == ["0001"]


def test_a_copy_of_a_log_that_was_made_while_rows_came_and_is_put_back_while_the_mirror_is_stopped_is_filled_again(playing):
    """The file is older than its tail, and torn in a row."""
    journal = playing.journal()
    playing.do("press, 1")
    older = journal.read_bytes()
    playing.do("press 2, 1, stop mirror")
    newer = journal.read_bytes()
    with journal.open("r+b") as file:  # it stays the same file, as by `cp -a COPY/. HUB/` and `rsync --inplace`
        file.truncate(len(older) + 40)
    HubLogs(journal.parents[1]).take_up()
    playing.do("start mirror, press, 8")
    assert (playing.agrees(), playing.link.refused) == (True, {})
    assert journal.read_bytes().startswith(newer)
    assert [path.name for path in journal.parents[1].iterdir()] == ["0001"]


def test_long_rows_go_in_messages_of_256_kb_and_one_that_is_too_long_stops_its_game_alone(hall, caplog):
    game = hall.board.begin()
    for _ in range(60):
        game.journal.append(described("x" * 15_000), 0)
    hall.run(3)
    assert hall.agrees()
    assert max(len(packet.payload) for _, _, packet in hall.wire.seen) <= 256_000
    game.journal.append(described("x" * 300_000), 0)
    hall.run(2)
    hall.board.begin("0002")
    hall.run(2)
    assert (last(hall.journal())[0], hall.agrees("0002")) == (63, True)
    assert caplog.text.count("row 64 of game 0001") == 1


def send(hall, game, *rows):
    """Send these rows as the board's."""
    hall.wire.boards[hall.key].send(wire_packet(Rows(hall.board.uplink.machine, game, rows)))
    hall.run(0.1)


def following(checksum, row_id, kind="Alerted", text='{"t_ns":0,"alerts":[]}'):
    return RawRow(row_id, 0, kind, text, chained(checksum, row_id, 0, kind, text))


def checksum_of(path):
    return bytes.fromhex(last(path)[1])


def read_link_soon(hall):
    hall.run(1.1)
    return hall.link


def test_what_is_malformed_or_does_not_follow_is_refused_logged_once_and_disturbs_nothing(playing, caplog):
    own, folders = checksum_of(playing.journal()), [path for path in playing.venue.iterdir() if path.is_dir()]
    for _ in range(3):
        for game, row in (("0001", 4), ("0003", 1), ("00001", 1), ("0001", 2)):
            send(playing, game, following(b"", row))
        for payload in (b"{", b'{"v":1}', b"\xff", b'{"v":9}', b"x" * 300_000):
            playing.wire.carry("up", playing.key, Packet("rows", payload))
        for key in ("../x", "A", "", "x" * 33):
            playing.wire.carry("up", key, wire_packet(Games("aa", {})))
    refused = read_link_soon(playing).refused
    codes = ["game-00001", "game-0003", "rows", "rows-0001"]
    assert sorted(refused) == codes
    assert [caplog.text.count(str(said)) for said in refused.values()] == [1] * 4
    logged = [record for record in caplog.records if record.name.startswith("link.hub")]
    assert len(logged) == 4, "on the topic of no board nothing is taken"
    assert (checksum_of(playing.journal()), [path for path in playing.venue.iterdir() if path.is_dir()]) == (own, folders)
    playing.do("press 6, has 15")


def write_raw(hall, kind, text):
    """Write a row with a right checksum to the board's journal, as a board with another program may; its number."""
    game, path = hall.board.game, hall.board.journal()
    game.journal.close()
    with Log.open(path) as log:
        row = log.append(Raw(event_of(0, kind, text)), after=log.last.row)
    game.journal = Journal.open(path)
    return row.row


def test_rows_of_a_newer_board_and_rows_that_cannot_be_read_are_kept_and_the_board_goes_on(hall):
    hall.board.begin()
    write_raw(hall, "Later", '{"new" : [1, 2,  3.50]}')
    write_raw(hall, "ClockStarted", '{"side":"white","by":7,"why_not":1}')
    hall.do("press, 2, has 7")
    for _ in range(2):  # the second time by another mirror
        link = read_link_soon(hall)
        assert link.too_old.values == {"row": 4, "game": "0001", "kind": "Later"}
        assert (link.behind, link.online, link.trouble, link.refused) == (0, True, None, {})
        hall.do("stop mirror, start mirror, 2")


def test_rows_about_pictures_that_cannot_be_read_end_no_mirror_and_delete_nothing(playing):
    picture = playing.journal().parent / "frames" / "a.jpg"
    picture.parent.mkdir()
    picture.write_bytes(b"x")
    for text in ('{"kept": 5}', '{"kept": {"frames/a.jpg": 1}}', "[]", "null", '{"kept": [1, null]}'):
        number = write_raw(playing, "PicturesDropped", text)
        playing.run(0.5)
        assert last(playing.journal())[0] == number, "it is kept as it stands"
        assert picture.exists()
    write_raw(playing, "PicturesDropped", '{"t_ns": 1, "at": "", "why": "asked"}')
    playing.run(0.5)
    assert not picture.exists(), "a row without a list keeps none"
    playing.do("stop mirror, start mirror, 1, has 9")


def test_a_board_that_goes_on_from_an_earlier_row_is_followed_and_nothing_is_thrown_away(playing):
    """Its card has lost the last rows, and a person has decided to go on from what is left."""
    playing.do("press 2, 1")
    longer, board, mirrored = last(playing.journal()), playing.board, playing.journal().parent
    (mirrored / "frames").mkdir()
    (mirrored / "frames/0002.jpg").write_bytes(b"of the lost press")
    board.stop()
    board.close()
    row_altered(board.journal(), 6)
    told = continue_game(board.journal().parent, "A. Bouma", "")
    assert (told.row, told.seq) == (5, 1)
    board.game.journal = Journal.open(board.journal())
    board.game.seq = 1
    playing.do("start uplink, 3")
    board.press("black", 20, 24)
    playing.do("8, has 8")
    apart = mirrored.with_name("0001-2")
    assert last(apart / JOURNAL_NAME) == longer
    assert (apart / "frames/0002.jpg").read_bytes() == b"of the lost press"
    assert not (mirrored / "frames/0002.jpg").exists()
    assert read_link_soon(playing).refused == {}


def test_while_a_board_waits_with_a_damaged_log_the_hub_hears_of_it_and_the_board_how_far_the_hub_is(playing):
    playing.do("press 2, 1")
    board, rows = playing.board, last(playing.journal())[0]
    board.stop()
    board.close()
    row_altered(board.journal(), 6)
    playing.do("start uplink, 3")
    report = board.socket.report(UplinkReport)
    assert (report.game, report.row, report.check.level) == ("0001", rows, "ok")
    assert playing.link.online
    assert last(playing.journal())[0] == rows, "the hub keeps what it has"


def test_a_full_disk_at_the_hub_acknowledges_nothing_and_goes_on_by_itself(playing, monkeypatch, caplog):
    append = HubLogs.append

    def within_the_file(_disk, descriptor, content, offset):
        return os.pwrite(descriptor, content[: max(0, os.fstat(descriptor).st_size - offset)], offset)

    def refused(self, message):
        with monkeypatch.context() as full:
            full.setattr(Disk, "pwrite", within_the_file)
            return append(self, message)

    playing.do("press 2")
    with monkeypatch.context() as full:
        full.setattr(HubLogs, "append", refused)
        for _ in range(200):
            playing.board.game.journal.append(described("x" * 100), 0)
        playing.run(5)
        assert last(playing.journal())[0] == 7
        assert playing.link.trouble.english == NOT_KEPT
        assert playing.board.uplink.hub_trouble.values["why"].english == NOT_KEPT
        assert len(caplog.records) == 2  # once there, once here
    playing.do("15, has 207")
    assert (playing.link.trouble, playing.board.uplink.hub_trouble) == (None, None)
