"""`damcam copy`: becomes the program that copies, or says that nothing is to be copied."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from pi.machine.copy_report import CopyState, read_copy_report
from tests.another_disk import ANOTHER_DISK


def test_without_a_folder_it_ends_well_and_tells_systemd(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        environment = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify"), "DAMCAM_BOARD_STATE": str(tmp_path)}
        done = subprocess.run([sys.executable, "-P", "-m", "pi", "copy"], env=environment, capture_output=True, text=True, check=False)
        heard = [systemd.recv(1000).decode() for _ in range(2)]
    sentence = "no folder for a second copy is set; name one with copy_to in [record]"
    assert (done.returncode, done.stderr) == (0, f"damcam: {sentence}\n")
    assert heard == ["READY=1", f"STATUS={sentence}"]


def test_it_copies_to_the_folder_of_the_settings(tmp_path: Path) -> None:
    settings = tmp_path / "damcam.toml"
    settings.write_text(f'[board]\nstate = "{tmp_path}"\n[record]\ncopy_to = "{ANOTHER_DISK}"\n')
    command = [sys.executable, "-P", "-m", "pi", "copy", "--settings", str(settings)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as copying:
        ends_s = time.monotonic() + 30
        while (report := read_copy_report(tmp_path)) is None or report.state is CopyState.STARTS:
            assert time.monotonic() < ends_s
            time.sleep(0.05)
        copying.terminate()
    assert str(report.seen).startswith(f"complete in {ANOTHER_DISK}, where ")
    assert copying.returncode == -15, "nothing is left to be done at its end"
