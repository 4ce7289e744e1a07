"""PDN games are read, from real files and from careless ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import Sentence
from rules.pdn import read as read_module
from rules.pdn.check import Checked
from rules.pdn.clock import PdnClock
from rules.pdn.read import MAX_VARIATION_DEPTH, PdnGame, PdnLine, PdnMove, check_game, read_games, rules_of
from rules.pdn.write import write_pdn
from rules.play.strongest import PieceWeights

FRISIAN = ruleset("frisian")
GAMES = Path(__file__).resolve().parents[2] / "data" / "games"


def only(text: str) -> PdnGame:
    (game,) = read_games(text)
    return game


def told(odd: PdnGame | Checked) -> list[tuple[object, ...]]:
    """The remarks: the line or ply of each, its code, and the values."""
    found = []
    for remark in odd.remarks:
        what = remark.values.get("what", remark)
        assert isinstance(what, Sentence)
        values = {name: value for name, value in what.values.items() if name not in ("line", "ply")}
        plain = (next(iter(value.values.values())) if isinstance(value, Sentence) else value for value in values.values())
        found.append((remark.values.get("line", remark.values.get("ply")), what.code.split(".")[1], *plain))
    return found


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
    went_on = {3: 80, 7: 70, 11: 55, 18: 57}
    assert {number: told(one) for number, one in enumerate(checked, 1) if one.remarks} == {
        number: [(ply, "went-on", "draw", "21.1")] for number, ply in went_on.items()
    }
    assert (games[1].tags["White"], games[1].result) == ("Karimov", "1-0")
    assert all(rules_of(game) is FRISIAN for game in games)


@pytest.mark.parametrize(
    ("written", "result"),
    [
        *((points, "1-0") for points in ("2-0", "1-0", "2\u20130")),
        *((points, "0-1") for points in ("0-2", "0-1")),
        *((points, "draw") for points in ("1-1", "1/2-1/2", "\u00bd-\u00bd", "\u00bd \u2013 \u00bd")),
        ("0-0", "0-0"),
        ("*", "*"),
    ],
)
def test_results(written: str, result: str) -> None:
    assert only(f"1. 32-28 {written}").result == result
    assert only(f'[Result "{written}"]\n\n1. 32-28').result == result


@pytest.mark.parametrize(
    ("tag", "movetext", "result", "remarks"),
    [
        ("2-0", "1-0", "1-0", []),
        ("1-0", "*", "1-0", []),
        ("*", "0-2", "0-1", []),
        ("?", "1-1", "draw", []),
        ("2-1", "1-1", "draw", [(2, "tag-without-result", "2-1")]),
        ("1-0", "0-1", "0-1", [(2, "other-results", "1-0", "0-1")]),
        ("0-0", "0-1", "0-1", [(2, "other-results", "0-0", "0-1")]),
        ("0-0", "*", "0-0", [(2, "both-lost")]),
    ],
)
def test_the_result_of_tag_and_movetext(tag: str, movetext: str, result: str, remarks: list[object]) -> None:
    game = only(f'[Event "x"]\n[Result "{tag}"]\n\n1. 32-28 {movetext}')
    assert (game.result, game.tags["Result"], told(game)) == (result, tag, remarks)


@pytest.mark.parametrize(
    ("tag", "movetext", "result"),
    [
        *((text, "*", "1-0") for text in ("1-0F", "2-0f", "1F-0", "1 - 0F", "2\u20130F", "+-", "+:-", "+/-", "+ \u2013")),
        *((text, "*", "0-1") for text in ("0-1F", "0-2F", "0-2 F", "-+", "-:+")),
        ("0-0F", "*", "0-0"),
        *(("?", text, "0-1") for text in ("0-1F", "0-2f", "0F-2")),
        ("1-0", "2-0F", "1-0"),
        *(("?", text, "1-0") for text in ("+-", "+/-", "2-0 forfait", "1-0 Reglementair")),
        *((text, text, "0-1") for text in ("-+", "0-2 forfait", "0-1 walkover")),
    ],
)
def test_a_result_by_default_is_read_and_its_game_was_not_played(tag: str, movetext: str, result: str) -> None:
    game = only(f'[Event "x"]\n[Result "{tag}"]\n\n{movetext}')
    assert (game.result, game.tags["Termination"], game.is_played, game.moves) == (result, "rules infraction", False, ())
    assert ("not-played", result) in [remark[1:] for remark in told(check_game(game, FRISIAN))]
    assert replace(only(write_pdn(game, FRISIAN)), remarks=()) == replace(game, remarks=())


def test_signs_behind_a_move_are_no_result() -> None:
    game = only("1. 32-28 +- 19-23 *")
    assert (game.result, [fault.what.values["text"] for fault in game.faults]) == ("*", ["'+-'"])


@pytest.mark.parametrize(
    ("termination", "movetext", "is_played"),
    [
        *((text, "0-1", False) for text in ("rules infraction", "Rules infraction", "forfeit", "Unplayed", "reglementair")),
        *((text, "0-1", True) for text in ("", "normal", "time forfeit", "Art. 20.4", "void")),
        ("rules infraction", "1. 32-28 0-1", True),
        ("rules infraction", "zet 0-1", True),
        *(("rules infraction", result, True) for result in ("*", "1/2-1/2")),
    ],
)
def test_a_game_was_not_played_if_its_termination_says_so_and_it_has_a_winner_and_no_move(
    termination: str, movetext: str, is_played: bool
) -> None:
    assert only(f'[Termination "{termination}"]\n\n{movetext}').is_played is is_played


@pytest.mark.parametrize("written", ["2-1", "1-2", "2 - 2", "1-1/2", "1\u00bd-\u00bd"])
def test_points_that_are_no_result_are_a_fault_that_says_so(written: str) -> None:
    (fault,) = only(f"1. 32-28 19-23 {written}").faults
    assert (fault.ply, fault.what.code, fault.what.values["text"]) == (2, "PdnFault.no-result", written.replace(" ", ""))


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
        *((mark, (number,)) for number, mark in enumerate(("!", "?", " !!", "??", "!?", "?!"), 1)),
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
        ("(1. 31-27 19-23 (1... 20-24 2. 27-21))", []),
        ("(1. 31-22)", [(3, "in-variation", "31-22")]),
        ("(1. 31-27 (1. 31-28 20-24) 19-24)", [(3, "in-variation", "31-28")]),
        ("(1. 31-27 enz. 2-0)", [(3, "not-understood-there", "'enz.'"), (3, "result-in-variation", "2-0")]),
        ('(/FEN "B:W31-50:B1-20"/ 1... 20-25)', []),
    ],
)
def test_a_variation_is_never_a_fault(variation: str, remarks: list[object]) -> None:
    checked = check_game(only(f'[GameType "40"]\n\n1. 32-28 {variation} 19-23 *'), FRISIAN)
    assert (checked.plies, checked.faults, told(checked)) == (2, (), remarks)


def test_variations_deeper_than_anybody_writes_are_passed_over() -> None:
    game = only("1. 32-28 " + "(1. 31-27 " * (MAX_VARIATION_DEPTH + 5) + ")" * (MAX_VARIATION_DEPTH + 5) + " 19-23 *")
    assert len(game.moves) == 2
    assert (game.faults, told(game)) == ((), [(1, "too-deep", MAX_VARIATION_DEPTH)])
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
        ("[%clock w0:59:30 B1:00:00] [%clock w0:59:29 B1:00:00]", PdnClock(3569, 3600, Side.BLACK)),
        ("[%clk 1:55:21]", None),
        ("[%eval 0.4]", None),
        ("[%clock w0:99:30]", None),
    ],
)
def test_clocks(comment: str, clock: PdnClock | None) -> None:
    move, _ = only(f"1. 32-28 {{{comment}}} 19-23").moves
    assert (move.clock, move.comments) == (clock, (comment,))


def test_a_position_set_up_on_the_way() -> None:
    game = only('1. 32-28 37-32\n/FEN "B:W28,31-36,38-50:B1-20"/ {what stood there} 1... 20-25 2. 99-1 *')
    assert game.moves[2].setup == "B:W28,31-36,38-50:B1-20"
    assert check_game(only('1. 32-28 /FEN "B:W28,31-36,38-50:B1-20"/ 1... 20-25 *'), FRISIAN).plies == 2
    checked = check_game(only('1. 32-28\n/FEN "nonsense"/ 20-25 *'), FRISIAN)
    assert (checked.plies, checked.faults[0].line, checked.faults[0].ply) == (1, 2, 2)
    checked = check_game(only('/FEN "W:W28:B22"/ 1. 28x17 *'), FRISIAN)
    assert (checked.plies, told(checked)) == (1, [(1, "set-up")])


OF_TYPE = {"40": "frisian", "97": "frisian", "20": "international", "20,W,10,10,N2,0": "international", "21": "english", "51": "dambord"}


@pytest.mark.parametrize("game_type", [*OF_TYPE, "25"])
def test_the_game_type_names_the_rules_and_is_a_remark_where_it_contradicts_them(game_type: str) -> None:
    game, rules = only(f'[Event "x"]\n[GameType "{game_type}"]\n\n*'), OF_TYPE.get(game_type)
    assert rules_of(game) is (ruleset(rules) if rules else None)
    number = game_type.split(",")[0]
    odd = (2, "other-rules", number, "frisian", rules) if rules else (2, "unknown-type", number, "frisian")
    assert told(check_game(game, FRISIAN)) == ([] if rules == "frisian" else [odd])


def test_tags_are_kept_whatever_they_are() -> None:
    game = only('[Event "a \\"b\\" c"] [Opening "?"]\n[White "Jan "de Beer" Jansen"]\n[My_tag ""]\n[Event "again"]\n\n1. 32-28 *')
    assert game.tags == {"Event": "again", "Opening": "?", "White": 'Jan "de Beer" Jansen', "My_tag": ""}
    assert told(game) == [(2, "tag-quotes", "White", "'Jan \"de Beer\" Jansen'"), (4, "tag-twice", "Event")]


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
        ("1.32-28 19-23 2.28x19 14x23", [4]),
        ("32-28 19-23 28x19 14x23", [4]),
        ("1. 32-28! 19-23?! 2. 28:19 14X23 *", [4]),
        ("1. 32-28 ; to the end of the line 1. 31-27\n19-23 *", [2]),
        ("1. 32-28 {over\ntwo lines} 19-23\n*", [2]),
        *((f"1. 32{dash}28 19{dash}23", [2]) for dash in "\u0096\u0097\u00ad\u2010\u2013\u2014\u2015\u2212\ufe63\uff0d"),
        ("1. 32\u201328 19\u201423 2. 28 \u00d7 19 14\u044523", [4]),
        ("1. 32-28 1\u2026 19-23 2\u2026 *", [2]),
        ('\ufeff[White "A"]\n\n1. 32-28 *\n\ufeff[White "B"]\n\n1. 31-27 19-23 *\x1a', [1, 2]),
        ('[FEN ""]\n\n1. 32-28 *', [1]),
        ('[FEN "?"]\n\n1. 32-28 *', [1]),
        ('[GameType "97"]\n\n1. 48-43 5-10 2. 43-39 *', [3]),
    ],
)
def test_careless_files_are_read(text: str, moves: list[int]) -> None:
    games = list(read_games(text))
    assert [(len(game.moves), check_game(game, FRISIAN).ok) for game in games] == [(number, True) for number in moves]


@pytest.mark.parametrize(
    ("written", "tags", "quotes"),
    [
        ("[White \u201cJan\u201d] [Black \u201ePiet\u201d]", {"White": "Jan", "Black": "Piet"}, 2),
        ('[White \u201cJan"]\n[Event \u201ca \u201cb\u201d c\u201d]', {"White": "Jan", "Event": "a \u201cb\u201d c"}, 2),
        ('[White "Jan\n de  Boer"]\n[Event "\u201ca\u201d"]', {"White": "Jan de  Boer", "Event": "\u201ca\u201d"}, 0),
    ],
)
def test_a_tag_with_other_quotation_marks_is_read_and_leaves_a_remark(written: str, tags: dict[str, str], quotes: int) -> None:
    game = only(f"{written}\n\n1. 32-28 *")
    assert (game.tags, len(game.moves), game.faults) == (tags, 1, ())
    assert [remark[1] for remark in told(game)] == ["tag-quotes"] * quotes


@pytest.mark.parametrize("escapes", [999, 1_001, 20_000])
@pytest.mark.parametrize(
    "written", ['[White "%s"]', '  [White "%s"]', '[White "%s"] [Event "x"]', '[Event "x"] [White "%s"]', '[White "a\n%s\n%s"]']
)
def test_a_tag_of_very_many_escapes_is_read_wherever_it_stands_and_leaves_a_remark(written: str, escapes: int) -> None:
    value = '\\"a\\\\' * escapes
    game = only(f"{written.replace('%s', value)}\n\n1. 32-28 *")
    assert (len(game.moves), game.faults, game.tags.keys() - {"Event"}) == (1, (), {"White"})
    assert game.tags["White"].endswith('"a\\' * escapes)
    assert [remark.code for remark in check_game(game, FRISIAN).remarks] == ["PdnRemark.at-line"]


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ('{zie\n[Diagram "1"]\nhier}', 'zie [Diagram "1"] hier'),
        ('{zie {fig. 1\n[Diagram "1"]\n[Diagram "2"]}', 'zie {fig. 1 [Diagram "1"] [Diagram "2"]'),
    ],
)
def test_a_line_that_looks_like_a_tag_in_a_closed_comment_is_comment(comment: str, words: str) -> None:
    first, second = read_games(f'[Event "x"]\n\n1. 32-28 {comment} 19-23 *\n\n[Event "y"]\n\n1. 31-27 {{a}} *')
    assert (first.moves[0].comments, len(first.moves), first.faults, second.tags) == ((words,), 2, (), {"Event": "y"})


@pytest.mark.parametrize(
    ("movetext", "moves", "faults", "remarks"),
    [
        ("1. 32-28 {%s} 19-23", 1, [(1, 3, "PdnFault.long-comment")], []),
        ("1. 32-28 {%s", 1, [(1, 3, "PdnFault.long-comment"), (1, 3, "PdnFault.open-comment")], []),
        ("1. 32-28 (1. 31-27 {%s}) 19-23", 2, [], [(3, "long-comment", 100)]),
        ("1. 32-28 {a} {%.95s} 19-23", 1, [(1, 3, "PdnFault.too-many-chars")], []),
    ],
)
def test_a_comment_that_is_longer_than_any_is_refused_for_its_length(
    movetext: str, moves: int, faults: list[object], remarks: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_module, "MAX_CHARS", 100)
    game, after = read_games('[Event "x"]\n\n' + movetext % ("x" * 101) + '\n\n[Event "y"]\n\n1. 32-28 *')
    assert (len(game.moves), [(fault.ply, fault.line, fault.what.code) for fault in game.faults]) == (moves, faults)
    assert (told(game), after.tags, len(after.moves)) == (remarks, {"Event": "y"}, 1)


def test_a_bare_cross_is_no_part_of_what_stands_beside_it() -> None:
    game = only("1. 32-28 x 2. x x 3. 33-29 x 2-0")
    assert ([move.text for move in game.moves], game.result) == (["32-28", "x", "x", "x", "33-29", "x"], "1-0")


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
        ("1. 32-28 19-23\n2. 33-29 *", [(3, 2, "MoveFault.not-legal")]),
        ("1. 32-27 20-25\n2. zet 25-30", [(2, 2, "PdnFault.not-understood")]),
        ('[Event "x"]\n[Site "y"]\n[FEN "W:W99:B1"]\n\n1. 32-28 *', [(0, 3, "PdnFault.fen")]),
        ("1. 32-28 (19-23\n*", [(1, 2, "PdnFault.open-variation")]),
        ("1. 32-28 ) 19-23 *", [(1, 1, "PdnFault.closed-twice")]),
        ("1. 32-28 {no end", [(1, 1, "PdnFault.open-comment")]),
    ],
)
def test_faults_tell_ply_and_line(text: str, expected: list[tuple[int, int, str]]) -> None:
    found = check_game(only(text), FRISIAN).faults
    assert [(fault.ply, fault.line, fault.what.code) for fault in found] == expected


@pytest.mark.parametrize("spoilt", ["1. 32-28 (19-23", "1. 32-28 {never closed", "1. 32-28 19-23 2. 28x0x19 14x23 2-0"])
def test_a_game_that_is_not_closed_or_names_no_square_does_not_swallow_the_next(spoilt: str) -> None:
    first, second = read_games(f'{spoilt}\n\n[White "B"]\n\n1. 31-27 20-25 2-0\n')
    assert (len(check_game(first, FRISIAN).faults), second.tags, len(second.moves), second.result) == (1, {"White": "B"}, 2, "1-0")
    assert check_game(second, FRISIAN).ok


TO_AND_FRO = "46-41 2-7 41-46 7-2 "
KINGS_ALONE = '[FEN "W:WK29,K32:BK1"]\n\n' + "29-25 1-6 25-29 6-1 " * 6
OF_DAMMEN = "Einde van het spel"


@pytest.mark.parametrize(
    ("rules", "text", "plies", "remarks"),
    [
        # the sign of the other kind
        ("frisian", "1. 32-28 19-23 2. 28x19 14x23", 4, []),
        ("frisian", "1. 32x28 19-23 2. 28x19 14x23", 4, [(1, "wrong-sign", "32x28", "32-28", 0)]),
        ("frisian", "1. 32:28 19-23 2. 28-19 14-23", 4, [(1, "wrong-signs", "32:28", "32-28", 2)]),
        ("frisian", "1. 32x28 19-23 2. 28x18", 2, [(1, "wrong-sign", "32x28", "32-28", 0)]),
        # a result that the last position contradicts
        ("frisian", '[FEN "W:W28:B22"]\n\n1. 28x17 0-2', 1, [(1, "other-ending", "0-1", "1-0", "20.1")]),
        ("frisian", '[FEN "W:W28:B22"]\n\n1. 28x17 1-1', 1, [(1, "other-ending", "draw", "1-0", "20.1")]),
        ("frisian", '[FEN "W:WK46:BK3"]\n\n0-1', 0, [(0, "other-ending", "0-1", "draw", "21.1")]),
        ("frisian", '[FEN "W:W28:B22"]\n\n1. 28x17 2-0', 1, []),
        ("frisian", '[FEN "W:W28:B22"]\n\n1. 28x17 *', 1, []),
        ("frisian", "1. 32-28 0-2", 1, []),
        # play that goes on after the last move of a count; a draw that may be claimed, once
        ("frisian", f'[FEN "W:WK46,K50:BK2"]\n\n{TO_AND_FRO * 5}', 20, [(14, "went-on", "draw", "18")]),
        (
            "international",
            f'[FEN "W:WK46,K50:BK2"]\n\n{TO_AND_FRO * 5}',
            20,
            [(8, "may-claim", OF_DAMMEN), (11, "went-on", "draw", OF_DAMMEN)],
        ),
        ("international", f'[FEN "W:WK46,K50,31:BK2"]\n\n{TO_AND_FRO * 4}', 16, [(8, "may-claim", OF_DAMMEN)]),
        ("international", f'[FEN "W:WK46,K50:BK2,6"]\n\n{TO_AND_FRO}', 4, []),
        ("english", KINGS_ALONE, 24, [(20, "strongest", 300, 150, "1-0", "7")]),
        # what the tags say of the start, and an uncrowned man, with the line of the tag
        ("frisian", '[Event "x"]\n[SetUp "1"]\n\n*', 0, [(2, "without-fen")]),
        ("frisian", '[Event "x"]\n[SetUp "0"]\n[FEN "W:W31:B1,2"]\n\n*', 0, [(2, "with-fen")]),
        ("frisian", '[SetUp "1"]\n[FEN "W:W31:B1,2"]\n\n*', 0, []),
        ("frisian", '[SetUp "0"]\n\n*', 0, []),
        ("frisian", '[Event "x"]\n[FEN "W:W3,31:B20"]\n\n*', 0, [(2, "white-uncrowned", 3)]),
    ],
)
def test_what_is_odd_about_a_game_is_a_remark(rules: str, text: str, plies: int, remarks: list[object]) -> None:
    checked = check_game(only(text), ruleset(rules))
    assert (checked.plies, told(checked)) == (plies, remarks)


def test_the_strongest_position_is_told_with_the_weights_that_are_set() -> None:
    checked = check_game(only(KINGS_ALONE), ruleset("english"), PieceWeights(400, 100, 10))
    assert told(checked) == [(20, "strongest", 800, 400, "1-0", "7")]
