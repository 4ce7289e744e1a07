"""Runs Mosquitto with its dynamic security plugin. What that knows is made afresh of the enrolments at each start, and follows them."""

import errno
import logging
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hub.broker.configuration import ADMINS_SOCKET, STATE, configuration
from hub.broker.dynsec import ADMIN, Admin, Dynsec
from hub.broker.hall import Hall, HallError, HallFault, new_password
from record.ending_with_parent import ending_with_parent
from record.files import ROOT
from rules.errors import DamcamError

_log = logging.getLogger(__name__)
MOSQUITTO = "mosquitto"
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
"""Debian puts it where only root's shells look."""
NOTIFY = "NOTIFY_SOCKET"
"""The variable that systemd gives a service."""
BEGINS_EVERY_S = 0.02
ENDS_WITHIN_S = 5.0


class ServedBroker:
    """The broker of that hall, until `close`. HallError says why there is none.

    It listens to nobody but this process before it has all users, so that no board is refused which is enrolled.
    """

    def __init__(self, hall: Hall) -> None:
        self._hall, self._owner = hall, pwd.getpwuid(hall.folder.stat().st_uid)
        with ExitStack() as opened:
            self._in_force = opened.enter_context(hall.sole_broker())
            runtime = TemporaryDirectory(prefix="damcam-broker-", dir=os.environ.get("RUNTIME_DIRECTORY"))
            self._folder, self._password = Path(opened.enter_context(runtime)), new_password()
            if os.geteuid() == ROOT:
                os.chown(self._folder, self._owner.pw_uid, self._owner.pw_gid)
            self._make_state()
            enrolled = hall.logins()
            with self._mosquitto(port=None) as admin:
                filled = Dynsec(admin)
                filled.begin()
                filled.apply(enrolled.logins)
            self._admin = opened.enter_context(self._mosquitto(hall.own().port))
            self._dynsec = Dynsec(self._admin, filled.held)
            self._dynsec.check()  # it has read them from a file, which a full disk may have cut
            self._in_force(enrolled.digest)
            self._opened = opened.pop_all()

    def step(self, within_s: float) -> None:
        """Serve for so long, and take over enrolments that have changed; HallError where the broker is lost."""
        self._admin.turn(within_s)
        try:
            enrolled = self._hall.logins()
        except DamcamError as error:
            _log.error("%s", error)  # the broker goes on with those that it has
            return
        if enrolled.logins != self._dynsec.held:
            self._dynsec.apply(enrolled.logins)
        self._in_force(enrolled.digest)

    def close(self) -> None:
        """End the broker."""
        self._opened.close()

    def _make_state(self) -> None:
        """Make the plugin's first file, which has the administrator alone. His password is on no command line."""
        words = [program("mosquitto_ctrl"), "dynsec", "init", str(self._folder / STATE), ADMIN]
        made = subprocess.run(words, input=f"{self._password}\n" * 2, capture_output=True, text=True, check=False, **self._as_owner())
        if made.returncode:
            raise HallError(HallFault.NO_ADMIN.said(why=made.stderr.strip()))

    @contextmanager
    def _mosquitto(self, port: int | None) -> Iterator[Admin]:
        """A running Mosquitto that listens to boards at that port, or to none, and its administrator."""
        file = self._folder / "mosquitto.conf"
        file.write_text(configuration(self._hall.files, self._folder, port, self._owner.pw_name), encoding="utf-8")
        words = [*ending_with_parent(), program(MOSQUITTO), "-c", str(file)]
        quiet = {name: value for name, value in os.environ.items() if name != NOTIFY}
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, env=quiet, **self._as_owner()) as process:
            try:
                with closing(self._connected(process, port)) as admin:
                    yield admin
            finally:
                process.terminate()
                try:
                    process.wait(ENDS_WITHIN_S)
                except subprocess.TimeoutExpired:
                    process.kill()

    def _connected(self, process: "subprocess.Popen[bytes]", port: int | None) -> Admin:
        """The administrator, once Mosquitto listens."""
        while not _listens(self._folder / ADMINS_SOCKET):
            with suppress(subprocess.TimeoutExpired):
                status = process.wait(BEGINS_EVERY_S)
                if port is not None and _is_taken(port):
                    raise HallError(HallFault.PORT_TAKEN.said(HallFault.OTHER_PORT.said(), port=port))
                raise HallError(HallFault.ENDED.said(status=status))
        return Admin(self._folder / ADMINS_SOCKET, self._password)

    def _as_owner(self) -> dict[str, Any]:
        """As whom the programs run, where root starts them: the owner of the hub's folder."""
        if os.geteuid() != ROOT:
            return {}
        return {"user": self._owner.pw_uid, "group": self._owner.pw_gid, "extra_groups": ()}


def _listens(path: Path) -> bool:
    """Whether somebody listens at that socket; paho would leave open one of its own where nobody does."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def _is_taken(port: int) -> bool:
    """Whether another program listens at that port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Mosquitto does: connections that ended take no port
        try:
            probe.bind(("", port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
        return False


def program(name: str) -> str:
    """The path of that program; HallError where this machine has none."""
    found = shutil.which(name, path=PLACES)
    if found is None:
        raise HallError(HallFault.NO_PROGRAM.said(HallFault.INSTALL_IT.said(), program=name))
    return found
