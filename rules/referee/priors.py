"""How likely each kind of press is before the pictures are looked at, in one table, and from when on the referee speaks."""

import math

from rules.irregularity import Verdict

# How common each family is in one press, nearly one in all: only what they are to each other matters. A family's mass is shared among its
# members. Legal play is nearly all. Of the rest, forgetting is commoner than misplacing, and moving the opponent's piece or removing an
# odd one is rarest. They are judgements, as are all figures here: no count of over-the-board irregularities is published. A press for
# which a family is empty leaves its mass unused, which changes nothing.
FAMILY: dict[Verdict, float] = {
    Verdict.LEGAL: 0.985,
    Verdict.NO_MOVE: 3e-3,
    Verdict.UNCROWNED: 1e-2,  # of a promotion: spare discs are not always at hand; where the height cannot be seen it stays open
    Verdict.FEW: 3e-3,
    Verdict.MISSED_CAPTURE: 3e-3,
    Verdict.WRONG_CAPTURE: 2e-3,
    Verdict.BANNED_KING: 2e-3,
    Verdict.UNREACHABLE: 1e-3,
    Verdict.MANY: 1e-3,
    Verdict.OPPONENTS_PIECE: 1e-3,
}
CROWNED_WRONGLY = 3e-4
MORE_AT_ONCE = 1e-4  # pieces left and pieces too many, or several too many
CROWNED_TOO = 0.1  # of the pieces that were set elsewhere

# Something that no family describes: a legal move or none, and squares that show anything at all, each with this chance.
LOG_STRANGE = math.log(1e-5)
STRANGE_SQUARE = 0.03

# The referee speaks when the posterior of one ruling is at least this; below, it is unsure. Nearly all presses are far surer than that:
# what lies between is a height half seen, or a hand on the square that decides.
SURE = 0.995

# An earlier press of which the move is sure by now is told to have put something right from this on; below, to have been legal.
CORRECTED = 0.95

# Priors alone say nothing: the colour that stands on each square that a ruling rests on must be seen, so that by its pixels alone it has at
# least this probability.
SEEN = 0.95
# And on no square may another colour have as much as this by the pixels alone (three to one); on clear pictures none has.
AGAINST = 0.75
# And no piece may be seen to be a king where a man is said to stand, or a man where a king is, with so much; heights are seen less well.
HEIGHT_AGAINST = 0.99
# The height of a piece is remembered where its colour is seen with this probability.
PLAIN = 0.73
# Captured pieces lifted early (Art. 14) are told from this on; nobody needs that remark, and who did no wrong must never get it.
LIFTED_EARLY = 0.9999
# A square tells by itself what stands on it, also where nothing else does, from this probability on.
CLEAR = 0.993

# When a fault is pending and the opponent presses with a move: how often the fault has been put right on the board before he made it. Then
# it is mostly by the same move, with the disc or the captured piece that was forgotten.
PUT_RIGHT = 0.2
BY_THE_SAME_MOVE = 0.9
# How often the pictures of a press show the opponent's answer already, as in rapid play, and how often the piece that he will move is in
# his hand, and the hand away from the board: about as often as a piece too many is taken off, so that his next press must tell.
ANSWERED = 5e-3
LIFTED = 5e-4
# And how often that is a piece that has no legal move: one that he should not move, a capture being due with another.
LIFTED_ANY = 0.1
# Where the press before was not settled the players are in a hurry, or hands are in the way: both are so many times as common then.
HURRY = 20
# A piece surely stands where it stood when its square shows it with this probability by the pixels alone.
STAYS = 1 - 1e-6

# When a fault is pending: how often the opponent presses with nothing moved, so that the turn goes back.
HANDED_BACK = 0.2

# How often the turn is handed back after a fault, and after a legal move. A second press in a row by one side tells that it was: what the
# first press showed is then likelier a fault than it seemed.
BACK_AFTER_FAULT = 0.5
BACK_AFTER_LEGAL = 0.001

# How many situations are carried along, so that a press of which nothing was seen takes no more than a second; from what share of the
# likeliest on; and for how many presses what was announced may still be amended.
CARRIED = 48
CARRIED_AT_LEAST = 1e-4
# Of so many situations before the last press faults are looked for that were too unlikely to be carried along, where it was not settled or
# what follows does not fit; and what may have been played upon so many of them, the likeliest: each costs as much as a situation.
LOOKED_BACK_AT = 4
FAULTS_LOOKED_AT = 12
DECIDED_WITHIN = 12
# The share of what was cut off that explains a board as well as a board can be explained, and the share of the squares that must be seen
# for going on from that board: where a legal move explains what is seen it weighs little, where only an irregularity does it keeps the
# referee silent.
LOST_EXPLAINS = 1e-4
BOARD_SEEN = 0.8


def nats(p: float) -> float:
    """By how much a log-likelihood must lead for this probability, all else being equal."""
    return math.log(p / (1 - p))
