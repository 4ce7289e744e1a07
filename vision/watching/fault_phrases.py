"""What is wrong with a picture, as sentences."""

from rules.errors import Phrase


class UnfitPicture(Phrase):
    """Why a picture is unfit to learn from, and what to do."""

    BLACK = "the picture is black: the lens is covered, or it is too dark"
    TURN_THE_LIGHT_ON = "take the cap off or turn the light on"
    BLINDED = "the picture is far too bright: most of the board is burnt out to white"
    SHADE_THE_BOARD = "shade the board or shorten the exposure"
    OUT_OF_FOCUS = "the picture is out of focus: the edges of fields and discs run into each other"
    FOCUS = "focus the camera"
    AND_AGAIN = "{remedy} and take it again"


class PictureSays(Phrase):
    """What is wrong with a picture in the middle of a game; of each `PictureFault` one."""

    FROZEN = "the picture is frozen"
    BLACK = "the picture is black"
    BLINDED = "the picture is blinded"
    OUT_OF_FOCUS = "the picture is out-of-focus"
    COVERED = "the picture is covered"
    NO_PICTURE = "no picture was taken"
    WHICH_WAY = "the board lies another way, and nothing tells which edge is White's"
    ANOTHER_POSITION = "another position stands on the board"
