"""What the players say on the tablet, with the real loop: their commands, the journal, and what the arbiter is told."""

import pytest
from msgspec.structs import replace

from record.decisions.commands import EnterMove, PlayerSays
from record.decisions.outcome import OBEYED
from record.events.of_game import Arbitrated, ContinuedOnPaper, Pressed, Ruled
from record.events.of_players import MoveEntered, PlayerSaid
from record.papers.game_pdn import export_pdn
from record.store.folder import session_text
from record.store.journal import fold
from record.store.session_files import RULINGS_NAME
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.squares import Side
from rules.play.moves import legal_moves
from tests.record.session.refolded import running_game
from tests.support.live.table import SECOND, SMALL, pressed, quiet, ruled


@pytest.fixture
def say(table):
    """Has the loop carry out what is said, as `pi.game.hearing` does: the outcome."""

    def said(word):
        world = table.worlds[-1]
        (answer,) = world.ask(word)
        return answer

    return said


@pytest.fixture
def unseen(table):
    """A game of six moves, whose third press was not seen; as it stands when so many presses are ruled."""

    def until(count):
        world = table.world(quiet(6), until_ruled=2)
        world.light = False
        world.run(ruled(world, 3))
        world.light = count > 3
        world.run(ruled(world, count))
        world.light = True
        return world

    return until


def played(world, seq):
    """The word for what really was played at that press."""
    before, after = world.turns[seq - 2].stands, world.turns[seq - 1].stands
    (origin,) = (square for square, (old, new) in enumerate(zip(before, after, strict=True), 1) if old and not new)
    (target,) = (square for square, (old, new) in enumerate(zip(before, after, strict=True), 1) if new and not old)
    return EnterMove(seq, origin, target, (), "")


def alerts(events):
    return [(alert.code, alert.reason, alert.article, alert.acts) for event in events for alert in event.alerts]


def holds(world):
    """The journal leads to what the loop holds."""
    events = [event for _, event in world.journal.since(0)]
    assert fold(world.journal) == world.state
    assert running_game(events).belief == world.service.game.belief


def test_a_press_that_was_not_seen_gets_the_move_that_the_players_enter_also_after_a_power_cut(table, unseen, say):
    world = unseen(3)
    assert (world.state.rulings[2].verdict, len(world.state.plies)) == ("unsure", 2)
    word = played(world, 3)
    assert say(word) == OBEYED
    (event,) = table.of(MoveEntered)
    ply = world.state.plies[2]
    assert (event.seq, event.by, event.verdict, event.taken) == (3, "the players", "legal", True)
    assert alerts([event]) == [("players", "entered", None, "on claim")]
    assert (ply.seq, ply.move, ply.verdict, ply.entered_by) == (3, f"{word.origin}-{word.target}", "legal", "the players")
    assert ply.white_ns == world.state.presses[2].white_ns
    assert min(event.t_ns, event.white_ns) > 0
    assert f" {word.origin}-{word.target} " in " ".join(export_pdn(world.state).split())
    again = table.world(world.turns)
    assert again.service.game.belief == world.service.game.belief
    assert again.state.plies[2].entered_by == "the players"
    assert '"ruling": "entered"' in session_text(again.folder, RULINGS_NAME)
    again.play()
    assert [one.verdict for one in again.state.rulings] == ["legal"] * 6
    holds(again)


def test_what_later_is_surely_seen_to_be_otherwise_is_told_and_nobody_is_accused(table, unseen, say):
    world = unseen(3)
    right = played(world, 3)
    stood = Position.of(SMALL.start.rules, Side.WHITE, world.turns[1].stands)
    other = next(one for one in legal_moves(stood) if one.origin != right.origin)
    assert say(replace(right, origin=other.origin, target=other.target)) == OBEYED
    assert world.state.plies[2].move == f"{other.origin}-{other.target}"
    world.run(ruled(world, 4))
    amendment = next(event for event in table.of(Ruled) if event.amends)
    assert (amendment.seq, amendment.move) == (3, f"{right.origin}-{right.target}")
    assert alerts([amendment]) == [("players", "otherwise", None, "at once")]
    assert [(one.verdict, one.entered_by) for one in world.state.rulings] == [("legal", "")] * 4
    world.play()
    told = {alert.code for event in table.of(Ruled) for alert in event.alerts}
    assert told <= {"players", "camera"}
    holds(world)


def test_a_move_that_is_not_legal_is_taken_all_the_same_and_the_arbiter_is_told_its_name(table, unseen, say):
    world = unseen(3)
    word = EnterMove(3, next(square for square in (36, 38, 40) if world.turns[1].stands[square - 1]), 50, (), "")
    assert say(word) == OBEYED
    (event,) = table.of(MoveEntered)
    assert (event.verdict, world.state.pending, world.state.fen) == ("27d", "27d", event.plain_fen)
    assert alerts([event])[1] == ("27d", None, "27d", "on claim")
    holds(world)


@pytest.mark.usefixtures("long")
def test_a_press_that_was_ruled_meanwhile_is_ruled_again_upon_what_is_entered(table, unseen, say):
    world = unseen(3)
    world.light = False
    world.run(ruled(world, 4))
    assert [one.verdict for one in world.state.rulings[2:]] == ["unsure", "unsure"]
    assert say(played(world, 3)) == OBEYED
    assert full_fen(world.service.game.belief.situations[0][0].before).startswith("B:")
    assert say(played(world, 4)) == OBEYED
    assert [ply.entered_by for ply in world.state.plies] == ["", "", "the players", "the players"]
    holds(world)
    world.light = True
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 6


@pytest.mark.usefixtures("long")
def test_a_press_that_is_being_read_while_they_enter_is_read_upon_it(table, unseen, say):
    world = unseen(3)
    world.run(pressed(world, 4))
    assert say(played(world, 3)) == OBEYED
    world.run(ruled(world, 4))
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4
    holds(world)


