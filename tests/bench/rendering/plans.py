"""The sessions to render: what is played on which board, seen from where, and what happens to it."""

from dataclasses import dataclass

import numpy as np
from games import kings_game, middle_game, play_presses
from looks import Look
from palettes import BOARDS, DISCS, LIGHTS, SENSORS, TABLES
from projection import Camera, Lying, filling
from session import Director, Happenings

from rules.board.position import Position
from rules.board.ruleset import ruleset

NOTHING = Happenings()


@dataclass(frozen=True)
class Plan:
    """A session to render.

    `look` names board, discs, light, table and sensor in palettes.py. `eye` is tilt, azimuth, roll, angle of view and barrel. `start` is
    "start", ("middle", plies) or ("kings", kings, men) for each side.
    """

    name: str
    rules: str
    look: tuple[str, str, str, str, str]
    eye: tuple[float, float, float, float, float]
    share: float
    """The share of the picture's height that the board takes."""
    start: str | tuple = "start"
    presses: int = 5
    irregular: float = 0.0
    happenings: Happenings = NOTHING

    @property
    def seed(self):
        """The seed from the name, so that a session does not change when others are added."""
        return int.from_bytes(self.name.encode()[-6:], "big") % 2**31

    def made(self):
        """The look, the director of the shots and the presses."""
        rng = np.random.default_rng(self.seed)
        rules = ruleset(self.rules)
        position = self._begin(rules, rng)
        lying = Lying(rules.board_size, *rng.uniform(-0.3, 0.3, 2), float(rng.uniform(-3, 3)))
        tilt, azimuth, roll, hfov, barrel = self.eye
        aim = tuple(float(off) for off in rng.uniform(-0.5, 0.5, 2))
        camera = Camera(hfov_deg=hfov, barrel=barrel, tilt_deg=tilt, azimuth_deg=azimuth, roll_deg=roll, aim=aim)
        presses = play_presses(position, self.presses, self.irregular, rng)
        seen = filling(camera, lying, self.share)
        return self.seen(), Director(position, lying, seen, self.happenings, rng, self.seed), presses

    def seen(self):
        """The look with these names."""
        board, discs, light, table, sensor = self.look
        words = "; ".join(self.look)
        return Look(BOARDS[board], DISCS[discs], LIGHTS[light], TABLES[table], SENSORS[sensor], words)

    def facts(self):
        """What session.json says of the session."""
        named = dict(zip(("board", "discs", "light", "table", "sensor"), self.look, strict=True))
        eye = dict(zip(("tilt_deg", "azimuth_deg", "roll_deg", "hfov_deg", "barrel"), self.eye, strict=True))
        return named | eye | {"fills": self.share, "happenings": str(self.happenings)}

    def _begin(self, rules, rng):
        match self.start:
            case ("middle", plies):
                return middle_game(rules, rng, plies)
            case ("kings", kings, men):
                return kings_game(rules, rng, kings, men)
        return Position.start(rules)


FIRST = (
    Plan(
        "a01_teak_window", "frisian",
        ("teak, little contrast", "turned boxwood and ebony", "window at the left", "oak", "good"),
        (12, -80, 4, 62, 0.05), 0.78, happenings=Happenings(hands=(2,)),
    ),
    Plan(
        "a02_black_on_black", "international",
        ("black vinyl", "thick cream and black", "ceiling panels", "white laminate", "good"),
        (8, 70, 178, 60, 0.06), 0.85,
    ),
    Plan(
        "a03_cream_on_cream", "frisian",
        ("cream and tan print", "cream and brown", "overcast", "grey laminate", "soft"),
        (18, -100, -12, 58, 0.08), 0.7, ("middle", 24), happenings=Happenings(hands=(3,)),
    ),
    Plan(
        "a04_cherry_glare", "international",
        ("lacquered cherry", "yellow and red-brown lacquer", "lamp mirrored in the board", "green felt", "warm"),
        (24, -95, 2, 55, 0.04), 0.72, happenings=Happenings(hands=(4,)),
    ),
    Plan(
        "a05_english_red", "english",
        ("red and black print", "red and white", "window and desk lamp", "red checked cloth", "good"),
        (10, 30, 88, 66, 0.1), 0.8, ("middle", 8),
    ),
    Plan(
        "a06_dim_hall", "frisian",
        ("maple and walnut", "beech and dark brown", "dim hall", "dark wood", "noisy"),
        (26, -60, 15, 60, 0.06), 0.65, ("middle", 16), irregular=0.3,
    ),
    Plan(
        "a07_grey_paper", "international",
        ("grey paper", "small thin white and black", "low sun through a window", "stone", "bright"),
        (4, -90, -30, 74, 0.15), 0.88,
    ),
    Plan(
        "a08_kings_blue", "frisian",
        ("blue vinyl", "ringed white and black", "ceiling panels", "blue checked cloth", "good"),
        (15, 110, 7, 62, 0.08), 0.75, ("kings", 3, 4), irregular=0.2,
    ),
    Plan(
        "a09_bumped_brown", "frisian",
        ("brown print", "flat white and black", "window with somebody before it", "brown wood like the board", "squeezed"),
        (9, -100, 5, 64, 0.1), 0.74, happenings=Happenings(bump=(3, 0.2, -0.15, 1.2), hands=(4,)),
    ),
    Plan(
        "a10_dambord_cloud", "dambord",
        ("green and buff print", "natural and green", "window at the left", "stone", "good"),
        (14, -130, -45, 62, 0.09), 0.82, happenings=Happenings(light=(3, 0.35), resting=(4,)),
    ),
    Plan(
        "a11_ebony_moved_camera", "international",
        ("lacquered ebony", "ivory and black plastic", "overcast", "grey laminate", "good"),
        (20, 0, 93, 60, 0.05), 0.7, ("middle", 30), happenings=Happenings(camera=(3, 0.6, 0.4)),
    ),
    Plan(
        "a12_pine_lamp_on", "frisian",
        ("pine and stained pine", "turned boxwood and ebony", "window at the left", "black laminate", "dark"),
        (17, -75, 0, 68, 0.12), 0.8, ("middle", 10), irregular=0.3, happenings=Happenings(lamp=3),
    ),
)  # fmt: skip

