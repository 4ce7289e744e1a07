"""PDN games are read, from real files and from careless ones."""

from pathlib import Path

import pytest

from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.pdn.check import Checked
from rules.pdn.clock import PdnClock
from rules.pdn.read import MAX_VARIATION_DEPTH, PdnGame, PdnLine, PdnMove, check_game, decoded, read_games, rules_of
from rules.play.strongest import PieceWeights

FRISIAN = ruleset("frisian")
GAMES = Path(__file__).resolve().parents[2] / "data" / "games"


def only(text: str) -> PdnGame:
    (game,) = read_games(text)
    return game


def said(odd: PdnGame | Checked) -> tuple[str, ...]:
    return tuple(map(str, odd.remarks))


def faults(text: str) -> list[tuple[int, int, str]]:
    return [(fault.ply, fault.line, fault.text) for fault in check_game(only(text), FRISIAN).faults]


def test_movetext_without_headers_is_told_apart_by_its_results() -> None:
    games = list(read_games((GAMES / "frisian.pdn").read_text()))
    assert len(games) == 14
    assert all(check_game(game, FRISIAN).ok and game.result in ("1-0", "0-1", "draw") for game in games)
    assert [check_game(game, FRISIAN).plies for game in games] == [len(game.moves) for game in games]


def test_games_with_headers_from_their_fen() -> None:
    games = list(read_games((GAMES / "frysk.pdn").read_text()))
    checked = [check_game(game, FRISIAN) for game in games]
    assert len(games) == 25
    assert all(one.ok and one.plies == len(game.moves) for one, game in zip(checked, games, strict=True))
    assert {number: said(one) for number, one in enumerate(checked, 1) if one.remarks} == {
        3: ("ply 80: play went on after the game had ended (draw, Art. 21.1)",),
        7: ("ply 70: play went on after the game had ended (draw, Art. 21.1)",),
        11: ("ply 55: play went on after the game had ended (draw, Art. 21.1)",),
        18: ("ply 57: play went on after the game had ended (draw, Art. 21.1)",),
    }
    assert (games[1].tags["White"], games[1].result) == ("Karimov", "1-0")
    assert all(rules_of(game) is FRISIAN for game in games)


def test_frysk_needs_no_fen_tag() -> None:
    assert check_game(only('[GameType "97"]\n\n1. 48-43 5-10 2. 43-39 *'), FRISIAN).plies == 3


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("1. 32-28 19-23 2. 28x19 14x23 *", 4),
        ("1.32-28 19-23 2.28x19 14x23", 4),
        ("32-28 19-23 28x19 14x23", 4),
        ("1. 32-28! 19-23?! 2. 28:19 14X23 *", 4),
        ("1. 32-28 $1 19-23 !? 2. 28x19 14x23 *", 4),
        ("1. 32-28 {a word} 1... 19-23 {[%clock w0:59:30 B1:00:00]} 2. 28x19 *", 3),
        ("1. 32-28 ; to the end of the line 1. 31-27\n19-23 *", 2),
        ("1. 32-28 (1. 31-27 19-23 (1... 20-24)) 19-23 *", 2),
        ("1. 32-28 {over\ntwo lines} 19-23\n*", 2),
    ],
)
def test_what_is_read_leniently(text: str, plies: int) -> None:
    checked = check_game(only(text), FRISIAN)
    assert (checked.plies, checked.faults) == (plies, ())


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("2-0", "1-0"),
        ("1-0", "1-0"),
        ("0-2", "0-1"),
        ("0-1", "0-1"),
        ("1-1", "draw"),
        ("1/2-1/2", "draw"),
        ("0-0", "0-0"),
        ("*", "*"),
        ("\u00bd-\u00bd", "draw"),
        ("\u00bd \u2013 \u00bd", "draw"),
        ("2\u20130", "1-0"),
    ],
)
def test_results(written: str, result: str) -> None:
    assert only(f"1. 32-28 {written}").result == result
    assert only(f'[Result "{written}"]\n\n1. 32-28').result == result


@pytest.mark.parametrize(
    ("tag", "movetext", "result", "remarks"),
    [
        ("2-0", "1-0", "1-0", ()),
        ("1-0", "*", "1-0", ()),
        ("*", "0-2", "0-1", ()),
        ("?", "1-1", "draw", ()),
        ("2-1", "1-1", "draw", ("line 2: the Result tag says 2-1, which is not a result",)),
        ("1-0", "0-1", "0-1", ("line 2: the Result tag says 1-0, the movetext 0-1; the movetext is used",)),
        ("0-0", "0-1", "0-1", ("line 2: the Result tag says 0-0, the movetext 0-1; the movetext is used",)),
        ("0-0", "*", "0-0", ("line 2: the result 0-0 means that both sides lost",)),
    ],
)
def test_the_result_of_tag_and_movetext(tag: str, movetext: str, result: str, remarks: tuple[str, ...]) -> None:
    game = only(f'[Event "x"]\n[Result "{tag}"]\n\n1. 32-28 {movetext}')
    assert (game.result, game.tags["Result"], said(game)) == (result, tag, remarks)


