"""Writes that may wait: the latest of each is done, whatever becomes of another."""

import threading

from record.store.later import DiskThread, at_once


def test_the_disk_thread_does_the_latest_of_each_and_survives_a_full_disk_and_worse():
    done: list[object] = []
    begins, goes_on = threading.Event(), threading.Event()

    def slow() -> None:
        begins.set()
        goes_on.wait(60)
        raise OSError(28, "No space left on device")

    def strange() -> None:
        raise OverflowError("Python int too large to convert to SQLite INTEGER")

    thread = DiskThread()
    thread("slow", slow)
    assert begins.wait(60)
    for number in range(5):
        thread("record", lambda number=number: done.append(number))
    thread("strange", strange)
    thread("clock", lambda: done.append("clock"))
    assert thread.lives
    goes_on.set()
    thread.close()
    assert (done, thread.lives) == ([4, "clock"], False)


def test_without_a_thread_a_job_is_done_at_once() -> None:
    done: list[int] = []
    at_once("any", lambda: done.append(1))
    assert done == [1]