SECOND = (
    Plan(
        "b01_kings_overhead", "frisian",
        ("maple and walnut", "beech and dark brown", "window at the left", "white laminate", "good"),
        (2, -90, 3, 62, 0.07), 0.8, ("kings", 5, 3), 7, happenings=Happenings(hands=(3,)),
    ),
    Plan(
        "b02_kings_tilted", "frisian",
        ("lacquered ebony", "turned boxwood and ebony", "ceiling panels", "oak", "good"),
        (32, -75, 0, 60, 0.06), 0.7, ("kings", 4, 4), 6, 0.25,
    ),
    Plan(
        "b03_kings_black_on_black", "international",
        ("black vinyl", "flat white and black", "overcast", "grey laminate", "soft"),
        (17, 80, 170, 62, 0.09), 0.82, ("kings", 4, 5), 6, 0.2,
    ),
    Plan(
        "b04_english_kings", "english",
        ("green and buff print", "white and red", "window and desk lamp", "blue checked cloth", "squeezed"),
        (22, -110, -8, 64, 0.1), 0.78, ("kings", 3, 3), 6, 0.2, Happenings(hands=(2,)),
    ),
    Plan(
        "b05_dambord_dim", "dambord",
        ("teak, little contrast", "beech and dark brown", "dim hall", "dark wood", "noisy"),
        (28, -70, 20, 58, 0.05), 0.68,
    ),
    Plan(
        "b06_wide_lens", "international",
        ("grey paper", "ringed white and black", "ceiling panels, somebody leaning over", "stone", "bright"),
        (3, -90, 45, 78, 0.16), 0.93, ("middle", 14), happenings=Happenings(hands=(2, 4)),
    ),
    Plan(
        "b07_far_and_small", "frisian",
        ("brown print", "ivory and black plastic", "window at the left", "red checked cloth", "soft"),
        (20, -50, -20, 70, 0.12), 0.56, ("middle", 20), happenings=Happenings(bump=(4, -0.3, 0.1, -1.5)),
    ),
    Plan(
        "b08_glare_on_cherry", "frisian",
        ("lacquered cherry", "turned boxwood and ebony", "lamp mirrored in the board", "black laminate", "bright"),
        (30, -90, 0, 56, 0.05), 0.74, ("middle", 24), 6, 0.3, Happenings(hands=(3,), askew=0.3),
    ),
    Plan(
        "b09_cream_under_lamp", "frisian",
        ("cream and tan print", "thick cream and black", "one warm lamp", "green felt", "warm"),
        (15, 60, 150, 60, 0.08), 0.8, presses=6, happenings=Happenings(lamp=4),
    ),
    Plan(
        "b10_hand_stays", "international",
        ("pine and stained pine", "natural and green", "low sun through a window", "oak", "good"),
        (10, -120, 6, 64, 0.1), 0.76, ("middle", 18), 6, happenings=Happenings(resting=(2, 5), hands=(4,)),
    ),
    Plan(
        "b11_irregular_vinyl", "frisian",
        ("blue vinyl", "small thin white and black", "ceiling panels", "grey laminate", "good"),
        (12, 100, -4, 62, 0.07), 0.8, ("middle", 16), 8, 0.5,
    ),
    Plan(
        "b12_irregular_english", "english",
        ("red and black print", "ringed white and black", "window with somebody before it", "white laminate", "good"),
        (8, 180, -95, 66, 0.11), 0.85, presses=7, irregular=0.4,
    ),
    Plan(
        "b13_low_tripod", "frisian",
        ("maple and walnut", "cream and brown", "ceiling panels", "brown wood like the board", "dark"),
        (34, -135, -32, 58, 0.06), 0.66, ("middle", 12), happenings=Happenings(hands=(3,), camera=(4, 0.7, -0.3)),
    ),
    Plan(
        "b14_thick_discs_side", "international",
        ("black paper", "thick cream and black", "window at the left", "stone", "squeezed"),
        (31, 15, 80, 62, 0.09), 0.7, ("middle", 8), 6, 0.2,
    ),
    Plan(
        "b15_yellow_on_ebony", "dambord",
        ("lacquered ebony", "yellow and red-brown lacquer", "one warm lamp", "dark wood", "warm"),
        (19, -60, 12, 60, 0.08), 0.75, ("middle", 10), 6, 0.2, Happenings(light=(4, 0.5)),
    ),
    Plan(
        "b16_kings_clouds", "frisian",
        ("green and buff print", "red and white", "window at the left", "white laminate", "good"),
        (6, -100, 2, 64, 0.1), 0.77, ("kings", 4, 2), 7, happenings=Happenings(light=(3, 0.3), hands=(5,)),
    ),
)  # fmt: skip

