"""From what an arbiter asks for to the event that is kept: positions, counts of Art. 17, endings, and what is refused."""

import pytest

from record.decisions.arbitration import Decision, decide
from record.events.of_game import Pressed, Ruled, SessionOpened
from record.session.arbiter import ArbitrationError
from record.session.step import from_events, step
from rules.board.fen import full_fen, parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.moves import play
from rules.play.notation import parse_move
from tests.support.says import says, within

FRISIAN = ruleset("frisian")
START = write_fen(Position.start(FRISIAN))
BY = "J. Jansen"


def recorded(*plies, start=START, rules=FRISIAN):
    """The state after these plies: legal moves, or `(verdict, move, fen)` of what was none."""
    position = parse_fen(start, rules)
    events = [SessionOpened(rules.name, rules.board_size, start, "none", 0, 0)]
    for seq, ply in enumerate(plies, 1):
        verdict, move, fen = ply if isinstance(ply, tuple) else ("legal", ply, None)
        position, side = play(position, parse_move(move, position)) if fen is None else parse_fen(fen, rules), position.side
        events += [Pressed(seq, seq, side, 0, 0, side.other), Ruled(seq, side, verdict, move, write_fen(position), 0.99)]
    return from_events(events)


OPENING = ("32-28", "19-23")
FAULTY = "B:W28,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49:B1-18,20,23"
# Art. 17: with a man on the board, three quiet moves in a row with one king, and a fourth that stands
KINGS = ("46-41", "3-9", "41-46", "9-3", "46-41", "3-9")
ENDGAME = "W:WK46,35:BK3,17"


def ruled_on(state, ruling, **more):
    seq = state.presses[-1].seq if state.presses else 0
    return decide(state, Decision(seq, ruling, BY, **more), 7)


def test_stand_leaves_the_board_and_the_opponent_is_to_move():
    state = recorded(*OPENING, ("27d", None, FAULTY))
    event = ruled_on(state, "stand", reason="nobody claimed")
    assert event.fen == write_fen(parse_fen(FAULTY, FRISIAN))
    assert (event.t_ns, event.seq, event.by, event.reason) == (7, 3, BY, "nobody claimed")
    assert step(state, event).fen == event.fen


UNREAD = ("unsure", None, FAULTY)
"""Not even the move was told: what is held likeliest is a guess. Where the move is sure, the rest of the board is one still."""


@pytest.mark.parametrize(
    ("plies", "ruling", "more"),
    [
        ((*OPENING, UNREAD), "stand", {}),
        ((*OPENING, ("unsure", "37-32", FAULTY)), "stand", {}),
        ((*OPENING, ("27d", None, FAULTY), ("unsure", None, "W" + FAULTY[1:])), "stand", {}),
        ((*OPENING, UNREAD), "to-move", {"side": "white"}),
        ((*OPENING, UNREAD, ("unsure", None, "W" + FAULTY[1:])), "take-back", {"plies": 1}),
    ],
)
def test_nothing_is_ruled_to_rest_on_a_press_that_was_not_read_or_waits_for_it(plies, ruling, more):
    state = recorded(*plies)
    last = len(plies) - (ruling == "take-back")
    with pytest.raises(ArbitrationError, check=within("DecisionRefusal.not-read-yet", seq=last)):
        ruled_on(state, ruling, **more)
    waits = step(recorded(*OPENING), Pressed(3, 3, "white", 0, 0, "black"))
    with pytest.raises(ArbitrationError, check=within("DecisionRefusal.not-read-yet", seq=3)):
        ruled_on(waits, "stand")


@pytest.mark.parametrize("move", [None, "37-32"])
def test_no_guess_is_written_as_the_position_of_a_ruling(move):
    state = recorded(*OPENING, ("unsure", move, FAULTY))
    event = ruled_on(state, "end", result="draw")
    assert event.fen == state.known_fen == "B" + recorded(*OPENING).fen[1:]


def test_what_was_not_read_can_go_or_have_its_position_set_by_hand():
    state = recorded(*OPENING, UNREAD)
    assert ruled_on(state, "take-back", plies=3).fen == START
    assert ruled_on(state, "restore").fen == recorded(*OPENING).fen
    assert ruled_on(state, "take-back", plies=1).fen == recorded(*OPENING).fen
    known = step(state, ruled_on(state, "position", fen=FAULTY))
    assert ruled_on(known, "to-move", side="white").fen == "W" + known.fen[1:]


# White could capture 28x19 and moved 50-45; Black moved, White moved.
MISSED = (("27c-missed", "50-45", "B:W28,32,45:B23,10,5"), "10-15", "28x19")
BEFORE = "W:W28,32,50:B5,10,23"


def missed(*more, rules="international"):
    return recorded(*MISSED, *more, start=BEFORE, rules=ruleset(rules))