@pytest.mark.parametrize("written", ["2-1", "1-2", "2 - 2", "1-1/2", "1\u00bd-\u00bd"])
def test_points_that_are_no_result_are_a_fault_that_says_so(written: str) -> None:
    (fault,) = only(f"1. 32-28 19-23 {written}").faults
    assert fault.ply == 2
    assert fault.text == f"{written.replace(' ', '')} is no result; 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1 and * are"


@pytest.mark.parametrize(
    ("text", "moves", "unread", "result"),
    [
        ("1. 32-28 zet 2. 37-32 {a word} 20-25 2-0", 1, "zet 2. 37-32 (a word) 20-25", "1-0"),
        ("1. 32-28 ) 19-23 (1... 20-24) *", 1, ") 19-23 ( 1... 20-24 )", "*"),
        ("1. 32-28 (1. 31-27 {no end", 1, "(no end)", "*"),
        ("zet 32-28", 0, "zet 32-28", "*"),
        ("1. 32-28 (1. zet) 19-23 0-1", 2, "", "0-1"),
    ],
)
def test_the_moves_end_at_the_first_fault_and_the_rest_is_kept_as_text(text: str, moves: int, unread: str, result: str) -> None:
    game = only(text)
    assert (len(game.moves), game.unread, game.result) == (moves, unread, result)


def test_comments_are_kept_with_their_move() -> None:
    move, answer = only("1. 32-28 {one} {[%clock w0:59:30 B1:00:00]} 19-23").moves
    assert (move.comments, answer.comments) == (("one", "[%clock w0:59:30 B1:00:00]"), ())


def test_what_stands_before_a_move_stays_with_it() -> None:
    game = only("{intro} 1. {a} 32-28 {b} $14 19-23 {c}\n{d} 2. {e} 28x19 (2. 33-29) {f} 2... 14x23 (2... 13x24) {end} 2-0 {last}")
    assert [(move.before, move.glyphs, move.comments) for move in game.moves] == [
        (("intro", "a"), (14,), ("b",)),
        ((), (), ("c", "d")),
        (("e",), (), ()),
        (("f",), (), ()),
    ]
    assert (game.comments, game.result) == (("end", "last"), "1-0")


@pytest.mark.parametrize(
    ("written", "glyphs"),
    [
        ("!", (1,)),
        ("?", (2,)),
        (" !!", (3,)),
        ("??", (4,)),
        ("!?", (5,)),
        ("?!", (6,)),
        ("(!)", (1,)),
        ("! $132 $0", (1, 132, 0)),
        ("!!!", (3,)),
    ],
)
def test_glyphs(written: str, glyphs: tuple[int, ...]) -> None:
    assert [move.glyphs for move in only(f"1. 32-28{written} 19-23 *").moves] == [glyphs, ()]


def test_variations_stand_with_the_move_that_they_replace() -> None:
    first, second = only("1. 32-28 (1. 31-27! 19-23 (1... 20-24 {deep}) 2. 27-22) ({only words}) 19-23 (1... 20-25) *").moves
    assert [[move.text for move in line.moves] for line in first.variations] == [["31-27", "19-23", "27-22"], []]
    assert first.variations[0].moves[1].variations == (PdnLine((PdnMove("20-24", comments=("deep",)),)),)
    assert first.variations[1].comments == ("only words",)
    assert [line.moves for line in second.variations] == [(PdnMove("20-25"),)]


@pytest.mark.parametrize(
    ("variation", "remarks"),
    [
        ("(1. 31-27 19-23 (1... 20-24 2. 27-21))", ()),
        ("(1. 31-22)", ("line 3: in a variation, 31-22 is not a legal move here",)),
        ("(1. 31-27 (1. 31-28 20-24) 19-24)", ("line 3: in a variation, 31-28 is not a legal move here",)),
        (
            "(1. 31-27 enz. 2-0)",
            ("line 3: 'enz.' in a variation is not understood", "line 3: the result 2-0 in a variation is ignored"),
        ),
        ('(/FEN "B:W31-50:B1-20"/ 1... 20-25)', ()),
    ],
)
def test_a_variation_is_never_a_fault(variation: str, remarks: tuple[str, ...]) -> None:
    checked = check_game(only(f'[GameType "40"]\n\n1. 32-28 {variation} 19-23 *'), FRISIAN)
    assert (checked.plies, checked.faults, said(checked)) == (2, (), remarks)


