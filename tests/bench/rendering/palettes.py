"""Boards, pieces, tables and lights by name, none of them those of the recorded sessions."""

from dataclasses import replace

from looks import BoardLook, DiscLook, LightLook, SensorLook, TableLook

BLACK, WHITE, CREAM = (0.06, 0.06, 0.065), (0.90, 0.89, 0.86), (0.88, 0.81, 0.66)

BOARDS = {
    "maple and walnut": BoardLook("wood", (0.82, 0.69, 0.50), (0.38, 0.23, 0.13), (0.27, 0.15, 0.09), 0.7),
    "teak, little contrast": BoardLook("wood", (0.66, 0.49, 0.31), (0.43, 0.28, 0.17), (0.50, 0.34, 0.21), 0.45, thickness=0.5),
    "pine and stained pine": BoardLook("wood", (0.87, 0.73, 0.50), (0.55, 0.36, 0.19), (0.84, 0.70, 0.47), 0.9, line=(0.2, 0.12, 0.07)),
    "lacquered ebony": BoardLook(
        "lacquer", (0.80, 0.66, 0.45), (0.10, 0.08, 0.075), (0.08, 0.07, 0.065), 0.6, line=(0.7, 0.6, 0.4), frame_only=True
    ),
    "lacquered cherry": BoardLook("lacquer", (0.86, 0.66, 0.38), (0.45, 0.16, 0.09), (0.36, 0.12, 0.07), 0.8, numbers="border"),
    "blue vinyl": BoardLook(
        "vinyl", (0.89, 0.89, 0.85), (0.15, 0.25, 0.48), (0.89, 0.89, 0.85), 0.5, thickness=0.04, line=(0.15, 0.25, 0.48)
    ),
    "black vinyl": BoardLook(
        "vinyl", (0.80, 0.78, 0.72), (0.085, 0.085, 0.09), (0.80, 0.78, 0.72), 0.35, thickness=0.04, numbers="squares"
    ),
    "cream and tan print": BoardLook(
        "print", (0.93, 0.88, 0.76), (0.66, 0.53, 0.38), (0.93, 0.88, 0.76), 0.4, thickness=0.08, line=(0.3, 0.2, 0.1)
    ),
    "red and black print": BoardLook("print", (0.70, 0.10, 0.08), (0.07, 0.07, 0.07), (0.85, 0.75, 0.50), 0.5, thickness=0.08, fold=True),
    "green and buff print": BoardLook("print", (0.86, 0.79, 0.58), (0.10, 0.33, 0.20), (0.30, 0.16, 0.08), 0.5, thickness=0.08, fold=True),
    "brown print": BoardLook("print", (0.88, 0.78, 0.58), (0.34, 0.20, 0.12), (0.34, 0.20, 0.12), 0.3, thickness=0.05, numbers="squares"),
    "grey paper": BoardLook(
        "paper", (0.93, 0.93, 0.92), (0.52, 0.52, 0.53), (0.93, 0.93, 0.92), 0.4, (0.1, 0.1, 0.1), thickness=0.02, fold=True
    ),
    "black paper": BoardLook("paper", (0.92, 0.92, 0.90), (0.14, 0.14, 0.14), (0.92, 0.92, 0.90), 0.25, (0.1, 0.1, 0.1), thickness=0.02),
}
"""The boards by name."""

