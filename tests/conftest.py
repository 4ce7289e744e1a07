"""For all tests: one Chromium, as Playwright runs once in a process; and a property holds however slow the machine is, so no example is
failed for the time it took (pytest's limit stays); and no settings of the machine's own."""

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, sync_playwright
from xdist.remote import Producer
from xdist.workermanage import WorkerController

from pi.setup import loading
from tests.scheduling import InUnits, place_of, processes

settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=200)  # of ./damcam test --all
settings.register_profile("few", deadline=None, max_examples=10)  # of a second Python
settings.load_profile("quick")

# In a shell's background SIGINT is ignored, and would be by the programs that are interrupted here.
signal.signal(signal.SIGINT, signal.default_int_handler)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same engine without the frame of a window: pages take half the processor's time. It has no notifications."""


def pytest_xdist_auto_num_workers() -> int:
    return processes()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> InUnits:
    return InUnits(config, log)


LEFT_OUT = pytest.StashKey[int]()
"""The number of tests that were left out because they need root."""


@pytest.hookimpl(trylast=True)  # of those that -k and -m leave
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
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
def needs_root() -> None:
    """Request this in a test that mounts disks, changes owners or is another user. A run as a user without root leaves the test out."""


@pytest.fixture(scope="session")
def slower() -> float:
    """So many times the seconds that something may take on a usual machine it may take on this one: SLOWER=30 for an emulated one."""
    return float(os.environ.get("SLOWER", "1"))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=SHELL, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser as people have it."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()
