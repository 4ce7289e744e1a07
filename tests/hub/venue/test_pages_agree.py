"""What the pages at the hub show of a board elsewhere: clocks, signs of life, readiness, pictures, and which machine it is."""

import json
import shutil
import time
from contextlib import closing

import pytest
from msgspec.structs import replace

from hub.access.accounts import Account, Accounts, Role
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from link import board_socket
from link.board_socket import read_status, told_link, want_picture
from link.sole_machine import let_go
from link.status import Status
from link.wire import Presence, upward_in, wire_packet
from pi.cli import main
from pi.uplink import machine_id
from pi.uplink.beat import BoardClock
from pi.uplink.uplink import Uplink
from record.events.alert import Alert
from record.events.of_game import Ruled
from record.events.of_record import PicturesDropped
from record.store.folder import ALIVE_NAME
from record.store.journal import Journal
from tests.hub.venue.world import MOVES, S

AGREES_MS = 200


def feed_of(world):
    """The public view of the game at the hub."""
    return Feed(Follower(world.journal(), lambda: world.now_ns / 1e9, alive=world.state / ALIVE_NAME))


@pytest.fixture
def feed(playing):
    made = feed_of(playing)
    with closing(made.follower):
        yield made


def off_ms(world, feed):
    """By how much what the feed shows differs from the board's own clock, of the side that is to move since the last event."""
    game = world.board.game
    true_ms = game.left["white" if game.seq % 2 == 0 else "black"] / 1e6 - (world.board.t_ns - game.t_ns) / 1e6
    feed.look()
    told = json.loads(feed.latest.text_at(world.now_ns / 1e9))
    clock = told["clock"]
    shown_ms = clock[f"{clock['running'] or 'white'}_ns"] / 1e6 - (told["age_ms"] if clock["running"] else 0)
    return abs(shown_ms - true_ms)


@pytest.mark.parametrize("delay_ms", [0, 150])
def test_clocks_at_the_hub_agree_with_the_board_also_after_an_outage_and_a_power_cut(playing, feed, delay_ms):
    board, most_ms = playing.board, AGREES_MS + delay_ms
    playing.do(f"late all {delay_ms / 1000}, 3, press, 1")
    assert off_ms(playing, feed) < most_ms
    playing.do("cut board, 1, press")
    playing.now_ns += 600 * S
    playing.do("1, join board, 1")
    assert off_ms(playing, feed) < most_ms
    playing.run(5)
    late = feed_of(playing)
    desk = DeskFeed(late.follower)
    with closing(late.follower):  # pages that are started anew, long after the last row
        assert max(off_ms(playing, feed), off_ms(playing, late)) < most_ms
        desk.look()
        assert abs(desk.age_ms - (board.t_ns - board.game.t_ns) / 1e6) < most_ms
    playing.do("press, 1, kill uplink")
    stood_ns = board.t_ns
    playing.now_ns += 300 * S
    board.boot, board.ahead_ns = "b2", 5 * S - playing.now_ns  # its time stood still meanwhile, and its monotonic clock began anew
    board.zero_ns = board.now_ns - stood_ns
    playing.do("start uplink, 1, press, 2")
    assert off_ms(playing, feed) < most_ms


def test_a_board_whose_rows_are_lacking_gives_no_sign_of_life(playing):
    """Its clock would be shown as running, with an old position."""
    alive = playing.state / ALIVE_NAME
    playing.do("lose rows, press, 1")
    before_ns = alive.stat().st_mtime_ns
    playing.run(3)
    assert alive.stat().st_mtime_ns == before_ns
    assert (playing.link.behind, playing.link.online) == (2, True)
    playing.do("fair, 10")
    assert alive.stat().st_mtime_ns > before_ns
    assert playing.link.behind == 0


@pytest.mark.parametrize("how", ["cut board", "kill uplink", "service"])
def test_a_dead_board_shows_within_ten_seconds(playing, feed, how):
    feed.look()
    assert feed.follower.sign.silent_since_s() is None
    if serving := how != "service":
        playing.do(how)
    playing.run(3, serving=serving)
    assert playing.link.online is not serving
    for _ in range(14):
        playing.run(0.5, serving=serving)
        feed.look()
    assert feed.follower.sign.silent_since_s() is not None
    assert feed.latest.view["no_news"]


def test_the_status_is_told_anew_with_the_hubs_own_time(playing, monkeypatch):
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.0)  # nobody serves the sockets meanwhile
    playing.board.socket.put(Status(t_ns=time.monotonic_ns(), about={"board": "7"}))
    read_status(playing.board.state)
    read_status(playing.state)
    playing.run(4)
    told = read_status(playing.state, lambda: playing.now_ns)
    assert told.about == {"board": "7"}
    assert abs(told.t_ns - playing.now_ns) < 3 * S
    assert playing.link.slow_ms == 7000


# which machine


def refused_machine(world):
    """Why the hub refuses a machine; None where it refuses none."""
    said = world.link.refused.get("machine")
    return said and said.code.partition(".")[2]


