"""`damcam hub enroll` on a terminal: its QR code where that fits, else what to do."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

BLOCKS = "\N{FULL BLOCK}" * 20


@pytest.mark.parametrize(
    ("columns", "is_shown", "says"),
    [
        (80, False, "columns and 4"),
        (105, True, "the accounts do not fit into the QR code"),
        (200, True, ""),
    ],
)
def test_a_code_whose_lines_would_be_broken_is_not_shown(tmp_path: Path, columns: int, is_shown: bool, says: str) -> None:
    state = tmp_path / "hub"
    state.mkdir()
    environment = os.environ | {"DAMCAM_BOARD_STATE": str(state)}
    command = [sys.executable, "-P", "-m", "damcam"]
    subprocess.run([*command, "hub", "init"], env=environment, check=True, capture_output=True)
    subprocess.run([*command, "passwd", "Anke"], input=b"oer it fjild\n", env=environment, check=True, capture_output=True)
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    enroll = [*command, "hub", "enroll", "7", "--address", "192.0.2.7", "--to", str(tmp_path / "7.json")]
    told = b""
    with subprocess.Popen(enroll, stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=environment):
        os.close(its)
        try:
            while part := os.read(ours, 4096):
                told += part
        except OSError:  # the program has ended
            os.close(ours)
    text = told.decode()
    assert (BLOCKS in text) == is_shown
    assert says in text
    assert ("needs a terminal of" in text) != is_shown
    assert (tmp_path / "7.json").exists()
