"""Applies what the players say on the tablet to a game: keeps it and tells the arbiter, who alone stops the clock."""

from msgspec.structs import replace

from clock import clock
from pi.game.board_loop import BoardLoop
from record.decisions.arbitration import Decision
from record.decisions.words import EnterMove, PlayerSays, PlayersWord
from record.events.of_players import PlayerSaid, Said
from record.session.arbiter import ArbitrationError
from record.session.state import State
from record.telling.player_alerts import told_of
from record.telling.sentences import side_word
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import Phrase
from rules.play.endings import Cause, lost

CALLED_AGAIN_NS = 30_000_000_000
"""A second call for the arbiter within this time is ignored: the first was heard."""


class SayingRefusal(Phrase):
    """Why what a player says is not possible now."""

    GAME_ENDED = "{said}: the game has ended"
    GAME_BEGUN = "{said}: the game has begun"
    SAID_ALREADY = "{said}: {side} has said {before} already"
    NO_OFFER = "{said}: no offer of the opponent stands"


class SaidWord(Phrase):
    """The players' words as they stand within a sentence."""

    RESIGNED = "resigned"
    DRAW_OFFERED = "draw-offered"
    DRAW_ACCEPTED = "draw-accepted"
    DRAW_DECLINED = "draw-declined"
    ARBITER_CALLED = "arbiter-called"
    STANDS_RIGHT = "stands-right"


def hear(loop: BoardLoop, word: PlayersWord, t_ns: int) -> None:
    """Obey the word: keep and tell it. Raises ArbitrationError, with nothing changed, when it is not possible now."""
    if isinstance(word, EnterMove):
        loop.enter(word, t_ns)
        return
    state, said = loop.state, Said(word.said)
    if _is_heard(state, word, t_ns):
        return
    _refuse(state, word.side, said)
    seq = state.last_seq
    alerts = told_of(said, word.side, state.opened.rules, loop.lang)
    white_ns, black_ns = clock.left(loop.clock, t_ns)
    event = PlayerSaid(t_ns, seq, word.side, str(said), white_ns=white_ns, black_ns=black_ns, alerts=alerts)
    if said is not Said.RESIGNED:
        loop.keeper.keep(event, t_ns)
        return
    command = loop.keeper.command
    if not (command and any(one.command == command for one in state.players)):  # else the power failed between the two events
        loop.keeper.keep(replace(event, command=command), t_ns, completes=False)
    loop.arbitrate(_lost(state, Side(word.side), seq), t_ns)


def _is_heard(state: State, word: PlayerSays, t_ns: int) -> bool:
    """Whether the player said the same just before, for example by tapping a button twice."""
    alike = (one for one in state.players if (one.side, one.said) == (word.side, word.said))
    match word.said:
        case Said.ARBITER_CALLED:
            return any(t_ns - one.t_ns < CALLED_AGAIN_NS for one in alike)
        case Said.STANDS_RIGHT:
            return any(alike)
    return state.draw_offer is not None and state.draw_offer in alike


def _refuse(state: State, side: str, said: Said) -> None:
    offer, word = state.draw_offer, SaidWord[said.name].said()
    if state.ended and said is not Said.ARBITER_CALLED:
        raise ArbitrationError(SayingRefusal.GAME_ENDED.said(said=word))
    if said is Said.STANDS_RIGHT and state.presses:
        raise ArbitrationError(SayingRefusal.GAME_BEGUN.said(said=word))
    if said is Said.DRAW_OFFERED and offer:
        before = SaidWord[Said(offer.said).name].said()
        raise ArbitrationError(SayingRefusal.SAID_ALREADY.said(said=word, side=side_word(offer.side), before=before))
    if said in (Said.DRAW_ACCEPTED, Said.DRAW_DECLINED) and not (offer and offer.said == Said.DRAW_OFFERED and offer.side != side):
        raise ArbitrationError(SayingRefusal.NO_OFFER.said(said=word))


def _lost(state: State, loser: Side, seq: int) -> Decision:
    """Return the decision that the player who resigns has lost (Art. 20.2), in that player's name."""
    rules = ruleset(state.opened.rules)
    over = lost(rules, Cause.RESIGNED, loser)
    by = state.opened.about.tags.told.get(loser) or str(loser)
    return Decision(seq, "end", by, "resigned on the tablet", result=over.result, article=over.article or None)
