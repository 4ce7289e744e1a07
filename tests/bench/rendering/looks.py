"""What a scene looks like, as data: board, pieces, table, light and sensor. Colours are sRGB from 0 to 1."""

from dataclasses import dataclass

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class BoardLook:
    """The look of a board. `surface`: wood, lacquer, vinyl, print or paper. Widths are in squares."""

    surface: str = "wood"
    light: Colour = (0.80, 0.66, 0.45)
    dark: Colour = (0.36, 0.20, 0.11)
    border: Colour = (0.28, 0.15, 0.08)
    border_width: float = 0.6
    line: Colour | None = None
    line_width: float = 0.03
    frame_only: bool = False
    """Lines around the playing area only, not between the squares."""
    numbers: str = "none"
    """Where numbers are printed: none, squares or border."""
    number_colour: Colour = (0.85, 0.8, 0.7)
    thickness: float = 0.3
    worn: float = 0.3
    fold: bool = False


@dataclass(frozen=True)
class DiscLook:
    style: str = "rim"
    material: str = "plastic"
    """The material: plastic, wood or lacquer."""
    white: Colour = (0.85, 0.78, 0.62)
    black: Colour = (0.12, 0.09, 0.08)
    radius: float = 0.40
    thickness: float = 0.22
    edge: float = 0.05


@dataclass(frozen=True)
class LightLook:
    """The light. `kind`: window, sun (with the sharp shadows of window bars), panels, lamp, dim, overcast or mixed."""

    kind: str = "window"
    azimuth_deg: float = 160.0
    strength: float = 1.0
    ambient: float = 0.35
    glare: bool = False
    """Whether a lamp hangs where the lacquer of the board mirrors it into the camera."""
    person: bool = False
    """Whether somebody stands beside the table and blocks light."""


@dataclass(frozen=True)
class TableLook:
    """The table. `cover`: wood, felt, laminate, checks or stone."""

    cover: str = "wood"
    colour: Colour = (0.45, 0.30, 0.19)
    second: Colour = (0.8, 0.8, 0.75)
    clutter: tuple[str, ...] = ("cup", "paper", "clock", "pen")
    captured_on_border: bool = False
    """Whether captured pieces are laid on the border of the board, not on the table."""


@dataclass(frozen=True)
class SensorLook:
    """The camera behind its lens.

    `noise` is in levels of 255 at middle grey, `blur_px` is the softness of the lens, and a white balance of 1 corrects the colour of the
    light completely.
    """

    noise: float = 2.5
    blur_px: float = 0.7
    jpeg: int = 86
    balance: float = 0.7
    grey: float = 0.40
    sharpen: float = 0.4
    vignette: float = 0.2
    banding: float = 0.0
    """The strength, as a share of the light, of the bands that lamps on mains current leave across the picture."""


@dataclass(frozen=True)
class Look:
    """The whole look of a scene; `words` describe it for people."""

    board: BoardLook = BoardLook()
    discs: DiscLook = DiscLook()
    light: LightLook = LightLook()
    table: TableLook = TableLook()
    sensor: SensorLook = SensorLook()
    words: str = ""
