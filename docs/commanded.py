"""Commands of damcam, run for the pictures of the documentation."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PORT = "8190"


def damcam(*words: str, state: Path | None = None, typed: str = "") -> None:
    """Run a command of damcam to its end."""
    own = {} if state is None else {"DAMCAM_BOARD_STATE": str(state)}
    if state:
        state.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "-P", "-m", "pi", *words], env=os.environ | own, input=typed, text=True, stdout=subprocess.DEVNULL, check=True
    )


@contextmanager
def served(*words: str, state: Path | None = None) -> Iterator[str]:
    """The address of what that command of damcam serves; who may sign in stands in `state`."""
    own = {"DAMCAM_WEB_PORT": PORT, "DAMCAM_HUB_PORT": PORT} | ({} if state is None else {"DAMCAM_BOARD_STATE": str(state)})
    process = subprocess.Popen([sys.executable, "-P", "-m", "pi", *words], env=os.environ | own, stdout=subprocess.DEVNULL)
    try:
        yield f"http://localhost:{PORT}/"
    finally:
        process.terminate()
        process.wait(30)
