"""What the pages at the hub show of a board elsewhere: clocks, signs of life, readiness, pictures, and which machine it is."""

import json
import shutil
import time
from contextlib import ExitStack
from dataclasses import replace

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.boards import readiness
from hub.boards.board import Boards, ServedBoard
from hub.boards.readiness import REPORT_NAME, boot_id, read_report
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.feed import Feed
from hub.feeds.silence import NAME as ALIVE_NAME
from hub.venue.asked_pictures import MAX_OF_ALERTS, want_picture
from hub.venue.link import Link, read_link
from hub.venue.sole_machine import let_go
from hub.wire.packets import packet_of, upward_in
from hub.wire.upward import Presence, Pulse
from pi.cli import main
from pi.uplink import machine_id
from pi.uplink.uplink import Uplink
from record.events.effects import Alert
from record.events.of_game import Ruled, SessionClosed
from record.events.of_record import PicturesDropped
from record.store.journal import Journal
from tests.hub.venue.world import Board, S

AGREES_MS = 200


@pytest.fixture
def playing(world):
    world.board.begin()
    world.run(2)
    return world


def shown_ms(feed, now_s):
    """What the running clock of a public view shows now."""
    feed.look()
    told = json.loads(feed.latest.text_at(now_s))
    clock = told["clock"]
    age_ms = told["age_ms"] if clock["running"] else 0
    return clock[f"{clock['running'] or 'white'}_ns"] / 1e6 - age_ms


def hub_feed(world):
    return Feed(world.journal(), now_s=lambda: world.now_ns / 1e9, alive=world.state / ALIVE_NAME)


def true_ms(world):
    """What the board's own clock shows, of the side that is to move since the last event."""
    game = world.board.game
    return game.left["white" if len(game.white) and game.seq % 2 == 0 else "black"] / 1e6 - (world.board.t_ns - game.t_ns) / 1e6


@pytest.mark.parametrize("delay_ms", [0, 150])
def test_clocks_at_the_hub_agree_with_the_board_also_after_an_outage(playing, delay_ms):
    playing.weather.fate = lambda _way, _packet: [delay_ms * 1_000_000]
    feed = hub_feed(playing)
    playing.run(3)
    playing.board.press("white", 32, 28)
    playing.run(1)
    assert abs(shown_ms(feed, playing.now_ns / 1e9) - true_ms(playing)) < AGREES_MS + delay_ms
    half = playing.wire.boards["1"]
    half.cut()
    playing.run(1)
    playing.board.press("black", 19, 23)
    playing.now_ns += 600 * S
    playing.run(1)
    half.join()
    playing.run(1)
    assert abs(shown_ms(feed, playing.now_ns / 1e9) - true_ms(playing)) < AGREES_MS + delay_ms
    playing.run(5)
    assert abs(shown_ms(feed, playing.now_ns / 1e9) - true_ms(playing)) < AGREES_MS + delay_ms
    late = hub_feed(playing)  # pages that are started anew, long after the last row
    assert abs(shown_ms(late, playing.now_ns / 1e9) - true_ms(playing)) < AGREES_MS + delay_ms
    with ExitStack() as stack:
        for one in (feed, late):
            stack.callback(one.close)


def test_a_board_that_goes_on_after_a_power_cut_has_another_time(playing):
    """Its time stood still meanwhile, and its monotonic clock began anew."""
    feed = hub_feed(playing)
    playing.board.press("white", 32, 28)
    playing.run(1)
    world, stood_ns = playing, playing.board.t_ns
    world.board.stop(orderly=False)
    world.now_ns += 300 * S
    world.board.boot, world.board.ahead_ns = "b2", 5 * S - world.now_ns
    world.board.zero_ns = world.board.now_ns - stood_ns
    world.board.start()
    world.run(1)
    world.board.press("black", 19, 23)
    world.run(2)
    assert abs(shown_ms(feed, world.now_ns / 1e9) - true_ms(world)) < AGREES_MS
    feed.close()