def test_variations_deeper_than_anybody_writes_are_passed_over() -> None:
    game = only("1. 32-28 " + "(1. 31-27 " * (MAX_VARIATION_DEPTH + 5) + ")" * (MAX_VARIATION_DEPTH + 5) + " 19-23 *")
    assert len(game.moves) == 2
    assert (game.faults, said(game)) == ((), (f"line 1: a variation inside {MAX_VARIATION_DEPTH} others is skipped",))
    depth, line = 0, game.moves[0].variations
    while line:
        depth, line = depth + 1, line[0].moves[0].variations
    assert depth == MAX_VARIATION_DEPTH


@pytest.mark.parametrize(
    ("comment", "clock"),
    [
        ("[%clock w0:59:30 B1:00:00]", PdnClock(3570, 3600, Side.BLACK)),
        ("a word [%clock W1:20:00 b0:00:05] and another", PdnClock(4800, 5, Side.WHITE)),
        ("[%clock b0:10:00]", PdnClock(None, 600, None)),
        ("[%clk w0:00:10 B0:00:03]", PdnClock(10, 3, Side.BLACK)),
        ("[%clk 1:55:21]", None),
        ("[%eval 0.4]", None),
        ("[%clock w0:99:30]", None),
    ],
)
def test_clocks(comment: str, clock: PdnClock | None) -> None:
    move, _ = only(f"1. 32-28 {{{comment}}} 19-23").moves
    assert (move.clock, move.comments) == (clock, (comment,))


def test_of_two_clocks_the_last_holds() -> None:
    (move,) = only("1. 32-28 {[%clock w0:59:30 B1:00:00] [%clock w0:59:29 B1:00:00]} *").moves
    assert move.clock == PdnClock(3569, 3600, Side.BLACK)


def test_a_position_set_up_on_the_way() -> None:
    game = only('1. 32-28 37-32\n/FEN "B:W28,31-36,38-50:B1-20"/ {what stood there} 1... 20-25 2. 99-1 *')
    assert game.moves[2].setup == "B:W28,31-36,38-50:B1-20"
    assert check_game(only('1. 32-28 /FEN "B:W28,31-36,38-50:B1-20"/ 1... 20-25 *'), FRISIAN).plies == 2
    checked = check_game(only('1. 32-28\n/FEN "nonsense"/ 20-25 *'), FRISIAN)
    assert (checked.plies, checked.faults[0].line, checked.faults[0].ply) == (1, 2, 2)
    checked = check_game(only('/FEN "W:W28:B22"/ 1. 28x17 *'), FRISIAN)
    assert (checked.plies, said(checked)) == (1, ("ply 1: the position is set up, not reached by a move",))


@pytest.mark.parametrize(
    ("game_type", "rules"),
    [
        ("40", "frisian"),
        ("97", "frisian"),
        ("20", "international"),
        ("20,W,10,10,N2,0", "international"),
        ("21", "english"),
        ("51", "dambord"),
    ],
)
def test_the_game_type_names_the_rules(game_type: str, rules: str) -> None:
    game = only(f'[GameType "{game_type}"]\n\n*')
    assert rules_of(game) is ruleset(rules)
    assert said(check_game(game, ruleset(rules))) == ()


@pytest.mark.parametrize(("game_type", "says"), [("20,W,10,10,N2,0", "20 means international"), ("25", "25 is not known here")])
def test_a_game_type_that_contradicts_the_rules_is_a_remark(game_type: str, says: str) -> None:
    checked = check_game(only(f'[Event "x"]\n[GameType "{game_type}"]\n\n1. 32-28 *'), FRISIAN)
    assert (checked.plies, said(checked)) == (1, (f"line 2: the GameType {says}; replayed as frisian",))


def test_tags_are_kept_whatever_they_are() -> None:
    game = only('[Event "a \\"b\\" c"] [Opening "?"]\n[White "Jan "de Beer" Jansen"]\n[My_tag ""]\n[Event "again"]\n\n1. 32-28 *')
    assert game.tags == {"Event": "again", "Opening": "?", "White": 'Jan "de Beer" Jansen', "My_tag": ""}
    assert said(game) == ("line 4: the tag Event is given twice; the last one is used",)


