"""The QR code in a terminal is read by a decoder, in colours that do not depend on the terminal's."""

import os
import pty
import subprocess
import sys

import cv2
import numpy as np
import pytest

from pi.setup.qr_code import AS_BEFORE, BLACK_ON_WHITE, code

PARTS = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
"""The upper and the lower half of each character, light on a dark ground."""


def seen(text: str) -> str:
    """What a camera reads in the code."""
    lines = [line.removeprefix(BLACK_ON_WHITE).removesuffix(AS_BEFORE) for line in text.splitlines()]
    rows = [[PARTS[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    return cv2.QRCodeDetector().detectAndDecode(cv2.copyMakeBorder(picture, *[40] * 4, cv2.BORDER_CONSTANT, value=255))[0]


@pytest.mark.parametrize(
    "address",
    ["http://192.168.178.20:8000/before", "http://192.168.178.20:8001/tablet/board-2?key=3db5c289f9d930ee7c860049d8326a9d"],
)
def test_a_camera_reads_the_address(address: str) -> None:
    assert seen(code(address)) == address
    assert max(map(len, code(address).splitlines())) <= 80


def test_it_is_shown_on_a_terminal_alone(system: None) -> None:
    program = "from pi.setup.qr_code import *; show_code('http://10.0.0.1:8000/')"
    command = [sys.executable, "-P", "-c", program]
    without = subprocess.run(command, capture_output=True, check=True)
    assert (without.stdout, without.stderr) == (b"", b"")
    ours, its = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its) as process:
        os.close(its)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the terminal's other end is closed
            os.close(ours)
        assert process.stdout.read() == b""
    assert seen(shown.decode().replace("\r\n", "\n")) == "http://10.0.0.1:8000/"