def test_the_desk_at_the_hub_agrees_too(playing):
    desk = DeskFeed(playing.journal(), lambda: playing.now_ns / 1e9, alive=playing.state / ALIVE_NAME)
    half = playing.wire.boards["1"]
    half.cut()
    playing.board.press("white", 32, 28)
    playing.now_ns += 60 * S
    half.join()
    playing.run(3)
    desk.look()
    assert abs(desk.age_ms - (playing.board.t_ns - playing.board.game.t_ns) / 1e6) < AGREES_MS
    desk.close()


def test_a_board_whose_rows_are_lacking_gives_no_sign_of_life(playing):
    """Its clock would be shown as running, with an old position."""
    playing.weather.fate = lambda _way, packet: [] if packet.kind == "rows" else [0]
    alive = playing.state / ALIVE_NAME
    playing.board.press("white", 32, 28)
    playing.run(1)
    before_ns = alive.stat().st_mtime_ns
    playing.run(3)
    assert alive.stat().st_mtime_ns == before_ns
    assert (read_link(playing.state).behind, read_link(playing.state).online) == (2, True)
    playing.weather.fate = lambda _way, _packet: [0]
    playing.run(10)
    assert alive.stat().st_mtime_ns > before_ns
    assert read_link(playing.state).behind == 0


@pytest.mark.parametrize("how", ["network", "uplink", "service"])
def test_a_dead_board_shows_within_ten_seconds(playing, how):
    feed = hub_feed(playing)
    feed.look()
    assert feed.service_silent_for_s is None
    serving = True
    if how == "network":
        playing.wire.boards["1"].cut()
    elif how == "uplink":
        playing.board.stop(orderly=False)
    else:
        serving = False
    playing.run(3, serving=serving)
    assert read_link(playing.state).online is (how == "service")
    for _ in range(14):
        playing.run(0.5, serving=serving)
        feed.look()
    assert feed.service_silent_for_s is not None
    assert feed.latest.view["no_news"]
    feed.close()


def test_a_presence_that_the_wire_has_kept_makes_no_board_alive(world):
    world.board.stop()
    world.wire.carry("up", "1", packet_of(Presence("aa", True)))
    world.run(1.5)
    assert read_link(world.state).online is False


def test_the_report_is_written_anew_with_the_hubs_own_time(playing, monkeypatch):
    report = {"version": 2, "boot": boot_id(), "t_ns": time.monotonic_ns(), "checks": [], "about": {"board": "7"}, "picture_age_ms": 3}
    (playing.board.state / REPORT_NAME).write_text(json.dumps(report))
    playing.run(2)
    told = json.loads((playing.state / REPORT_NAME).read_text())
    assert (told["about"], told["boot"], told["slow_ms"]) == ({"board": "7"}, boot_id(), 7000)
    assert abs(told["t_ns"] - playing.now_ns) < 3 * S
    monkeypatch.setattr(readiness, "boot_id", lambda: told["boot"])
    assert read_report(playing.state / REPORT_NAME, lambda: playing.now_ns)["about"] == {"board": "7"}
    assert read_link(playing.state).slow_ms == 7000


def test_every_page_follows_the_mirrored_folder_as_a_boards_own(playing):
    playing.board.press("white", 32, 28)
    playing.run(1)
    boards = Boards([ServedBoard.of_state("1", playing.state)])
    boards["1"].feed.look()
    assert boards["1"].feed.latest.view["moves"][0]["white"] == "32-28"
    playing.board.begin("0002")
    playing.run(1)
    boards["1"].turn()
    boards["1"].feed.look()
    assert boards["1"].feed.latest.view["game"] == "0002"
    boards["1"].feed.close()


# which machine


@pytest.fixture
def second(world, tmp_path):
    """A second machine with the same key, whose network is the same."""

    class Other:
        def __init__(self):
            self.now_ns, self.key, self.wire = world.now_ns, world.key, self
            self.boards = {}

        def board(self, key, will=None):
            first = world.wire.boards[key]
            half = world.wire.board(key, will)
            world.wire.boards[key] = first
            self.boards[key] = half
            return half

    return Board(tmp_path / "second", Other())


