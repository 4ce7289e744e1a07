"""Pictures of boards on tables, drawn from a seed: any material, rotation, tilt, lens, clutter and light."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from rules.board.squares import Content, board
from tests.vision.conftest import start
from vision.image.geometry import Geometry, Lens

PX = 30
"""Texture pixels to a square."""
AROUND = 11
"""Squares of table drawn around the board."""
MATERIALS = {  # unplayed field, playing square and frame, all BGR
    "walnut": ((150, 190, 215), (50, 70, 110), (35, 45, 75)),
    "beech": ((140, 185, 215), (75, 120, 170), (60, 105, 165)),
    "vinyl": ((205, 225, 225), (70, 110, 40), (205, 225, 225)),
    "paper": ((235, 238, 240), (40, 38, 38), (235, 238, 240)),
    "red-black": ((40, 40, 190), (35, 32, 30), (120, 190, 205)),
    "lacquer": ((95, 165, 225), (30, 35, 110), (30, 30, 90)),
    "cardboard": ((190, 215, 235), (50, 60, 150), (190, 215, 235)),
    "walnut wrong": ((50, 70, 110), (150, 190, 215), (35, 45, 75)),
    "black frame": ((180, 200, 210), (45, 60, 70), (25, 25, 28)),
}
DISCS = (
    ((200, 222, 232), (40, 38, 42)),
    ((225, 230, 232), (40, 40, 170)),
    ((120, 185, 220), (45, 60, 100)),
    ((60, 190, 230), (40, 45, 120)),
)
CLOTHS = ("plain", "wood", "gingham", "checks", "speckled")


@dataclass
class Scene:
    """A scene drawn from `seed`; each field that is given replaces what the seed would choose. `contents` None: the start position."""

    seed: int
    size: int | None = None
    tilt_deg: float | None = None
    roll_deg: float | None = None
    bend: float | None = None
    material: str | None = None
    cloth: str | None = None
    frame: float | None = None
    light: float | None = None
    contents: tuple[Content, ...] | None = None
    picture_size: tuple[int, int] = (640, 480)

    def __post_init__(self) -> None:
        rng = self.rng = np.random.default_rng(self.seed)
        picks = {
            "size": int(rng.choice([8, 10])),
            "tilt_deg": rng.uniform(0, 35),
            "roll_deg": rng.uniform(0, 360),
            "bend": -rng.uniform(0, 0.15),
            "material": str(rng.choice([name for name in MATERIALS if "wrong" not in name])),
            "cloth": str(rng.choice(CLOTHS)),
            "frame": float(rng.choice([0.0, 0.2, 0.6, 1.0])),
            "light": rng.uniform(0.3, 1.0),
        }
        for name, value in picks.items():
            if getattr(self, name) is None:
                setattr(self, name, value)
        self.contents = self.contents or start(self.size)
        self._place_camera()

    def _place_camera(self) -> None:
        rng, n = self.rng, self.size
        width, height = self.picture_size
        focal = width / 2 / np.tan(np.radians(rng.uniform(50, 72) / 2))
        tilt, azimuth, roll = np.radians([self.tilt_deg, rng.uniform(0, 360), self.roll_deg])
        turn = _about_z(roll) @ _about_x(tilt) @ _about_z(azimuth)
        distance = focal * n / (height * rng.uniform(0.55, 0.8))
        aside = rng.uniform(-0.4, 0.4, 2)
        self.camera = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        lens = Lens.of_picture(width, height, self.bend)
        while True:
            self.pose = turn, np.array([*aside, distance])
            centred = np.column_stack([turn[:, 0], turn[:, 1], self.pose[1]]) @ np.array([[1, 0, -n / 2], [0, 1, -n / 2], [0, 0, 1.0]])
            self.geometry = Geometry(n, self.camera @ centred, lens, self.picture_size)
            corners = self.geometry.corners_px()
            if (corners >= 0).all() and (corners < self.picture_size).all():
                break
            distance *= 1.05

    def lifted_px(self, points: np.ndarray, height: float) -> np.ndarray:
        """Pixels of board points at a height above the board, in squares."""
        off = np.column_stack([points - self.size / 2, np.full(len(points), -height)])
        seen = (off @ self.pose[0].T + self.pose[1]) @ self.camera.T
        return self.geometry.lens.distort(seen[:, :2] / seen[:, 2:])

    def picture(self) -> np.ndarray:
        """Draw the scene. A second picture differs from the first, as the random numbers go on."""
        width, height = self.picture_size
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        place = (self.geometry.to_board(np.column_stack([x.ravel(), y.ravel()])) + AROUND) * PX - 0.5
        maps = place.reshape(height, width, 2).astype(np.float32)
        image = cv2.remap(self._table(), maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        self._discs(image)
        return self._lit(image)

    def _table(self) -> np.ndarray:
        rng, n = self.rng, self.size
        side = (n + 2 * AROUND) * PX
        flat = np.clip(_cloth(self.cloth, side, rng), 0, 255).astype(np.uint8)
        for _ in range(5):
            _sheet(flat, rng, n)
        light, dark, frame = MATERIALS[self.material]
        edge = self.frame
        cv2.rectangle(flat, _at(-edge, -edge), _at(n + edge, n + edge), frame, -1)
        fields = np.indices((n, n)).sum(axis=0) % 2
        tones = np.where(fields[..., None] == 0, light, dark) * rng.normal(1, 0.05, (n, n, 1))
        whole = np.repeat(np.repeat(tones, PX, axis=0), PX, axis=1)
        grain = cv2.GaussianBlur(rng.normal(0, 1, whole.shape[:2]), (0, 0), sigmaX=6, sigmaY=0.8)
        inner = slice(AROUND * PX, (AROUND + n) * PX)
        flat[inner, inner] = np.clip(whole * (1 + rng.uniform(0, 0.25) * grain[..., None]), 0, 255)
        if rng.random() < 0.5:
            cv2.rectangle(flat, _at(0, 0), _at(n, n), (30, 30, 30), 2)
        if rng.random() < 0.4:
            for k in range(n + 1):
                cv2.line(flat, _at(k, 0), _at(k, n), (30, 30, 30), 1)
                cv2.line(flat, _at(0, k), _at(n, k), (30, 30, 30), 1)
        if rng.random() < 0.5:
            for square in range(1, n * n // 2 + 1):
                row, col = board(n).row_col(square)
                cv2.putText(flat, str(square), _at(col + 0.06, row + 0.25), 0, 0.25, (160, 160, 160), 1, cv2.LINE_AA)
        if edge >= 0.6:
            for k in range(n):
                cv2.putText(flat, str(5 * k + 1), _at(k + 0.3, -0.1), 0, 0.5, (200, 200, 200), 1, cv2.LINE_AA)
        return flat

    def _discs(self, image: np.ndarray) -> None:
        rng = self.rng
        colours = DISCS[rng.integers(len(DISCS))]
        radius, height = rng.uniform(0.32, 0.43), rng.uniform(0.05, 0.22)
        places = [(square, content) for square, content in enumerate(self.contents, 1) if content]
        at = {s: np.array(board(self.size).row_col(s))[::-1] + 0.5 + rng.uniform(-0.08, 0.08, 2) for s, _ in places}
        # the farther first
        places.sort(key=lambda place: -float((self.pose[0] @ np.append(at[place[0]] - self.size / 2, 0))[2]))
        for square, content in places:
            colour = np.array(colours[content >= Content.BLACK_MAN]) * rng.normal(1, 0.04)
            tall = height * (2 if content.is_king else 1)
            for layer in (*np.linspace(0, tall, 5), -1):
                r, up, shade = (radius * 0.7, tall, 0.85) if layer < 0 else (radius, layer, 1.0 if layer == tall else 0.65)
                around = np.arange(0, 2 * np.pi, 0.15)
                rim = at[square] + r * np.column_stack([np.cos(around), np.sin(around)])
                shape = np.round(self.lifted_px(rim, up) * 16).astype(np.int32)
                cv2.fillPoly(image, [shape], tuple(colour * shade), cv2.LINE_AA, 4)

    def _lit(self, image: np.ndarray) -> np.ndarray:
        rng = self.rng
        height, width = image.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        slope = np.exp(rng.uniform(-0.5, 0.5) * x + rng.uniform(-0.5, 0.5) * y)
        lit = image * (self.light * slope)[..., None] * rng.uniform(0.8, 1.2, 3)
        if rng.random() < 0.5:
            gx, gy = rng.uniform(-0.4, 0.4, 2)
            lit += (rng.uniform(60, 230) * np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / rng.uniform(0.01, 0.05)))[..., None]
        lit = cv2.GaussianBlur(np.float32(lit), (0, 0), rng.uniform(0.5, 1.8))
        return np.clip(lit + rng.normal(0, rng.uniform(1, 6), lit.shape), 0, 255).astype(np.uint8)


def laid(geometry: Geometry, shift: tuple[float, float] = (0, 0), degrees: float = 0) -> Geometry:
    """Return the same board, shifted (in squares) and turned clockwise about its middle."""
    turn, middle = np.radians(degrees), np.full(2, geometry.size / 2)
    plane = np.eye(3)
    plane[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    plane[:2, 2] = middle - plane[:2, :2] @ middle + shift
    return replace(geometry, homography=geometry.homography @ plane)


def off_by(found: Geometry, truth: Geometry, *, any_edge: bool = False) -> float:
    """Return the largest error, in squares, of a corner or of the middle of an edge; with `any_edge`, whichever edge is White's."""
    n = truth.size
    outline = np.array([(0, n), (n / 2, n), (n, n), (n, n / 2), (n, 0), (n / 2, 0), (0, 0), (0, n / 2)])
    seen = [truth.to_board(found.turned(quarter).to_px(outline)) for quarter in range(4 if any_edge else 1)]
    return min(float(np.linalg.norm(places - outline, axis=1).max()) for places in seen)