def test_another_machine_is_refused_until_somebody_lets_go_and_what_the_wire_has_kept_of_the_first_takes_no_key(playing, caplog):
    first, half = playing.board.uplink.machine, playing.wire.boards["1"]
    playing.do("stop uplink")
    (playing.board.state / "machine-id").unlink()
    playing.do("start uplink, press, 5")
    assert (playing.agrees(), refused_machine(playing)) == (False, "other-machine")
    assert playing.board.uplink.refused.values["why"].code == "VenueSays.other-machine"
    assert len([record for record in caplog.records if record.name.startswith("link.hub")]) == 1
    playing.do("stop uplink, stop mirror")
    let_go(playing.state)
    playing.do("start mirror")
    half.join()
    half.send(wire_packet(Presence(first, False)))
    playing.run(0.2)
    assert not (playing.state / "machine").exists()
    half.cut()
    playing.do("start uplink, 8, has 5")
    assert playing.link.refused == {}
    assert playing.link.machine == playing.board.uplink.machine != first


def test_the_copy_of_a_card_is_refused_and_a_card_that_moves_goes_on(world, tmp_path, monkeypatch):
    monkeypatch.setattr(machine_id, "SERIAL", tmp_path / "serial")
    machine_id.SERIAL.write_bytes(b"1000001\0")
    world.do("stop uplink, 0.1")
    let_go(world.state)
    world.board.start()
    world.board.begin()
    world.run(2)
    first = world.board.uplink.machine
    machine_id.SERIAL.write_bytes(b"1000002\0")
    shutil.copytree(world.board.state, tmp_path / "copied")
    half, own = world.wire.boards["1"], world.wire.board("1")
    with closing(Uplink(tmp_path / "copied", own, tmp_path / "copied/arbiters.json", BoardClock(lambda: world.now_ns))) as clone:
        for _ in range(20):
            world.wire.boards["1"] = half
            world.run(0.1)
            world.wire.boards["1"] = own
            clone.step(0)
        assert (clone.machine.partition("-")[0], clone.machine != first) == (first.partition("-")[0], True)
        assert (refused_machine(world), world.link.machine, world.board.uplink.refused) == ("same-card", first, None)
    world.wire.boards["1"] = half
    world.do("stop uplink, start uplink, press, 20")  # the card is in the other Pi now
    assert not world.agrees(), "the first machine may come back"
    world.do("20, has 5")
    assert (world.link.machine, world.link.refused) == (world.board.uplink.machine, {})


# pictures


def keep(board, name, size=1000):
    path = board.game.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\xff\xd8" + bytes(size - 2))


def alert(world, names, straight=None, pictures=()):
    """The board keeps pictures with these names, White presses, and an alert comes to which they belong, else those that are given."""
    game = world.board.game
    for name in names:
        keep(world.board, name)
    game.press("white")
    told = Alert("27a", "27a", (32,), "", pictures=pictures)
    game.journal.append(Ruled(1, "white", "27a", None, game.fen("B"), 0.9, alerts=(told,), straight=straight or names), game.t_ns)


def are_there(world, names):
    """Whether the hub has each of these pictures."""
    return [(world.journal().parent / name).exists() for name in names]


TWO = ("drawn/0001.jpg", "drawn/0002.jpg")


def test_what_is_forgotten_at_the_board_or_the_hub_goes_on_both_sides_though_the_next_game_is_played(playing, monkeypatch):
    board = playing.board
    alert(playing, TWO)
    playing.do("next, 12")
    assert are_there(playing, TWO) == [True, True]
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(board.state))
    assert main(["forget", "1", "--yes", "--by", "Anna"]) == 0
    playing.run(5)
    assert playing.agrees("0001"), "the row is told though another game is played"
    assert are_there(playing, TWO) == [False, False]

    second = board.game.folder
    alert(playing, TWO)
    playing.do("next, 12")
    mirrored = playing.journal("0002").parent
    assert len(list((mirrored / "drawn").iterdir())) == 3
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(playing.venue.parent))
    (playing.venue.parent / "boards").symlink_to(playing.venue)
    playing.do("cut board")
    assert main(["forget", "--older-than", "0", "--yes", "--by", "Anna"]) == 0
    assert list((mirrored / "drawn").iterdir()) == [], "the copies go at once"
    playing.run(5)
    assert len(list((second / "drawn").iterdir())) == 3, "the board is away"
    playing.do("join board, 12")
    assert list((second / "drawn").iterdir()) == []
    assert playing.agrees("0002")
    with Journal.reader(board.journal("0002")) as journal:
        dropped = [event for _, event in journal.since(0) if isinstance(event, PicturesDropped)]
    assert [(event.why, event.by) for event in dropped] == [("asked", "Anna")]
    assert (list((playing.state / "forget").iterdir()), list((mirrored / "drawn").iterdir())) == ([], [])


