"""The PDN of a record."""

import re
import textwrap

import pytest
from msgspec.structs import replace

from hub.web.drawn import drawn_clocks
from record.events.about import About
from record.events.of_game import Arbitrated, ClockStarted, Pressed, Ruled, SessionClosed, SessionOpened
from record.events.of_record import MovesBefore
from record.papers.game_pdn import broadcast_pdn, export_pdn
from record.papers.rows import reading
from record.session.step import SessionError, State, from_events, step
from rules.board.fen import parse_fen, write_fen
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from rules.play.moves import play
from rules.play.notation import parse_move

S = 1_000_000_000
ABOUT = {"event": "Club evening", "white": 'S. "Sjoerd" Hoekstra', "date": "2026.10.02", "phone": "0612"}
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * S, 4800 * S, About.of(ABOUT))


def events_of(*plies, opened=OPENED, closed=()):
    """Those of plies of (side, verdict, move, FEN after it); 60 s pass at each, 60 s are added. A legal move needs no FEN."""
    events, position = [opened], parse_fen(opened.start_fen, ruleset(opened.rules))
    for seq, (side, verdict, move, *fen) in enumerate(plies, 1):
        other = "black" if side == "white" else "white"
        events.append(Pressed(seq, seq * 60 * S, side, 4800 * S - seq, 4740 * S, other))
        position = parse_fen(fen[0], position.rules) if fen else play(position, parse_move(move, position))
        events.append(Ruled(seq, side, verdict, move, write_fen(position), 0.99))
    return [*events, *closed]


def game(*plies, **more):
    return from_events(events_of(*plies, **more))


def test_clocks_are_written_as_the_pages_show_them_and_read_back_to_the_same_second():
    state = game(("white", "legal", "32-28"))
    (written,) = read_games(export_pdn(state))
    clock = written.moves[0].clock
    shown = drawn_clocks({"clock": {"white_ns": 4800 * S - 1, "black_ns": 4740 * S, "running": "black", "rate": 1.0}})
    assert {side: reading(seconds * S) for side, seconds in (("white", clock.white_s), ("black", clock.black_s))} == {
        side: one.text for side, one in shown.items()
    }
    assert [reading(ns) for ns in (0, 1, S, S + 1)] == ["0:00:00", "0:00:01", "0:00:01", "0:00:02"]


def movetext(state, **more):
    return " ".join(export_pdn(state, **more).split("\n\n")[1].split())


def test_a_whole_file():
    state = game(
        ("white", "legal", "32-28"),
        ("black", "legal", "19-23"),
        ("white", "legal", "28x19"),
        closed=[SessionClosed(200 * S, "1-0", "20.2")],
    )
    assert export_pdn(state) == textwrap.dedent("""\
        [Event "Club evening"]
        [Site "?"]
        [Date "2026.10.02"]
        [Round "?"]
        [White "S. \\"Sjoerd\\" Hoekstra"]
        [Black "?"]
        [Result "1-0"]
        [GameType "40"]
        [TimeControl "4800+60"]
        [Termination "Art. 20.2"]

        1. 32-28 {[%clock w1:20:00 B1:19:00]} 19-23 {[%clock W1:20:00 b1:19:00]} 2.
        28x19 {[%clock w1:20:00 B1:19:00]} 1-0
        """)


FEW_MEN = "W:W28,38,39:B19,17,3"
UNTIMED = SessionOpened("frisian", 10, FEW_MEN, "none", 0, 0)
QUIET, ANSWER = ("white", "legal", "38-32"), ("black", "legal", "3-8")
TAKEN = "B:W19,28,39:B17,3"
"""White has set 38 on 19, which cannot be reached, and taken the man there off."""


SQUARE, COMMENT = r"(?:50|[1-4][0-9]|0?[1-9])", r"(?:\{[^}]*\}|/FEN \"[\w:,]*\"/)"
WHAT_LIDRAUGHTS_READS = re.compile(
    rf"(?:{COMMENT} )*(?:(?:\d+\.+ |{COMMENT} )*{SQUARE}(?:-{SQUARE}|(?:x{SQUARE})+) (?:{COMMENT} )*)*(?:\*|1-0|0-1|1/2-1/2)", re.ASCII
)
"""Its grammar of the movetext, one blank between the words."""