THIRD = (
    Plan(
        "c01_sun_bars_walnut", "frisian",
        ("maple and walnut", "turned boxwood and ebony", "sun between bars", "oak", "good"),
        (12, -90, 5, 62, 0.06), 0.8, presses=6, happenings=Happenings(hands=(3,), light=(5, 0.25)),
    ),
    Plan(
        "c02_sun_bars_vinyl", "international",
        ("blue vinyl", "flat white and black", "sun between bars", "grey laminate", "bright"),
        (22, 70, 170, 60, 0.08), 0.75, ("middle", 22), 6, 0.2,
    ),
    Plan(
        "c03_black_paper_black", "frisian",
        ("black paper", "flat white and black", "ceiling panels", "black laminate", "banded"),
        (7, -95, 2, 66, 0.1), 0.85, presses=6, irregular=0.2,
    ),
    Plan(
        "c04_border_pieces", "international",
        ("pine and stained pine", "beech and dark brown", "window with somebody before it", "oak, captured pieces on the border", "good"),
        (16, -80, -3, 62, 0.07), 0.78, ("middle", 26), 6,
    ),
    Plan(
        "c05_kings_low_contrast", "frisian",
        ("teak, little contrast", "beech and dark brown", "overcast", "dark wood", "soft"),
        (11, -100, 4, 64, 0.09), 0.76, ("kings", 3, 5), 7, 0.15,
    ),
    Plan(
        "c06_kings_white_glare", "international",
        ("lacquered cherry", "thick cream and black", "lamp mirrored in the board", "green felt", "bright"),
        (27, -80, 8, 58, 0.05), 0.72, ("kings", 3, 6), 6, happenings=Happenings(hands=(2,)),
    ),
    Plan(
        "c07_yellow_on_tan", "frisian",
        ("cream and tan print", "yellow and red-brown lacquer", "one warm lamp", "red checked cloth", "warm"),
        (13, 60, 175, 62, 0.08), 0.82, ("middle", 18), 6, 0.3, Happenings(bump=(3, 0.25, 0.2, 1.0)),
    ),
    Plan(
        "c08_tiny_and_wide", "international",
        ("grey paper", "small thin white and black", "ceiling panels", "white laminate", "squeezed"),
        (25, -130, 10, 78, 0.16), 0.56, presses=6, happenings=Happenings(hands=(4,)),
    ),
    Plan(
        "c09_brown_on_walnut_dark", "frisian",
        ("brown print", "cream and brown", "dim hall", "brown wood like the board", "noisy"),
        (20, -60, -8, 60, 0.07), 0.7, ("middle", 14), 6, 0.3,
    ),
    Plan(
        "c10_english_touching", "english",
        ("green and buff print", "red and white", "window and desk lamp", "oak", "banded"),
        (15, 10, 92, 64, 0.1), 0.83, presses=7, irregular=0.3, happenings=Happenings(askew=0.7, resting=(3,)),
    ),
    Plan(
        "c11_long_dusk", "frisian",
        ("pine and stained pine", "turned boxwood and ebony", "window at the left", "grey laminate", "good"),
        (13, -95, 3, 62, 0.07), 0.78, presses=28, irregular=0.08, happenings=Happenings(dusk=0.94, hands=(9, 20), bump=(15, 0.1, 0.1, 0.5)),
    ),
    Plan(
        "c12_long_kings", "international",
        ("green and buff print", "ivory and black plastic", "ceiling panels", "white laminate", "good"),
        (10, -85, -2, 64, 0.1), 0.8, ("kings", 2, 12), 24, 0.08, Happenings(hands=(6,)),
    ),
)  # fmt: skip