def test_the_pictures_of_alerts_come_by_themselves_and_others_when_they_are_wanted(playing):
    a, b, c, d = names = [f"drawn/{number:04}-{side}.jpg" for number in (1, 2) for side in ("a", "b")]
    keep(playing.board, "drawn/0009.jpg", 200_001)
    others = ("frames/0001.jpg", "frames/0001a.jpg", "drawn/0009.jpg")
    alert(playing, (*names, *others[:2]), straight=(a, b, None, "drawn/0009.jpg", "drawn/none.jpg"), pictures=(c, None, d))
    playing.run(12)
    assert (are_there(playing, names), are_there(playing, others)) == ([True] * 4, [False] * 3)
    for name in ("0001a.jpg", "none.jpg"):
        want_picture(playing.state, "0001", f"frames/{name}")
    playing.run(2)
    assert are_there(playing, others) == [False, True, False]
    assert (playing.journal().parent / others[1]).read_bytes() == (playing.board.game.folder / others[1]).read_bytes()
    assert told_link(playing.state).absent == ("0001/drawn/0009.jpg", "0001/drawn/none.jpg", "0001/frames/none.jpg")
    asked = len(playing.packets("wanted"))
    for name in ("frames/none.jpg", "../x.jpg"):
        want_picture(playing.state, "0001", name)
    playing.run(12)
    assert len(playing.packets("wanted")) == asked, "the board has the one no more, and the other is none"


def test_pictures_come_after_the_rows_and_within_a_limit(playing, monkeypatch):
    monkeypatch.setattr("link.asked_pictures.MAX_OF_ALERTS", 2500)
    since, names = len(playing.wire.seen), [f"drawn/000{number}.jpg" for number in range(6)]
    alert(playing, names)
    playing.run(15)
    kinds = [packet.kind for _, _, packet in playing.wire.seen[since:] if packet.kind in ("rows", "picture")]
    assert (kinds[0], kinds.count("picture") <= 4, sum(are_there(playing, names)) <= 5) == ("rows", True, True)


def press_with_picture(world, number):
    """A press whose picture the public sees."""
    game, name = world.board.game, f"drawn/{number:04}.jpg"
    game.move(*MOVES[game.seq % 4], 0, drawn=name)
    keep(world.board, name)
    return name


def test_the_picture_of_each_press_comes_with_its_row_and_of_a_board_that_was_away_those_of_the_last_presses(playing, monkeypatch):
    monkeypatch.setattr("link.asked_pictures.MAX_OF_PRESSES", 6_000)
    names = [press_with_picture(playing, number) for number in range(1, 3)]
    playing.run(0.3)
    assert are_there(playing, names) == [True, True]
    playing.do("cut board")
    names = [press_with_picture(playing, number) for number in range(3, 9)]
    playing.do("join board, 3")
    assert are_there(playing, names) == [False, False, True, True, True, True]
    name = press_with_picture(playing, 9)
    playing.run(12)
    assert are_there(playing, [name]) == [False], "the budget of the game is spent"


def test_of_lost_pictures_and_rows_about_them_the_rest_is_done_after_a_restart_of_the_mirror(playing):
    restart, game = "kill mirror, fair, start mirror, 3", playing.board.game
    alert(playing, TWO)
    playing.do(f"lose picture, 2, {restart}")
    assert are_there(playing, TWO) == [True, True]
    game.close("1-0")
    game.journal.append(PicturesDropped(game.t_ns, "", "closed", "", (TWO[1],)), game.t_ns)
    playing.run(1)
    assert are_there(playing, TWO) == [False, True]
    (playing.journal().parent / TWO[0]).write_bytes(b"x")  # killed between the row and the picture
    playing.do(restart)
    assert are_there(playing, TWO) == [False, True]


# accounts


def test_the_accounts_of_the_hub_reach_the_board_and_again_when_they_change(playing, caplog):
    Accounts(playing.accounts).put(Account("Anna", Role.ARBITER, "scrypt:x"))
    playing.run(7)
    assert playing.board.accounts.read_bytes() == playing.accounts.read_bytes()
    assert playing.board.accounts.stat().st_mode & 0o777 == 0o600
    Accounts(playing.accounts).put(Account("Bouwe", Role.OPERATOR, "scrypt:y"))
    since = len(playing.wire.seen)
    playing.run(12)
    assert [one.name for one in Accounts(playing.board.accounts).all()] == ["Anna", "Bouwe"]
    assert len(playing.packets("accounts", since)) == 1
    playing.accounts.write_text("{}")
    playing.run(7)
    assert [one.name for one in Accounts(playing.board.accounts).all()] == ["Anna", "Bouwe"], "damaged accounts are not taken"
    assert [record.name.split(".")[:2] for record in caplog.records] == [["pi", "uplink"]]


# the link


def test_pulses_that_come_late_or_again_do_not_put_the_clock_back_and_a_presence_that_the_wire_has_kept_makes_no_board_alive(playing):
    before = playing.mirror._boards["1"].heard
    old = upward_in(playing.packets("pulse")[0])
    playing.wire.carry("up", "1", wire_packet(replace(old, game="", alive=False)))
    playing.mirror.step(0)
    assert playing.mirror._boards["1"].heard == before
    playing.do("stop uplink")
    playing.wire.carry("up", "1", wire_packet(Presence(old.machine, True)))
    playing.run(1.5)
    assert playing.link.online is False
