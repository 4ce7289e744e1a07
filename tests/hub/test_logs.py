"""The log of the programs that run for long."""

import logging
import os
import subprocess
import sys

import pytest
from gunicorn.config import Config

from hub.hooks import ServerLog
from hub.logs import on_standard_error


@pytest.fixture
def lines(capfd, monkeypatch):
    """Logs two messages and an unexpected error; returns the lines on standard error, which is the journal's stream or not."""

    def logged(is_journal):
        about = os.fstat(2)
        monkeypatch.setenv("JOURNAL_STREAM", f"{about.st_dev}:{about.st_ino}" if is_journal else "1:2")
        log = logging.getLogger("pi.programs.run")
        with on_standard_error():
            log.info("follow the game")
            log.warning("the disk is slow")
            try:
                raise ZeroDivisionError
            except ZeroDivisionError:
                log.exception("a press could not be read")
        return capfd.readouterr().err.splitlines()

    return logged


def test_each_message_is_a_line_that_begins_with_its_priority_for_the_journal_and_an_unexpected_error_has_its_traceback(lines):
    told = lines(is_journal=False)
    assert told[:3] == ["damcam: follow the game", "damcam: the disk is slow", "damcam: a press could not be read"]
    assert (told[3].split()[0], told[-1]) == ("Traceback", "ZeroDivisionError")
    told = lines(is_journal=True)
    assert told[:3] == ["<6>damcam: follow the game", "<4>damcam: the disk is slow", "<3>damcam: a press could not be read"]
    assert len(told) > 3
    assert all(line.startswith("<3>") for line in told[2:])


def test_nothing_is_left_behind_libraries_are_heard_from_warnings_on_and_gunicorn_goes_the_same_way(capsys):
    log = ServerLog(Config())
    with on_standard_error():
        logging.getLogger("pi.game").info("ours")
        logging.getLogger("gunicorn.x").info("theirs")
        logging.getLogger("gunicorn.x").warning("their warning")
        log.error("Worker (pid:%s) was sent SIGKILL!", 7)
    logging.getLogger("pi.game").error("after the end")
    assert capsys.readouterr().err == "damcam: ours\ndamcam: their warning\ndamcam: Worker (pid:7) was sent SIGKILL!\n"


def test_without_standard_error_nothing_fails(system):
    program = "import logging\nfrom hub.logs import on_standard_error\nwith on_standard_error(): logging.getLogger('hub').error('x')"
    closed = subprocess.run([sys.executable, "-P", "-c", program], preexec_fn=lambda: os.close(2), check=False)
    assert closed.returncode == 0
