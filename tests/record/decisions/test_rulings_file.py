"""rulings.jsonl: what is read, and the sentence that a bad line gets."""

import json
from pathlib import Path
from typing import Any

import pytest

from record.decisions.arbitration import Decision
from record.decisions.rulings_file import read_rulings
from record.decisions.words import EnterMove
from record.store.folder import FolderError, read_folder

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


def test_without_the_file_there_are_none(tmp_path: Path) -> None:
    assert read_rulings(session(tmp_path)) == {}


def test_the_rulings_by_the_press_that_they_follow(tmp_path: Path) -> None:
    first = {"seq": 0, "ruling": "Position", "by": "X", "fen": "W:W31:B20", "reason": "began so"}
    back = STAND | {"ruling": "TAKE_BACK", "plies": 2, "colour": "unknown keys are passed over"}
    end = STAND | {"ruling": "end", "result": "1-0", "article": "20.2"}
    found = read_rulings(session(tmp_path, first, "", back, end))
    assert {seq: [ruling.decision for ruling in rulings] for seq, rulings in found.items()} == {
        0: [Decision(0, "position", "X", "began so", fen="W:W31:B20")],
        2: [Decision(2, "take-back", "J. Jansen", plies=2), Decision(2, "end", "J. Jansen", result="1-0", article="20.2")],
    }
    assert str(found[2][1].where).endswith("rulings.jsonl: line 4")


def test_a_move_that_the_players_entered(tmp_path: Path) -> None:
    (found,) = read_rulings(session(tmp_path, ENTERED))[2]
    assert (found.follows, found.decision) == (2, EnterMove(1, 32, 28, (), "", "the players"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "line 2: not a ruling"),
        ("7", "line 2: not a ruling: a JSON object was expected"),
        ("[" * 100_000, "line 2: not a ruling"),
        ({"ruling": "stand", "by": "X"}, "line 2: not a ruling: it has no 'seq'"),
        ({"seq": 2, "by": "X"}, "it has no 'ruling'"),
        ({"seq": 2, "ruling": "stand"}, "it has no 'by'"),
        (STAND | {"seq": "2"}, "seq is '2'; a whole number was expected"),
        (STAND | {"seq": True}, "seq is True"),
        (STAND | {"plies": 1.5}, "plies is 1.5; a whole number"),
        (STAND | {"by": 7}, "by is 7; a text was expected"),
        (STAND | {"fen": None}, "fen is None; a text was expected"),
        (STAND | {"ruling": "applaud"}, "there is no ruling 'applaud'; there are stand, restore"),
        (STAND | {"seq": 3}, "line 2: a ruling after press 3, which presses.jsonl does not have"),
        (STAND | {"seq": 1}, "line 2: a ruling after press 1 stands behind one after press 2"),
        (ENTERED | {"press": "2"}, 'whole numbers at "press", "from" and "to"'),
        (ENTERED | {"to": None}, 'whole numbers at "press", "from" and "to"'),
        (ENTERED | {"captured": 17}, 'a list of them at "captured"'),
        (ENTERED | {"captured": [True]}, 'a list of them at "captured"'),
    ],
)
def test_a_bad_line_gets_a_sentence(tmp_path: Path, line: Any, says: str) -> None:
    with pytest.raises(FolderError, match=says):
        read_rulings(session(tmp_path, STAND, line))


def test_a_file_that_is_no_text_gets_a_sentence(tmp_path: Path) -> None:
    folder = session(tmp_path)
    (tmp_path / "rulings.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FolderError, match=r"rulings\.jsonl: not readable"):
        read_rulings(folder)
