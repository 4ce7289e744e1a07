"""The board's enrolment with the hub of a hall, in a file in its state folder that only the service may read."""

from pathlib import Path

from link.enrolment import FILE_NAME, HUB_USER, Enrolment, EnrolmentError
from link.mqtt import context_of
from record.files import OTHERS, read_private, write_private
from rules.errors import DamcamError, Phrase, sentence_of, where_denied


class JoinFault(Phrase):
    """Why a board does not join a hub, and what to do."""

    OF_THE_HUB = "this is the hub's own enrolment, not that of a board"
    ENROLL_THIS = "make one at the hub: damcam hub enroll KEY"
    NO_CERTIFICATE = "the certificate of the enrolment cannot be read: {why}"
    MADE_ANEW = "make it anew at the hub: damcam hub enroll KEY --again"
    IS_ANOTHER = "this board has joined a hub already, as {key}, and this is another hub or key"
    AGAIN = "to change over: damcam join FILE --again"
    NO_FOLDER = "{folder} is not there, where the games are kept"
    START_ONCE = "start damcam run once, which makes it, or name the folder that is meant with state in [board]"
    NOT_WRITTEN = "the enrolment cannot be kept: {why}"
    NOT_READ = "the enrolment cannot be read: {why}"
    AS_SERVICE = "run it as the service's user: sudo -u damcam damcam join FILE"
    READ_BY_OTHERS = "others may read this enrolment (mode {mode}), and could pass for this board"
    HIDE_AND_ENROLL = "chmod 600 {path}, and join with a new one: damcam hub enroll KEY --again"


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
        write_private(state / FILE_NAME, told.written())
    except OSError as error:
        why = JoinFault.NOT_WRITTEN.said(where_denied(error, JoinFault.AS_SERVICE.said()), why=sentence_of(error))
        raise JoinError(why, str(state / FILE_NAME)) from error
    return True


def _checked(told: Enrolment, state: Path, *, again: bool) -> Enrolment | None:
    """The enrolment that the board has, where it may be followed by this one; JoinError, EnrolmentError where this one is not taken."""
    _refuse_wrong(told)
    if not state.is_dir():
        raise JoinError(JoinFault.NO_FOLDER.said(JoinFault.START_ONCE.said(), folder=str(state)))
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
