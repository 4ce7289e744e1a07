"""The limit of open files of this process."""

import resource
from contextlib import suppress


def room_for_files(wanted: int) -> None:
    """Raise the limit to that number, as far as the system allows. Without permission it stays as it is."""
    with suppress(OSError, ValueError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
