"""The tags of a file as they are handed on to the record and to PDN."""

import pytest

from rules.board.ruleset import ruleset
from rules.pdn.check import check_game
from rules.pdn.read import read_games
from rules.pdn.strict import in_notation
from rules.pdn.tags import MAX_TAG_LENGTH, checked_tags
from rules.pdn.write import write_pdn

FRISIAN = ruleset("frisian")
LONG_FEN = "W:W" + ",".join(map(str, range(31, 51))) + ":B" + ",".join(map(str, range(1, 21)))
OTHER = f"""[Event "a\tb\x0bc"]
[White "Ja\x07n"]
[Black "M\ufffdller"]
[Site "{"x" * (MAX_TAG_LENGTH + 1)}"]
[Annotator "{"x" * MAX_TAG_LENGTH}"]
[Date "27-11-2026"]
[EventDate "03-04-2026"]
[UTCDate "?"]
[FEN "{LONG_FEN}"]
[{"N" * (MAX_TAG_LENGTH + 1)} "x"]

1. 32-28 19-23 *
"""


def test_what_names_refuses_is_left_out_and_dates_are_converted() -> None:
    (game,) = read_games(OTHER)
    found = checked_tags(game)
    assert found.tags == {
        "Event": "a b c",
        "Annotator": "x" * MAX_TAG_LENGTH,
        "Date": "2026.11.27",
        "UTCDate": "????.??.??",
        "FEN": LONG_FEN,
    }
    assert [(fault.ply, fault.line, fault.what.code) for fault in found.faults] == [(0, 7, "PdnFault.no-date")]
    codes = [(remark.values["line"], getattr(remark.values["what"], "code", "")) for remark in found.remarks]
    assert codes == [(line, "PdnRemark.date-read" if line == 6 else "PdnFault.tag-left-out") for line in (2, 3, 4, 6, 10)]


@pytest.mark.parametrize("tag", ["Event", "Site", "Date", "Round", "White", "Black", "Board", "Annotator"])
@pytest.mark.parametrize("value", ["x" * (MAX_TAG_LENGTH + 1), "7\u202e", "7\x07", "7\ufffd", "7\u200b"])
def test_no_tag_of_a_game_is_handed_on_unchecked(tag: str, value: str) -> None:
    (game,) = read_games(f'[{tag} "{value}"]\n\n1. 32-28 *')
    assert tag not in checked_tags(game).tags
    assert f"[{tag} " not in write_pdn(in_notation(game, FRISIAN), FRISIAN)


def test_a_date_that_may_be_several_days_is_a_fault_and_the_moves_are_replayed_and_written_all_the_same() -> None:
    (game,) = read_games(OTHER)
    checked = check_game(game, FRISIAN)
    assert (checked.ok, checked.has_faults, checked.plies, checked.faults, len(checked.tag_faults), len(checked.remarks)) == (
        True,
        True,
        2,
        (),
        1,
        5,
    )
    (again,) = read_games(write_pdn(in_notation(game, FRISIAN), FRISIAN))
    assert (again.tags, again.moves) == ({**checked_tags(game).tags, "GameType": "40"}, game.moves)
    assert check_game(again, FRISIAN).remarks == ()


def test_a_fen_that_cannot_be_read_is_written_without_its_control_characters() -> None:
    (game,) = read_games('[FEN "W:W31\x1b[2J:B1"]\n\n1. 31-27 *')
    assert "\x1b" not in write_pdn(in_notation(game, FRISIAN), FRISIAN)
