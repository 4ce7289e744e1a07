"""The checks that need a picture of the board: found, position, focus and light."""

import math

from link.status import Check, Level
from pi.checks.checks import fail, of_trouble, ok, untried, warn
from pi.reading.look import Look
from rules.errors import Phrase
from vision.watching.condition import ViewCondition
from vision.watching.health import AT_START, PictureFault

NEAR_EDGE = 0.25
"""The least distance to the picture's edge, in squares: a nudge of the board is as long."""
SMALL_PX = 45
"""The least number of pixels of a square's side: the reader was tested with as many and more."""
MIN_SHARPNESS = 0.65
"""The least sharpness that is good enough: boards that were seen have 0.7 to 1.5, and below 0.5 nothing can be learned."""
DIM = 50
"""The light squares' least and greatest level, of 255: those in halls have 80 to 200."""
GLARE = 0.05
"""The largest share of the board that may be overexposed: a lamp reflected in lacquer takes two percent."""
DRIFTS = 0.3
"""The change of the light since the board was found, a natural logarithm, from which on it is told: a third more or a quarter less."""
MAX_NAMED = 8
"""The most squares that are named."""
UNEVEN = 0.5
"""The least ratio of the darkest to the brightest squares: halls have 0.7 to 0.9, a board half in the sun less than 0.5."""
LIGHT_FAULTS = (PictureFault.BLACK, PictureFault.BLINDED)


class BoardSays(Phrase):
    """Of the board in the picture."""

    NO_PICTURE = "there is no picture to look at"
    BAD_PICTURE = "the picture is not good enough to find a board in it"
    SHOW_IT = "show the whole board, sharp and lit, with nothing over it"
    NEAR_EDGE = "the board is found, but a corner lies {squares} squares from its edge"
    MOVE_IT = "move camera or board until there is half a square around it"
    SMALL = "the board is found, but its squares are only {px} pixels wide"
    NEARER = "bring the camera nearer; {least} pixels and more are read well"
    FOUND = "found, {px} pixels a square, {squares} squares from the picture's edge"
    NOT_FOUND = "the board is not found"


class StartSays(Phrase):
    """Of the start position."""

    LIES_WRONG = "the board lies wrong: no dark corner at White's left (Art. 26)"
    QUARTER_TURN = "give the board a quarter turn; outside tournaments mirrored = true in [board] accepts one that lies mirrored"
    NOT_SEEN = "the board is not seen"
    STANDS = "the start position stands"
    DOES_NOT_STAND = "the start position does not stand: {why}"
    SET_UP = "set the pieces up as they stand at the start"


class FocusSays(Phrase):
    """Of the focus."""

    NO_PICTURE = "no picture shows the board"
    SHARPNESS = "sharpness {sharpness}; 1 is sharp"
    NO_LIGHT = "the light does not let it be seen"
    WIPE = "wipe the lens, and turn it until the lines between the fields are sharp; {by_itself}"
    TURN = "turn the lens a little until this number, on /before anew every two seconds, is highest; {by_itself}"
    BY_ITSELF = "one that focuses by itself (Camera Module 3) does so when the service is started: see to the light first"


class LightSays(Phrase):
    """Of the light."""

    BURNT_OUT = "{percent}% of the board is burnt out to white"
    MOVE_LAMP = "move the lamp that is mirrored in it, draw the curtain, or shade the board"
    DIM = "dim: the light fields have {level} of 255 levels"
    MORE_LIGHT = "turn more light on"
    MIRRORED = "square {squares} lies in a reflection or a spot of light", "squares {squares} lie in a reflection or a spot of light"
    BRIGHTER = "the light has grown by {percent}% since the board was found"
    DARKER = "the light has fallen by {percent}% since the board was found"
    AS_LATER = "draw the curtain, and switch on now what will be on later"
    UNEVEN = "uneven: the darkest fields have {percent}% of the brightest"
    DRAW_CURTAIN = "draw the curtain, or move what throws a shadow"
    GOOD = "light fields at {level} of 255, the darkest {percent}% of the brightest"


def picture_checks(look: Look) -> tuple[Check, ...]:
    """The checks of one look."""
    return board_check(look), start_check(look), *condition_checks(look)


def condition_checks(look: Look) -> tuple[Check, ...]:
    """The checks of focus and light alone, which say nothing about the position."""
    return focus_check(look), light_check(look)


