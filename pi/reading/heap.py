"""Limits how much freed memory the C library keeps: the smallest Pi has 512 MB in all.

Looking for a board takes 60 MB for a moment. By default each thread has its own arena, which keeps its freed memory (mallopt(3)).
"""

import ctypes

M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3
"""Constants of glibc's malloc.h."""
PICTURE_BYTES = 1_500_000
"""The threshold in bytes. A packed picture of 1280 x 960 px has 1.8 million; smaller arrays come and go often, and the arena is faster."""
_C = ctypes.CDLL(None)


def set_up() -> None:
    """Let all threads share one arena, with pictures outside of it, where they leave no holes. Call it before any thread starts."""
    if hasattr(_C, "mallopt"):  # only glibc has it; other libraries keep less anyway
        _C.mallopt(M_ARENA_MAX, 1)
        _C.mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)


def give_back() -> None:
    """Give freed memory back to the system now; this takes a few milliseconds."""
    if hasattr(_C, "malloc_trim"):
        _C.malloc_trim(0)