@pytest.mark.parametrize("fen", ["", "?"])
def test_a_fen_tag_without_a_value_is_none(fen: str) -> None:
    assert check_game(only(f'[FEN "{fen}"]\n\n1. 32-28 *'), FRISIAN).ok


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ('[FEN "B:W40:B20"]\n\n1. ... 20-24 2. 40-35 *', [2]),
        ('[Event "A"]\n\n[Event "B"]\n\n1. 32-28', [0, 1]),
        ("01. 32-28 19-23\n\n01. 31-27", [2, 1]),
        ("1. 32-28 *\n* *\n1. 31-27 19-23 *", [1, 2]),
        ("1. 32-28 2-0\n\n{about the next} 1. 31-27 19-23", [1, 2]),
        ("% passed over\n1. 32-28\n%1. 31-27\n19-23", [2]),
        ('[FEN "W:W28,48:B22,8"]\n\n1. x 8-12 2. x 2-0', [3]),
        ("1. 32 - 28 19-23 2. 28 x 19 14 x 23 2-0", [4]),
        ("1.\u00a032\u201328 19\u201423", [2]),
        ("1. 32-28\r\n1... 19-23\r2. 28x19", [3]),
    ],
)
def test_careless_files(text: str, moves: list[int]) -> None:
    games = list(read_games(text))
    assert [len(game.moves) for game in games] == moves
    assert all(check_game(game, FRISIAN).ok for game in games)


def test_a_bare_cross_is_no_part_of_what_stands_beside_it() -> None:
    game = only("1. 32-28 x 2. x x 3. 33-29 x 2-0")
    assert ([move.text for move in game.moves], game.result) == (["32-28", "x", "x", "x", "33-29", "x"], "1-0")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1"])
def test_the_encodings_that_are_met(encoding: str) -> None:
    assert only(decoded('[White "S\u00fbkerbiet, Fr\u00e2ns"]\n\n*'.encode(encoding))).tags == {"White": "S\u00fbkerbiet, Fr\u00e2ns"}


