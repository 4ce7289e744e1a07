"""The program that uses a camera for the service, in a process of its own: `vision.camera.apart` starts it, asks it, and can kill it.

It loads the camera's driver and little else, for all that it loads is in memory a second time: the modules that a camera on the ribbon
cable needs load OpenCV (10 MB) only inside the functions that use it. Its messages are pickled tuples: to it the
name of a method and its arguments; from it READY once the driver is loaded, ALIVE while a long call makes progress, and DONE or FAILED at
the end of each call, also of the opening. Pictures go through shared memory, where each lies until the next one is asked for.
"""

import os
import pickle
import socket
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fcntl import F_GETFL, F_SETFL, F_SETOWN, fcntl
from mmap import mmap
from typing import TYPE_CHECKING, Any

from rules.errors import DamcamError
from vision.camera.trouble import ApartTrouble

if TYPE_CHECKING:
    from vision.camera.device import Driver

READY, ALIVE, DONE, FAILED = "ready", "alive", "done", "failed"
MAX_MESSAGE = 65_536
"""The bytes of the longest message."""
LIFELINE = 0
"""The descriptor of a pipe that nobody writes to: it breaks when the service is gone."""

Asked = tuple[str, tuple[int, int], int]
"""A camera as it is opened: the device, the width and height of its pictures, and the degrees by which they are turned."""
Opens = Callable[[Asked], "Driver"]


def main(opener: Callable[[str], Opens] | None = None) -> int:
    """Use the camera of this process's arguments until the service asks nothing more of it.

    `opener` loads the driver of a kind and returns what opens a camera with it; by default that of the Pi's or the USB camera.
    """
    kind, device, width, height, rotation, channel_fd, pictures_fd = sys.argv[1:]
    _end_with(LIFELINE)
    with socket.socket(fileno=int(channel_fd)) as channel, suppress(BrokenPipeError, ConnectionResetError):
        opens = (opener or _opener)(kind)
        _drive(Spoken(channel), SharedPicture(int(pictures_fd)), opens, (device, (int(width), int(height)), int(rotation)))
    return 0


def _end_with(lifeline: int) -> None:
    """Have the kernel end this process when the pipe breaks, even in a call that never returns: nobody handles SIGIO."""
    fcntl(lifeline, F_SETOWN, os.getpid())
    fcntl(lifeline, F_SETFL, fcntl(lifeline, F_GETFL) | os.O_ASYNC)


def _opener(kind: str) -> Opens:
    if kind == "usb":
        from vision.camera.usb import UsbCamera

        return lambda asked: UsbCamera(int(asked[0]) if asked[0].isascii() and asked[0].isdigit() else asked[0], *asked[1:])
    from vision.camera.picamera import PiCamera, picamera2

    with suppress(DamcamError):  # it is told when the camera is opened
        picamera2()
    return lambda asked: PiCamera(int(asked[0]), *asked[1:])


class SharedPicture:
    """The memory in which the arrays of a picture lie one behind the other: a file that both processes have open.

    The service reads a picture before it asks for the next one.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._map: mmap | None = None

    def put(self, *arrays: Any) -> None:
        """Write these arrays; the file grows when they do not fit."""
        views = [memoryview(array).cast("B") for array in arrays]
        held, place = self.map(sum(map(len, views))), 0
        for view in views:
            held[place : place + len(view)] = view
            place += len(view)

    def map(self, size: int) -> mmap:
        """The memory, at least `size` bytes long."""
        if self._map is None or len(self._map) < size:
            if os.fstat(self._descriptor).st_size < size:
                os.ftruncate(self._descriptor, size)
            self._map = mmap(self._descriptor, size)
        return self._map


class Spoken:
    """The messages on a socket that keeps them apart."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel

    def say(self, *words: Any) -> None:
        self._channel.send(pickle.dumps(words))

    def alive(self) -> None:
        """Say that a long call makes progress."""
        self.say(ALIVE)

    def hear(self) -> Sequence[Any]:
        """The next message; an empty one when the other side is gone."""
        said = self._channel.recv(MAX_MESSAGE)
        heard: Sequence[Any] = pickle.loads(said) if said else ()
        return heard


def _drive(spoken: Spoken, picture: SharedPicture, opens: Opens, asked: Asked) -> None:
    spoken.say(READY)
    opened: list[Driver] = []
    with _failure_told(spoken):
        opened.append(opens(asked))
        spoken.say(DONE, None)
    for camera in opened:
        while wish := spoken.hear():
            with _failure_told(spoken):
                spoken.say(DONE, _done(wish, camera, spoken.alive, picture))
        camera.close()


def _done(wish: Sequence[Any], camera: "Driver", alive: Callable[[], object], picture: SharedPicture) -> object:
    """Do what is wished for; return what the service gets of it."""
    match wish:
        case "take", after_ns:
            shot = camera.take(after_ns)
            picture.put(shot.held, shot.small)
            return shot.t_ns, shot.held.shape, shot.small.shape
        case "hold", lock:
            camera.hold(lock)
        case "unlock", *_:
            camera.unlock()
        case "lock", *_:
            return camera.lock(alive)
    return None


@contextmanager
def _failure_told(spoken: Spoken) -> Iterator[None]:
    """Say what the driver raises. Camera libraries do not document what that may be: it goes to the log too."""
    try:
        yield
    except DamcamError as error:
        spoken.say(FAILED, error.sentence, error.about)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        traceback.print_exc()
        spoken.say(FAILED, ApartTrouble.UNUSABLE.said(kind=type(error).__name__, why=str(error)), "")
