"""Asks a Video4Linux device why it gives no pictures. The layouts and numbers are those of the kernel's videodev2.h."""

import errno
import fcntl
import os
import struct
from collections.abc import Callable

from rules.errors import Sentence, sentence_of
from vision.camera.rights import how_to_get_access, may_use
from vision.camera.trouble import UsbTrouble

Ioctl = Callable[[int, int, bytearray], object]
"""`fcntl.ioctl`, or that of a fake device."""

QUERYCAP = 0x80685600
"""VIDIOC_QUERYCAP: what the device can do, as a v4l2_capability."""
REQBUFS = 0xC0145608
"""VIDIOC_REQBUFS: ask for buffers, as a v4l2_requestbuffers. No buffers at all frees those of this process, which has none."""
CAPABILITY = struct.Struct("=16s32s32sIII12x")
"""Driver, card, bus, version, the capabilities of the whole device, and those of this node."""
BUFFERS = struct.Struct("=III4xB3x")
"""Count, type, memory, and flags."""
CAP_CAPTURE, CAP_CAPTURE_PLANES, CAP_OF_NODE = 0x1, 0x1000, 0x80000000
TYPE_CAPTURE, TYPE_CAPTURE_PLANES = 1, 9
MEMORY_MAPPED = 1


def why_not_opened(device: int | str, ioctl: Ioctl = fcntl.ioctl) -> Sentence:
    """Why OpenCV cannot open the device, as far as the system tells, with what to do about it.

    A UVC camera has a second node beside that of its pictures, which has data about them alone.
    """
    path = f"/dev/video{device}" if isinstance(device, int) else device
    if not os.path.exists(path):
        return UsbTrouble.NO_DEVICE.said(UsbTrouble.PLUG_IT_IN.said(), device=device, path=path)
    if not may_use(path):
        return UsbTrouble.NOT_ALLOWED.said(how_to_get_access(path), device=device, path=path)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno == errno.EBUSY:
            return _in_use(device, path)
        return UsbTrouble.NOT_OPENED.said(device=device, why=sentence_of(error))
    try:
        return _why_no_pictures(device, path, descriptor, ioctl)
    finally:
        os.close(descriptor)


def _why_no_pictures(device: int | str, path: str, descriptor: int, ioctl: Ioctl) -> Sentence:
    capability = bytearray(CAPABILITY.size)
    try:
        ioctl(descriptor, QUERYCAP, capability)
    except OSError:
        return UsbTrouble.NO_CAMERA.said(UsbTrouble.NAME_A_CAMERA.said(), device=device, path=path)
    *_, of_device, of_node = CAPABILITY.unpack(capability)
    can = of_node if of_device & CAP_OF_NODE else of_device
    if not can & (CAP_CAPTURE | CAP_CAPTURE_PLANES):
        return UsbTrouble.OTHER_NODE.said(UsbTrouble.NAME_A_CAMERA.said(), device=device, path=path)
    kind = TYPE_CAPTURE if can & CAP_CAPTURE else TYPE_CAPTURE_PLANES
    try:
        ioctl(descriptor, REQBUFS, bytearray(BUFFERS.pack(0, kind, MEMORY_MAPPED, 0)))
    except OSError as error:
        if error.errno == errno.EBUSY:
            return _in_use(device, path)
        return UsbTrouble.NOT_OPENED.said(device=device, why=sentence_of(error))
    return UsbTrouble.REFUSED.said(device=device)


def _in_use(device: int | str, path: str) -> Sentence:
    return UsbTrouble.USED_ELSEWHERE.said(UsbTrouble.STOP_THAT.said(path=path), device=device)