@pytest.mark.parametrize(("rules", "owed"), [("international", 1), ("frisian", 0)])
def test_a_missed_capture_lapses_when_it_is_answered_but_for_the_rules_that_have_it_taken_back(rules, owed):
    state = missed(rules=rules)
    assert [ply.move for ply in state.owed] == ["50-45"] * owed
    assert state.pending == ("27c-missed" if owed else None)
    assert [ply.move for ply in state.plies] == ["50-45", "10-15", "28x19"]
    if not owed:
        with pytest.raises(ArbitrationError, check=says("RulingRefusal.nothing-pending")):
            ruled_on(state, "restore")
        return
    restored = step(state, ruled_on(state, "restore"))
    assert (restored.fen, restored.plies, restored.owed, restored.pending) == (BEFORE, (), (), None)
    let_be = step(state, ruled_on(state, "stand"))
    assert (let_be.fen, len(let_be.plies), let_be.owed) == (state.fen, 3, ())


@pytest.mark.parametrize(
    ("ruling", "more", "owed"),
    [
        ("to-move", {"side": "white"}, 1),
        ("take-back", {"plies": 1}, 1),
        ("take-back", {"plies": 3}, 0),
        ("end", {"result": "draw"}, 1),
        ("position", {"fen": "W:W28:B5"}, 0),
    ],
)
def test_a_missed_capture_that_is_owed_stays_so_through_rulings_on_something_else(ruling, more, owed):
    state = missed()
    after = step(state, ruled_on(state, ruling, **more))
    assert [ply.move for ply in after.owed] == ["50-45"] * owed
    assert after.pending == ("27c-missed" if owed else None)


def test_restoring_what_is_pending_leaves_what_is_owed_and_restoring_again_takes_it_back():
    state = missed(("27d", None, "W:W19,32,45:B6,15"))
    once = step(state, ruled_on(state, "restore"))
    assert (len(once.plies), [ply.move for ply in once.owed]) == (3, ["50-45"])
    twice = step(once, ruled_on(once, "restore"))
    assert (twice.plies, twice.owed, twice.fen) == ((), (), BEFORE)


def test_to_move_changes_the_side_alone():
    state = recorded(*OPENING)
    assert ruled_on(state, "to-move", side="Black").fen == "B" + state.fen[1:]
    assert ruled_on(state, "to-move", side="w").fen == state.fen
    assert ruled_on(recorded(), "to-move", side="black").fen == "B" + START[1:]


def test_a_position_is_set_by_hand_with_its_counts():
    state = recorded(*OPENING)
    assert ruled_on(state, "position", fen=" B:W31-35:B1-5. ").fen == "B:W31,32,33,34,35:B1,2,3,4,5"
    assert ruled_on(state, "position", fen="B:WK31,32:B5:H0:F1:+0+231").fen == "B:WK31,32:B5:H0:F1:+0+231"


def test_the_counts_of_art_17_are_those_of_the_moves_on_the_record():
    state = recorded(*KINGS, start=ENDGAME)
    assert ruled_on(state, "to-move", side="white").fen.endswith(":+309+341")
    assert ruled_on(state, "take-back", plies=2).fen.endswith(":+203+246")
    assert ":+" not in ruled_on(state, "take-back", plies=6).fen
    assert full_fen(Position.start(FRISIAN)) == START
    banned = recorded(*KINGS, ("17", "41-46", "B:WK46,35:BK9,17"), start=ENDGAME)
    assert ruled_on(banned, "stand").fen.endswith(":+309+346")
    assert ruled_on(banned, "restore").fen.endswith(":+309+341")


def test_after_a_position_was_set_the_record_goes_on_from_there():
    state = recorded(*OPENING)
    state = step(state, ruled_on(state, "position", fen="W:WK46,35:BK3,17:H0:F1:+0+246"))
    after = write_fen(play(parse_fen(state.fen, FRISIAN), parse_move("46-41", parse_fen(state.fen, FRISIAN))))
    state = step(state, Pressed(3, 3, "white", 0, 0, "black"))
    state = step(state, Ruled(3, "white", "legal", "46-41", after, 1.0))
    assert ruled_on(state, "to-move", side="black").fen.endswith(":+0+341")
    assert ruled_on(state, "take-back", plies=1).fen == "W:W35,K46:BK3,17:H0:F1:+0+246"
    assert ruled_on(state, "take-back", plies=2).fen == recorded("32-28").fen


def test_a_ruling_is_known_however_it_is_written():
    for ruling in ("TAKE_BACK", "take back", " Take-Back "):
        assert ruled_on(recorded(*OPENING), ruling, plies=1).ruling == "take-back"


