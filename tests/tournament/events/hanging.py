"""A program that hangs until it is killed."""

import os
import sys

import pytest

from tests.support.waiting import wait_until

PYTHON = (sys.executable, "-P", "-c")


class Hanging:
    """A program that writes its number into a file, and hangs; `wait` waits until it does."""

    def __init__(self, folder):
        self._file = folder / "number"
        program = f"import os, signal; open({str(self._file)!r}, 'w').write(str(os.getpid())); signal.pause()"
        self.command = (*PYTHON, program)

    @property
    def number(self):
        """Its number, once it hangs; else 0."""
        return int((self._file.exists() and self._file.read_text()) or 0)

    def wait(self, _seconds=0.0):
        wait_until(lambda: self.number)

    def is_gone(self):
        with pytest.raises(ProcessLookupError):
            os.kill(self.number, 0)