def test_several_games_one_after_another() -> None:
    text = '[White "A"]\n\n1. 32-28 *\n\n[White "B \\"b\\""]\n1. 31-27\n\n1. 33-29 19-23 2-0 1. 34-30'
    games = list(read_games(text))
    assert [(game.line, game.tags.get("White"), len(game.moves)) for game in games] == [
        (1, "A", 1),
        (5, 'B "b"', 1),
        (8, None, 2),
        (8, None, 1),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 32-28 19-23\n2. 33-29 *", [(3, 2, "33-29 is not a legal move here")]),
        ("1. 32-27 20-25\n2. zet 25-30", [(2, 2, "'zet' is not understood")]),
        ('[FEN "W:W99:B1"]\n\n1. 32-28 *', [(0, 1, "FEN: white pieces: 99 is not on the board, whose squares are 1 to 50")]),
        ("1. 32-28 (19-23\n*", [(1, 2, "a variation is not closed")]),
        ("1. 32-28 ) 19-23 *", [(1, 1, "a variation is closed that was not opened")]),
        ("1. 32-28 {no end", [(1, 1, "a comment is not closed")]),
    ],
)
def test_faults_tell_ply_and_line(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert faults(text) == expected


def test_after_a_fault_the_game_is_not_replayed_further() -> None:
    assert check_game(only("1. 32-28 19-23 2. 33-29 23x34 3. 1-99 *"), FRISIAN).plies == 2


@pytest.mark.parametrize("spoilt", ["1. 32-28 (19-23", "1. 32-28 {never closed"])
def test_a_game_that_is_not_closed_does_not_swallow_the_next(spoilt: str) -> None:
    first, second = read_games(f'{spoilt}\n\n[White "B"]\n\n1. 31-27 20-25 2-0\n')
    assert (len(first.faults), second.tags, len(second.moves), second.result) == (1, {"White": "B"}, 2, "1-0")


def test_a_path_over_a_square_that_is_none_is_a_fault_and_the_rest_is_read_on():
    games = list(read_games("1. 32-28 19-23 2. 28x0x19 14x23 2-0\n\n1. 32-28 19-23 2-0"))
    checked = [check_game(game, ruleset("frisian")) for game in games]
    assert [(one.ok, one.plies) for one in checked] == [(False, 2), (True, 2)]


@pytest.mark.parametrize(
    ("movetext", "remarks"),
    [
        ("1. 32-28 19-23 2. 28x19 14x23", ()),
        ("1. 32x28 19-23 2. 28x19 14x23", ("ply 1: 32x28 should be written 32-28",)),
        ("1. 32:28 19-23 2. 28-19 14-23", ("ply 1: 32:28 should be written 32-28 (and 2 more)",)),
        ("1. 32x28 19-23 2. 28x18", ("ply 1: 32x28 should be written 32-28",)),
    ],
)
def test_a_move_with_the_sign_of_the_other_kind_is_a_remark(movetext, remarks):
    assert said(check_game(only(movetext), FRISIAN)) == remarks


@pytest.mark.parametrize(
    ("rules", "ply", "told"),
    [("frisian", 14, "(draw, Art. 18)"), ("international", 11, "(draw, section Einde van het spel)")],
)
def test_play_that_goes_on_after_the_last_move_of_a_count_is_a_remark(rules, ply, told):
    turns = "46-41 2-7 41-46 7-2 " * 5
    checked = check_game(only(f'[FEN "W:WK46,K50:BK2"]\n\n{turns}'), ruleset(rules))
    assert (checked.plies, checked.ok) == (20, True)
    assert said(checked)[-1] == f"ply {ply}: play went on after the game had ended {told}"


def test_a_draw_that_may_be_claimed_is_a_remark_once():
    turns = "46-41 2-7 41-46 7-2 " * 4
    checked = check_game(only(f'[FEN "W:WK46,K50,31:BK2"]\n\n{turns}'), ruleset("international"))
    assert (checked.plies, said(checked)) == (16, ("since ply 8: a draw may be claimed (section Einde van het spel)",))
    assert said(check_game(only(f'[FEN "W:WK46,K50:BK2,6"]\n\n{turns[:20]}'), ruleset("international"))) == ()


def test_after_twenty_turns_of_kings_alone_the_strongest_position_is_proposed_with_its_figures():
    game = only('[FEN "W:WK29,K32:BK1"]\n\n' + "29-25 1-6 25-29 6-1 " * 6)
    told = "since ply 20: the arbiter may decide by the strongest position; proposed White {}, Black {}: 1-0 (Art. 7)"
    assert said(check_game(game, ruleset("english"))) == (told.format(300, 150),)
    assert said(check_game(game, ruleset("english"), PieceWeights(400, 100, 10))) == (told.format(800, 400),)


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        ('[FEN "W:W28:B22"]\n\n1. 28x17 0-2', ("ply 1: the result is 0-1, but the last position shows another ending (1-0, Art. 20.1)",)),
        ('[FEN "W:W28:B22"]\n\n1. 28x17 1-1', ("ply 1: the result is draw, but the last position shows another ending (1-0, Art. 20.1)",)),
        ('[FEN "W:WK46:BK3"]\n\n0-1', ("ply 0: the result is 0-1, but the last position shows another ending (draw, Art. 21.1)",)),
        ('[FEN "W:W28:B22"]\n\n1. 28x17 2-0', ()),
        ('[FEN "W:W28:B22"]\n\n1. 28x17 *', ()),
        ("1. 32-28 0-2", ()),
    ],
)
def test_a_result_that_the_last_position_contradicts_is_a_remark(text, remarks):
    assert said(check_game(only(text), FRISIAN)) == remarks


@pytest.mark.parametrize(
    ("tags", "remarks"),
    [
        ('[SetUp "1"]', ("line 2: SetUp is 1, but there is no FEN tag",)),
        ('[SetUp "0"]\n[FEN "W:W31:B1,2"]', ("line 2: SetUp is 0, but there is a FEN tag; the FEN is used",)),
        ('[SetUp "1"]\n[FEN "W:W31:B1,2"]', ()),
        ('[SetUp "0"]', ()),
    ],
)
def test_setup_and_fen_go_together(tags, remarks):
    assert said(check_game(only(f'[Event "x"]\n{tags}\n\n*'), FRISIAN)) == remarks


def test_what_is_wrong_with_a_tag_bears_the_line_of_the_tag():
    assert faults('[Event "x"]\n[Site "y"]\n[FEN "W:W99:B1"]\n\n1. 32-28 *')[0][:2] == (0, 3)
    uncrowned = said(check_game(only('[Event "x"]\n[FEN "W:W3,31:B20"]\n\n*'), FRISIAN))
    assert uncrowned == ("line 2: square 3: a white man stands uncrowned on its promotion row",)


def test_a_man_uncrowned_on_its_promotion_row_is_a_remark():
    (game,) = read_games('[FEN "W:W3,31:B20"]\n\n1. 31-27 *')
    checked = check_game(game, ruleset("frisian"))
    assert checked.ok
    assert any("square 3" in remark for remark in said(checked))
