"""Paints pictures for surfaces with noise: boards, wood, cloth, stone, score sheets. They are RGB, sRGB values from 0 to 1, float32."""

import cv2
import numpy as np

from rules.board.squares import board

PX = 96
"""Pixels to a square in the picture of a board, half again as fine as the camera sees it."""


def noise(rng, height, width, cells, octaves=4):
    """Smooth noise of mean 0 and standard deviation 1; `cells` (down, across) are the waves of the coarsest octave."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        down, across = (max(2, round(count * 2**octave)) for count in cells)
        grid = rng.normal(0, 0.6**octave, (min(down, height), min(across, width))).astype(np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    return (total - total.mean()) / (total.std() + 1e-6)


def wood(rng, height, width, colour, strength=0.22, grain_px=7.0):
    """Wood whose grain runs across the picture."""
    bent = noise(rng, height, width, (3, 1), 2) * 0.35
    rows = np.arange(height, dtype=np.float32)[:, None] / grain_px
    rings = np.sin(rows + 6 * bent + rng.uniform(0, 6)) * (0.6 + 0.4 * noise(rng, height, width, (2, 1), 2))
    fibres = noise(rng, height, width, (height / 3, 4), 1)
    value = 1 + strength * (0.45 * rings + 0.3 * fibres + 0.6 * noise(rng, height, width, (4, 1), 3)) * 0.6
    darker = np.array(colour, np.float32) ** np.array([1.0, 1.12, 1.2], np.float32)
    mix = np.clip(value, 0.3, 1.6)[..., None]
    return np.clip(np.where(mix > 1, np.array(colour, np.float32) * (0.5 + 0.5 * mix), darker * mix), 0, 1).astype(np.float32)


def plain(rng, height, width, colour, strength=0.03):
    """Nearly one colour."""
    mottled = 1 + strength * (noise(rng, height, width, (6, 6), 4) + 0.5 * rng.normal(size=(height, width)))
    return np.clip(np.array(colour, np.float32) * mottled[..., None], 0, 1).astype(np.float32)


def board_picture(look, size, rng):
    """The upper face of a board with its border, White's edge below."""
    margin = round(look.border_width * PX)
    side = size * PX + 2 * margin
    inlaid = look.surface in ("wood", "lacquer")
    picture = wood(rng, side, side, look.border, 0.2) if inlaid else plain(rng, side, side, look.border, 0.02)
    for row in range(size):
        for col in range(size):
            colour = look.dark if (row + col) % 2 else look.light
            tile = _veneer(rng, colour) if inlaid else np.tile(np.array(colour, np.float32), (PX, PX, 1))
            picture[margin + row * PX : margin + (row + 1) * PX, margin + col * PX : margin + (col + 1) * PX] = tile
    _rule(picture, look, size, margin)
    if look.numbers != "none":
        _number(picture, look, size, margin)
    if not inlaid:
        picture *= plain(rng, side, side, (1, 1, 1), 0.02)
    if look.fold:
        at = side // 2
        picture[:, at - 2 : at + 2] *= 0.62
        picture[:, at + 2 : at + 5] *= 1.08
    worn = np.clip(noise(rng, side, side, (5, 5), 5) - 0.6, 0, 2)[..., None] * 0.16 * look.worn
    return np.clip(picture * (1 - worn) + worn * picture.mean(), 0, 1)


def _veneer(rng, colour):
    tile = wood(rng, PX, PX, colour, 0.25, rng.uniform(5, 14)) * np.float32(rng.normal(1, 0.06))
    return np.clip(tile.transpose(1, 0, 2) if rng.random() < 0.3 else tile, 0, 1)


def _rule(picture, look, size, margin):
    if look.line is None:
        return
    wide = max(1, round(look.line_width * PX))
    last = margin + size * PX
    for i in (0, size) if look.frame_only else range(size + 1):
        at = margin + i * PX
        for start, end in (((at, margin), (at, last)), ((margin, at), (last, at))):
            cv2.line(picture, start, end, look.line, wide)


