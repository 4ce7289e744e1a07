"""Sets up the broker of a hall, enrols boards and cuts them off: what `damcam hub init`, `enroll` and `revoke` do."""

import os
import pwd
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.access.accounts import Accounts
from hub.access.private_file import ROOT, read_private, write_private
from hub.boards.mirrored_folder import restore_state, revoke_state
from hub.broker import passwords
from hub.broker.configuration import (
    ACCESS,
    ACCESS_LIST,
    CERTIFICATE,
    CONFIGURATION,
    FOLDER,
    HUB,
    LOG,
    MORE,
    PASSWORDS,
    PRIVATE_KEY,
    configuration,
)
from hub.broker.running import reload
from hub.venue.sole_machine import let_go
from hub.wire.enrolment import HUB_USER, Enrolment, EnrolmentError, board_key
from rules.errors import DamcamError, Phrase, sentence_of, where_denied

OWN_MACHINE = "127.0.0.1"
BOARDS = "boards"
"""The folder of the mirrored boards, below the hub's."""


class HallFault(Phrase):
    """Why the broker is not set up, or a board not enrolled or cut off, and what to do."""

    NO_FOLDER = "there is no such folder"
    NAME_FOLDER = "name the hub's folder, in which its accounts are kept ([board] state)"
    NOT_SET_UP = "there is no broker here yet"
    INIT_FIRST = "set it up first: damcam hub init"
    NOT_WRITTEN = "the broker's files cannot be written: {why}"
    NOT_READ = "the broker's files cannot be read: {why}"
    AS_ITS_USER = "run it as the service's user: sudo -u damcam damcam hub ..."
    IS_ENROLLED = "{key} is enrolled already"
    AGAIN = "for a new file, with which the one before ends: damcam hub enroll {key} --again"
    NOT_ENROLLED = "{key} is not enrolled"
    ENROLLED = "enrolled: {keys}"
    NOT_TOLD = "{key} was changed, and the running broker could not be told: {why}"
    RESTART_IT = "restart it: sudo systemctl restart damcam-broker"


class HallError(DamcamError, ValueError):
    """The broker is not set up, or a board is not enrolled or cut off; the text says why."""


class Hall:
    """The broker's files below the folder of a hub."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = folder.absolute() / FOLDER

    @property
    def configuration(self) -> Path:
        """The file that Mosquitto is started with."""
        return self.files / CONFIGURATION

    @property
    def boards(self) -> Path:
        """The folder with the mirrored state folder of each board, by key."""
        return self.folder / BOARDS

    @property
    def log(self) -> Path:
        """The broker's log, which `hub.broker.refusals` reads."""
        return self.files / LOG

    def is_set_up(self) -> bool:
        return self.configuration.is_file()

    def init(self, port: int) -> bool:
        """Write what is missing, and anew what is for another port or damcam. Whether anything was written.

        Certificate and passwords are made once: the boards stay enrolled.
        """
        if not self.folder.is_dir():
            raise HallError(HallFault.NO_FOLDER.said(HallFault.NAME_FOLDER.said()), str(self.folder))
        try:
            if not self.is_set_up():
                self._make(port)
                return True
            return self._renew(port)
        except OSError as error:
            raise self._unwritten(error) from error

    def keys(self) -> tuple[str, ...]:
        """The keys of the boards that are enrolled; HallError."""
        self._must_be_set_up()
        try:
            return tuple(user for user in passwords.users(self.files / PASSWORDS) if user != HUB_USER)
        except OSError as error:
            raise self._unread(error) from error

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
            raise HallError(HallFault.IS_ENROLLED.said(HallFault.AGAIN.said(key=key), key=key))
        made = replace(
            self.own(), key=key, addresses=tuple(addresses), password=passwords.new_password(), accounts=accounts_text(self.folder)
        )
        try:
            passwords.set_password(self.files / PASSWORDS, key, made.password)
            restore_state(self.boards / key)
        except OSError as error:
            raise self._unwritten(error) from error
        self._reload(key)
        if again:
            self.let_go(key)
        return made

    def let_go(self, key: str) -> None:
        """Let another machine take over the key of a board, whose password is new; HallError."""
        try:
            let_go(self.boards / key)
        except OSError as error:
            raise self._unwritten(error) from error

    def revoke(self, key: str) -> bool:
        """Take the board's password away and end its connection. Whether a broker runs, which was told; HallError."""
        self.enrolled(key)
        try:
            passwords.remove(self.files / PASSWORDS, key)
            revoke_state(self.boards / key)
        except OSError as error:
            raise self._unwritten(error) from error
        return self._reload(key)

    def own(self) -> Enrolment:
        """The enrolment of the hub's own processes; HallError."""
        self._must_be_set_up()
        try:
            return Enrolment.read(read_private(self.files / HUB)[0])
        except EnrolmentError as error:
            raise HallError(error.sentence, str(self.files / HUB)) from error
        except OSError as error:
            raise self._unread(error) from error

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

    def _unread(self, error: OSError) -> HallError:
        do = where_denied(error, HallFault.AS_ITS_USER.said())
        return HallError(HallFault.NOT_READ.said(do, why=sentence_of(error)), str(self.files))

    def _reload(self, key: str) -> bool:
        try:
            return reload(self.configuration)
        except OSError as error:
            raise HallError(HallFault.NOT_TOLD.said(HallFault.RESTART_IT.said(), key=key, why=sentence_of(error))) from error

    def _make(self, port: int) -> None:
        """Write all files into a new folder, which then becomes the broker's: a set-up that was cut off leaves none."""
        from hub.broker.certificate import made  # cryptography is loaded with it, which nothing else here needs

        certificate, private_key = made()
        word = passwords.new_password()
        hub = Enrolment(HUB_USER, (OWN_MACHINE,), port, certificate, word)
        owner = self._owner()
        texts = {
            CONFIGURATION: configuration(self.files, port, owner.pw_name),
            ACCESS: ACCESS_LIST,
            PASSWORDS: f"{HUB_USER}:{passwords.hashed(word)}\n",
            CERTIFICATE: certificate,
            PRIVATE_KEY: private_key,
            HUB: hub.written(),
        }
        new = self.files.with_name(f"{FOLDER}.{secrets.token_hex(4)}.new")
        try:
            for folder in (new, new / MORE):
                folder.mkdir(mode=0o700)
                if os.geteuid() == ROOT:
                    os.chown(folder, owner.pw_uid, owner.pw_gid)
            _write_all(new, texts)
            new.rename(self.files)
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def _renew(self, port: int) -> bool:
        """Write configuration and access list anew where they differ from what this damcam writes. Whether they did."""
        hub = self.own()
        texts = {
            ACCESS: ACCESS_LIST,
            HUB: replace(hub, port=port).written(),
            CONFIGURATION: configuration(self.files, port, self._owner().pw_name),
        }
        differ = {name: text for name, text in texts.items() if read_private(self.files / name)[0] != text.encode()}
        _write_all(self.files, differ)
        return bool(differ)

    def _owner(self) -> pwd.struct_passwd:
        """The user to whom the hub's folder belongs, as whom the broker runs."""
        return pwd.getpwuid(self.folder.stat().st_uid)


def accounts_text(folder: Path) -> str:
    """The accounts of the hub, hashed, as an enrolment has them and boards get them anew after `damcam passwd`; "" where there are none.

    AccountsError where the file is damaged, or others may read it. It is for a connection with TLS alone.
    """
    accounts = Accounts(folder / ACCOUNTS_NAME)
    return read_private(accounts.path)[0].decode("utf-8") if accounts.all() else ""


def _write_all(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        write_private(folder / name, text)
