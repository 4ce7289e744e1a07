"""rulings.jsonl: what is read, and the sentence that a bad line gets."""

import json
from pathlib import Path
from typing import Any

import pytest

from record.decisions.arbitration import Decision
from record.decisions.commands import EnterMove
from record.decisions.rulings_file import read_rulings
from record.store.folder import FolderError, read_folder
from tests.support.says import Refusal, says, within

STAND = {"seq": 2, "ruling": "stand", "by": "J. Jansen"}
ENTERED = {"seq": 2, "ruling": "entered", "by": "the players", "press": 1, "from": 32, "to": 28}


def session(folder: Path, *lines: Any) -> Any:
    """A session of two presses with these rulings, each a JSON object or a line as it is."""
    (folder / "session.json").write_text('{"rules": "frisian"}')
    presses = ({"seq": seq, "t": seq, "side": side, "frame": f"{seq}.jpg"} for seq, side in ((1, "white"), (2, "black")))
    (folder / "presses.jsonl").write_text("".join(json.dumps(press) + "\n" for press in presses))
    if lines:
        (folder / "rulings.jsonl").write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return read_folder(folder)


def test_the_rulings_by_the_press_that_they_follow(tmp_path: Path) -> None:
    first = {"seq": 0, "ruling": "Position", "by": "X", "fen": "W:W31:B20", "reason": "began so"}
    back = STAND | {"ruling": "TAKE_BACK", "plies": 2, "colour": "unknown keys are passed over"}
    end = STAND | {"ruling": "end", "result": "1-0", "article": "20.2", "cause": "resigned"}
    found = read_rulings(session(tmp_path, first, "", back, end))
    assert {seq: [ruling.decision for ruling in rulings] for seq, rulings in found.items()} == {
        0: [Decision(0, "position", "X", "began so", fen="W:W31:B20")],
        2: [
            Decision(2, "take-back", "J. Jansen", plies=2),
            Decision(2, "end", "J. Jansen", result="1-0", article="20.2", cause="resigned"),
        ],
    }
    assert str(found[2][1].where).endswith("rulings.jsonl: line 4")
    (entered,) = read_rulings(session(tmp_path, ENTERED))[2]
    assert (entered.follows, entered.decision) == (2, EnterMove(1, 32, 28, (), "", "the players"))
    (tmp_path / "rulings.jsonl").unlink()
    assert read_rulings(read_folder(tmp_path)) == {}


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("nonsense", within("JsonFault.not-json")),
        ("7", within("FolderFault.no-object")),
        ("[" * 100_000, within("JsonFault.too-deep")),
        ({"ruling": "stand", "by": "X"}, within("RulingRowFault.no-key", key="'seq'")),
        ({"seq": 2, "by": "X"}, within("RulingRowFault.no-key", key="'ruling'")),
        ({"seq": 2, "ruling": "stand"}, within("RulingRowFault.no-key", key="'by'")),
        (STAND | {"seq": "2"}, within("FolderFault.no-whole-number", key="seq", value="'2'")),
        (STAND | {"seq": True}, within("FolderFault.no-whole-number", key="seq", value="True")),
        (STAND | {"plies": 1.5}, within("FolderFault.no-whole-number", key="plies", value="1.5")),
        (STAND | {"by": 7}, within("RulingRowFault.no-text", key="by", value="7")),
        (STAND | {"fen": None}, within("RulingRowFault.no-text", key="fen", value="None")),
        (STAND | {"ruling": "applaud"}, within("RulingRefusal.no-such-ruling", ruling="'applaud'")),
        (STAND | {"seq": 3}, within("RulingsFault.no-such-press", seq=3)),
        (STAND | {"seq": 1}, within("RulingsFault.out-of-order", seq=1, last=2)),
        (ENTERED | {"press": "2"}, within("RulingRowFault.no-move")),
        (ENTERED | {"to": None}, within("RulingRowFault.no-move")),
        (ENTERED | {"captured": 17}, within("RulingRowFault.no-move")),
        (ENTERED | {"captured": [True]}, within("RulingRowFault.no-move")),
    ],
)
def test_a_bad_line_gets_a_sentence(tmp_path: Path, line: Any, refused: Refusal) -> None:
    with pytest.raises(FolderError, check=refused):
        read_rulings(session(tmp_path, STAND, line))


def test_a_file_that_is_no_text_gets_a_sentence(tmp_path: Path) -> None:
    folder = session(tmp_path)
    (tmp_path / "rulings.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FolderError, check=says("FolderFault.not-readable")):
        read_rulings(folder)
