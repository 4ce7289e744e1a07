"""Keeps the settings of one board's camera over a whole day: a camera that is opened again is fixed to the same values."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue

from vision.camera.device import Lock, LockableCamera, Shot

MIN_INTERVAL_NS = 60_000_000
"""The least time between two pictures. Some 15 a second show every motion, and pictures that are skipped cost nothing."""


class Locking:
    """Opens the camera when called, as a `vision.camera.source.Camera`. `lock` and `unlock` may be called from any thread.

    The thread that takes the pictures carries them out before its next picture. An autofocus takes seconds without pictures, so lock before
    the board is found and not during a game.
    """

    def __init__(self, open_camera: Callable[[], LockableCamera], lock: Lock | None = None) -> None:
        self._open = open_camera
        self._wishes: SimpleQueue[Future[Lock] | None] = SimpleQueue()
        self.held = lock
        """The values to which the camera is fixed, also when it is opened again; None when it chooses for itself."""

    def __call__(self) -> "LockedCamera":
        """Open the camera; CameraError when there is none."""
        camera = self._open()
        try:
            if self.held is not None:
                camera.hold(self.held)
        except Exception:
            camera.close()  # or it could not be opened again
            raise
        return LockedCamera(self, camera)

    def lock(self) -> Future[Lock]:
        """Ask for exposure, white balance and focus to be fixed anew; the future has the result, or the error of a camera that failed."""
        wish: Future[Lock] = Future()
        self._wishes.put(None)
        self._wishes.put(wish)
        return wish

    def unlock(self) -> None:
        """Ask for the camera to choose for itself again."""
        self._wishes.put(None)

    def fulfil(self, camera: LockableCamera) -> None:
        """Carry out what was asked for since the picture before."""
        while not self._wishes.empty():
            wish = self._wishes.get()
            if wish is None:
                self.held = None
                camera.unlock()
                continue
            try:
                self.held = camera.lock()
            except Exception as error:
                wish.set_exception(error)
                raise
            wish.set_result(self.held)


class LockedCamera:
    """An open camera that carries out what its `Locking` is asked for."""

    def __init__(self, locking: Locking, camera: LockableCamera) -> None:
        self._locking, self._camera = locking, camera
        self._last_ns = 0

    def take(self, after_ns: int = 0) -> Shot:
        self._locking.fulfil(self._camera)
        shot = self._camera.take(max(after_ns, self._last_ns + MIN_INTERVAL_NS))
        self._last_ns = shot.t_ns
        return shot

    def close(self) -> None:
        self._camera.close()
