"""Session folders: what is read from them, and the sentence for each way to be wrong."""

import json
from pathlib import Path

import pytest

from record.store.folder import FolderError, read_folder
from rules.board.squares import Side

PRESS = {"seq": 1, "t": 1.5, "side": "white", "frame": "frames/0001.jpg"}


def session(folder: Path, about: object, presses: str) -> Path:
    folder.joinpath("session.json").write_text(about if isinstance(about, str) else json.dumps(about))
    folder.joinpath("presses.jsonl").write_text(presses)
    return folder


def lines(*rows: dict[str, object]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_session_is_read_with_the_keys_that_nobody_knows(tmp_path: Path) -> None:
    burst = PRESS | {"seq": 2, "t": 3.0, "side": "black", "frame": "frames/0002.jpg", "burst": ["frames/0002a.jpg", "frames/0002.jpg"]}
    folder = read_folder(session(tmp_path, {"rules": "frisian", "board_size": 10, "table": 4}, lines(PRESS, burst)))
    assert folder.about.others["table"] == 4
    assert [(press.seq, press.t_ns, press.side, press.pictures) for press in folder.presses] == [
        (1, 1_500_000_000, Side.WHITE, ("frames/0001.jpg",)),
        (2, 3_000_000_000, Side.BLACK, ("frames/0002a.jpg", "frames/0002.jpg")),
    ]


@pytest.mark.parametrize("key", ["white", "event", "board", "began", "delay"])
@pytest.mark.parametrize("text", ["bell\a", "two\nlines", "\x1b[2J", "\u202eturned", "x" * 101])
def test_what_no_setting_may_be_no_session_may_tell(tmp_path: Path, key: str, text: str) -> None:
    with pytest.raises(FolderError, match=f"session.json: {key}: one line of text of 100 characters"):
        read_folder(session(tmp_path, {"rules": "frisian", key: text}, lines(PRESS)))


def test_pictures_before_the_press_may_be_named(tmp_path: Path) -> None:
    named = PRESS | {"before": ["frames/0001b1.jpg", "frames/0001b2.jpg"]}
    folder = read_folder(session(tmp_path, {"rules": "frisian"}, lines(named, PRESS | {"seq": 2, "t": 3.0})))
    assert [press.before for press in folder.presses] == [("frames/0001b1.jpg", "frames/0001b2.jpg"), ()]


def test_presses_at_the_same_tenth_of_a_second_keep_their_order(tmp_path: Path) -> None:
    folder = read_folder(session(tmp_path, {"rules": "frisian"}, lines(PRESS, PRESS | {"seq": 2})))
    assert folder.presses[0].t_ns < folder.presses[1].t_ns


@pytest.mark.parametrize(
    ("about", "presses", "sentence"),
    [
        ({"board_size": 10}, "", r'session\.json: the key "rules" is missing'),
        ({"rules": "chess"}, "", r"session\.json: .*chess"),
        ({"rules": "frisian", "board_size": 8}, "", "board_size is 8; frisian is played on 10 x 10"),
        ({"rules": "frisian", "start_fen": "W:W99"}, "", "start_fen: .*99"),
        ("{", "", r"session\.json: not readable as JSON"),
        (r'{"rules": "frisian", "white": "\ud800"}', "", r"session\.json: .* half of a surrogate pair"),
        ({"rules": "frisian"}, "[]\n", "line 1: not a press: a JSON object was expected"),
        ({"rules": "frisian"}, lines(PRESS | {"t": None}), "line 1: not a press: t is None; seconds"),
        ({"rules": "frisian"}, lines(PRESS | {"t": 10**400}), "line 1: not a press: t is 1000"),
        ("[]", "", "a JSON object was expected"),
        ({"rules": "frisian"}, "nonsense\n", r"presses\.jsonl: line 1: not a press"),
        ({"rules": "frisian"}, lines(PRESS) + "7\n", "line 2: not a press"),
        ({"rules": "frisian"}, lines(PRESS | {"side": "green"}), "line 1: not a press: side is 'green'; white or black was expected"),
        ({"rules": "frisian"}, lines({"seq": 1, "t": 1, "side": "white"}), "line 1: the press has no 'frame'"),
        ({"rules": "frisian"}, lines(PRESS | {"seq": 4.5}), r"line 1: not a press: seq is 4\.5; a whole number was expected"),
        ({"rules": "frisian"}, lines(PRESS | {"seq": "4"}), "seq is '4'; a whole number was expected"),
        ({"rules": "frisian"}, lines(PRESS | {"seq": True}), "seq is True; a whole number was expected"),
        ({"rules": "frisian"}, lines(PRESS | {"t": "soon"}), "line 1: not a press"),
        ({"rules": "frisian"}, lines(PRESS | {"t": float("inf")}), "line 1: not a press"),
        ({"rules": "frisian"}, lines(PRESS | {"t": 1e12}), "line 1: not a press: t is 1000000000000"),
        ({"rules": "frisian"}, lines(PRESS | {"t": -1}), "line 1: not a press: t is -1"),
        ({"rules": "frisian"}, lines(PRESS | {"burst": "frames/0001.jpg"}), "must be file names, not 'frames/0001.jpg'"),
        ({"rules": "frisian"}, lines(PRESS | {"frame": "a\0b"}), "must be file names"),
        ({"rules": "frisian"}, lines(PRESS | {"frame": "../../../etc/passwd"}), "lie in the session's folder"),
        ({"rules": "frisian"}, lines(PRESS | {"burst": ["frames/0001.jpg", "frames/../../0001.jpg"]}), "lie in the session's folder"),
        ({"rules": "frisian"}, lines(PRESS | {"before": ["/etc/passwd"]}), "lie in the session's folder"),
        ({"rules": "frisian"}, "[" * 100_000, "line 1: not a press"),
        ("[" * 100_000, "", r"session\.json: not readable as JSON"),
        ({"rules": "frisian"}, lines(PRESS, PRESS), "line 2: press 1 at 1.5 s stands out of order"),
        ({"rules": "frisian"}, lines(PRESS, PRESS | {"seq": 2, "t": 1.0}), "line 2: press 2 at 1.0 s stands out of order"),
    ],
)
def test_a_bad_session_gets_a_sentence(tmp_path: Path, about: object, presses: str, sentence: str) -> None:
    with pytest.raises(FolderError, match=sentence):
        read_folder(session(tmp_path, about, presses))


def test_missing_files_and_folders_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no such folder"):
        read_folder(tmp_path / "none")
    with pytest.raises(FolderError, match=r"session\.json: missing"):
        read_folder(tmp_path)
    session(tmp_path, {"rules": "frisian"}, "").joinpath("presses.jsonl").unlink()
    with pytest.raises(FolderError, match=r"presses\.jsonl: missing"):
        read_folder(tmp_path)
