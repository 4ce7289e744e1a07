"""A user who may read nothing that is closed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def as_nobody(closed: Path) -> Iterator[None]:
    """Whoever runs the tests, root too, may look into nothing of that file or folder."""
    mode, user = closed.stat().st_mode, os.geteuid()
    closed.chmod(0)
    try:
        if user == 0:  # whom no mode keeps out
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(user)
        closed.chmod(mode)
