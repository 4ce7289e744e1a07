"""What to do about a refusal, as the command line says it. Pages word these for themselves."""

from rules.errors import Phrase


class Remedy(Phrase):
    """What another act does about it."""

    ENTER = "damcam event enter takes ids or a list"
    REMOVE = "damcam event remove takes a wrong entry out again"
    WITHDRAW = "damcam event withdraw takes somebody out"
    RESULT = "damcam event result with --reason corrects it"
    RETURN = "damcam event return lets somebody take part again"
    DRAW = "damcam event draw draws it"
    UNDO = "damcam event undo takes it back"
    COLOURS = "damcam event colours corrects them where the game was played the other way round"
    ROUNDS = "damcam event rounds changes them, and also ends the event"
    PAIR_OR_END = "damcam event pair --by-hand does the one, damcam event rounds the other"
    ANYWAY = "--anyway makes it all the same, with the arbiter's consent"
    GIVE_REASON = "a correction wants a reason"
