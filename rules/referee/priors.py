"""The prior of each kind of press before its pictures are looked at, and the probabilities from which the referee speaks.

Names in `_P` are probabilities. All figures are judgements: no counts of over-the-board irregularities are published. What each costs
`./damcam bench referee` measures; docs/developer/referee.md derives them.
"""

import math

from rules.irregularity import Verdict

# How often each family occurs in one press. Only the ratios matter. The prior of a family is shared equally among its members; the prior of
# an empty family is left unused. Nearly all presses are legal moves. Among the faults, forgetting something is more common than misplacing
# a piece; moving the opponent's piece and taking off one piece too many are the rarest.
FAMILY_P: dict[Verdict, float] = {
    Verdict.LEGAL: 0.985,
    Verdict.NO_MOVE: 3e-3,
    Verdict.UNCROWNED: 1e-2,  # of promotions: spare discs are not always at hand
    Verdict.FEW: 3e-3,
    Verdict.MISSED_CAPTURE: 3e-3,
    Verdict.WRONG_CAPTURE: 2e-3,
    Verdict.BANNED_KING: 2e-3,
    Verdict.UNREACHABLE: 1e-3,
    Verdict.MANY: 1e-3,
    Verdict.OPPONENTS_PIECE: 1e-3,
}
WRONG_CROWNING_P = 3e-4  # with a legal move a man has become a king without reason, or a king a man
ONLY_CROWNED_P = 1e-5  # the same, and nothing else was done
ONLY_TAKEN_OFF_P = 1e-5  # a piece of the side to move was taken off, and nothing else was done
# A piece was set on a square that it cannot reach, and one piece of the opponent is gone as if captured. This is commoner than such a piece
# with one that the opponent has lifted for his answer (`IN_HAND_P`), which looks the same.
WITH_A_CAPTURE_P = 5e-4
SEVERAL_FAULTS_P = 1e-4  # some captured pieces left and others taken off, or several taken off too many
DISPLACED_TOO_P = 3e-5  # with a legal move another piece of either side was set elsewhere, or put on the board
MISPLACED_AND_CROWNED_P = 0.04  # of misplaced pieces: it was changed between man and king too

# Something that no family describes: any explanation, where each square may show anything with the chance RANDOM_SQUARE_P.
UNEXPLAINED_LOG_P = math.log(1e-5)
RANDOM_SQUARE_P = 0.03

# The referee names a ruling when its posterior probability is at least this; below it the ruling is `unsure`. Nearly all presses are far
# surer. The cases in between are a height that is half seen, or a hand on the square that decides.
MIN_RULING_P = 0.995

# After `MAX_SILENT_PRESSES` undecided presses in a row one more costs about twenty times as much as the first. A legal move on a clear
# board is then named from this probability on.
MIN_LATE_RULING_P = 0.9

# An earlier press whose move is sure by now is amended to `corrected` from this probability on; below it, to `legal`.
MIN_CORRECTED_P = 0.95

# A legal move is told while it is open what the press left elsewhere, if one board has at least this share of the move's probability.
MIN_BOARD_P = 0.97

# A ruling may not rest on priors alone: by its pixels alone, the colour on each square of the ruling must have at least this probability,
# and so must the second disc of a promoted man: with the priors alone, a man that stands where it should be crowned would be a king.
MIN_COLOUR_P = 0.95
# No square of the board may newly show another colour with this probability or more by its pixels alone.
MAX_RIVAL_COLOUR_P = 0.95
# No square may show a king for a man, or a man for a king, with this probability or more. Heights are seen less well than colours.
MAX_RIVAL_HEIGHT_P = 0.99
# A legal move is told while at most this many squares have not been seen since an unexplained board.
MAX_UNKNOWN_SQUARES = 3
# Squares of which this many pictures in a row told nothing do not count among those, if there are no more of them than this.
MIN_DARK_PICTURES = 3
MAX_DARK_SQUARES = 10
# A square that spoke against what stands on it at this many sure rulings in a row is reported as misread.
MIN_MISREAD_PRESSES = 5
# A square that spoke against what stands on it may go on doing so by this many nats, which are then no evidence.
MAX_BIAS_NATS = 8.0
# What is left of that after each picture in which it does not.
BIAS_FADES = 0.9
# Pieces taken off too early (Art. 14) are reported from this probability on. The remark is optional, and a wrong one would be an injustice.
MIN_LIFTED_EARLY_P = 0.9999
# A square is clearly seen when its likeliest colour has at least this probability by its pixels alone.
MIN_CLEAR_P = 0.993

