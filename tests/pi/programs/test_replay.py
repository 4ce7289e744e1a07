"""Recorded sessions through the whole pipeline: real pictures in, a record out, with what the camera lacks, what was lifted, and what the
arbiter ruled at its place; and what spoilt sessions get.
"""

import io
import itertools
import json
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from pi.cli import main
from pi.game.board_game import LoopSays
from pi.programs.session_player import recorded_game
from pi.setup.loading import load_settings
from record.events.of_game import Arbitrated, BoardMoved, CameraFault, CameraRestored, Ruled
from record.papers.public_view import public_view
from record.session.step import from_events
from record.store.folder import read_folder
from record.store.journal import Journal, fold
from record.telling import remarks
from rules.board.ruleset import ruleset
from rules.board.squares import board
from rules.pdn.read import check_game, read_games
from tests.pi.conftest import SHIPPED
from tests.support.commands import refusal
from tests.support.says import parts
from vision.image.picture import encode_jpeg, read_picture
from vision.watching.draw import AROUND, OUTLINE, STRAIGHT_PX
from vision.watching.health import PictureFault

FINE = ("legal", "corrected")


def parsed(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


TRUTH = parsed(SHIPPED / "truth.jsonl")


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """What `replay` leaves of the shipped session, its rows in rows.jsonl."""
    folder, told = tmp_path_factory.mktemp("replayed"), io.StringIO()
    with redirect_stdout(told):
        assert main(["replay", str(SHIPPED), "--out", str(folder), "--json"]) == 0
    (folder / "rows.jsonl").write_text(told.getvalue())
    return folder


def test_every_ruling_of_the_shipped_session_is_right_and_an_irregular_press_carries_its_alert_and_a_legal_one_none(out):
    held, rows = "", parsed(out / "rows.jsonl")
    ruled = {row["seq"]: row for row in rows}
    for want in TRUTH:
        row = ruled[want["seq"]]
        assert (row["verdict"], row["fen"], row["move"] if want["move"] else None) == (want["event"], want["fen"], want["move"]), want
    twice = [b["seq"] for a, b in itertools.pairwise(parsed(SHIPPED / "presses.jsonl")) if a["side"] == b["side"]]
    assert twice, "two presses in a row by one side do not derail the game"
    assert {ruled[seq]["verdict"] for seq in twice} == {"corrected"}
    for row in rows:
        named = [alert for alert in row["alerts"] if alert["code"] not in remarks.CODES]
        assert [alert["code"] for alert in named] == ([] if row["verdict"] in FINE else [row["verdict"]])
        for alert in named:
            assert {"code", "article", "squares", "text", "acts", "side", "before", "after"} == set(alert)
            assert (alert["side"], alert["before"], alert["after"]) == (row["side"], held, row["fen"])
        held = row["fen"]
    told = [(row["seq"], alert["squares"], alert["article"]) for row in rows for alert in row["alerts"] if alert["code"] == "off-centre"]
    assert [one for one in told if one != (1, [17], "25")] == [(5, [29], "25")]  # 17 lies on the limit: it may be named, once


def test_the_record_is_the_game_as_it_stands_its_journal_is_closed_and_its_pictures_are_drawn(out):
    (game,) = read_games((out / "game.pdn").read_text())
    checked = check_game(game, ruleset("frisian"))
    assert checked.ok, checked.faults
    assert checked.plies == len([want for want in TRUTH if want["event"] in FINE])
    assert sorted(path.name for path in out.glob("journal*")) == ["journal.jsonl", "journal.jsonl-tail"]
    with Journal.reader(out / "journal.jsonl") as journal:
        state = fold(journal)
    assert (state.fen, state.closed) == (TRUTH[-1]["fen"], True)
    assert len(list((out / "drawn").glob("????.jpg"))) == 1 + len(TRUTH), "each with the grid"
    irregular = [row["seq"] for row in TRUTH if row["event"] not in FINE]
    shown = {path.name for path in (out / "drawn").glob("????-*.jpg") if "off-centre" not in path.name}
    assert shown == {f"{seq:04}-{when}.jpg" for seq in irregular for when in ("before", "after")}


def pairs(rows):
    """What is told of each press, with whether that amends what was told."""
    return [(row["seq"], row["verdict"], row["move"], row.get("amends", False)) for row in rows]


def said(rows):
    """What is remarked of the camera."""
    return [
        (row["seq"], alert["code"], alert.get("reason")) for row in rows for alert in row["alerts"] if alert["code"].startswith("camera")
    ]


def spoil(path, how):
    path.write_bytes(encode_jpeg(np.ascontiguousarray(np.clip(how(read_picture(path).astype(float)), 0, 255).astype(np.uint8)), 95))


def half(path):
    path.write_bytes(path.read_bytes()[:20_000])


def grey(path):
    path.write_bytes(encode_jpeg(np.full((480, 640, 3), 128, np.uint8)))


def as_of(name):
    return lambda path: path.write_bytes((path.parent / name).read_bytes())


def test_squares_that_stay_covered_are_named_and_shown_and_the_game_goes_on(copied, replayed, tmp_path, geometry):
    session = copied(presses=6)
    cover = np.round(geometry.to_px([[8.1, 7.1], [9.9, 7.1], [9.9, 9.9], [8.1, 9.9]])).astype(np.int32)
    for picture in (session / "frames").glob("000[1-6]*.jpg"):
        picture.write_bytes(encode_jpeg(cv2.fillPoly(read_picture(picture), [cover], (120, 60, 200))))
    rows = replayed(session)
    told = [(row["seq"], alert["squares"]) for row in rows for alert in row["alerts"] if alert["code"] == "unread-squares"]
    assert told == [(6, [40, 45, 50])]
    assert {"0006-before.jpg", "0006-after.jpg"} <= {path.name for path in (tmp_path / "out" / "drawn").iterdir()}
    assert [row["verdict"] for row in rows] == [want["event"] for want in TRUTH[:6]]


@pytest.mark.parametrize("missing", ["pictures", "presses"])
def test_the_only_line_of_moves_is_told_where_two_presses_in_a_row_have_no_picture(copied, capsys, missing):
    """The moves are told as amendments of presses that keep the remark that there was no picture."""
    session = copied(presses=13, after=9)
    if missing == "pictures":
        for number in (10, 11):
            (session / "frames" / f"{number:04}.jpg").unlink()
    else:
        lines = (session / "presses.jsonl").read_text().splitlines(keepends=True)
        (session / "presses.jsonl").write_text("".join(lines[:1] + lines[3:]))
    first = 10 if missing == "pictures" else 11
    assert main(["replay", str(session), "--json", "--lang", "en"]) == 0
    shown = capsys.readouterr()
    rows = [json.loads(line) for line in shown.out.splitlines()]
    silent, told = (first, first + 1), {t["seq"]: t["move"] for t in TRUTH}
    assert [row["verdict"] for row in rows if row["seq"] in silent and not row.get("amends")] == ["unsure", "unsure"]
    assert pairs(row for row in rows if row.get("amends")) == [(seq, "legal", told[seq], True) for seq in silent]
    assert [(row["verdict"], row["move"]) for row in rows if row["seq"] == first + 2] == [("legal", told[first + 2])]
    assert all(f"press {seq}" in shown.err for seq in silent)


def test_where_two_orders_lead_to_the_picture_the_squares_that_changed_are_told_and_the_game_goes_on(copied, replayed):
    session = copied(presses=5)
    for number in (2, 3):
        (session / "frames" / f"{number:04}.jpg").unlink()
    rows = replayed(session, lang="en")
    last = {row["seq"]: row for row in rows}
    assert [(last[seq]["verdict"], last[seq]["move"]) for seq in (2, 3, 4)] == [("unsure", None), ("unsure", "36-31"), ("unsure", None)]
    assert last[4]["fen"] == TRUTH[3]["fen"]
    (alert,) = (alert for alert in last[4]["alerts"] if alert["code"] == "found-again")
    assert alert["squares"] == [17, 18, 21, 23, 31, 36]
    assert "not sure" in alert["text"]


def test_a_fault_of_the_camera_is_told_when_it_begins_and_when_it_is_over_and_to_the_arbiter_alone(copied, replayed, events):
    """Art. 24."""
    session = copied(presses=3)
    spoil(session / "frames" / "0002.jpg", lambda image: image * 0.01)
    rows = replayed(session)
    assert sorted(set(said(rows))) == [(2, "camera", "black"), (3, "camera", "over")]
    of_the_second = [row for row in rows if row["seq"] == 2]
    assert [row["verdict"] for row in of_the_second] == ["unsure", "legal"]
    told = [alert for row in of_the_second for alert in row["alerts"] if alert["code"] == "camera"]
    assert len(told) == len(of_the_second), "an amended row counts alone, and keeps the remark"
    journal = events()
    assert [event.reason for event in journal if isinstance(event, CameraFault)] == ["black"]
    (over,) = (place for place, event in enumerate(journal) if isinstance(event, CameraRestored))
    assert journal[over].picture == "frames/0003.jpg"
    blind = from_events(journal[:over])
    assert blind.blind is not None
    seen = json.dumps(public_view(blind)).lower()
    assert not [word for word in ("camera", "lens", "alert", "fault", "blind", "unsure") if word in seen]
    assert {str(fault) for fault in PictureFault} | {remarks.OVER} == set(remarks.CAMERA_SENTENCES)


def test_a_frozen_camera_is_no_press_without_a_move_and_where_no_board_is_seen_the_next_picture_decides(copied, replayed, events):
    session = copied(presses=13, after=9)
    as_of("0000.jpg")(session / "frames" / "0010.jpg")
    grey(session / "frames" / "0012.jpg")
    rows = replayed(session)
    assert sorted(set(said(rows)))[:2] == [(10, "camera", "frozen"), (11, "camera", "over")]
    assert {row["seq"]: (row["verdict"], row["fen"]) for row in rows} == {want["seq"]: (want["event"], want["fen"]) for want in TRUTH[9:13]}
    assert [row["verdict"] for row in rows if row["seq"] == 12] == ["unsure", "legal"]
    assert [(fault.reason, fault.picture) for fault in from_events(events()).faults][-1] == ("covered", "frames/0012.jpg")


def test_a_board_slid_by_one_field_is_told_with_its_evidence_and_the_game_goes_on(copied, replayed, events, geometry):
    session, corners = copied(presses=3), geometry.corners_px()
    right = (corners[1] - corners[0]) / 10
    slid = np.array([[1, 0, right[0]], [0, 1, right[1]]])
    for name in ("0002.jpg", "0003.jpg"):
        spoil(session / "frames" / name, lambda image: cv2.warpAffine(image, slid, image.shape[1::-1], borderMode=cv2.BORDER_REFLECT))
    rows = replayed(session)
    assert said(rows) == [(2, "camera-moved", None)]
    assert [(row["verdict"], row["move"]) for row in rows] == [("legal", "31-27"), ("legal", "18-23"), ("legal", "36-31")]
    (moved,) = [event for event in events() if isinstance(event, BoardMoved)]
    assert (moved.before, moved.after) == ("frames/0001.jpg", "frames/0002.jpg")
    assert moved.corner_squares == pytest.approx(1, abs=0.15)


def test_a_board_that_lies_wrong_makes_the_game_void(copied, replayed, tmp_path):
    session = copied(presses=2)
    for picture in (session / "frames").glob("000[0-2].jpg"):
        spoil(picture, lambda image: image[:, ::-1])
    rows = replayed(session)
    assert [row["verdict"] for row in rows] == ["turned"] * 2
    told = [(row["seq"], alert["article"], alert["acts"]) for row in rows for alert in row["alerts"]]
    assert told == [(1, "26", "at once")]  # it holds for the whole game
    assert "mirrored" in rows[0]["alerts"][0]["text"], "the setting that would accept it is named"
    pdn = (tmp_path / "out" / "game.pdn").read_text()
    assert '[Result "*"]' in pdn
    assert '[Termination "void"]' in pdn


def as_in_a_mirror(session):
    for picture in (session / "frames").glob("*.jpg"):
        spoil(picture, lambda image: image[:, ::-1])
    return session


def test_a_board_that_lies_mirrored_is_read_as_its_mirror_image_where_that_is_asked_for(copied, events, tmp_path, capsys, geometry):
    session = as_in_a_mirror(copied(presses=8))
    told = (session / "session.json").read_text()
    assert main(["replay", str(session), "--mirrored", "--json", "--out", str(tmp_path / "out")]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ruled = [(row["seq"], row["verdict"], row["fen"]) for row in rows]
    held = [(want["seq"], want["event"], want["fen"]) for want in TRUTH[:8]]
    assert ruled == held, "numbers follow: each square has the number that it has in the mirror"
    opened, lies = events()[:2]
    assert opened.mirrored
    across = geometry.corners_px()[[1, 0, 3, 2]] * (-1, 1) + (639, 0)
    assert np.abs(np.array(lies.corners_px) - across).max() < 3, "White's lower left first, counter-clockwise"
    straight = read_picture(tmp_path / "out" / "drawn" / "0008-after.jpg").astype(int)

    def field(picture, square):
        top, left = (round((place + AROUND) * STRAIGHT_PX) for place in board(10).seen_at(square, mirrored=True))
        return picture[top : top + STRAIGHT_PX, left : left + STRAIGHT_PX]

    marked = np.abs(straight - OUTLINE).sum(axis=2) < 90
    assert field(marked, 23).sum() > 0.8 * marked.sum() > 0, "the picture is laid straight as the board lies"
    assert [float(field(straight, square)[12:-12, 12:-12].mean()) > 120 for square in (18, 29, 39, 1)] == [True, False, True, False]
    (session / "session.json").write_text(json.dumps(json.loads(told) | {"mirrored": True}))
    (session / "presses.jsonl").write_text((session / "presses.jsonl").read_text().splitlines()[0])
    assert main(["replay", str(session), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fen"] == TRUTH[0]["fen"]


@pytest.mark.parametrize("key", ["regulation", "competition"])
def test_under_a_tournament_regulation_no_board_is_read_mirrored(copied, replayed, capsys, key):
    """Art. 26 holds there: the game is void, whatever the session says."""
    session = as_in_a_mirror(copied(presses=1, mirrored=True, **{key: "C"}))
    assert main(["replay", str(session), "--json", "--lang", "en"]) == 0
    told = capsys.readouterr()
    row = json.loads(told.out)
    assert row["verdict"] == "turned"
    assert "mirrored" not in row["alerts"][0]["text"], "the setting is refused there"
    assert str(LoopSays.NOT_MIRRORED.said(regulation="C")) in told.err


@pytest.mark.parametrize(("words", "crowns"), [((), "none"), (("--crowns", "disc"), "")])
def test_kings_get_no_second_disc_where_the_session_says_so_and_no_option_otherwise(copied, events, tmp_path, words, crowns):
    session = copied(presses=1, crowns="none")
    assert main(["replay", str(session), *words, "--json", "--out", str(tmp_path / "out")]) == 0
    assert events()[0].crowns == crowns
    (session / "session.json").write_text('{"rules": "frisian", "crowns": "paper"}')
    assert "FolderFault.not-one-of" in refused(session)[0]


@pytest.mark.parametrize("key", ["regulation", "competition"])
def test_under_a_tournament_regulation_a_king_gets_a_second_disc(copied, events, tmp_path, capsys, key):
    session = copied(presses=1, crowns="none", **{key: "C"})
    assert main(["replay", str(session), "--json", "--lang", "en", "--out", str(tmp_path / "out")]) == 0
    assert str(LoopSays.SECOND_DISC.said(regulation="C")) in capsys.readouterr().err
    assert not events()[0].crowns


def test_a_board_that_lies_right_is_not_read_mirrored(copied):
    session = copied(presses=1)
    assert "Lies.not-mirrored" in refused(session, "--mirrored")[0]
    (session / "session.json").write_text('{"rules": "frisian", "mirrored": "yes"}')
    assert "FolderFault.no-truth" in refused(session)[0]


def refused(session, *words):
    """The codes, or the English templates, of the sentence and of those in it, by which `replay` refuses, and what it says."""
    error = refusal("replay", session, "--json", *words)
    return [one.code or one.english for one in parts(error.sentence)], str(error)


@pytest.mark.parametrize("name", ["game.pdn", "journal.jsonl", "drawn"])
def test_nothing_that_is_there_is_written_over(copied, tmp_path, name):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("precious")
    assert "SessionSays.recorded-before" in refused(copied(), "--out", tmp_path / "out")[0]
    assert [(path.name, path.read_text()) for path in (tmp_path / "out").iterdir()] == [(name, "precious")]


@pytest.mark.parametrize(
    ("name", "spoil", "code"),
    [
        ("0002.jpg", half, "BadFile.half-written"),
        ("0000.jpg", Path.unlink, "BadFile.missing"),
        ("0000.jpg", grey, "NoBoard.not-found"),
        ("0000.jpg", as_of("0004.jpg"), "Mismatch.none-seen"),
    ],
)
def test_a_bad_picture_gets_one_sentence_and_the_journal_is_closed(copied, tmp_path, capsys, name, spoil, code):
    session = copied()
    spoil(session / "frames" / name)
    codes, told = refused(session, "--out", tmp_path / "out")
    assert (code in codes, name in told) == (True, True)
    assert len(capsys.readouterr().out.splitlines()) == (1 if name == "0002.jpg" else 0)
    for journal in (tmp_path / "out").glob("journal.jsonl"):  # of some there is none
        Journal.open(journal).close()


@pytest.mark.parametrize(
    ("about", "words", "code"),
    [
        ({"time_control": "forever"}, [], "SessionSays.unusable"),
        ({"regulation": "Z"}, [], "{key} is {value}; one of {allowed} was expected, or nothing"),
        ({"after_a_fault": "stone"}, [], "{key} is {value}; one of {allowed} was expected, or nothing"),
        ({}, ["--out", "/dev/null"], "SessionSays.no-folder"),
        ({}, ["--out", "/proc/nothing"], "SessionSays.no-folder"),
    ],
)
def test_a_bad_session_file_or_an_output_folder_that_cannot_be_made_gets_one_sentence(copied, about, words, code):
    assert code in refused(copied(**about), *words)[0]


PRESS, ORIGIN, CAPTURED, TARGET = 10, 12, 18, 23
"""Where in the shipped session Black plays 12x23."""


@pytest.fixture
def lifted(copied, geometry):
    """A function that gives a session of that press alone, with pictures from before it: in each these squares look as after it."""
    path = copied(presses=PRESS, after=PRESS - 1)
    (press,) = parsed(path / "presses.jsonl")
    image, after = read_picture(path / "frames/0000.jpg"), read_picture(path / press["frame"])

    def mixed(squares):
        mask = np.zeros(image.shape[:2], np.uint8)
        for square in squares:
            row, col = board(10).row_col(square)
            corners = geometry.to_px(np.array([[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]]))
            cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
        return np.where(cv2.dilate(mask, np.ones((5, 5), np.uint8))[..., None] > 0, after, image)

    def saw(*pictures):
        names = [f"frames/0010b{number}.jpg" for number, _ in enumerate(pictures, 1)]
        for name, picture in zip(names, pictures, strict=True):
            (path / name).unlink(missing_ok=True)
            if picture is not None:
                (path / name).write_bytes(encode_jpeg(picture if isinstance(picture, np.ndarray) else mixed(picture), 95))
        (path / "presses.jsonl").write_text(json.dumps(press | {"before": names}))
        return path

    return saw


def test_a_captured_piece_lifted_while_the_capturing_piece_is_on_its_way_is_told(lifted, replayed):
    """Art. 14."""
    (row,) = replayed(lifted([], [ORIGIN, CAPTURED]))
    assert (row["verdict"], row["move"]) == ("legal", "12x23")
    (alert,) = row["alerts"]
    assert alert.pop("text").endswith(" 18."), "the square in the language of the arbiter"
    told = {"code": "14", "article": "14", "squares": [CAPTURED], "acts": "on claim", "side": "black"}
    assert alert == told | {"before": TRUTH[PRESS - 2]["fen"], "after": row["fen"]}


def test_lifting_after_the_piece_has_arrived_tells_nothing_and_no_picture_before_the_press_changes_what_is_read_after_it(lifted, replayed):
    (row,) = replayed(lifted(np.zeros((480, 640, 3), np.uint8), [ORIGIN, TARGET], [ORIGIN, CAPTURED, TARGET]))
    assert (row["verdict"], row["move"], row["fen"], row["alerts"]) == ("legal", "12x23", TRUTH[PRESS - 1]["fen"], [])


BY = {"by": "J. Jansen"}


def test_a_position_that_is_set_is_played_on_from(copied, replayed, events, tmp_path):
    before = TRUTH[3]["fen"]
    rows = replayed(copied(presses=6, after=4), {"seq": 5, "ruling": "position", "fen": before})
    assert [(row["seq"], row["verdict"]) for row in rows] == [(5, "27a"), (6, "legal")]
    assert (rows[-1]["move"], rows[-1]["fen"]) == ("33-29", TRUTH[5]["fen"])
    assert "/FEN" in (tmp_path / "out" / "game.pdn").read_text()
    (arbitrated,) = (event for event in events() if isinstance(event, Arbitrated))
    state = from_events(events())
    assert (arbitrated.seq, arbitrated.by, arbitrated.fen, arbitrated.t_ns) == (5, "J. Jansen", before, state.presses[0].t_ns)
    assert [ply.move for ply in state.plies] == ["23-29", None, "33-29"]


def test_a_press_by_the_side_whose_clock_stands_and_one_after_the_end_is_told_and_has_no_row(copied, tmp_path, capsys):
    session = copied(presses=2)
    first, second = parsed(session / "presses.jsonl")
    presses = first | {"side": "black"}, first | {"seq": 2}, second | {"seq": 3}, first | {"seq": 4, "t": second["t"] + 9}
    (session / "presses.jsonl").write_text("\n".join(map(json.dumps, presses)))
    end = {"seq": 3, "ruling": "end", "result": "1/2-1/2", "article": "21.2"}
    rulings = {"seq": 1, "ruling": "to-move", "side": "white"} | BY, end | BY
    (session / "rulings.jsonl").write_text("\n".join(map(json.dumps, rulings)))
    assert main(["replay", str(session), "--json", "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr()
    assert pairs(map(json.loads, told.out.splitlines())) == [(2, "legal", "31-27", False), (3, "legal", "18-23", False)]
    assert [f"press {seq} " in told.err for seq in range(1, 5)] == [True, False, False, True]
    assert '[Termination "Art. 21.2"]' in (tmp_path / "out" / "game.pdn").read_text()


def test_on_paper_the_rows_go_on_without_irregularities_the_record_does_not_and_the_journal_keeps_it_all(
    copied, replayed, events, tmp_path, capsys
):
    session = copied(presses=6, after=3)
    spoil(session / "frames" / "0006.jpg", lambda image: image * 0.01)
    rows = replayed(session, {"seq": 4, "ruling": "paper"})
    assert [row["seq"] for row in rows if "amends" not in row] == [4, 5, 6]
    assert {(row["seq"], alert["code"]) for row in rows for alert in row["alerts"]} == {(6, "camera")}, "what the camera lacks is told"
    text = " ".join((tmp_path / "out" / "game.pdn").read_text().split())
    assert ("17-21" in text, "33-29" in text, text.endswith("{continued on paper} *")) == (True, False, True)
    (kept,) = [event for event in events() if isinstance(event, Ruled) and event.seq == 5]
    assert kept.alerts[0].code == "27a"
    (session / "presses.jsonl").write_text("\n".join((session / "presses.jsonl").read_text().splitlines()[:2]))
    with patch("pi.programs.replay.wants_json", return_value=False):
        assert main(["replay", str(session)]) == 0
    assert kept.alerts[0].text not in capsys.readouterr().out, "at a terminal too"


def test_a_ruling_that_cannot_be_gets_one_sentence_and_the_journal_is_closed(copied, tmp_path):
    session = copied(presses=1)
    for ruling, code in (
        ({"ruling": "stand"}, "RulingRefusal.nothing-pending"),
        ({"ruling": "entered", "press": 1, "from": 28, "to": 23}, "SaidFault.nothing-there"),
    ):
        (session / "rulings.jsonl").write_text(json.dumps({"seq": 1} | ruling | BY))
        codes, told = refused(session, "--out", tmp_path / code)
        assert (code in codes, "rulings.jsonl: line 1" in told) == (True, True)
        Journal.open(tmp_path / code / "journal.jsonl").close()


@pytest.mark.parametrize(
    ("about", "settings", "way"),
    [
        ({}, "", "record"),
        ({"regulation": "C"}, "", "paper"),
        ({"regulation": "C", "after_a_fault": "record"}, "", "record"),
        ({"regulation": "D"}, 'regulation = "C"', "record"),
        ({}, 'regulation = "C"', "paper"),
        ({"after_a_fault": "paper"}, 'regulation = "A"', "paper"),
    ],
)
def test_what_becomes_of_the_record_after_a_fault(copied, tmp_path, about, settings, way):
    (tmp_path / "damcam.toml").write_text(f"[game]\n{settings}\n")
    defaults = load_settings(tmp_path / "damcam.toml", {}).game
    assert recorded_game(read_folder(copied(presses=0, **about)), defaults).about.settings.after_a_fault == way


def test_a_move_that_the_players_entered_is_taken_at_its_place(copied, replayed, tmp_path, capsys):
    session = copied(presses=3)
    spoil(session / "frames" / "0002.jpg", np.zeros_like)
    entered = {"seq": 2, "ruling": "entered", "press": 2, "from": 18, "to": 23, "by": "the players"}
    rows = replayed(session, entered)
    assert pairs(rows)[1:] == [(2, "unsure", None, False), (2, "legal", "18-23", True), (3, "legal", "36-31", False)]
    assert rows[2]["entered_by"] == "the players"
    assert main(["record", str(tmp_path / "out"), "--json"]) == 0
    assert [json.loads(line)["entered_by"] for line in capsys.readouterr().out.splitlines()] == [None, "the players", None]