@pytest.mark.parametrize(
    ("plies", "text"),
    [
        ([], "*"),
        ([QUIET], "1. 38-32 *"),
        ([QUIET, ANSWER], "1. 38-32 3-8 *"),
        ([("white", "27d", None, TAKEN)], "*"),
        ([("white", "27d", None, TAKEN), ("white", "corrected", "38-32", "B:W28,32,39:B19,17,3"), ANSWER], "1. 38-32 3-8 *"),
        ([("white", "27d", None, TAKEN), ANSWER], '1. {27d, left standing} /FEN "B:W19,28,39:B3,17"/ 1... 3-8 *'),
        (
            [QUIET, ("black", "27a", "32-27", "W:W28,27,39:B19,17,3"), ("white", "legal", "27x7")],
            '1. 38-32 32-27 {27a, left standing} /FEN "W:W27,28,39:B3,17,19"/ 2. 27x7 *',
        ),
        (
            [QUIET, ("black", "27a", None, "W:W28,27,39:B19,17,3"), ("white", "legal", "27x7")],
            '1. 38-32 1... {27a, left standing} /FEN "W:W27,28,39:B3,17,19"/ 2. 27x7 *',
        ),
        (
            [("white", "unsure", None, "B:W28,32,39:B19,17,3"), ANSWER],
            '1. {not read} /FEN "B:W28,32,39:B3,17,19"/ 1... 3-8 *',
        ),
        ([("white", "unsure", "38-32", "B:W28,32,39:B19,17,3"), ANSWER], "1. 38-32 {not wholly read} 3-8 *"),
        (  # one whose pictures were misread on the way: what stands is set up
            [("white", "unsure", "38-32", "B:W28,32:B19,17,3"), ANSWER],
            '1. 38-32 {not wholly read} /FEN "B:W28,32:B3,17,19"/ 1... 3-8 *',
        ),
        (  # Black passed
            [QUIET, ("black", "no-move", None, "W:W28,32,39:B19,17,3"), ("white", "legal", "32-27")],
            '1. 38-32 1... {no-move, left standing} /FEN "W:W28,32,39:B3,17,19"/ 2. 32-27 *',
        ),
        ([("black", "legal", "3-8", "W:W28,38,39:B19,17,8")], '1... 3-8 /FEN "W:W28,38,39:B8,17,19"/ *'),
    ],
)
def test_the_movetext_and_what_is_broadcast_of_it_without_a_fault(plies, text):  # Art. 24
    """A broadcast has no comments, and no number of a move before one that is not told."""
    state = game(*plies, opened=UNTIMED)
    assert movetext(state) == text
    _, told = broadcast_pdn(state).split("\n\n")
    broadcast = " ".join(told.split())
    assert broadcast == re.sub(r"(\d+\.+ )?\{[^}]*\} ", "", text)
    assert WHAT_LIDRAUGHTS_READS.fullmatch(broadcast)


UNREAD = [("white", "unsure", None, "B:W26,38,39:B19,17,3"), ("black", "unsure", None, "W:W26,38,39:B19,21,3")]
"""What is held likeliest is a guess, and never stood on the board."""


@pytest.mark.parametrize(
    ("start", "move", "fen", "text"),
    [
        ("W:W28,32,39:B17,8,19", "32-27", "B:W27,28,39:B8,17,19", '/FEN "W:W28,32,39:B8,17,19"/ 2. 32-27'),
        (FEW_MEN, "38-32", "B:W28,32,39:B3,17,19", "2. 38-32"),
        (  # an irregular move from what stood there
            "W:W28,38:B23,3",
            "38-32",
            "B:W28,32:B23,3",
            '/FEN "W:W28,38:B3,23"/ 2. 38-32 {27c-missed, left standing} /FEN "B:W28,32:B3,23"/ 2... 23-29',
        ),
        (None, "32-27", "B:W27,28,39:B8,17,19", '2. 32-27 /FEN "B:W27,28,39:B8,17,19"/'),
        (None, None, "B:W19,28,39:B3,17", '2. {27d, left standing} /FEN "B:W19,28,39:B3,17"/ 2... 3-8'),
    ],
)
def test_of_presses_that_were_not_read_no_position_is_written(start, move, fen, text):
    state, verdict = game(*UNREAD, opened=UNTIMED), "27c-missed" if "27c" in text else "legal" if move else "27d"
    events = [Pressed(3, 180 * S, "white", 0, 0, "black"), Ruled(3, "white", verdict, move, fen, 1.0, start=start)]
    if verdict != "legal":
        position = parse_fen(fen, ruleset("frisian"))
        answer = text.split()[-1]
        after = write_fen(play(position, parse_move(answer, position)))
        events += [Pressed(4, 240 * S, "black", 0, 0, "white"), Ruled(4, "black", "legal", answer, after, 1.0, start=fen)]
    for event in events:
        state = step(state, event)
    assert movetext(state) == f"1. {{not read}} 1... {{not read}} {text} *"
    (read,) = read_games(export_pdn(state))
    assert check_game(read, ruleset("frisian")).ok
    assert WHAT_LIDRAUGHTS_READS.fullmatch(" ".join(broadcast_pdn(state).split("\n\n")[1].split()))