def test_what_was_surely_read_is_not_changed_by_what_is_entered(table, say):
    world = table.world(quiet(4), until_ruled=2)
    kept, right = world.state.rulings, replace(played(world, 2), start="")
    assert say(right) == OBEYED
    assert say(replace(right, target=right.origin, captured=(40,))) == OBEYED
    same, other = table.of(MoveEntered)
    assert (same.taken, same.alerts, other.taken, world.state.rulings) == (False, (), False, kept)
    assert alerts([other]) == [("players", "otherwise", None, "at once")]
    holds(world)


def test_a_fault_that_was_said_and_answered_by_what_was_said_puts_the_game_on_paper(told_board):
    """Regulation C, Art. 5."""
    board = told_board(start="W:W36-38:B13-15", after_a_fault="paper")
    for word in (EnterMove(1, 36, 26, (), ""), EnterMove(2, 14, 20, (), "")):
        board.press("white" if word.seq == 1 else "black", None)
        assert board.state.paper_from is None
        board.game.enter(word, board.t_ns)
    assert [one.verdict for one in board.state.rulings] == ["27d", "legal"]
    assert (board.state.paper_from, board.state.plies) == (1, ())
    assert [type(event) for event in board.events()[-2:]] == [ContinuedOnPaper, MoveEntered]


def test_a_board_that_does_not_follow_from_what_was_said_is_told_and_named_after_nobody(told_board):
    board = told_board(start="W:W36,38,40:B11,13,15")
    board.press("white", None)
    board.game.enter(EnterMove(1, 36, 31, (), ""), board.t_ns)
    assert board.press("black", "W:W31,38,40:B11,15,28") == "unsure"
    assert alerts([board.state.rulings[-1]]) == [("players", "otherwise", None, "at once")]


def test_what_cannot_have_been_done_at_a_board_is_refused_and_nothing_happens(table, unseen, say):
    world, told = unseen(3), len(table.told)
    nowhere = {"seq": 9}, {"origin": 22, "target": 28}, {"origin": 77}, {"start": "W:W31:B1"}
    refused = [say(replace(played(world, 3), **change)) for change in nowhere]
    codes = [one.code for one in refused]
    assert (codes[0], codes[3], len(set(codes))) == ("EntryRefusal.no-such-press", "EntryRefusal.another-position", len(nowhere))
    assert len(table.told) == told


def test_a_draw_is_offered_declined_offered_again_and_agreed(table, say):
    world = table.world(quiet(4), until_ruled=1)
    assert say(PlayerSays("white", "draw-accepted")).code == "SayingRefusal.no-offer"
    assert say(PlayerSays("white", "draw-offered")) == OBEYED
    assert say(PlayerSays("white", "draw-offered")) == OBEYED, "tapped twice"
    assert world.state.draw_offer.side == "white"
    assert say(PlayerSays("black", "draw-offered")).code == "SayingRefusal.said-already"
    assert say(PlayerSays("white", "draw-accepted")).code == "SayingRefusal.no-offer"
    assert say(PlayerSays("black", "draw-declined")) == OBEYED
    assert world.state.draw_offer is None
    assert say(PlayerSays("black", "draw-offered")) == OBEYED
    world.run(ruled(world, 2))
    assert world.state.draw_offer.side == "black", "it outlives the press of who made it"
    assert say(PlayerSays("white", "draw-accepted")) == OBEYED
    assert (world.state.draw_offer.said, world.state.over, world.state.clock.running) == ("draw-accepted", False, "white")
    said = table.of(PlayerSaid)
    assert [(one.side, one.said, one.seq) for one in said] == [
        ("white", "draw-offered", 1), ("black", "draw-declined", 1), ("black", "draw-offered", 1), ("white", "draw-accepted", 2),
    ]  # fmt: skip
    assert alerts(said)[-1] == ("players", "draw-accepted", "21.2", "at once")
    world.run(ruled(world, 3))
    assert world.state.draw_offer is None
    holds(world)


def test_who_resigns_has_lost_and_the_arbiter_may_take_it_up_again(table, say):
    world = table.world(quiet(4), until_ruled=1)
    world.run_for(SECOND)
    assert say(PlayerSays("black", "resigned")) == OBEYED
    (said,), (ruling,) = table.of(PlayerSaid), table.of(Arbitrated)
    assert table.told.index(said) < table.told.index(ruling)
    assert (said.seq, said.black_ns, alerts([said])) == (1, world.state.clock.black_ns, [("players", "resigned", "20.2", "at once")])
    assert (world.state.result, world.state.article, world.state.clock.running, ruling.by) == ("1-0", "20.2", None, "B")
    assert (ruling.cause, ruling.reason) == ("resigned", "")
    assert world.buttons.lit is None
    assert say(PlayerSays("white", "draw-offered")).code == "SayingRefusal.game-ended"
    assert len(table.of(Pressed)) == 1
    holds(world)


def test_the_arbiter_is_called_and_that_the_position_stands_right_is_noted_before_the_first_press_alone(table, say):
    world = table.world(quiet(2), until_begun=True)
    assert [say(PlayerSays("white", "stands-right")) for _ in range(2)] == [OBEYED] * 2
    assert [(one.side, one.alerts) for one in table.of(PlayerSaid)] == [("white", ())]
    world.run(ruled(world, 1))
    assert say(PlayerSays("black", "stands-right")).code == "SayingRefusal.game-begun"
    assert [say(PlayerSays("black", "arbiter-called")) for _ in range(2)] == [OBEYED, OBEYED]
    assert alerts(table.of(PlayerSaid)) == [("players", "arbiter-called", None, "at once")]
    assert world.state.clock.running == "black"