@lru_cache(maxsize=24)
def drawn_once(seed: int, **more: Any) -> tuple[Scene, np.ndarray]:
    """Return the scene and its first picture, which takes much longer to draw than to read. The picture is not to be written to."""
    scene = Scene(seed, **more)
    picture = scene.picture()
    picture.flags.writeable = False
    return scene, picture


def _cloth(kind: str, side: int, rng: np.random.Generator) -> np.ndarray:
    one, two = np.float32(rng.uniform(40, 220, (2, 3)))
    flat = np.full((side, side, 3), one)
    if kind in ("gingham", "checks"):
        pitch = rng.uniform(0.7, 2.2) * PX
        angle = rng.uniform(0, np.pi)
        along, across = np.float32(np.cos(angle) / pitch), np.float32(np.sin(angle) / pitch)
        x, y = np.meshgrid(np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32))
        a, b = (np.floor(places).astype(int) & 1 for places in (x * along + y * across, y * along - x * across))
        share = np.float32((a + b) / 2 if kind == "gingham" else a ^ b)
        flat = flat * share[..., None] + two * (1 - share[..., None])
    elif kind == "wood":
        flat *= 1 + 2.4 * cv2.GaussianBlur(np.float32(rng.normal(0, 1, (side, side))), (0, 0), sigmaX=40, sigmaY=1.5)[..., None]
    elif kind == "speckled":
        flat *= 1 + 1.2 * cv2.GaussianBlur(np.float32(rng.normal(0, 1, (side, side))), (0, 0), 1.5)[..., None]
    return flat


