"""A backup of all that a hub keeps, made while it runs, and its way back: broker, accounts, boards with journals and pictures, events.

Whatever lies in the folder is copied, except what belongs to running processes.
"""

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hub.venue.new_folder import new_folder
from link.hub import LOCK_NAME
from record.files import sync_folder
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of

VERSION = 1
MANIFEST, HUB = "backup.json", "hub"
"""In a backup: the list of its files, and the hub's folder."""
PASSING = ("-lock", ".new")
"""How the names of files end that belong to a running process, or are not complete."""
PASSING_NAMES = frozenset({"lock", LOCK_NAME, "alive"})
TAIL_NAME = tail_of(Path(JOURNAL_NAME)).name
ROOT = 0
BEFORE = "before-restore-{}"
CHUNK = 1 << 20


class BackupFault(Phrase):
    """Why there is no backup, or nothing is put back, and what to do."""

    NO_FOLDER = "there is no such folder"
    INSIDE = "this folder lies in the hub's own"
    NAME_OUTSIDE = "name one elsewhere, best on another disk"
    NO_BACKUP = "this is no backup of a hub: {why}"
    CHANGED = "{file} is not as it was backed up: nothing was put back"
    ANOTHER = "take another backup"
    NOT_RESTORED = "the backup cannot be put back: {why}"
    HUB_NOT_EMPTY = "the hub's folder is not empty"
    SET_ASIDE = "stop the hub, and use --aside: what is there is then moved into a folder of its own, and stays"


class BackupError(DamcamError, OSError):
    """There is no backup, or nothing is put back; the text says why."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """How much is in a backup."""

    games: int
    files: int
    size: int
    """In bytes."""


def back_up(hub: Path, target: Path) -> BackedUp:
    """Copy the hub's folder into `target`, which appears when it is complete. BackupError, NewFolderError."""
    if not hub.is_dir():
        raise BackupError(BackupFault.NO_FOLDER.said(), str(hub))
    if target.absolute().is_relative_to(hub.absolute()):
        raise BackupError(BackupFault.INSIDE.said(BackupFault.NAME_OUTSIDE.said()), str(target))
    with new_folder(target) as unfinished:
        digests = dict(_copied(hub, unfinished))
        (unfinished / MANIFEST).write_text(json.dumps({"v": VERSION, "files": digests}, ensure_ascii=False, indent=1), encoding="utf-8")
    size = sum((target / name).stat().st_size for name in digests)
    return BackedUp(sum(name.endswith(f"/{JOURNAL_NAME}") for name in digests), len(digests), size)


def restore(source: Path, hub: Path, *, aside: bool) -> BackedUp:
    """Put the backup into the hub's folder, which must be empty, unless what is there is set `aside` first; BackupError.

    Nothing is put back where a file of the backup is another than was written. No process of the hub may run meanwhile.
    """
    digests = _manifest(source)
    for name, digest in digests.items():
        if _digest(source / name) != digest:
            raise BackupError(BackupFault.CHANGED.said(BackupFault.ANOTHER.said(), file=name), str(source))
    try:
        hub.mkdir(parents=True, exist_ok=True)
        _make_room(hub, aside=aside)
        unfinished = hub / "restoring.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        if (source / HUB).is_dir():
            shutil.copytree(source / HUB, unfinished)
        _own(hub, unfinished)
        os.sync()
        for path in sorted(unfinished.iterdir()) if unfinished.exists() else ():
            path.rename(hub / path.name)
        shutil.rmtree(unfinished, ignore_errors=True)
        sync_folder(hub)
    except OSError as error:
        if isinstance(error, DamcamError):
            raise
        raise BackupError(BackupFault.NOT_RESTORED.said(why=sentence_of(error)), str(hub)) from error
    size = sum((source / name).stat().st_size for name in digests)
    return BackedUp(sum(name.endswith(f"/{JOURNAL_NAME}") for name in digests), len(digests), size)


def _make_room(hub: Path, *, aside: bool) -> None:
    there = [path for path in hub.iterdir() if not path.name.startswith(BEFORE.format(""))]
    if not there:
        return
    if not aside:
        raise BackupError(BackupFault.HUB_NOT_EMPTY.said(BackupFault.SET_ASIDE.said()), str(hub))
    number = 1 + len(list(hub.glob(BEFORE.format("*"))))
    kept = hub / BEFORE.format(number)
    kept.mkdir(mode=0o700)
    for path in there:
        path.rename(kept / path.name)


def _copied(source: Path, unfinished: Path) -> Iterator[tuple[str, str]]:
    """Copy the files of the hub's folder, and yield the name of each in the backup, with its digest.

    What tells of the last row of a journal is copied before the journal, and pictures after it: so the copy of a journal never has less
    than what lies beside it says.
    """
    for path in sorted(_files(source), key=_order):
        name = f"{HUB}/{path.relative_to(source).as_posix()}"
        copy = unfinished / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # it was deleted meanwhile
            shutil.copy2(path, copy, follow_symlinks=False)
            yield name, _digest(copy)
    for folder in [source, *(path for path in source.rglob("*") if path.is_dir() and not path.is_symlink())]:
        made = unfinished / HUB / folder.relative_to(source)
        made.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            made.chmod(stat.S_IMODE(folder.stat().st_mode))


def _files(source: Path) -> Iterator[Path]:
    for folder, below, names in os.walk(source):
        below[:] = [name for name in below if not name.endswith(PASSING) and not name.startswith(BEFORE.format(""))]
        for name in names:
            path = Path(folder) / name
            with suppress(FileNotFoundError):
                if stat.S_ISREG(path.lstat().st_mode) and not name.endswith(PASSING) and name not in PASSING_NAMES:
                    yield path


def _order(path: Path) -> tuple[int, str]:
    return (0 if path.name == TAIL_NAME else 1 if path.name == JOURNAL_NAME else 2), str(path)


def _digest(path: Path) -> str:
    told = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while part := file.read(CHUNK):
                told.update(part)
    except OSError:
        return ""
    return told.hexdigest()


def _manifest(source: Path) -> dict[str, str]:
    try:
        told = json_in((source / MANIFEST).read_bytes())
        files = {str(name): str(digest) for name, digest in told["files"].items()}
        if told["v"] != VERSION or any(".." in Path(name).parts or Path(name).is_absolute() for name in files):
            raise ValueError(MANIFEST)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        why = sentence_of(error) if isinstance(error, OSError) else BackupFault.CHANGED.said(file=MANIFEST)
        raise BackupError(BackupFault.NO_BACKUP.said(why=why), str(source)) from error
    return files


def _own(hub: Path, folder: Path) -> None:
    """As root, give what was put back to the owner of the hub's folder."""
    if os.geteuid() != ROOT:
        return
    owner = hub.stat()
    for path in (folder, *folder.rglob("*")) if folder.exists() else ():
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
