"""Sets up the broker of a hall, enrols boards and cuts them off: what `damcam hub` and its page of boards do.

The enrolments are the truth, in files below the hub's folder. The broker that runs (`hub.broker.serving`) follows them.
"""

import fcntl
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import NamedTuple

from msgspec.structs import replace

from hub.boards.mirrored_folder import restore_state, revoke_state
from hub.broker.configuration import CERTIFICATE, FOLDER, MORE, PRIVATE_KEY
from link.budget import SHUT_OUT_NS
from link.enrolment import HUB_USER, KEY, Enrolment, EnrolmentError, board_key, client_of
from link.sole_machine import let_go, sole_machine
from record.files import ROOT, read_private, sole_writer, write_private
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of, where_denied

OWN_MACHINE = "127.0.0.1"
BOARDS = "boards"
"""The folder of the mirrored boards, below the hub's."""
HUB, ENROLMENTS = "hub.json", "enrolments.json"
"""The enrolment of the hub's own processes, and the passwords of the boards by their keys."""
SHUT_OUT = "shut-out.json"
"""The boards that are let in no more for a while, by keys with the ends of that (ns) by the monotonic clock of the machine."""
LOCK = "broker-lock"
"""The file that a broker holds as long as it runs. It says in it which enrolments are in force, by the SHA-256 of their file."""
PASSWORD_BYTES = 32
LOOK_EVERY_S, LOOKS = 0.05, 600
"""How often it is looked whether the broker that runs has taken new enrolments, and how many times at the most."""


class HallFault(Phrase):
    """Why the broker is not set up or does not run, or a board not enrolled, and what to do."""

    NO_FOLDER = "the folder of the hub is not there yet"
    START_HUB = "damcam hub makes it when it starts; where it is another one, name that ([board] state, or --hub)"
    NOT_SET_UP = "there is no broker here yet"
    INIT_FIRST = "damcam hub sets it up when it starts, where Mosquitto is installed"
    NOT_WRITTEN = "the broker's files cannot be written: {why}"
    NOT_READ = "the broker's files cannot be read: {why}"
    AS_ITS_USER = "run it as the service's user: sudo -u damcam damcam hub ..."
    IS_ENROLLED = "{key} is enrolled already"
    NOT_ENROLLED = "{key} is not enrolled"
    ENROLLED = "enrolled: {keys}"
    NOT_TOLD = "{key} was changed, and the broker that runs has not taken it"
    RESTART_IT = "restart it: sudo systemctl restart damcam-broker"
    RUNS_ALREADY = "a broker of this hub runs already"
    NO_PROGRAM = "there is no {program} on this machine, which the broker needs"
    INSTALL_IT = "install it: sudo apt install mosquitto"
    NO_ADMIN = "mosquitto_ctrl makes no administrator of the broker: {why}"
    ENDED = "Mosquitto has ended, with the status {status}"
    PORT_TAKEN = "the broker cannot listen at port {port}: another program does, such as a second hub on this machine"
    OTHER_PORT = "end that program, or take another port: damcam hub broker --port N"
    LOST = "Mosquitto does not answer any more"
    REFUSED = "Mosquitto does not carry out {command}: {why}"
    HOLDS_OTHERS = "Mosquitto has other users or lets them do something else than it was told"


class HallError(DamcamError, ValueError):
    """The broker is not set up or does not run, or a board is not enrolled; the text says why."""


