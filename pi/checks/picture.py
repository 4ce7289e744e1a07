"""The checks that need a picture of the board: found, position, focus and light."""

from pi.checks.checks import Check, Level, fail, from_sentence, ok, untried, warn
from pi.reading.look import Look
from vision.watching.condition import ViewCondition
from vision.watching.health import AT_START, PictureFault

NEAR_EDGE = 0.25
"""The least distance to the picture's edge, in squares: a nudge of the board is as long."""
SMALL_PX = 45
"""The least number of pixels of a square's side: the reader was tested with as many and more."""
HARDLY_SHARP = 0.65
"""The least sharpness that is good enough: boards that were seen have 0.7 to 1.5, and below 0.5 nothing can be learned."""
DIM = 50
"""The light squares' least and greatest level, of 255: those in halls have 80 to 200."""
GLARE = 0.05
"""The largest share of the board that may be overexposed: a lamp reflected in lacquer takes two percent."""
UNEVEN = 0.5
"""The least ratio of the darkest to the brightest squares: halls have 0.7 to 0.9, a board half in the sun less than 0.5."""
TAKES_NO_PICTURE = "no picture shows the board"
BY_ITSELF = "one that focuses by itself (Camera Module 3) does so when the service is started: see to the light first"
LIGHT_FAULTS = (PictureFault.BLACK, PictureFault.BLINDED)


def picture_checks(look: Look) -> tuple[Check, ...]:
    """The checks of one look."""
    return board_check(look), start_check(look), *condition_checks(look)


def condition_checks(look: Look) -> tuple[Check, ...]:
    """The checks of focus and light alone, which say nothing about the position."""
    return focus_check(look), light_check(look)


def nothing_to_look_at() -> tuple[Check, ...]:
    """The checks when the camera gives no picture."""
    return tuple(untried(name, "there is no picture to look at") for name in ("board", "start", "focus", "light"))


def board_check(look: Look) -> Check:
    condition = look.condition
    if condition is None:
        if look.fault in (*LIGHT_FAULTS, PictureFault.OUT_OF_FOCUS):
            return untried("board", "the picture is not good enough to find a board in it")
        return from_sentence(Level.FAIL, "board", look.why, "show the whole board, sharp and lit, with nothing over it")
    if condition.to_edge < NEAR_EDGE:
        far = f"{max(0.0, condition.to_edge):.1f} squares from its edge"
        return warn("board", f"the board is found, but a corner lies {far}", "move camera or board until there is half a square around it")
    if condition.px_per_square < SMALL_PX:
        small = f"the board is found, but its squares are only {condition.px_per_square:.0f} pixels wide"
        return warn("board", small, f"bring the camera nearer; {SMALL_PX} pixels and more are read well")
    return ok("board", f"found, {condition.px_per_square:.0f} pixels a square, {condition.to_edge:.1f} squares from the picture's edge")


def start_check(look: Look) -> Check:
    if look.turned:
        return fail("start", "the board lies wrong: no dark corner at White's left (Art. 26)", "give the board a quarter turn")
    if look.condition is None:
        return untried("start", "the board is not seen")
    if look.stands:
        return ok("start", "the start position stands")
    return fail("start", f"the start position does not stand: {look.why}", "set the pieces up as they stand at the start")


def focus_check(look: Look) -> Check:
    if look.condition is None:
        return _of_fault("focus", look.fault) if look.fault is PictureFault.OUT_OF_FOCUS else untried("focus", TAKES_NO_PICTURE)
    sharp = look.condition.sharpness
    seen = f"sharpness {sharp:.2f}; 1 is sharp"
    if look.condition.fault in LIGHT_FAULTS:
        return untried("focus", "the light does not let it be seen")
    if look.condition.fault is PictureFault.OUT_OF_FOCUS:
        return fail("focus", seen, f"wipe the lens, and turn it until the lines between the fields are sharp; {BY_ITSELF}")
    if sharp < HARDLY_SHARP:
        return warn("focus", seen, f"turn the lens a little until this number, on /before anew every two seconds, is highest; {BY_ITSELF}")
    return ok("focus", seen)


def light_check(look: Look) -> Check:
    condition = look.condition
    if condition is None:
        return _of_fault("light", look.fault) if look.fault and look.fault in LIGHT_FAULTS else untried("light", TAKES_NO_PICTURE)
    if condition.fault in LIGHT_FAULTS:
        return _of_fault("light", condition.fault)
    return _light_of(condition)


def _light_of(condition: ViewCondition) -> Check:
    if condition.burnt > GLARE:
        seen = f"{condition.burnt:.0%} of the board is burnt out to white"
        return warn("light", seen, "move the lamp that is mirrored in it, draw the curtain, or shade the board")
    if condition.level < DIM:
        return warn("light", f"dim: the light fields have {condition.level:.0f} of 255 levels", "turn more light on")
    if condition.evenness < UNEVEN:
        seen = f"uneven: the darkest fields have {condition.evenness:.0%} of the brightest"
        return warn("light", seen, "draw the curtain, or move what throws a shadow")
    return ok("light", f"light fields at {condition.level:.0f} of 255, the darkest {condition.evenness:.0%} of the brightest")


def _of_fault(name: str, fault: PictureFault) -> Check:
    return from_sentence(Level.FAIL, name, f"the picture {AT_START[fault]}", "")
