"""Why a USB camera cannot be opened, as far as its device tells; the device is a fake."""

import errno
import os
import stat

import pytest

from vision.camera import v4l
from vision.camera.v4l import why_not_opened

PICTURES, DATA = 0x04200001, 0x04A00000
"""What the two nodes of a UVC camera can do; each also tells both of the device."""
BOTH = PICTURES | DATA | 0x80000000


class FakeNode:
    """A node of a device. `of_node` is None where it is none of Video4Linux; `refuses` is the errno of a request for buffers."""

    def __init__(self, of_node=PICTURES, refuses=0):
        self._of_node, self._refuses = of_node, refuses

    def __call__(self, descriptor, request, argument):
        assert stat.S_ISREG(os.fstat(descriptor).st_mode)
        assert len(argument) == request >> 16 & 0x3FFF  # the kernel's number of a request has the size of its argument
        if self._of_node is None:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        if request == v4l.QUERYCAP:
            argument[84:92] = BOTH.to_bytes(4, "little") + self._of_node.to_bytes(4, "little")
        elif self._refuses:
            raise OSError(self._refuses, os.strerror(self._refuses))


@pytest.fixture
def device(tmp_path):
    path = tmp_path / "video0"
    path.touch()
    return path


@pytest.mark.parametrize(
    ("node", "code"),
    [
        (FakeNode(None), "UsbTrouble.no-camera"),
        (FakeNode(DATA), "UsbTrouble.other-node"),
        (FakeNode(refuses=errno.EBUSY), "UsbTrouble.used-elsewhere"),
        (FakeNode(refuses=errno.EIO), "UsbTrouble.not-opened"),
        (FakeNode(), "UsbTrouble.refused"),
    ],
)
def test_the_device_tells_why_no_pictures_come(device, node, code):
    assert why_not_opened(str(device), node).code == code


@pytest.mark.parametrize(("mode", "remedy"), [(0o660, "RightsTrouble.add-to-group"), (0o600, "RightsTrouble.owner-only")])
def test_where_access_is_denied_the_group_is_named_if_it_has_access(device, mode, remedy, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    device.chmod(mode)
    denied = why_not_opened(str(device), FakeNode())
    assert (denied.code, denied.remedy.code) == ("UsbTrouble.not-allowed", remedy)
