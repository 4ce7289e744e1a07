"""Session folders and their JSON: what is read from them, and the sentence for each way to be wrong."""

import json
from pathlib import Path

import pytest

from record.store.folder import FolderError, read_folder
from record.store.json_text import JsonError, json_in
from rules.board.squares import Side
from tests.support.says import Refusal, says, within

OFF_THE_BOARD = "{pieces}: {text} is not on the board, whose squares are 1 to {last}"
PRESS = {"seq": 1, "t": 1.5, "side": "white", "frame": "frames/0001.jpg"}


def session(folder: Path, about: object, presses: str) -> Path:
    folder.joinpath("session.json").write_text(about if isinstance(about, str) else json.dumps(about))
    folder.joinpath("presses.jsonl").write_text(presses)
    return folder


def lines(*rows: dict[str, object]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_session_is_read_with_the_keys_that_nobody_knows(tmp_path: Path) -> None:
    burst = PRESS | {"seq": 2, "t": 3.0, "side": "black", "frame": "frames/0002.jpg", "burst": ["frames/0002a.jpg", "frames/0002.jpg"]}
    early = PRESS | {"seq": 3, "t": 3.0, "before": ["frames/0003b1.jpg", "frames/0003b2.jpg"]}
    folder = read_folder(session(tmp_path, {"rules": "frisian", "board_size": 10, "table": 4}, lines(PRESS, burst, early)))
    assert folder.about.others["table"] == 4
    assert [(press.seq, press.side, press.pictures, press.before) for press in folder.presses] == [
        (1, Side.WHITE, ("frames/0001.jpg",), ()),
        (2, Side.BLACK, ("frames/0002a.jpg", "frames/0002.jpg"), ()),
        (3, Side.WHITE, ("frames/0001.jpg",), ("frames/0003b1.jpg", "frames/0003b2.jpg")),
    ]
    first, second, third = (press.t_ns for press in folder.presses)
    assert (first, second) == (1_500_000_000, 3_000_000_000)
    assert second < third, "those of the same tenth of a second keep their order"


@pytest.mark.parametrize("key", ["white", "event", "board", "began", "delay"])
@pytest.mark.parametrize("text", ["bell\a", "two\nlines", "\x1b[2J", "\u202eturned", "x" * 101])
def test_what_no_setting_may_be_no_session_may_tell(tmp_path: Path, key: str, text: str) -> None:
    with pytest.raises(FolderError, check=says("FolderFault.no-line", key=key, most=100)):
        read_folder(session(tmp_path, {"rules": "frisian", key: text}, lines(PRESS)))


@pytest.mark.parametrize(
    ("about", "presses", "refused"),
    [
        ({"board_size": 10}, "", says("FolderFault.no-rules")),
        ({"rules": "chess"}, "", says("RulesFault.unknown")),
        ({"rules": "frisian", "board_size": 8}, "", says("FolderFault.other-size", size="8", rules="frisian", expected=10)),
        (
            {"rules": "frisian", "start_fen": "W:W99"},
            "",
            within(OFF_THE_BOARD, text="99"),
        ),
        ("{", "", within("JsonFault.not-json")),
        ({"rules": "frisian"}, "[]\n", within("FolderFault.no-object")),
        *(({"rules": "frisian"}, lines(PRESS | {"t": t}), within("FolderFault.no-seconds")) for t in (None, 10**400, float("inf"), 1e12)),
        ("[]", "", says("FolderFault.no-object")),
        ({"rules": "frisian"}, "nonsense\n", within("JsonFault.not-json", line=1, column=1)),
        ({"rules": "frisian"}, lines(PRESS) + "7\n", within("FolderFault.no-object")),
        ({"rules": "frisian"}, lines(PRESS | {"side": "green"}), within("FolderFault.no-side", value="'green'")),
        ({"rules": "frisian"}, lines({"seq": 1, "t": 1, "side": "white"}), within("FolderFault.no-key", key="'frame'")),
        ({"rules": "frisian"}, lines(PRESS | {"seq": "4"}), within("FolderFault.no-whole-number", key="seq", value="'4'")),
        ({"rules": "frisian"}, lines(PRESS | {"seq": True}), within("FolderFault.no-whole-number", key="seq", value="True")),
        ({"rules": "frisian"}, lines(PRESS | {"t": -1}), within("FolderFault.no-seconds", value="-1")),
        ({"rules": "frisian"}, lines(PRESS | {"burst": "frames/0001.jpg"}), within("FolderFault.no-file-names", value="'frames/0001.jpg'")),
        *(
            ({"rules": "frisian"}, lines(PRESS | {key: names}), within("FolderFault.no-file-names"))
            for key, names in (("frame", "a\0b"), ("frame", "../../../etc/passwd"), ("before", ["/etc/passwd"]))
        ),
        ({"rules": "frisian"}, lines(PRESS | {"burst": ["frames/0001.jpg", "frames/../../0001.jpg"]}), within("FolderFault.no-file-names")),
        ({"rules": "frisian"}, "[" * 100_000, within("JsonFault.too-deep")),
        ({"rules": "frisian"}, lines(PRESS, PRESS), within("FolderFault.out-of-order", seq=1, seconds=1.5)),
        ({"rules": "frisian"}, lines(PRESS, PRESS | {"seq": 2, "t": 1.0}), within("FolderFault.out-of-order", seq=2, seconds=1.0)),
    ],
)
def test_a_bad_session_gets_a_sentence(tmp_path: Path, about: object, presses: str, refused: Refusal) -> None:
    with pytest.raises(FolderError, check=refused):
        read_folder(session(tmp_path, about, presses))


def test_missing_files_and_folders_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FolderError, check=says("FolderFault.no-folder")):
        read_folder(tmp_path / "none")
    with pytest.raises(FolderError, check=says("FolderFault.no-session")):
        read_folder(tmp_path)
    session(tmp_path, {"rules": "frisian"}, "").joinpath("presses.jsonl").unlink()
    with pytest.raises(FolderError, check=says("FolderFault.no-presses")):
        read_folder(tmp_path)


REFUSED = {
    "no-json": ('{"a": }', "JsonFault.not-json"),
    "empty": ("", "JsonFault.not-json"),
    "no-utf-8": (b"\xff\xfe\x00", "JsonFault.not-utf-8"),
    "deep": ("[" * 100_000, "JsonFault.too-deep"),
    "digits": ("[" + "9" * 5000 + "]", "JsonFault.too-long"),
    "surrogate": (r'{"white": "\ud800"}', "JsonFault.half-a-pair"),
    "surrogate-key": (r'{"\udfff": 1}', "JsonFault.half-a-pair"),
}


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_used_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(JsonError) as refused:
        json_in(text)
    assert refused.value.sentence.code == code


def test_whole_characters_beyond_the_basic_plane_are_text() -> None:
    assert json_in(r'["\ud83d\ude00", 1.5, null]') == ["\U0001f600", 1.5, None]
