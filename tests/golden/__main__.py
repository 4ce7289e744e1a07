"""Writes the golden files from the program as it is: `python -m tests.golden [FOLDER_OF_SESSIONS]`.

With a folder of recorded sessions their evidence is read from the pictures again; else that in the repository is used.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from pi.cli import main
from record.store.folder import JOURNAL_NAME
from tests.golden.evidence import session_of
from tests.golden.files import GOLDEN, SESSIONS, golden, text_of


def read_evidence(sessions: Path) -> None:
    """Replay each session in the folder and keep what was seen; OSError where there is no such folder, before anything is deleted."""
    found = sorted(sessions.iterdir())
    shutil.rmtree(SESSIONS, ignore_errors=True)
    SESSIONS.mkdir(parents=True)
    for session in found:
        with tempfile.TemporaryDirectory() as folder:
            main(["replay", str(session), "--out", folder, "--json"])
            kept = session_of(Path(folder) / JOURNAL_NAME)
        (SESSIONS / f"{session.name}.json").write_text(json.dumps(kept, separators=(",", ":")) + "\n")


def write() -> None:
    """Write every golden file."""
    for name, make in golden().items():
        file = GOLDEN / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text_of(make), "utf-8")
        print(name, file.stat().st_size, file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        read_evidence(Path(sys.argv[1]))
    write()