def _sheet(flat: np.ndarray, rng: np.random.Generator, n: int) -> None:
    """A score sheet, a clock or a cup beside the board."""
    angle = rng.uniform(0, 2 * np.pi)
    middle = n / 2 + (n * 0.5 + 3.5) * np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(1.1, 1.3)
    wide, high = rng.uniform(1, 2.2, 2)
    kind = rng.integers(3)
    x, y = middle
    if kind == 0:
        cv2.rectangle(flat, _at(x - wide, y - high), _at(x + wide, y + high), (240, 240, 240), -1)
        for k in np.arange(-high + 0.2, high, 0.25):
            cv2.putText(flat, "31-27 18x22 5", _at(x - wide + 0.1, y + k + 0.1), 0, 0.22, (90, 60, 40), 1, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(flat, _at(x - wide, y - high / 2), _at(x + wide, y + high / 2), (35, 32, 30), -1)
        cv2.putText(flat, "1:24", _at(x - wide + 0.3, y), 0, 0.9, (150, 170, 150), 2, cv2.LINE_AA)
    else:
        for radius, shade in ((0.9, 230), (0.7, 60)):
            cv2.circle(flat, _at(x, y), round(radius * PX), (shade, shade, shade), -1, cv2.LINE_AA)


def _at(x: float, y: float) -> tuple[int, int]:
    return round((x + AROUND) * PX), round((y + AROUND) * PX)


def _about_x(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
