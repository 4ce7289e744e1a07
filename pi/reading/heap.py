"""What the C library keeps of memory that is done with: little, for the smallest Pi has 512 MB in all.

Looking for a board takes 60 MB for a moment. Left alone, each thread has an arena of its own and keeps there what it once had (mallopt(3)).
"""

import ctypes

M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3
"""Of glibc's malloc.h."""
PICTURE_BYTES = 3_000_000
"""A picture of 1280 x 960 has 3.7 million. What is smaller is made and done with all the time, and quicker had from the arena."""
_C = ctypes.CDLL(None)


def set_up() -> None:
    """All threads share one arena, and pictures lie outside of it, where they leave no holes; to be called before there are any."""
    if hasattr(_C, "mallopt"):  # glibc's alone; others keep less anyway
        _C.mallopt(M_ARENA_MAX, 1)
        _C.mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)


def give_back() -> None:
    """What is free goes back to the system now; a few milliseconds."""
    if hasattr(_C, "malloc_trim"):
        _C.malloc_trim(0)