def test_of_two_machines_with_one_key_the_second_is_refused_and_told_on_both_sides(playing, second, caplog):
    second.start()
    second.begin()
    second.game.journal.append(SessionClosed(0, "1-0"), 0)
    own = playing.wire.boards["1"]
    for _ in range(40):
        playing.run(0.2)
        playing.wire.boards["1"] = second.world.boards["1"]
        second.world.now_ns = playing.now_ns
        second.uplink.step(0)
        playing.mirror.step(0)
        playing.wire.boards["1"] = own
    assert "another machine sends under the key 1" in str(read_link(playing.state).refused["machine"])
    assert str(second.uplink.refused).startswith("the hub takes nothing of this board: another machine")
    assert playing.board.uplink.refused is None
    assert playing.ends()[0] == playing.ends()[1]
    assert caplog.text.count("board 1: another machine") == 1
    second.stop()
    second.close()


def test_another_machine_takes_over_once_somebody_lets_go(playing):
    first = playing.board.uplink.machine
    playing.board.stop()
    (playing.board.state / "machine-id").unlink()
    playing.board.start()
    playing.board.press("white", 32, 28)
    playing.run(5)
    assert playing.ends()[0] != playing.ends()[1]
    assert "machine" in read_link(playing.state).refused
    let_go(playing.state)
    playing.run(8)
    assert read_link(playing.state).refused == {}
    assert playing.ends()[0] == playing.ends()[1]
    assert read_link(playing.state).machine == playing.board.uplink.machine != first


def test_what_the_wire_has_kept_of_a_machine_that_is_gone_takes_no_key(playing):
    first, half = playing.board.uplink.machine, playing.wire.boards["1"]
    playing.board.stop()
    playing.stop_mirror()
    let_go(playing.state)
    playing.start_mirror()
    half.join()
    half.send(packet_of(Presence(first, False)))
    playing.run(0.2)
    assert not (playing.state / "machine").exists()
    half.cut()


def in_another_pi(monkeypatch, tmp_path, number):
    serial = tmp_path / f"serial-{number}"
    serial.write_bytes(f"100000{number}".encode() + b"\0")
    monkeypatch.setattr(machine_id, "SERIAL", serial)


def test_the_copy_of_a_card_is_refused_and_a_card_that_moves_goes_on(world, tmp_path, monkeypatch):
    in_another_pi(monkeypatch, tmp_path, 1)
    world.board.stop()
    world.run(0.1)
    let_go(world.state)
    world.board.start()
    world.board.begin()
    world.run(2)
    first = world.board.uplink.machine
    in_another_pi(monkeypatch, tmp_path, 2)
    copy = world.wire.board("1")
    world.wire.boards["1"] = world.board.uplink._wire
    shutil.copytree(world.board.state, tmp_path / "copied")
    clone = Uplink(tmp_path / "copied", copy, tmp_path / "accounts")
    for _ in range(20):
        world.run(0.1)
        clone.step(0)
    assert (clone.machine.partition("-")[0], clone.machine != first) == (first.partition("-")[0], True)
    assert "two machines have the same card, or a copy of it, and send under the key 1" in str(read_link(world.state).refused["machine"])
    assert read_link(world.state).machine == first
    clone.close()
    world.board.stop()
    world.board.start()  # the card is in the other Pi now
    world.board.press("white", 32, 28)
    world.run(20)
    assert world.ends()[0] != world.ends()[1], "the first machine may come back"
    world.run(20)
    assert world.ends()[0] == world.ends()[1]
    assert (read_link(world.state).machine, read_link(world.state).refused) == (world.board.uplink.machine, {})


# pictures


def alert_row(board, seq, *, pictures=(), straight=()):
    alert = Alert("27a", "27a", (32,), "", pictures=pictures)
    return board.game.journal.append(
        Ruled(seq, "white", "27a", None, board.game.fen("B"), 0.9, alerts=(alert,), straight=straight), board.game.t_ns
    )


def keep(board, name, size=1000):
    path = board.game.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\xff\xd8" + bytes(size - 2))
    return path


def at_hub(world, name):
    path = world.journal().with_name("x").parent / name
    return path.read_bytes() if path.exists() else None


