"""Captured pieces that are lifted too early: a table of the pictures before a press."""

import random

import pytest

from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Content
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move
from rules.referee.leads import GONE_NATS
from rules.referee.lifted import lifted_early

FRISIAN = ruleset("frisian")
START = parse_fen("W:W38,45:B33,24,1", FRISIAN)
"""White plays 38x20, over 33 to 29 and over 24."""
CLEAR = 14.0
SHOWN = {"-": Content.EMPTY, "w": Content.WHITE_MAN, "b": Content.BLACK_MAN}


def seen(position: Position, changes: str = "", nats: float = CLEAR) -> Evidence:
    """A picture of the position with other contents on some squares: `38- 29w 24?` has 38 empty, a white man on 29, and 24 hidden."""
    shown = {int(word[:-1]): word[-1] for word in changes.split()}
    rows = []
    for square, content in enumerate(position.contents(), 1):
        there = SHOWN.get(shown.get(square, ""), content)
        rows.append([0.0 if shown.get(square) == "?" or one.side is there.side else -nats for one in Content])
    return Evidence.of(rows)


def told(*pictures: str, start: Position = START, stood: Position | None = None, move: str = "38x20") -> tuple[int, ...]:
    return lifted_early(start, stood or start, parse_move(move, start), [seen(start, changes) for changes in pictures])


@pytest.mark.parametrize(
    ("pictures", "squares"),
    [
        # the capturing piece is on its way: in the hand, on a square between, or not even lifted
        (["38- 33-"], (33,)),
        (["38- 29w 33-"], (33,)),
        (["33-"], (33,)),
        (["33- 20?"], (33,)),
        (["", "38- 29w", "38- 29w 33-", "38- 29w 33- 24-", "38- 33- 24- 20w"], (24, 33)),
        (["38- 33- 45?"], (33,)),
        # the capturing piece has arrived, or may have
        (["38- 33- 24- 20w"], ()),
        (["38- 20w", "38- 20w 33- 24-"], ()),
        (["38- 20w", "38- 33- 24-"], ()),
        (["38- 33- 24- 20?"], ()),
        (["38? 33- 20?"], ()),
        # nothing was lifted, or nothing is clear
        ([], ()),
        (["", "38-", "38- 29w"], ()),
        (["38- 33? 24?"], ()),
        # a piece that is seen again was not lifted
        (["38- 33-", "38- 29w"], ()),
        (["38- 33-", "38- 29w", "38- 29w 24-"], (24,)),
        # something contradicts a capture in progress
        (["38- 33- 1-"], ()),
        (["38- 33- 45-"], ()),
        (["38- 33- 22b"], ()),
        (["38- 33- 29w 22w"], ()),
        (["38b 33-"], ()),
        (["38- 33- 24w"], ()),
        (["38- 33- 20b"], ()),
    ],
)
def test_what_the_pictures_before_the_press_show(pictures: list[str], squares: tuple[int, ...]) -> None:
    assert told(*pictures) == squares


def test_it_must_be_clear_on_both_squares() -> None:
    for nats, squares in ((GONE_NATS - 0.01, ()), (GONE_NATS, (33,))):
        assert lifted_early(START, START, parse_move("38x20", START), [seen(START, "38- 33-", nats)]) == squares


def test_a_capture_that_ends_where_it_began_tells_nothing() -> None:
    start = parse_fen("W:W38,45:B32,22,23,33,1", FRISIAN)
    assert told("33-", "38- 33-", start=start, move="38x38") == ()


def test_a_capture_of_one_piece_counts_too() -> None:
    start = parse_fen("W:WK46,45:B41,1", FRISIAN)
    assert told("46- 41-", start=start, move="46x19") == (41,)
    assert told("46- 41- 23w", start=start, move="46x19") == (41,)


def test_what_was_gone_before_the_capture_began_was_not_lifted() -> None:
    stood = parse_fen("W:W29,45:B24,1", FRISIAN)  # a broken-off capture that is now made anew
    assert told("38- 33-", stood=stood) == ()
    assert told("38- 33- 24-", stood=stood) == (24,)


@pytest.mark.parametrize(("rules", "squares"), [("international", (33,)), ("dambord", (18,)), ("english", ())])
def test_where_pieces_leave_as_they_are_jumped_nothing_is_told(rules: str, squares: tuple[int, ...]) -> None:
    fen, move = ("W:W38,45:B33,24,1", "38x20") if rules == "international" else ("W:W22,32:B18,1", "22x15")
    start = parse_fen(fen, ruleset(rules))
    assert told(f"{squares[0] if squares else 18}-", start=start, move=move) == squares


def test_no_picture_of_a_capture_made_rightly_ever_tells_anything() -> None:
    chance = random.Random("rightly")
    captures = 0
    for rules in (rules for rules in RULE_SETS if rules.name != "english"):
        for _ in range(2):
            position = Position.start(rules)
            while (legal := legal_moves(position)) and captures < 90:
                move = chance.choice(legal)
                after = play(position, move)
                if move.captured:
                    captures += 1
                    mine = "w" if position.side == "white" else "b"
                    arrived = f"{move.origin}- {move.target}{mine}"
                    gone = [" ".join(f"{square}-" for square in move.captured[:count]) for count in range(len(move.captured) + 1)]
                    hand = f"{chance.randrange(1, len(position.contents()))}?"
                    pictures = [seen(position), seen(position, f"{move.origin}- {hand}")] if move.origin != move.target else []
                    pictures += [seen(position, f"{arrived} {lifted}") for lifted in gone] + [seen(after, hand), seen(after)]
                    for first in range(len(pictures)):
                        assert lifted_early(position, position, move, pictures[first:]) == ()
                position = after
    assert captures > 40
