"""A hub's backup while it runs, its way back, and a hub that the boards fill."""

import json
import shutil
import stat

import pytest

from hub.access.accounts import FILE_NAME as ACCOUNTS
from hub.access.accounts import Account, Accounts, Role
from hub.broker.hall import Hall
from hub.venue.new_folder import new_folder
from link.hub import sole_mirror
from pi.cli import main
from record.log.tail import read_tail
from tests.hub.venue.world import World, last
from tests.support.commands import refusal
from tests.support.says import says, within


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hub with a broker's files, accounts, an event, and a board with two games that is mirrored while the test goes on."""
    hub = tmp_path / "hub"
    (hub / "events").mkdir(parents=True)
    Hall(hub).init(8883)
    Accounts(hub / ACCOUNTS).put(Account("Auke", Role.ARBITER, "scrypt:x"))
    made = World(tmp_path / "world", hub / "boards")
    made.board.begin()
    made.do("press, next, press")
    (drawn := made.journal().with_name("drawn")).mkdir(parents=True)
    (drawn / "0003.jpg").write_bytes(b"picture")
    made.run(3)
    (hub / "events" / "cup").write_text("{}")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(hub))
    yield hub, made
    made.close()


def test_a_backup_of_a_running_hub_comes_back_and_the_boards_add_the_rest(hall, tmp_path, capsys, monkeypatch):
    hub, world = hall
    target, new = tmp_path / "backups" / "one", tmp_path / "new"
    assert world.agrees("0002")
    assert main(["hub", "backup", str(target)]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    assert {path.name for path in (target / "hub").iterdir()} == {"broker", "boards", "events", ACCOUNTS}
    assert not list(target.rglob("*-wal")) + list(target.rglob("*-lock"))
    before = last(target / "hub/boards/1/games/0002/journal.jsonl")
    assert before == last(world.board.journal("0002"))
    world.do("press")
    assert says("FolderWanted.not-empty")(refusal("hub", "backup", target))
    assert says("BackupFault.inside")(refusal("hub", "backup", hub / "inside"))

    world.stop_mirror()
    assert main(["hub", "restore", str(target), "--hub", str(new)]) == 0
    for name in ("broker/certificate.key", "broker/enrolments.json", ACCOUNTS, "boards/hub-id", "boards/1/machine"):
        assert (new / name).read_bytes() == (hub / name).read_bytes()
        assert stat.S_IMODE((new / name).stat().st_mode) == stat.S_IMODE((hub / name).stat().st_mode)
    assert (new / "events" / "cup").exists()
    assert (new / "boards/1/games/0001/drawn/0003.jpg").read_bytes() == b"picture"
    assert last(new / "boards/1/games/0002/journal.jsonl") == before
    world.venue = new / "boards"
    world.start_mirror()
    world.run(8)
    assert world.agrees("0001", "0002")
    assert main(["verify", str(new / "boards/1/games/0001")]) == 0


def test_a_backup_that_is_made_while_rows_come_has_lost_none_of_a_sound_beginning(hall, tmp_path, monkeypatch):
    """Of the files beside a journal none says more than its copy has."""
    _hub, world = hall
    copy, target, new = shutil.copy2, tmp_path / "backup", tmp_path / "new"

    def copied_while_rows_come(source, *to, **how):
        copy(source, *to, **how)
        if source.parent == world.journal("0002").parent:
            world.do("press, 0.5")

    with monkeypatch.context() as running:
        running.setattr(shutil, "copy2", copied_while_rows_come)
        assert main(["hub", "backup", str(target)]) == 0
    copy_of_journal = target / "hub/boards/1/games/0002/journal.jsonl"
    copied, mirrored, (_state, named) = last(copy_of_journal), last(world.journal("0002")), read_tail(copy_of_journal)
    assert 5 <= named.row < copied[0] < mirrored[0], "rows came before its journal was copied, and after"
    world.stop_mirror()
    assert main(["hub", "restore", str(target), "--hub", str(new)]) == 0
    assert main(["verify", str(new / "boards/1/games/0002")]) == 0
    world.venue = new / "boards"
    world.start_mirror()
    world.run(8)
    assert world.agrees("0001", "0002")


def test_nothing_is_restored_over_another_hub_or_from_a_spoilt_backup_and_a_full_disk_leaves_no_half_of_one(hall, tmp_path, monkeypatch):
    hub, world = hall
    target, new = tmp_path / "backup", tmp_path / "new"
    assert main(["hub", "backup", str(target)]) == 0
    with sole_mirror(hub / "boards"):
        assert says("VenueSays.mirrored-there")(refusal("hub", "restore", target))
    assert says("BackupFault.hub-not-empty")(refusal("hub", "restore", target))
    world.stop_mirror()
    assert main(["hub", "restore", str(target), "--aside"]) == 0
    assert {path.name for path in (hub / "before-restore-1").iterdir()} >= {"broker", "boards", ACCOUNTS}
    assert world.agrees("0002")
    (target / "hub/boards/1/games/0001/drawn/0003.jpg").write_bytes(b"altered")
    assert within("BackupFault.changed")(refusal("hub", "restore", target, "--hub", new))
    assert not new.exists()
    (target / "backup.json").write_text('{"v": 1, "files": {"../x": ""}}')
    for spoilt in (target, tmp_path / "nowhere"):
        assert refusal("hub", "restore", spoilt).sentence.code == "BackupFault.no-backup"
    monkeypatch.setattr(shutil, "copy2", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert says("FolderWanted.not-written")(refusal("hub", "backup", tmp_path / "full" / "one"))
    assert list((tmp_path / "full").iterdir()) == []


def test_what_a_killed_program_left_goes_with_the_next_folder_of_that_name_and_what_another_one_is_making_stays(tmp_path):
    target, other = tmp_path / "backup", tmp_path / "backup-2.0123abcd.new"
    with new_folder(target) as left:
        pass
    target.rename(left)  # as after a kill: nobody has it locked
    other.mkdir()
    with new_folder(target) as first:
        assert sorted(tmp_path.iterdir()) == sorted([first, other]), "that of another name is not its own"
        (first / "file").write_text("x")
        with new_folder(target) as second:
            assert (first.exists(), second != first) == (True, True)
        shutil.rmtree(target)
    assert (sorted(tmp_path.iterdir()), [path.name for path in target.iterdir()]) == (sorted([target, other]), ["file"])