def test_what_is_forgotten_at_the_board_or_the_hub_goes_on_both_sides_though_the_next_game_is_played(playing, monkeypatch, capsys):
    board, first = playing.board, playing.board.game.folder
    names = [keep(board, f"drawn/000{number}.jpg").relative_to(first).as_posix() for number in (1, 2)]
    board.game.press("white")
    alert_row(board, 1, straight=tuple(names))
    board.game.close("1-0")
    board.begin("0002")
    playing.run(12)
    assert [at_hub(playing, name) is not None for name in names] == [True, True]
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(board.state))
    assert main(["forget", "1", "--yes", "--by", "Anna"]) == 0
    playing.run(5)
    assert playing.ends("0001")[0] == playing.ends("0001")[1], "the row is told though another game is played"
    assert [at_hub(playing, name) for name in names] == [None, None]

    second = board.game.folder
    names = [keep(board, f"drawn/000{number}.jpg").relative_to(second).as_posix() for number in (1, 2)]
    board.game.press("white")
    alert_row(board, 1, straight=tuple(names))
    board.game.close("1-0")
    board.begin("0003")
    playing.run(12)
    mirrored = playing.journal("0002").parent
    assert len(list((mirrored / "drawn").iterdir())) == 2
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(playing.venue.parent))
    (playing.venue.parent / "boards").symlink_to(playing.venue)
    playing.wire.boards["1"].cut()
    capsys.readouterr()
    assert main(["forget", "--older-than", "0", "--yes", "--by", "Anna"]) == 0
    assert "2 games are of other machines, which delete their own pictures as soon as they are connected" in capsys.readouterr().err
    assert list((mirrored / "drawn").iterdir()) == [], "the copies go at once"
    playing.run(5)
    assert len(list((second / "drawn").iterdir())) == 3, "the board is away"
    playing.wire.boards["1"].join()
    playing.run(12)
    assert list((second / "drawn").iterdir()) == []
    assert playing.ends("0002")[0] == playing.ends("0002")[1]
    with Journal.reader(board.journal("0002")) as journal:
        dropped = [event for _, event in journal.since(0) if isinstance(event, PicturesDropped)]
    assert [(event.why, event.by) for event in dropped] == [("asked", "Anna")]
    assert (list((playing.state / "forget").iterdir()), list((mirrored / "drawn").iterdir())) == ([], [])


def test_the_pictures_of_alerts_come_by_themselves_and_others_when_they_are_wanted(playing):
    board = playing.board
    names = [f"drawn/{number:04}-{side}.jpg" for number in (1, 2) for side in ("a", "b")]
    for name in (*names, "frames/0001.jpg", "frames/0001a.jpg"):
        keep(board, name)
    keep(board, "drawn/0009.jpg", 200_001)
    board.game.press("white")
    alert_row(board, 1, pictures=(names[2], None, names[3]), straight=(names[0], names[1], None, "drawn/0009.jpg", "drawn/none.jpg"))
    playing.run(12)
    assert [at_hub(playing, name) is not None for name in names] == [True] * 4
    assert [at_hub(playing, name) for name in ("frames/0001.jpg", "frames/0001a.jpg", "drawn/0009.jpg")] == [None] * 3
    want_picture(playing.state, "0001", "frames/0001a.jpg")
    want_picture(playing.state, "0001", "frames/none.jpg")
    playing.run(2)
    assert at_hub(playing, "frames/0001a.jpg") == (board.game.folder / "frames/0001a.jpg").read_bytes()
    assert at_hub(playing, "frames/0001.jpg") is None
    playing.run(2)
    assert list((playing.state / "wanted").iterdir()) == []
    with pytest.raises(ValueError, match="is no picture"):
        want_picture(playing.state, "0001", "../x.jpg")


def test_pictures_come_after_the_rows_and_within_a_limit(playing, monkeypatch):
    monkeypatch.setattr("hub.venue.asked_pictures.MAX_OF_ALERTS", 2500)
    assert MAX_OF_ALERTS == 16_000_000
    board = playing.board
    board.game.press("white")
    for number in range(6):
        keep(board, f"drawn/000{number}.jpg")
    alert_row(board, 1, straight=tuple(f"drawn/000{number}.jpg" for number in range(6)))
    since = len(playing.wire.seen)
    playing.run(15)
    kinds = [packet.kind for way, _, packet in playing.wire.seen[since:] if way == "up" and packet.kind in ("rows", "picture")]
    assert kinds[0] == "rows"
    assert kinds.count("picture") <= 4
    assert sum(at_hub(playing, f"drawn/000{number}.jpg") is not None for number in range(6)) <= 4


