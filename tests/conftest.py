"""For all tests: the tiers, and which of them runs; one Chromium, as Playwright runs once in a process; no settings of the machine itself.

A property holds however slow the machine is, so that no example is failed for the time it took (pytest's limit stays).
"""

import argparse
import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, LocatorAssertions, PageAssertions, Playwright, sync_playwright
from xdist.remote import Producer
from xdist.workermanage import WorkerController

from pi.setup import loading
from tests.scheduling import InUnits, place_of, processes
from tests.support.statuses import TellStatus
from tests.support.waiting import WITHIN_S, wait_until

settings.register_profile("quick", deadline=None, max_examples=20)
settings.register_profile("thorough", deadline=None, max_examples=200)  # of ./damcam test --all
settings.register_profile("few", deadline=None, max_examples=10)  # of a second Python
settings.load_profile("quick")

for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):  # what a terminal, a CI or a user asks of programs
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
os.umask(0o022)  # whatever umask the tests are started with; a test of modes sets its own
# In a shell's background SIGINT is ignored, and would be by the programs that are interrupted here.
signal.signal(signal.SIGINT, signal.default_int_handler)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # a container's /dev/shm has 64 MB
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP *.test 127.0.0.1",  # a name that is not this machine's own, as a hub has in a hall
]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same engine without the frame of a window: pages take half the processor's time. It has no notifications."""


def pytest_xdist_auto_num_workers() -> int:
    return processes()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> InUnits:
    return InUnits(config, log)


LOOKS_MS = 2_000
"""Within a wait of this length Playwright looks at the page every 100 ms; within a longer one every 500 ms."""
TIERS = ("unit", "system", "long")
NOT_UNIT = frozenset({"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty", "os.exec", "os.system", "socket.bind"})
"""Python's audit events of a program that starts, and of a socket that gets an address, as it must before it listens."""
LEFT_OUT = pytest.StashKey[int]()
"""The number of tests that were left out because they need root."""


def tiers_of(option: str) -> list[str]:
    """Split the value of --tiers. ArgumentTypeError: a name is no tier."""
    tiers = option.split(",")
    if unknown := sorted(set(tiers) - set(TIERS)):
        raise argparse.ArgumentTypeError(f"there is no tier named {', '.join(unknown)}; there are {', '.join(TIERS)}")
    return tiers


def pytest_configure(config: pytest.Config) -> None:
    """End with 2 where a path that was asked for does not exist: pytest with several processes says only that no tests ran."""
    asked = [word.partition("::")[0] for word in config.args] if config.args_source is config.ArgsSource.ARGS else []
    if missing := [path for path in asked if not (config.invocation_params.dir / path).exists()]:
        pytest.exit(f"there is no {', '.join(missing)}", returncode=2)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tiers", type=tiers_of, default=list(TIERS), help="the tiers to run, separated by commas: unit, system, long (default: all)"
    )


def tier_of(item: pytest.Item) -> str:
    """Return the tier of a test, which its fixtures decide: `long` and `system` are fixtures below; a test with neither is a unit test."""
    used = getattr(item, "fixturenames", ())
    if "long" in used:
        return "long"
    return "system" if "system" in used else "unit"


@pytest.hookimpl(trylast=True)  # of those that -k and -m leave
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tiers = config.getoption("--tiers")
    items[:] = [item for item in items if tier_of(item) in tiers]
    if os.geteuid() != 0:
        collected = len(items)
        items[:] = [item for item in items if "needs_root" not in getattr(item, "fixturenames", ())]
        config.stash[LEFT_OUT] = collected - len(items)
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: place_of(item.nodeid))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


def pytest_testnodedown(node: WorkerController) -> None:
    """All workers collect the same tests, so the number of any of them is the number of all."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if count := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{count} tests were left out that need root: they mount disks, change owners or are another user")


_audited: list[str] = []
"""The events of NOT_UNIT since the current phase of a test began."""
BOARDS = b"\0damcam-board-", b"\0damcam-status-"
"""How the names of a board's sockets begin. They lie in no folder and on no network, and in a unit test both ends are in the process."""


def _audit(event: str, args: tuple[object, ...]) -> None:
    if event in NOT_UNIT and not (event == "socket.bind" and isinstance(args[1], bytes) and args[1].startswith(BOARDS)):
        _audited.append(event)


sys.addaudithook(_audit)


def stays_in_process(item: pytest.Item) -> Generator[None, None, None]:
    """Fail a unit test that starts a program or listens on a network, itself or in a fixture: it belongs to the system tests."""
    _audited.clear()
    result = yield
    assert not _audited or tier_of(item) != "unit", f"a unit test did {_audited[0]}; let it request the fixture `system`"
    return result


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = pytest.hookimpl(wrapper=True)(stays_in_process)


def pytest_collection_finish() -> None:
    """What was loaded until now stays: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _settings_of_its_own() -> Iterator[None]:
    """Whatever service is installed on the machine that runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "INSTALLED", Path("/nowhere/damcam.toml"))
        patch.setenv("DAMCAM_SETTINGS", os.devnull)
        yield


@pytest.fixture(scope="session")
def system() -> None:
    """Request this in a test, or a fixture, that starts programs, servers or browsers, or listens on a socket: it makes a system test."""


@pytest.fixture(scope="session")
def long() -> None:
    """Request this in a test, or a fixture, that is for a release: builds of documentation, Debian roots, clones."""


@pytest.fixture(scope="session")
def needs_root() -> None:
    """Request this in a test that mounts disks, changes owners or is another user. A run as a user without root leaves the test out."""


@pytest.fixture(scope="session")
def playwright(system: None) -> Iterator[Playwright]:
    with sync_playwright() as made:
        yield made


def patient(assertion: Callable[..., None]) -> Callable[..., None]:
    """The assertion about a page, made again until it holds, as `wait_until` waits."""

    @wraps(assertion)
    def wait(self: object, *expected: object, **options: object) -> None:
        failed: list[AssertionError] = []

        def holds() -> bool:
            try:
                assertion(self, *expected, **options, timeout=LOOKS_MS)
            except AssertionError as error:
                failed[:] = [error]
                return False
            return True

        wait_until(holds, lambda: failed[-1])

    return wait


for kind in (LocatorAssertions, PageAssertions):
    for name in [name for name in dir(kind) if name.startswith(("to_", "not_to_"))]:
        setattr(kind, name, patient(getattr(kind, name)))


@contextmanager
def launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    """A browser whose pages wait as long as all tests do, for what they are asked."""
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
    new_context = browser.new_context

    def patient(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(1000 * WITHIN_S)
        return context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser, "new_context", patient)
        yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, SHELL) as browser:
        yield browser


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser as people have it."""
    with launched(playwright, CHROMIUM) as browser:
        yield browser


@pytest.fixture
def tell_status(system: None) -> Iterator[TellStatus]:
    """Tells how boards are, as their services do."""
    with closing(TellStatus()) as tell:
        yield tell