def _number(picture, look, size, margin):
    where = board(size)
    for square in range(1, where.squares + 1):
        row, col = where.row_col(square)
        x, y = margin + col * PX, margin + row * PX
        if look.numbers == "squares":
            _write(picture, str(square), (x + 5, y + 20), 0.5, look.number_colour, 1)
        elif row in (0, size - 1) or col in (0, size - 1):
            x += (-PX if col == 0 else PX if col == size - 1 and row % 2 == 0 and row else 0) * (row not in (0, size - 1))
            y += PX if row == size - 1 else -PX if row == 0 else 0
            at = (x + PX // 2 - 14, y + PX // 2 + 10) if margin > 0.8 * PX else (x + 5, y + 22)
            if 0 < at[0] < picture.shape[1] - 30 and 12 < at[1] < picture.shape[0]:
                _write(picture, str(square), at, 0.7, look.number_colour, 2)


def table_picture(look, rng, side=1600):
    """The cover of a table; it repeats every forty squares."""
    if look.cover == "wood":
        picture = wood(rng, side, side, look.colour, 0.3, 9.0)
        for x in np.cumsum(rng.integers(150, 320, 9)):
            picture[int(x) - 1 : int(x) + 1] *= 0.55
        return picture
    if look.cover == "checks":
        stripe = (np.arange(side) // (side // 20) % 2).astype(np.float32)
        mix = ((stripe[:, None] + stripe[None]) / 2)[..., None]
        cloth = np.array(look.colour, np.float32) * mix + np.array(look.second, np.float32) * (1 - mix)
        return np.clip(cloth * plain(rng, side, side, (1, 1, 1), 0.06), 0, 1).astype(np.float32)
    if look.cover == "stone":
        veins = noise(rng, side, side, (30, 30), 5)[..., None] * 0.16 + (noise(rng, side, side, (8, 8), 3)[..., None] > 1.6) * 0.15
        return np.clip(np.array(look.colour, np.float32) * (1 + veins), 0, 1).astype(np.float32)
    return plain(rng, side, side, look.colour, 0.10 if look.cover == "felt" else 0.015)


def disc_picture(material, colour, rng, side=512):
    """The material of the pieces of one side; each piece shows another part of it."""
    if material == "plastic":
        return plain(rng, side, side, colour, 0.015)
    picture = wood(rng, side, side, colour, 0.3, 5.0)
    return np.clip(picture * (1 + 0.10 * noise(rng, side, side, (3, 3), 2)[..., None]), 0, 1).astype(np.float32)


def score_sheet(rng, height=400, width=280):
    """Paper with ruled lines and handwriting."""
    picture = plain(rng, height, width, (0.93, 0.92, 0.88), 0.01)
    _write(picture, "NOTATIE", (width // 3, 24), 0.6, (0.1, 0.1, 0.1), 1)
    for y in range(40, height - 20, 14):
        cv2.line(picture, (16, y), (width - 16, y), (0.55, 0.55, 0.6), 1)
        if y < 40 + height * 0.6:
            points = np.column_stack([np.arange(24, width // 2, 5), y - rng.integers(2, 11, len(range(24, width // 2, 5)))])
            cv2.polylines(picture, [points.astype(np.int32).reshape(-1, 1, 2)], False, (0.12, 0.16, 0.5), 1, cv2.LINE_AA)
    return picture


def clock_face(rng, height=120, width=320):
    """The upper side of a digital clock."""
    picture = np.full((height, width, 3), 0.06, np.float32)
    for x in (14, 184):
        cv2.rectangle(picture, (x, 20), (x + 120, 96), (0.55, 0.62, 0.5), -1)
        shown = f"{rng.integers(0, 2)}:{rng.integers(0, 60):02}"
        _write(picture, shown, (x + 8, 76), 1.5, (0.08, 0.1, 0.08), 4)
    return picture


def _write(picture, text, at, scale, colour, thick):
    """Write text. OpenCV writes on eight bits only, so the letters are a mask."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    share = mask[..., None].astype(np.float32) / 255
    picture += share * (np.array(colour, np.float32) - picture)
