"""The board's enrolment with the hub of a hall, in a file in its state folder that only the service may read."""

import logging
from pathlib import Path

from link.enrolment import FILE_NAME, HUB_USER, MAX_BYTES, Enrolment, EnrolmentError
from link.mqtt import context_of
from record.files import OTHERS, make_folder, read_private, write_private
from rules.errors import DamcamError, Phrase, sentence_of, where_denied

_log = logging.getLogger(__name__)

PLACES = ("boot/firmware", "media/*", "media/*/*", "mnt", "mnt/*")
"""Where the boot partition of a card and the sticks of a board are mounted."""
FILES = "damcam-*.json"
"""The files that a hub makes for its boards."""


class JoinFault(Phrase):
    """Why a board does not join a hub, and what to do."""

    OF_THE_HUB = "this is the hub's own enrolment, not that of a board"
    ENROLL_THIS = "make one at the hub, under Boards"
    NO_CERTIFICATE = "the certificate of the enrolment cannot be read: {why}"
    MADE_ANEW = "make it anew at the hub, under Boards"
    IS_ANOTHER = "this board has joined a hub already, as {key}, and this is another hub or key"
    AGAIN = "to change over: damcam join FILE --again"
    NOT_WRITTEN = "the enrolment cannot be kept: {why}"
    NOT_READ = "the enrolment cannot be read: {why}"
    AS_SERVICE = "run it as the service's user: sudo -u damcam damcam join FILE"
    READ_BY_OTHERS = "others may read this enrolment (mode {mode}), and could pass for this board"
    HIDE_AND_ENROLL = "chmod 600 {path}, and join with a new one, which the hub makes under Boards"


class JoinError(DamcamError, ValueError):
    """An enrolment that this board does not take, or cannot read; the text says why."""


def enrolment_of(state: Path) -> Enrolment | None:
    """The enrolment that the board has; None where it has joined no hub. JoinError, EnrolmentError."""
    path = state / FILE_NAME
    try:
        held, mode = read_private(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        do = where_denied(error, JoinFault.AS_SERVICE.said())
        raise JoinError(JoinFault.NOT_READ.said(do, why=sentence_of(error)), str(path)) from error
    if mode & OTHERS:
        raise JoinError(JoinFault.READ_BY_OTHERS.said(JoinFault.HIDE_AND_ENROLL.said(path=str(path)), mode=f"{mode:04o}"), str(path))
    try:
        return Enrolment.read(held)
    except EnrolmentError as error:
        raise JoinError(error.sentence, str(path)) from error


def join(state: Path, told: Enrolment, *, again: bool) -> bool:
    """Keep the enrolment; JoinError. Whether anything changed."""
    if told == _checked(told, state, again=again):
        return False
    try:
        make_folder(state)
        write_private(state / FILE_NAME, told.written())
    except OSError as error:
        why = JoinFault.NOT_WRITTEN.said(where_denied(error, JoinFault.AS_SERVICE.said()), why=sentence_of(error))
        raise JoinError(why, str(state / FILE_NAME)) from error
    return True


def read_enrolment(file: Path) -> Enrolment:
    """The enrolment in that file; EnrolmentError, OSError."""
    with file.open("rb") as opened:
        text = opened.read(MAX_BYTES + 1)
    try:
        return Enrolment.read(text)
    except EnrolmentError as error:
        raise EnrolmentError(error.sentence, str(file)) from error


def join_by_file(state: Path, root: Path = Path("/")) -> Enrolment | None:
    """Join by the first file on the boot partition or a stick that can be used, and log what was done; None where there is none.

    For a board that has joined no hub: what stands in such a file may be older than what the board has.
    """
    for file in (file for place in PLACES for file in sorted(root.glob(f"{place}/{FILES}"))):
        try:
            join(state, made := read_enrolment(file), again=False)
        except (DamcamError, OSError) as error:
            _log.warning("%s: %s", file, sentence_of(error))
            continue
        _log.info("this board has joined the hub as %s, by %s; delete that file: it holds a password", made.key, file)
        return made
    return None


def _checked(told: Enrolment, state: Path, *, again: bool) -> Enrolment | None:
    """The enrolment that the board has, where it may be followed by this one; JoinError, EnrolmentError where this one is not taken."""
    _refuse_wrong(told)
    has = enrolment_of(state) if not again else None
    if has and (has.key, has.fingerprint) != (told.key, told.fingerprint):
        raise JoinError(JoinFault.IS_ANOTHER.said(JoinFault.AGAIN.said(), key=has.key))
    return has


def _refuse_wrong(told: Enrolment) -> None:
    """Refuse the hub's own enrolment, and a certificate that is none."""
    if told.key == HUB_USER:
        raise JoinError(JoinFault.OF_THE_HUB.said(JoinFault.ENROLL_THIS.said()))
    try:
        context_of(told.certificate)
    except OSError as error:
        raise JoinError(JoinFault.NO_CERTIFICATE.said(JoinFault.MADE_ANEW.said(), why=sentence_of(error))) from error
