"""One board's camera over a whole day: opened again whenever it failed, and fixed again as it was fixed before."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue

from vision.camera.device import Lock, LockableCamera, Shot

APART_NS = 60_000_000
"""Pictures are taken so far apart: 15 a second show every motion, and those between cost nothing."""


class Locking:
    """Called, it opens the camera and gives a `vision.camera.source.Camera`. `lock` and `unlock` may be called from any thread.

    They are done by the thread that takes the pictures, before its next one: a lens that searches its focus takes seconds, in which there
    are no pictures, so lock before the board is found and not while a game runs.
    """

    def __init__(self, open_camera: Callable[[], LockableCamera], lock: Lock | None = None) -> None:
        self._open = open_camera
        self._wishes: SimpleQueue[Future[Lock] | None] = SimpleQueue()
        self.held = lock
        """What the camera is fixed to, and will be when it is opened again; None when it chooses for itself."""

    def __call__(self) -> "LockedCamera":
        """CameraError when there is no camera."""
        camera = self._open()
        try:
            if self.held is not None:
                camera.hold(self.held)
        except Exception:
            camera.close()  # or it could not be opened again
            raise
        return LockedCamera(self, camera)

    def lock(self) -> Future[Lock]:
        """Fix exposure, white balance and focus anew; the result is there once it is done, or the error of a camera that failed."""
        wish: Future[Lock] = Future()
        self._wishes.put(None)
        self._wishes.put(wish)
        return wish

    def unlock(self) -> None:
        """Let the camera choose for itself again."""
        self._wishes.put(None)

    def fulfil(self, camera: LockableCamera) -> None:
        """Do what was wished since the picture before."""
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
    """An open camera that does what its `Locking` is asked for."""

    def __init__(self, locking: Locking, camera: LockableCamera) -> None:
        self._locking, self._camera = locking, camera
        self._last_ns = 0

    def take(self, after_ns: int = 0) -> Shot:
        self._locking.fulfil(self._camera)
        shot = self._camera.take(max(after_ns, self._last_ns + APART_NS))
        self._last_ns = shot.t_ns
        return shot

    def close(self) -> None:
        self._camera.close()
