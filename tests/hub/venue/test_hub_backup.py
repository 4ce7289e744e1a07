"""A hub's backup while it runs, its way back, and a hub that the boards fill."""

import json
import shutil
import sqlite3
import stat

import pytest

from hub.access.accounts import FILE_NAME as ACCOUNTS
from hub.access.accounts import Account, Accounts, Role
from hub.broker.hall import Hall
from hub.venue.mirror import sole_mirror
from pi.cli import main
from record.events.of_game import SessionClosed
from record.store.journal import Journal
from tests.hub.venue.world import World, last


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hub with a broker's files, accounts, an event, and a board with two games that is mirrored while the test goes on."""
    hub = tmp_path / "hub"
    (hub / "events").mkdir(parents=True)
    Hall(hub).init("hall", ("192.0.2.7",), 8883)
    Accounts(hub / ACCOUNTS).put(Account("Auke", Role.ARBITER, "scrypt:x"))
    made = World(tmp_path / "world")
    made.stop_mirror()
    shutil.rmtree(made.venue)
    made.venue = hub / "boards"
    made.venue.mkdir()
    made.start_mirror()
    made.board.begin()
    made.board.press("white", 32, 28)
    made.board.game.journal.append(SessionClosed(10**12, "1-0"), 10**12)
    made.board.begin("0002")
    made.board.press("white", 32, 28)
    (made.venue / "1" / "games" / "0001" / "drawn").mkdir(parents=True)
    (made.venue / "1" / "games" / "0001" / "drawn" / "0003.jpg").write_bytes(b"picture")
    made.run(3)
    events = tmp_path / "elsewhere"
    events.mkdir()
    with sqlite3.connect(events / "cup") as event:
        event.execute("CREATE TABLE x (y)")
    event.close()
    monkeypatch.setenv("DAMCAM_HUB_EVENTS", str(events))
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(hub))
    yield hub, made
    made.close()


def test_a_backup_of_a_running_hub_comes_back_and_the_boards_add_the_rest(hall, tmp_path, capsys, monkeypatch):
    hub, world = hall
    target, new = tmp_path / "backups" / "one", tmp_path / "new"
    assert last(world.journal("0002")) == last(world.board.journal("0002"))
    assert (world.journal("0002").with_name("journal.sqlite-wal")).exists(), "the mirror writes there"
    assert main(["hub", "backup", str(target)]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert f"MB are in {target}: 2 games, {told['files']} files" in said.err
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    assert {path.name for path in (target / "hub").iterdir()} == {"broker", "boards", "events", ACCOUNTS}
    assert not list(target.rglob("*-wal")) + list(target.rglob("*lock*"))
    assert [path.name for path in (target / "events").iterdir()] == ["cup"]
    before = last(target / "hub/boards/1/games/0002/journal.sqlite")
    assert before == last(world.board.journal("0002"))
    world.board.press("black", 19, 23)
    assert main(["hub", "backup", str(target)]) == 1
    assert "this folder is not empty, and nothing is written over" in capsys.readouterr().err
    assert main(["hub", "backup", str(hub / "inside")]) == 1
    assert "this folder lies in the hub's own" in capsys.readouterr().err

    world.stop_mirror()
    monkeypatch.setenv("DAMCAM_HUB_EVENTS", "")
    assert main(["hub", "restore", str(target), "--hub", str(new)]) == 0
    assert "2 games," in capsys.readouterr().err
    for name in ("broker/authority.key", "broker/passwords", ACCOUNTS, "boards/hub-id", "boards/1/machine"):
        assert (new / name).read_bytes() == (hub / name).read_bytes()
        assert stat.S_IMODE((new / name).stat().st_mode) == stat.S_IMODE((hub / name).stat().st_mode)
    assert (new / "events" / "cup").exists()
    assert (new / "boards/1/games/0001/drawn/0003.jpg").read_bytes() == b"picture"
    assert last(new / "boards/1/games/0002/journal.sqlite") == before
    world.venue = new / "boards"
    world.start_mirror()
    world.run(8)
    assert [last(new / f"boards/1/games/{game}/journal.sqlite") for game in ("0001", "0002")] == [
        last(world.board.journal(game)) for game in ("0001", "0002")
    ]
    assert main(["verify", str(new / "boards/1/games/0001")]) == 0


def test_nothing_is_restored_over_another_hub_or_from_a_spoilt_backup(hall, tmp_path, capsys):
    hub, world = hall
    target = tmp_path / "backup"
    assert main(["hub", "backup", str(target)]) == 0
    with sole_mirror(hub / "boards"):
        assert main(["hub", "restore", str(target)]) == 1
    assert "another damcam mirrors boards there" in capsys.readouterr().err
    assert main(["hub", "restore", str(target)]) == 1
    assert "the hub's folder is not empty; stop the hub, and use --aside" in capsys.readouterr().err
    world.stop_mirror()
    assert main(["hub", "restore", str(target), "--aside"]) == 0
    assert {path.name for path in (hub / "before-restore-1").iterdir()} >= {"broker", "boards", ACCOUNTS}
    assert last(world.journal("0002")) == last(world.board.journal("0002"))
    picture = target / "hub/boards/1/games/0001/drawn/0003.jpg"
    picture.write_bytes(b"altered")
    assert main(["hub", "restore", str(target), "--hub", str(tmp_path / "new")]) == 1
    assert "0003.jpg is not as it was backed up: nothing was put back; take another backup" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    (target / "backup.json").write_text('{"v": 1, "files": {"../x": ""}}')
    assert main(["hub", "restore", str(target)]) == 1
    assert main(["hub", "restore", str(tmp_path / "nowhere")]) == 1
    assert capsys.readouterr().err.count("this is no backup of a hub") == 2


def test_a_full_disk_leaves_no_half_of_a_backup(hall, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(shutil, "copy2", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert main(["hub", "backup", str(tmp_path / "full" / "one")]) == 1
    assert "this folder cannot be written: No space left on device" in capsys.readouterr().err
    assert list((tmp_path / "full").iterdir()) == []


def test_a_hub_that_lost_everything_but_its_broker_is_filled_by_the_boards(hall):
    hub, world = hall
    world.stop_mirror()
    shutil.rmtree(hub / "boards")
    (hub / "boards").mkdir()
    world.start_mirror()
    world.run(10)
    for game in ("0001", "0002"):
        assert last(world.journal(game)) == last(world.board.journal(game))
        with Journal.reader(world.journal(game)) as journal:
            journal.refuse_cut_off()