@pytest.mark.parametrize(
    ("rules", "result", "ground", "told"),
    [
        ("frisian", "1-0", {"article": "20.2"}, ("1-0", "20.2", "resigned")),
        ("frisian", "0-2", {"article": "Art. 20.5"}, ("0-1", "20.5", "time")),
        ("frisian", "1/2-1/2", {"article": "21.2"}, ("draw", "21.2", "agreed")),
        ("frisian", "Draw", {"article": "18"}, ("draw", "18", "two-kings")),
        ("frisian", "void", {"article": "26"}, ("void", "26", "void")),
        ("frisian", "1-0", {}, ("1-0", None, None)),
        ("frisian", "1-0", {"cause": "resigned"}, ("1-0", "20.2", "resigned")),
        ("international", "1-1", {"article": "einde van het spel"}, ("draw", "Einde van het spel", None)),
        ("international", "draw", {"article": "Einde van het spel", "cause": "repetition"}, ("draw", "Einde van het spel", "repetition")),
        ("international", "draw", {"cause": "agreed"}, ("draw", None, "agreed")),
        ("english", "0-1", {"article": "7"}, ("0-1", "7", "strongest")),
        ("dambord", "draw", {"article": "Puntenverdeling"}, ("draw", "Puntenverdeling", "one-piece-each")),
    ],
)
def test_the_end_has_a_result_and_the_article_and_the_cause_of_its_rules(rules, result, ground, told):
    chosen = ruleset(rules)
    state = recorded(start=write_fen(Position.start(chosen)), rules=chosen)
    event = ruled_on(state, "end", result=result, **ground)
    assert (event.result, event.article, event.cause) == told
    assert step(state, event).result == told[0]


@pytest.mark.parametrize(
    ("ruling", "more", "refused"),
    [
        ("applaud", {}, says("RulingRefusal.no-such-ruling", ruling="'applaud'")),
        ("stand", {}, says("RulingRefusal.nothing-pending", ruling="RulingWord.stand", seq=2)),
        ("take-back", {}, within("DecisionRefusal.missing", key="plies")),
        ("take-back", {"plies": 3}, says("RulingRefusal.too-few-plies", plies=3, seq=2, count=2)),
        ("position", {}, within("DecisionRefusal.missing", key="fen")),
        ("position", {"fen": "W:W77:B1"}, within("{pieces}: {text} is not on the board, whose squares are 1 to {last}", text="77")),
        ("position", {"fen": "nonsense"}, within("the side to move is unknown: the FEN begins with {text}, not with W or B")),
        ("to-move", {}, within("DecisionRefusal.missing", key="side")),
        ("to-move", {"side": "green"}, within("DecisionRefusal.no-side", text="'green'")),
        ("end", {}, within("DecisionRefusal.missing", key="result")),
        ("end", {"result": "0-0"}, within("EndingRefusal.no-result", rules="frisian", result="'0-0'")),
        ("end", {"result": "1-0", "article": "27a"}, within("EndingRefusal.no-article", article="'27a'", rules="frisian")),
        (
            "end",
            {"result": "1-0", "article": "21.2"},
            within("EndingRefusal.not-together", article="Citation.article", rules="frisian", result="1-0"),
        ),
        ("end", {"result": "draw", "article": "20.2"}, within("EndingRefusal.not-together", result="draw")),
        ("end", {"result": "1-0", "article": "20.2", "cause": "time"}, within("EndingRefusal.no-cause", cause="'time'", rules="frisian")),
        ("end", {"result": "draw", "cause": "repetition"}, within("EndingRefusal.no-cause", rules="frisian")),
        ("end", {"result": "1-0", "cause": "bored"}, within("EndingRefusal.no-cause", cause="'bored'")),
    ],
)
def test_what_cannot_be_is_named(ruling, more, refused):
    with pytest.raises(ArbitrationError, check=refused):
        ruled_on(recorded(*OPENING), ruling, **more)


@pytest.mark.parametrize(
    ("ruling", "more", "refused"),
    [
        ("end", {"result": "void"}, within("EndingRefusal.no-result", rules="english", result="'void'")),
        ("position", {"fen": START}, within("{pieces}: {text} is not on the board, whose squares are 1 to {last}", last=32)),
    ],
)
def test_a_void_game_is_frisian_alone_and_a_position_of_a_larger_board_is_refused(ruling, more, refused):
    chosen = ruleset("english")
    with pytest.raises(ArbitrationError, check=refused):
        ruled_on(recorded(start=write_fen(Position.start(chosen)), rules=chosen), ruling, **more)


def test_it_must_say_who_ruled():
    with pytest.raises(ArbitrationError, check=within("DecisionRefusal.nobody-ruled")):
        decide(recorded(), Decision(0, "to-move", " ", side="white"), 0)


def test_a_ruling_on_a_press_that_was_never_made_or_is_not_the_last():
    state = recorded(*OPENING)
    for seq, refused in ((9, says("RulingRefusal.not-made-yet", last=2)), (1, says("RulingRefusal.pressed-since", last=2))):
        with pytest.raises(ArbitrationError, check=refused):
            step(state, decide(state, Decision(seq, "to-move", BY, side="white"), 0))
