"""Where rules/, clock/, vision/, record/, tournament/, link/, hub/ and pi/ lie, and how a program of damcam gets to import them."""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_IN_A_WHEEL, _IN_A_CLONE = _HERE / "_house", _HERE.parents[2]


def folders() -> Path:
    """The folder that holds them: beside this file in a wheel, the repository's root in a clone."""
    return _IN_A_WHEEL if _IN_A_WHEEL.is_dir() else _IN_A_CLONE


def make_importable() -> None:
    """Puts them before all else that this process can import: packages of other projects are called `rules` and `hub` too."""
    sys.path.insert(0, str(folders()))
