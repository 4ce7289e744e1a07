"""Measures the evidence of the reader for squares with known contents, and stores it for the simulator in `measured.npz`.

usage: .venv/bin/python -m tests.bench.refereeing.measure FOLDER ...     each FOLDER is a session with its truth, or holds such sessions.

The settled picture of each press is read as in a game: one watcher goes from press to press, and learns the true board after each. For each
square of each picture the file has the session, the square, its content and the five log-likelihoods, and for each session the board size.
Of each man that became a king on its promotion row it has the lead of the king over the man in that picture: there the outline of the piece
that came tells its height as well, which it does of no piece that stays.
"""

import sys

import numpy as np

from rules.board.squares import Content
from rules.errors import DamcamError
from tests.bench.refereeing.noise import MEASURED
from tests.bench.seeing.labelled import Session, sessions
from vision.watching.watcher import Watcher


def measured(session: Session) -> tuple[list[tuple[int, int, tuple[float, ...]]], list[float]]:
    """Square, content and row for each square of each settled picture, without pictures that the watcher refuses, and the leads of the
    kings that were made."""
    watcher = Watcher(session.size)
    watcher.begin(session.first(), session.start)
    found, crowned, before = [], [], session.start
    for picture in session.settled():
        try:
            sight = watcher.look([picture.frame()])
        except DamcamError as error:
            print(f"{session.name} {picture.path.name}: {error}", file=sys.stderr)
            continue
        contents = tuple(Content(int(content)) for content in picture.contents)
        found += [(square, int(content), row) for square, (content, row) in enumerate(zip(contents, sight.evidence.log_p, strict=True), 1)]
        for square, (stood, content) in enumerate(zip(before, contents, strict=True), 1):
            if content.side and content.is_king and content is not stood and _kings(contents, content) > _kings(before, content):
                crowned.append(sight.evidence.height_margin(square, content))
        watcher.confirm(sight, contents)
        before = contents
    return found, crowned


def _kings(contents: tuple[Content, ...], king: Content) -> int:
    return sum(content is king for content in contents)


def main() -> int:
    found = sessions(sys.argv[1:])
    if not found:
        print(f"no session with a truth.jsonl in {', '.join(sys.argv[1:]) or 'no folder'}", file=sys.stderr)
        return 2
    each = [measured(session) for session in found]
    rows = [(place, *one) for place, (squares, _) in enumerate(each) for one in squares]
    np.savez_compressed(
        MEASURED,
        sizes=np.array([session.size for session in found], np.uint8),
        session=np.array([row[0] for row in rows], np.uint8),
        square=np.array([row[1] for row in rows], np.uint8),
        content=np.array([row[2] for row in rows], np.uint8),
        log_p=np.array([row[3] for row in rows], np.float16),
        crowned=np.array([lead for _, crowned in each for lead in crowned], np.float16),
    )
    print(f"{MEASURED}: {len(rows)} squares of {len(found)} sessions, {MEASURED.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