DISCS = {
    "ivory and black plastic": DiscLook("rim", "plastic", CREAM, (0.08, 0.08, 0.085), 0.40, 0.22),
    "flat white and black": DiscLook("flat", "plastic", WHITE, BLACK, 0.36, 0.16, 0.02),
    "ringed white and black": DiscLook("rings", "plastic", WHITE, (0.09, 0.09, 0.09), 0.42, 0.24, 0.04),
    "turned boxwood and ebony": DiscLook("rings", "wood", (0.85, 0.70, 0.45), (0.14, 0.09, 0.07), 0.42, 0.30, 0.06),
    "beech and dark brown": DiscLook("domed", "wood", (0.82, 0.65, 0.42), (0.25, 0.14, 0.09), 0.38, 0.26, 0.08),
    "cream and brown": DiscLook("rim", "plastic", (0.90, 0.83, 0.68), (0.30, 0.16, 0.10), 0.43, 0.20, 0.05),
    "yellow and red-brown lacquer": DiscLook("rim", "lacquer", (0.86, 0.62, 0.16), (0.40, 0.12, 0.07), 0.40, 0.28, 0.06),
    "thick cream and black": DiscLook("rim", "plastic", CREAM, BLACK, 0.45, 0.34, 0.08),
    "small thin white and black": DiscLook("flat", "plastic", WHITE, BLACK, 0.33, 0.12, 0.02),
    "white and red": DiscLook("rings", "plastic", WHITE, (0.62, 0.08, 0.07), 0.40, 0.20),
    "red and white": DiscLook("rim", "plastic", (0.90, 0.88, 0.82), (0.70, 0.10, 0.08), 0.44, 0.25),
    "natural and green": DiscLook("domed", "wood", (0.84, 0.68, 0.45), (0.12, 0.28, 0.18), 0.39, 0.24, 0.07),
}

LIGHTS = {
    "window at the left": LightLook("window", 170, 1.0, 0.35),
    "window with somebody before it": LightLook("window", 200, 1.0, 0.3, person=True),
    "low sun through a window": LightLook("window", 25, 1.6, 0.15),
    "sun between bars": LightLook("sun", 150, 1.0, 1.2),
    "ceiling panels": LightLook("panels", 60, 1.0, 0.4),
    "ceiling panels, somebody leaning over": LightLook("panels", -90, 1.0, 0.4, person=True),
    "one warm lamp": LightLook("lamp", 130, 1.0, 0.06),
    "lamp mirrored in the board": LightLook("lamp", 90, 0.8, 0.10, glare=True),
    "dim hall": LightLook("dim", 40, 0.3, 0.15),
    "overcast": LightLook("overcast", -20, 1.0, 0.7),
    "window and desk lamp": LightLook("mixed", 150, 0.8, 0.25),
}

TABLES = {
    "oak": TableLook("wood", (0.52, 0.37, 0.22)),
    "dark wood": TableLook("wood", (0.22, 0.13, 0.08), clutter=("paper", "clock", "telephone")),
    "brown wood like the board": TableLook("wood", (0.40, 0.25, 0.15), clutter=("cup", "pen", "clock")),
    "green felt": TableLook("felt", (0.08, 0.28, 0.16), clutter=("clock", "paper")),
    "white laminate": TableLook("laminate", (0.86, 0.86, 0.85), clutter=("clock", "paper", "pen", "cup")),
    "grey laminate": TableLook("laminate", (0.42, 0.43, 0.45), clutter=("book", "clock", "pen")),
    "black laminate": TableLook("laminate", (0.07, 0.07, 0.075), clutter=("paper", "cup", "telephone", "book")),
    "red checked cloth": TableLook("checks", (0.65, 0.12, 0.12), (0.92, 0.90, 0.86), clutter=("cup", "telephone")),
    "blue checked cloth": TableLook("checks", (0.2, 0.3, 0.6), (0.9, 0.9, 0.9), clutter=("cup", "paper", "cup")),
    "stone": TableLook("stone", (0.45, 0.44, 0.42), clutter=("cup", "clock", "paper")),
    "oak, captured pieces on the border": TableLook("wood", (0.52, 0.37, 0.22), captured_on_border=True),
}

GOOD = SensorLook()
SENSORS = {
    "good": GOOD,
    "soft": replace(GOOD, blur_px=1.3, sharpen=0.1, jpeg=80),
    "noisy": replace(GOOD, noise=7.0, blur_px=0.9, grey=0.30, jpeg=78),
    "warm": replace(GOOD, balance=0.25, noise=4.0),
    "bright": replace(GOOD, grey=0.52, sharpen=0.7),
    "dark": replace(GOOD, grey=0.26, noise=4.0, vignette=0.5),
    "banded": replace(GOOD, banding=0.18, noise=3.0),
    "squeezed": replace(GOOD, jpeg=62, sharpen=0.8, noise=3.5),
}