@pytest.mark.parametrize(
    ("opened", "plies", "text"),
    [
        (  # a missed capture keeps its place as a move
            replace(UNTIMED, start_fen="W:W28,38:B23,3"),
            [("white", "27c-missed", "38-32", "B:W28,32:B23,3"), ("black", "legal", "23-29")],
            '1. 38-32 {27c-missed, left standing} /FEN "B:W28,32:B3,23"/ 1... 23-29 *',
        ),
        (  # the counts of Art. 17 go on through what stands
            replace(UNTIMED, start_fen="W:WK46,28:B6,20:H0:F1:+0+346"),
            [("white", "17", "46-41", "B:WK41,28:B6,20"), ("black", "legal", "20-24")],
            '1. 46-41 {17, left standing} /FEN "B:W28,K41:B6,20:H0:F1:+0+341"/ 1... 20-24 *',
        ),
        (  # in English draughts Black bears the numbers
            SessionOpened("english", 8, "B:W21-32:B1-12", "none", 0, 0),
            [("black", "legal", "11-15"), ("white", "legal", "24-20")],
            "1. 11-15 24-20 *",
        ),
    ],
)
def test_the_movetext_of_other_starts(opened, plies, text):
    assert movetext(game(*plies, opened=opened)) == text


def test_a_missed_capture_that_is_owed_is_not_left_standing_until_the_arbiter_lets_it_be():
    opened = replace(UNTIMED, rules="international", start_fen="W:W28,38:B23,3")
    state = game(("white", "27c-missed", "38-32", "B:W28,32:B23,3"), ("black", "legal", "3-8"), opened=opened)
    told = '1. 38-32 {27c-missed, %s} /FEN "B:W28,32:B3,23"/ 1... 3-8 *'
    assert movetext(state) == told % "to be taken back"
    let_be = step(state, Arbitrated(200 * S, 2, "stand", "A. Bouma", state.fen))
    assert movetext(let_be) == told % "left standing"


def test_the_public_reads_no_remark():  # Art. 24
    state = game(
        ("white", "27d", None, TAKEN), ANSWER, ("white", "27b-many", "28-23", "B:W23,39:B17,8"), ("black", "legal", "17-22"), opened=UNTIMED
    )
    told = movetext(state, remarks=False)
    assert told == ('1. {a move that cannot be written} /FEN "B:W19,28,39:B3,17"/ 1... 3-8 2. 28-23 /FEN "B:W23,39:B8,17"/ 2... 17-22 *')


def test_what_lidraughts_does_not_read_of_a_whole_game_is_written_otherwise():
    opened = replace(
        OPENED, start_fen="W:WK46,28:B6,20:H0:F1:+0+346", about=About.of(ABOUT | {"event": "Open [A]", "round": "3", "board": "2"})
    )
    told = game(("white", "17", "46-41", "B:WK41,28:B6,20"), ("black", "legal", "20-24"), opened=opened)
    text = broadcast_pdn(step(told, Arbitrated(200 * S, 2, "position", "A. Bouma", "W:WK46,28:BK5,19:H0:F1:+0+246")))
    tags, moves = text.split("\n\n")
    assert '[Event "Open (A)"]\n' in tags
    assert "[White \"S. 'Sjoerd' Hoekstra\"]\n" in tags
    assert WHAT_LIDRAUGHTS_READS.fullmatch(" ".join(moves.split()))
    assert "[%clock w1:20:00 B1:19:00]" in moves


def test_the_tags_of_a_broadcast_stand_from_before_the_first_move_to_the_end():
    def tags(*plies, closed=()):
        return broadcast_pdn(game(*plies, opened=replace(OPENED, about=About.of(ABOUT | {"round": "3"})), closed=closed)).split("\n\n")[0]

    ended = tags(("white", "legal", "32-28"), closed=[SessionClosed(200 * S, "1-0", "20.2")])
    assert tags() == tags(("white", "legal", "32-28")) == ended.replace('[Result "1-0"]', '[Result "*"]')


