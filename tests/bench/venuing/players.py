"""Plays several boards in one process, each as its service would write.

usage: python -m tests.bench.venuing.players NOTES KEY=STATE=PACE ...

Reads orders from standard input, one a line: `leave KEY`, `enter KEY=STATE=PACE`, `rest`. Answers each with a line once it is done, and
ends with the input.
"""

import select
import sys
import time
from pathlib import Path

from tests.bench.venuing.noting import Notes
from tests.bench.venuing.played_board import PlayedBoard

LOOKS_EVERY_S = 0.005


def main(notes_path: str, *entered: str) -> None:
    notes, boards = Notes(Path(notes_path)), dict[str, PlayedBoard]()

    def enter(words: str) -> None:
        key, state, pace_s = words.split("=")
        boards[key] = PlayedBoard(Path(state), key, float(pace_s), notes)

    for words in entered:
        enter(words)
    print("playing", flush=True)
    while True:
        if select.select([sys.stdin], [], [], LOOKS_EVERY_S)[0]:
            match sys.stdin.readline().split():
                case ["leave", key]:
                    boards.pop(key).close()
                case ["enter", words]:
                    enter(words)
                case ["rest"]:
                    for board in boards.values():
                        board.rest()
                case _:
                    break
            print("done", flush=True)
        for board in boards.values():
            board.work(time.monotonic_ns())
    for board in boards.values():
        board.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
