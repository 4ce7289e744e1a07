"""Measures the evidence of the reader for squares with known contents, and stores it for the simulator in `measured.npz`.

usage: .venv/bin/python -m tests.bench.refereeing.measure FOLDER ...     each FOLDER is a session with its truth, or holds such sessions.

The settled picture of each press is read as in a game: one watcher goes from press to press, and learns the true board after each. For each
square of each picture the file has the session, the square, its content and the five log-likelihoods, and for each session the board size.
"""

import sys

import numpy as np

from rules.board.squares import Content
from rules.errors import DamcamError
from tests.bench.refereeing.noise import MEASURED
from tests.bench.seeing.labelled import Session, sessions
from vision.watching.watcher import Watcher


def measured(session: Session) -> list[tuple[int, int, tuple[float, ...]]]:
    """Square, content and row for each square of each settled picture, without pictures that the watcher refuses."""
    watcher = Watcher(session.size)
    watcher.begin(session.first(), session.start)
    found = []
    for picture in session.settled():
        try:
            sight = watcher.look([picture.frame()])
        except DamcamError as error:
            print(f"{session.name} {picture.path.name}: {error}", file=sys.stderr)
            continue
        contents = tuple(Content(int(content)) for content in picture.contents)
        found += [(square, int(content), row) for square, (content, row) in enumerate(zip(contents, sight.evidence.log_p, strict=True), 1)]
        watcher.confirm(sight, contents)
    return found


def main() -> int:
    found = sessions(sys.argv[1:])
    if not found:
        print(f"no session with a truth.jsonl in {', '.join(sys.argv[1:]) or 'no folder'}", file=sys.stderr)
        return 2
    rows = [(place, *one) for place, session in enumerate(found) for one in measured(session)]
    np.savez_compressed(
        MEASURED,
        sizes=np.array([session.size for session in found], np.uint8),
        session=np.array([row[0] for row in rows], np.uint8),
        square=np.array([row[1] for row in rows], np.uint8),
        content=np.array([row[2] for row in rows], np.uint8),
        log_p=np.array([row[3] for row in rows], np.float16),
    )
    print(f"{MEASURED}: {len(rows)} squares of {len(found)} sessions, {MEASURED.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
