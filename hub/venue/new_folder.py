"""A folder that appears once everything in it is complete."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from record.files import sync_folder
from rules.errors import DamcamError, Phrase, sentence_of


class FolderWanted(Phrase):
    """Why a folder cannot be made, and what to do."""

    NOT_EMPTY = "this folder is not empty, and nothing is written over"
    NAME_EMPTY = "name a folder that is not there, or empty"
    NOT_WRITTEN = "this folder cannot be written: {why}"


class NewFolderError(DamcamError, OSError):
    """The folder is not made; the text says why."""


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A context with an unfinished folder for its owner alone, which becomes `target` at its end; NewFolderError, with nothing left of it.

    `target` must not be there, or be an empty folder. What a program that was killed left of an earlier `target` is deleted.
    """
    final = target.absolute()
    unfinished = final.with_name(f"{final.name}.{token_hex(4)}.new")
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise NewFolderError(FolderWanted.NOT_EMPTY.said(FolderWanted.NAME_EMPTY.said()), str(target))
        _clear(final)
        unfinished.mkdir(mode=0o700, parents=True)
        with _owned(unfinished):
            yield unfinished
            os.sync()
            unfinished.replace(final)
        sync_folder(final.parent)
    except OSError as error:
        if isinstance(error, NewFolderError):
            raise
        raise NewFolderError(FolderWanted.NOT_WRITTEN.said(why=sentence_of(error)), str(target)) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def _owned(folder: Path) -> Iterator[bool]:
    """A context in which the folder is locked, until the program ends in whatever way. Says whether it is: not where another has it, nor
    on a disk without locks."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(held)


def _clear(final: Path) -> None:
    """Delete the unfinished folders of that name that nobody works in."""
    unfinished = re.compile(re.escape(final.name) + r"\.[0-9a-f]{8}\.new")
    for path in final.parent.iterdir() if final.parent.is_dir() else ():
        if unfinished.fullmatch(path.name):
            with suppress(OSError), _owned(path) as is_left:
                if is_left:
                    shutil.rmtree(path)
