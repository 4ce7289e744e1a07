"""A part of the program that ends as if its process was killed: nothing is closed in good order."""

import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def killed() -> Iterator[None]:
    """A context in which objects with open files may be dropped. Python closes the files, as the kernel does for a killed process.

    From Python 3.13 on a dropped SQLite connection is warned of, and the warning would fail whichever test runs then.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield
        gc.collect()