# With a fault pending: how often the press of the opponent shows that the fault was put right and then answered.
PUT_RIGHT_P = 0.2
# Of those: how often the fault was put right by the same move, with the forgotten disc or captured piece.
SAME_MOVE_P = 0.9
SAME_PROMOTION_P = 0.999  # where the second disc alone was missing, the move itself was right (Art. 8)
# How often the pictures of a press already show the opponent's answer, as in rapid play.
ANSWERED_P = 5e-3
# Of those: how often the pictures show the move after the answer too.
ANSWERED_AGAIN_P = 0.1
# How often the piece that the opponent will move is in his hand, away from the board. This is about as common as one piece too many taken
# off, so that his next press must decide.
IN_HAND_P = 5e-4
# Of those: how often the piece in the hand has no legal move, for instance because another piece must capture.
IN_HAND_IMMOVABLE_P = 0.1
# After an unsettled press the players are in a hurry, or hands are in the way: both are this many times as common.
HURRY_FACTOR = 20
# A piece surely stayed on its square when the square shows it with this probability by its pixels alone.
MIN_STAYS_P = 1 - 1e-6

# With a fault pending: how often the opponent presses with nothing moved, so that the turn goes back.
HANDED_BACK_P = 0.2

# How often the turn is handed back after a fault, and after a legal move. Two presses in a row by one side show that it was handed back;
# the first of them is then more likely a fault than it seemed.
HANDED_BACK_AFTER_FAULT_P = 0.5
HANDED_BACK_AFTER_LEGAL_P = 0.0005

# The number of situations that are kept, so that a press without a readable picture takes no more than a second.
MAX_SITUATIONS = 48
# After a press of which nothing was seen so many are kept: all lines of two unseen plies, of which a later picture may show one alone. At
# the next such press the likeliest `MAX_SITUATIONS` of them alone are continued, which takes the time.
MAX_UNSEEN_SITUATIONS = 256
# Explanations below this share of the likeliest one are dropped.
MIN_CARRIED_SHARE = 1e-4
# Where the last press was not settled, or the present one does not fit, faults of the last press that were dropped are weighed again: from
# this many situations before it, and the likeliest of the faults. Each fault costs as much time as a situation.
MAX_PAST_SITUATIONS = 4
MAX_PAST_FAULTS = 12
# The announced rulings of this many latest presses may still be amended, and older ones that wait for a square.
MAX_AMENDABLE_PRESSES = 12
# The probability that the dropped situations explain a fully seen board. It has little weight where a legal move explains the board, and
# keeps the referee silent where only an irregularity does.
LOST_EXPLAINS_P = 1e-4
# Where more than this was dropped because there were too many situations, another line of moves may have led to the same board: the
# presses before are not ruled anew.
MAX_CUT_TOLD_P = 0.01
# After this many presses in a row without a ruling, a clearly seen board is taken as the position.
MAX_SILENT_PRESSES = 3
# Then the situations that explain all of them stay possible if they have this probability together.
MIN_EXPLAINED_P = 0.5
# The board that is seen has at least this probability beside them.
MIN_FOUND_P = 1e-3
# How often the heights that are seen then tell the kings, where the record does not know of a piece whether it is one.
KINGS_AS_SEEN_P = 0.4
# How often a piece that is seen on that board was overlooked before.
OVERLOOKED_P = 1e-3
# The share of the squares that must be clearly seen before the game goes on from the board that is seen.
MIN_SEEN_SHARE = 0.8


def log_odds(p: float) -> float:
    """The lead in log-likelihood, in nats, that gives this probability between two contents of equal prior."""
    return math.log(p / (1 - p))