class Login(NamedTuple):
    """How a user of the broker connects."""

    password: str
    client: str = ""
    """The one id of a client with which he is let in; empty where with any."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """Who is to be let in by the broker."""

    logins: dict[str, Login]
    """By users: the keys of the boards, and the hub itself."""
    digest: str
    """Of the file of enrolments."""


class Hall:
    """The broker's files below the folder of a hub."""

    def __init__(self, folder: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self.folder, self._now_ns = folder, monotonic_ns
        self.files = folder.absolute() / FOLDER

    @property
    def boards(self) -> Path:
        """The folder with the mirrored state folder of each board, by key."""
        return self.folder / BOARDS

    def is_set_up(self) -> bool:
        return self.files.is_dir()  # it appears when it is complete

    def init(self, port: int) -> bool:
        """Write all files where there are none, for a broker at that port; else the port, where it is another. HallError.

        Whether anything was written. Certificate and passwords are made once: the boards stay enrolled.
        """
        if not self.folder.is_dir():
            raise HallError(HallFault.NO_FOLDER.said(HallFault.START_HUB.said()), str(self.folder))
        try:
            if not self.is_set_up():
                self._make(port)
            elif (own := self.own()).port != port:
                write_private(self.files / HUB, replace(own, port=port).written())
            else:
                return False
            return True
        except OSError as error:
            raise self._unwritten(error) from error

    def keys(self) -> tuple[str, ...]:
        """The keys of the boards that are enrolled; HallError."""
        return tuple(sorted(self._passwords(self._told())))

    def has(self, key: str) -> bool:
        """Whether a board with that key is enrolled; HallError."""
        return key in self._passwords(self._told())

    def enrolled(self, key: str) -> None:
        """HallError, which names those that are, where the board with that key is not enrolled; EnrolmentError where there can be none."""
        board_key(key)
        if key not in (known := self.keys()):
            do = HallFault.ENROLLED.said(keys=known) if known else None
            raise HallError(HallFault.NOT_ENROLLED.said(do, key=key))

    def enroll(self, key: str, addresses: Sequence[str], *, again: bool = False) -> Enrolment:
        """A new enrolment of the board with that key, whose password the broker takes from now on; HallError, EnrolmentError."""
        board_key(key)
        if key in self.keys() and not again:
            raise HallError(HallFault.IS_ENROLLED.said(key=key))
        try:
            self._set_password(key, new_password())
            restore_state(self.boards / key)
            let_go(self.boards / key)
        except OSError as error:
            raise self._unwritten(error) from error
        self._is_in_force(key)
        return self.enrolment(key, addresses)

    def enrolment(self, key: str, addresses: Sequence[str]) -> Enrolment:
        """The enrolment that the board with that key has, for a hub with these addresses; HallError, EnrolmentError."""
        self.enrolled(key)
        return replace(self.own(), key=key, addresses=tuple(addresses), password=self._passwords(self._told())[key])

    def revoke(self, key: str) -> bool:
        """End the board's enrolment and its connection. Whether a broker runs, which has ended it; HallError."""
        self.enrolled(key)
        try:
            self._set_password(key, None)
            revoke_state(self.boards / key)
        except OSError as error:
            raise self._unwritten(error) from error
        return self._is_in_force(key)

    def shut_out(self, key: str) -> None:
        """Have the broker that runs end the connection of that board, and let it in no more for SHUT_OUT_NS; HallError."""
        try:
            write_private(self.files / SHUT_OUT, json.dumps({**self._shut_out(), key: self._now_ns() + SHUT_OUT_NS}))
        except OSError as error:
            raise self._unwritten(error) from error

    def _shut_out(self) -> dict[str, int]:
        """The boards that are shut out now, and until when. What an earlier start of the machine has left is over."""
        now_ns = self._now_ns()
        with suppress(OSError, ValueError, TypeError, AttributeError):
            told = json_in(read_private(self.files / SHUT_OUT)[0])
            return {str(key): int(end_ns) for key, end_ns in told.items() if 0 < int(end_ns) - now_ns <= SHUT_OUT_NS}
        return {}

    def own(self) -> Enrolment:
        """The enrolment of the hub's own processes; HallError."""
        self._must_be_set_up()
        try:
            return Enrolment.read(read_private(self.files / HUB)[0])
        except EnrolmentError as error:
            raise HallError(error.sentence, str(self.files / HUB)) from error
        except OSError as error:
            raise self._unread(error) from error

    def logins(self) -> Enrolled:
        """Who is to be let in by the broker at present; HallError."""
        told = self._told()
        shut_out = self._shut_out()
        boards = {key: Login(word, self._client(key)) for key, word in self._passwords(told).items() if key not in shut_out}
        return Enrolled({HUB_USER: Login(self.own().password), **boards}, sha256(told).hexdigest())

    @contextmanager
    def sole_broker(self) -> Iterator[Callable[[str], None]]:
        """A context in which this process is the broker of the hall; it says with the function which enrolments are in force. HallError."""
        self._must_be_set_up()
        try:
            lock = os.open(self.files / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise self._unwritten(error) from error
        try:
            if os.geteuid() == ROOT:
                owner = self.files.stat()
                os.fchown(lock, owner.st_uid, owner.st_gid)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise HallError(HallFault.RUNS_ALREADY.said(), str(self.folder)) from None
            os.ftruncate(lock, 0)
            said = ""

            def say(digest: str) -> None:
                nonlocal said
                if digest != said:
                    with suppress(OSError):  # on a full disk it is tried again, and whoever waits for it is told
                        os.pwrite(lock, digest.encode(), 0)
                        said = digest

            yield say
        finally:
            os.close(lock)

    def has_broker(self) -> bool:
        """Whether a broker of this hall runs; HallError."""
        return self._broker_says() is not None

    def _is_in_force(self, key: str) -> bool:
        """Wait until the broker that runs has taken the enrolments; False where none runs. HallError where it does not take them."""
        digest, between = sha256(self._told()).hexdigest(), Event()
        for _ in range(LOOKS):
            if (says := self._broker_says()) is None:
                return False
            if says == digest:
                return True
            between.wait(LOOK_EVERY_S)
        raise HallError(HallFault.NOT_TOLD.said(HallFault.RESTART_IT.said(), key=key))

    def _broker_says(self) -> str | None:
        """Which enrolments are in force at the broker that runs; None where none runs."""
        try:
            with (self.files / LOCK).open("rb") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    return lock.read().decode("ascii", "replace")
                return None
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unread(error) from error

    def _client(self, key: str) -> str:
        """The client that the machine is which alone may send under that key; empty where another one may take over."""
        machine = sole_machine(self.boards / key)
        return client_of(key, machine) if machine else ""

    def _told(self) -> bytes:
        """The text of the enrolments; HallError."""
        self._must_be_set_up()
        try:
            return read_private(self.files / ENROLMENTS)[0]
        except OSError as error:
            raise self._unread(error) from error

    def _passwords(self, told: bytes) -> dict[str, str]:
        """The passwords of the boards by their keys, in that text; HallError."""
        try:
            passwords = json_in(told)
            if not isinstance(passwords, dict) or not all(KEY.fullmatch(key) and isinstance(word, str) for key, word in passwords.items()):
                raise ValueError(f"{ENROLMENTS} has no passwords by keys")
        except ValueError as error:
            raise self._unread(error) from error
        return passwords

    def _set_password(self, key: str, password: str | None) -> None:
        """Give the board that password, or none; OSError, HallError."""
        with sole_writer(self.files):
            passwords = self._passwords(self._told())
            passwords.pop(key, None)
            write_private(self.files / ENROLMENTS, json.dumps(passwords | ({key: password} if password else {})))

    def _must_be_set_up(self) -> None:
        try:
            there = self.is_set_up()
        except OSError as error:
            raise self._unread(error) from error
        if not there:
            raise HallError(HallFault.NOT_SET_UP.said(HallFault.INIT_FIRST.said()), str(self.folder))

    def _unwritten(self, error: OSError) -> HallError:
        do = where_denied(error, HallFault.AS_ITS_USER.said())
        return HallError(HallFault.NOT_WRITTEN.said(do, why=sentence_of(error)), str(self.files))

    def _unread(self, error: OSError | ValueError) -> HallError:
        do = where_denied(error, HallFault.AS_ITS_USER.said()) if isinstance(error, OSError) else None
        return HallError(HallFault.NOT_READ.said(do, why=sentence_of(error)), str(self.files))

    def _make(self, port: int) -> None:
        """Write all files into a new folder, which then becomes the broker's: a set-up that was cut off leaves none."""
        from hub.broker.certificate import made  # cryptography is loaded with it, which nothing else here needs

        certificate, private_key = made()
        hub = Enrolment(HUB_USER, (OWN_MACHINE,), port, certificate, new_password())
        new = self.files.with_name(f"{FOLDER}.{secrets.token_hex(4)}.new")
        try:
            for folder in (new, new / MORE):
                folder.mkdir(mode=0o700)
                if os.geteuid() == ROOT:
                    owner = self.folder.stat()
                    os.chown(folder, owner.st_uid, owner.st_gid)
            for name, text in ((CERTIFICATE, certificate), (PRIVATE_KEY, private_key), (ENROLMENTS, "{}"), (HUB, hub.written())):
                write_private(new / name, text)
            try:
                new.rename(self.files)
            except OSError:
                if not self.is_set_up():  # the pages and the broker start at once, and the other was first
                    raise
        finally:
            shutil.rmtree(new, ignore_errors=True)


def new_password() -> str:
    """A password that nobody can guess."""
    return secrets.token_urlsafe(PASSWORD_BYTES)