def nothing_to_look_at() -> tuple[Check, ...]:
    """The checks when the camera gives no picture."""
    return tuple(untried(name, BoardSays.NO_PICTURE.said()) for name in ("board", "start", "focus", "light"))


def board_check(look: Look) -> Check:
    condition = look.condition
    if condition is None:
        if look.fault in (*LIGHT_FAULTS, PictureFault.OUT_OF_FOCUS):
            return untried("board", BoardSays.BAD_PICTURE.said())
        return of_trouble(Level.FAIL, "board", look.why or BoardSays.NOT_FOUND.said(), BoardSays.SHOW_IT.said())
    if condition.to_edge < NEAR_EDGE:
        far = round(max(0.0, condition.to_edge), 1)
        return warn("board", BoardSays.NEAR_EDGE.said(squares=far), BoardSays.MOVE_IT.said())
    if condition.px_per_square < SMALL_PX:
        small = BoardSays.SMALL.said(px=round(condition.px_per_square))
        return warn("board", small, BoardSays.NEARER.said(least=SMALL_PX))
    return ok("board", BoardSays.FOUND.said(px=round(condition.px_per_square), squares=round(condition.to_edge, 1)))


def start_check(look: Look) -> Check:
    if look.turned:
        return fail("start", StartSays.LIES_WRONG.said(), StartSays.QUARTER_TURN.said())
    if look.condition is None:
        return untried("start", StartSays.NOT_SEEN.said())
    if look.stands:
        return ok("start", StartSays.STANDS.said())
    why = look.why.without_remedy() if look.why else StartSays.NOT_SEEN.said()
    return fail("start", StartSays.DOES_NOT_STAND.said(why=why), StartSays.SET_UP.said())


def focus_check(look: Look) -> Check:
    if look.condition is None:
        return _of_fault("focus", look.fault) if look.fault is PictureFault.OUT_OF_FOCUS else untried("focus", FocusSays.NO_PICTURE.said())
    sharp = look.condition.sharpness
    seen, by_itself = FocusSays.SHARPNESS.said(sharpness=round(sharp, 2)), FocusSays.BY_ITSELF.said()
    if look.condition.fault in LIGHT_FAULTS:
        return untried("focus", FocusSays.NO_LIGHT.said())
    if look.condition.fault is PictureFault.OUT_OF_FOCUS:
        return fail("focus", seen, FocusSays.WIPE.said(by_itself=by_itself))
    if sharp < MIN_SHARPNESS:
        return warn("focus", seen, FocusSays.TURN.said(by_itself=by_itself))
    return ok("focus", seen)


def light_check(look: Look) -> Check:
    condition = look.condition
    if condition is None:
        return (
            _of_fault("light", look.fault) if look.fault and look.fault in LIGHT_FAULTS else untried("light", FocusSays.NO_PICTURE.said())
        )
    if condition.fault in LIGHT_FAULTS:
        return _of_fault("light", condition.fault)
    return _light_of(condition)


def _light_of(condition: ViewCondition) -> Check:
    if condition.burnt > GLARE:
        return warn("light", LightSays.BURNT_OUT.said(percent=round(100 * condition.burnt)), LightSays.MOVE_LAMP.said())
    if condition.level < DIM:
        return warn("light", LightSays.DIM.said(level=round(condition.level)), LightSays.MORE_LIGHT.said())
    if condition.mirrored:
        lit = LightSays.MIRRORED.said(count=len(condition.mirrored), squares=condition.mirrored[:MAX_NAMED])
        return warn("light", lit, LightSays.MOVE_LAMP.said())
    if abs(condition.drift) > DRIFTS:
        says = LightSays.BRIGHTER if condition.drift > 0 else LightSays.DARKER
        return warn("light", says.said(percent=round(100 * abs(math.expm1(condition.drift)))), LightSays.AS_LATER.said())
    if condition.evenness < UNEVEN:
        return warn("light", LightSays.UNEVEN.said(percent=round(100 * condition.evenness)), LightSays.DRAW_CURTAIN.said())
    return ok("light", LightSays.GOOD.said(level=round(condition.level), percent=round(100 * condition.evenness)))


def _of_fault(name: str, fault: PictureFault) -> Check:
    return of_trouble(Level.FAIL, name, AT_START[fault])
