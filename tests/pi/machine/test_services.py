"""Processes that are kept up: one that hangs or ends is started again."""

import os
import signal
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from pi.machine.notify import ALIVE, READY, SOCKET, Notifier, NotifySocket
from pi.machine.services import ALIVE_WITHIN_NS, READY_WITHIN_NS, RESTARTS_AFTER_NS, Service, ServiceSays, Watch, keep_up
from rules.errors import Sentence
from tests.support.waiting import wait_until

pytestmark = pytest.mark.usefixtures("system")


def runs(statement: str) -> tuple[str, ...]:
    """The words of a service that does this, and then nothing more."""
    return "timeit", "-n1", "-r1", statement


@pytest.fixture
def watch(tmp_path: Path):
    with closing(Watch(tmp_path / "notify")) as watch:
        yield watch


def test_a_process_is_ready_when_it_says_so_and_lives_and_hangs_when_it_is_silent(watch):
    with closing(Notifier(watch.environment)) as process:
        assert not watch.hangs(0)
        assert not watch.hangs(READY_WITHIN_NS)
        assert watch.hangs(READY_WITHIN_NS + 1)
        process.ready()
        assert [watch.hangs(READY_WITHIN_NS + 2), watch.is_ready] == [False, False]
        process.alive()
        process.status("connected")
        assert [watch.hangs(now_ns := 2 * READY_WITHIN_NS), watch.is_ready, watch.status] == [False, True, "connected"]
        assert not watch.hangs(now_ns + ALIVE_WITHIN_NS)
        process.alive()
        assert not watch.hangs(now_ns + ALIVE_WITHIN_NS + 1)
        assert watch.hangs(now_ns + 2 * ALIVE_WITHIN_NS + 2)


def test_what_the_process_before_has_told_does_not_count(watch):
    with closing(Notifier(watch.environment)) as process:
        process.ready()
        process.alive()
        watch.begin()
        assert [watch.hangs(0), watch.is_ready] == [False, False]


def test_signs_of_life_that_nobody_takes_delay_no_process(watch):
    """The kernel queues a few of them."""
    with closing(Notifier(watch.environment)) as process:
        for _ in range(2000):
            process.alive()


def test_a_process_that_hangs_is_killed_and_started_again(watch):
    service = Service("mirror", runs("import signal; signal.pause()"), watch=watch)
    service.start()
    first = service.pid
    assert list(service.look(0)) == []
    try:
        said, hung_ns = list[Sentence](), READY_WITHIN_NS + 1
        wait_until(lambda: said.extend(service.look(hung_ns)) or not service.pid)
        assert said == [ServiceSays.HANGS.said(name="mirror"), ServiceSays.KILLED.said(name="mirror")]
        (started,) = service.look(hung_ns + RESTARTS_AFTER_NS)
        assert started == ServiceSays.STARTED.said(name="mirror", pid=service.pid)
        assert service.pid not in (None, first)
    finally:
        service.stop()


def test_where_what_is_served_ends_before_it_is_ready_all_end_with_its_status():
    """The installer takes back a release that ends so."""
    other = Service("mirror", runs("import signal; signal.pause()"))
    assert keep_up([other], Service("pages", runs("import os; os._exit(3)"))) == 3
    assert other.status == -signal.SIGTERM


def test_systemd_hears_that_all_is_ready_though_another_service_fails(tmp_path, monkeypatch, capfd):
    tells = "import os, signal, socket; told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)"
    tells += "; told.sendto(b'READY=1\\nWATCHDOG=1\\nSTATUS=serves', os.environ['NOTIFY_SOCKET']); signal.pause()"
    monkeypatch.setenv(SOCKET, str(path := tmp_path / "notify"))
    with closing(NotifySocket(path)) as systemd:
        heard = list[str]()

        def end() -> None:
            try:
                wait_until(lambda: heard.extend(systemd.lines()) or "STATUS=mirror: ; pages: serves" in heard)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)

        listening = Thread(target=end)
        listening.start()
        status = keep_up([Service("mirror", runs("raise SystemExit(1)"))], Service("pages", runs(tells)))
        listening.join()
        heard.extend(systemd.lines())
    assert (status, [line for line in heard if "=1" in line and line != ALIVE]) == (0, [READY, "STOPPING=1"])
    assert str(ServiceSays.ENDED.said(name="mirror", status=1)) in capfd.readouterr().err