ONE_PRESS = [Pressed(1, S, "white", 0, 0, "black"), Ruled(1, "white", "legal", "38-32", "B:W28,32,39:B3,17,19", 1.0)]
KING_COUNTED = "B:WK41,28:B6,20:H0:F1:+0+241"


@pytest.mark.parametrize(
    ("events", "text"),
    [
        (
            [Arbitrated(S, 0, "position", "A. Bouma", "W:WK46,28:BK5,19:H0:F1:+0+246")],
            '1. {position set up} /FEN "W:W28,K46:BK5,19:H0:F1:+0+246"/ *',
        ),
        (
            [*ONE_PRESS, Arbitrated(2 * S, 1, "to-move", "A. Bouma", "W:W28,32,39:B3,17,19")],
            '1. 38-32 1... {position set up} /FEN "W:W28,32,39:B3,17,19"/ *',
        ),
        (  # without a guess behind what was not read
            [*events_of(*UNREAD, opened=UNTIMED)[1:], Arbitrated(200 * S, 2, "position", "A. Bouma", FEW_MEN)],
            '1. {not read} 1... {not read} 2. {position set up} /FEN "W:W28,38,39:B3,17,19"/ *',
        ),
        (  # the counts of a position that tells them itself
            [ONE_PRESS[0], Ruled(1, "white", "legal", "28-22", KING_COUNTED, 1.0)],
            '1. 28-22 /FEN "B:W28,K41:B6,20:H0:F1:+0+241"/ *',
        ),
    ],
)
def test_a_position_set_up_by_the_arbiter_is_no_turn_and_counts_that_are_told_hold(events, text):
    assert movetext(from_events([UNTIMED, *events])) == text


@pytest.mark.parametrize(
    ("opened", "result", "told"),
    [
        (OPENED, "1-0", "1-0"),
        (OPENED, "draw", "1/2-1/2"),
        (OPENED, "0-1", "0-1"),
        (OPENED, "*", "*"),
        (OPENED, "void", "*"),
        (UNTIMED, "1-0", "1-0"),
    ],
)
def test_the_result_is_written_with_the_points_of_art_19(opened, result, told):
    text = export_pdn(from_events([opened, SessionClosed(60 * S, result)]))
    assert f'[Result "{told}"]' in text
    assert text.endswith((f" {told}\n", f"\n{told}\n"))
    assert ('[Termination "void"]' in text) == (result == "void")
    assert ('[TimeControl "-"]' in text) == (opened is UNTIMED)


def without_moves(*events, **closing):
    return from_events([replace(UNTIMED, start_fen="W:W31-50:B1-20"), *events, SessionClosed(60 * S, **closing)])


@pytest.mark.parametrize(
    ("state", "termination"),
    [
        (without_moves(result="0-1"), "rules infraction"),
        (without_moves(ClockStarted(0, "white"), result="1-0"), "rules infraction"),
        (without_moves(result="0-1", article="20.4"), "Art. 20.4"),
        (without_moves(result="draw"), None),
        (without_moves(), None),
        (without_moves(result="void"), "void"),
        (without_moves(MovesBefore(0, "Anke", ("32-28",), ("B:W28,31,33-50:B1-20",), (None,)), result="0-1"), None),
        (without_moves(Arbitrated(0, 0, "paper", "Anke", "W:W31-50:B1-20"), result="0-1"), None),
        (game(("white", "legal", "32-28"), closed=[SessionClosed(60 * S, "0-1")]), None),
    ],
)
def test_a_game_that_is_won_without_a_move_is_told_as_not_played_in_each_pdn(state, termination):
    (game_,) = read_games(export_pdn(state))
    (public,) = read_games(broadcast_pdn(state))
    assert (game_.tags.get("Termination"), game_.is_played) == (termination, termination != "rules infraction")
    assert (public.tags.get("Termination"), public.is_played) == (termination if not game_.is_played else None, game_.is_played)


def test_no_tag_breaks_its_line_and_a_start_of_its_own_is_told():
    about = About.of({"event": "two\nlines \\ and a ]"})
    text = export_pdn(game(opened=SessionOpened("frisian", 10, "W:W1:B2", "none", 0, 0, about)))
    assert '[Event "two lines \\\\ and a ]"]\n' in text
    assert '[GameType "40"]\n[SetUp "1"]\n[FEN "W:W1:B2"]\n' in text


def test_before_the_opening_there_is_no_record():
    with pytest.raises(SessionError):
        export_pdn(State())
