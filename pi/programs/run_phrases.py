"""What `run` says."""

from rules.errors import Phrase


class RunSays(Phrase):
    """That a game began, or why none is recorded, and what to do."""

    BEGAN = "a game of {rules} began"
    WITHOUT_REPLAY = (
        "--speed, --out and --no-stay belong to --replay SESSION, a recorded game; a board's games go where state in [board] says"
    )
    NO_BOARD = "{why}"
    PLAY_ONE = "without a board: damcam run --replay SESSION plays a recorded game"
    NO_FIRST = "the first picture is missing"
    CUT_OFF = "a game was cut off here before"
    ANOTHER_FOLDER = "name another folder, for a recorded session begins at its beginning"
    STAYS = "the recorded game is over; its pages stay at {url} until Ctrl-C"
    NOT_FOUND = "the board was not found in its first picture: {why}"
