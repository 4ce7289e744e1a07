"""The log of the programs that run for long."""

import logging
import os
import subprocess
import sys

import pytest
from gunicorn.config import Config

from hub.logs import on_standard_error
from hub.worker import ServerLog

PROGRAM = """
import logging, os
from hub.logs import on_standard_error
about = os.fstat(2)
os.environ["JOURNAL_STREAM"] = f"{about.st_dev}:{about.st_ino}" if SAME else "1:2"
log = logging.getLogger("pi.programs.run")
with on_standard_error():
    log.info("follow the game")
    log.warning("the disk is slow")
    try:
        1 // 0
    except ZeroDivisionError:
        log.exception("a press could not be read")
"""


def lines_of(*, is_journal: bool) -> list[str]:
    program = PROGRAM.replace("SAME", str(is_journal))
    return subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True).stderr.splitlines()


def test_each_message_is_a_line_and_an_unexpected_error_has_its_traceback() -> None:
    lines = lines_of(is_journal=False)
    assert lines[:4] == [
        "damcam: follow the game",
        "damcam: the disk is slow",
        "damcam: a press could not be read",
        "Traceback (most recent call last):",
    ]
    assert lines[-1].startswith("ZeroDivisionError: ")


def test_for_the_journal_every_line_begins_with_its_priority() -> None:
    lines = lines_of(is_journal=True)
    assert lines[:3] == ["<6>damcam: follow the game", "<4>damcam: the disk is slow", "<3>damcam: a press could not be read"]
    assert all(line.startswith("<3>") for line in lines[2:])


def test_nothing_is_left_behind_and_libraries_are_heard_from_warnings_on(capsys: pytest.CaptureFixture[str]) -> None:
    with on_standard_error():
        logging.getLogger("pi.game").info("ours")
        logging.getLogger("gunicorn.x").info("theirs")
        logging.getLogger("gunicorn.x").warning("their warning")
    logging.getLogger("pi.game").error("after the end")
    assert capsys.readouterr().err == "damcam: ours\ndamcam: their warning\n"


def test_without_standard_error_nothing_fails() -> None:
    program = "import logging\nfrom hub.logs import on_standard_error\nwith on_standard_error(): logging.getLogger('hub').error('x')"
    closed = subprocess.run([sys.executable, "-P", "-c", program], preexec_fn=lambda: os.close(2), check=False)
    assert closed.returncode == 0


def test_what_gunicorn_says_goes_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    log = ServerLog(Config())
    with on_standard_error():
        log.error("Worker (pid:%s) was sent SIGKILL!", 7)
    assert capsys.readouterr().err == "damcam: Worker (pid:7) was sent SIGKILL!\n"