def test_after_a_restart_of_the_mirror_the_pictures_that_are_lacking_are_asked_for(playing):
    board = playing.board
    keep(board, "drawn/0001.jpg")
    playing.weather.fate = lambda _way, packet: [] if packet.kind == "picture" else [0]
    board.game.press("white")
    alert_row(board, 1, straight=("drawn/0001.jpg",))
    playing.run(2)
    playing.stop_mirror(orderly=False)
    playing.weather.fate = lambda _way, _packet: [0]
    playing.start_mirror()
    playing.run(3)
    assert at_hub(playing, "drawn/0001.jpg") is not None


def test_what_the_board_deletes_the_mirror_deletes_when_it_reads_that_row(playing):
    board = playing.board
    names = ("drawn/0001.jpg", "drawn/0002.jpg")
    for name in names:
        keep(board, name)
    board.game.press("white")
    alert_row(board, 1, straight=names)
    playing.run(3)
    assert None not in [at_hub(playing, name) for name in names]
    board.game.close("1-0")
    board.game.journal.append(PicturesDropped(board.game.t_ns, "", "closed", "", (names[1],)), board.game.t_ns)
    playing.run(1)
    assert [at_hub(playing, name) is None for name in names] == [True, False]
    (playing.journal().parent / names[0]).write_bytes(b"x")  # killed between the two
    playing.stop_mirror(orderly=False)
    playing.start_mirror()
    playing.run(1)
    assert [at_hub(playing, name) is None for name in names] == [True, False]


# accounts


def test_the_accounts_of_the_hub_reach_the_board_and_again_when_they_change(playing):
    assert not playing.board.accounts.exists()
    Accounts(playing.accounts).put(Account("Anna", Role.ARBITER, "scrypt:x"))
    playing.run(7)
    assert playing.board.accounts.read_bytes() == playing.accounts.read_bytes()
    assert playing.board.accounts.stat().st_mode & 0o777 == 0o600
    Accounts(playing.accounts).put(Account("Bouwe", Role.OPERATOR, "scrypt:y"))
    since = len(playing.wire.seen)
    playing.run(12)
    assert [one.name for one in Accounts(playing.board.accounts).all()] == ["Anna", "Bouwe"]
    assert [packet.kind for _, _, packet in playing.wire.seen[since:]].count("accounts") == 1


def test_accounts_go_on_a_private_wire_alone_and_damaged_ones_are_not_taken(playing, monkeypatch, caplog):
    playing.accounts.write_text("{}")
    playing.accounts.chmod(0o600)
    Accounts(playing.board.accounts).put(Account("Own", Role.ARBITER, "scrypt:x"))
    monkeypatch.setattr(type(playing.wire.hub), "is_private", False)
    playing.run(7)
    assert "accounts" not in [packet.kind for _, _, packet in playing.wire.seen]
    monkeypatch.setattr(type(playing.wire.hub), "is_private", True)
    playing.run(7)
    assert [one.name for one in Accounts(playing.board.accounts).all()] == ["Own"]
    assert "the accounts of the hub were not taken over" in caplog.text


# the link


def test_of_no_mirror_there_is_no_link_and_of_a_damaged_file_nothing(tmp_path):
    assert read_link(tmp_path) is None
    (tmp_path / "link.json").write_text("{")
    assert read_link(tmp_path) == Link()


def test_pulses_that_come_late_or_again_do_not_put_the_clock_back(playing):
    pulses = [packet for way, _, packet in playing.wire.seen if way == "up" and packet.kind == "pulse"]
    before = playing.mirror._boards["1"].heard
    old = upward_in(pulses[0])
    assert isinstance(old, Pulse)
    playing.wire.carry("up", "1", packet_of(replace(old, game="", alive=False)))
    playing.mirror.step(0)
    assert playing.mirror._boards["1"].heard == before
