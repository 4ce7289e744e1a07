"""Writes a rendered session: the pictures, session.json, presses.jsonl, truth.jsonl and labels.jsonl.

labels.jsonl has a line for each picture: `file`, `corners_px`, `fen`, `hidden` (square: share covered by a hand) and `stands`. The
latter has for each square the offset of the piece to the right and towards White, then that of the upper disc from the lower, in squares.
"""

import json
from dataclasses import asdict, dataclass, replace

import numpy as np
from shot import Hand, Shot, Stand, hidden_squares

from rules.board.fen import write_fen
from rules.board.squares import Side, board

JITTER = 0.05
"""The standard deviation of the place of a piece, in squares."""
ASKEW = (0.25, 0.30)
"""The least and the largest offset, in squares, of a piece that was set down badly."""
STACKED_OFF = 0.08
SKINS = ((0.87, 0.67, 0.55), (0.78, 0.56, 0.42), (0.55, 0.36, 0.25), (0.33, 0.21, 0.15))


@dataclass(frozen=True)
class Happenings:
    """What happens in a session, by the press from which on it holds.

    `hands` are the presses with a burst. `resting` are those whose only picture still has a hand in it.
    """

    bump: tuple[int, float, float, float] | None = None
    """The press, the shift right and away in squares, and the turn in degrees."""
    light: tuple[int, float] | None = None
    """The press, and the light that is left from then on; see Shot."""
    dusk: float = 1.0
    """The factor by which each press changes that light."""
    lamp: int | None = None
    camera: tuple[int, float, float] | None = None
    """The press, and the shift of the camera's aim in squares."""
    hands: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    askew: float = 0.15
    """The probability that a moved piece stands badly off its centre."""


class Director:
    """Makes the shots of a session one after the other. A piece that is not touched stays where it is."""

    def __init__(self, start, lying, camera, happenings, rng, seed):
        self.position, self.happenings, self.rng = start, happenings, rng
        self.stands = {square: self._stand(False) for square, content in enumerate(start.contents(), 1) if content}
        self.shot = Shot(start.contents(), dict(self.stands), lying, camera, seed=seed, table_seed=seed)
        self.begun = self._count(start)
        self.skins = {side: SKINS[rng.integers(len(SKINS))] for side in Side}
        self.sleeves = {side: tuple(rng.uniform(0.03, 0.75, 3)) for side in Side}

    def picture(self, **changes):
        """The next shot; exposure and colour drift a little."""
        drift = self.rng.normal(0, 1, 4)
        tint = tuple(float(part) for part in 1 + 0.012 * drift[:3])
        self.shot = replace(self.shot, exposure=float(1 + 0.03 * drift[3]), tint=tint, seed=self.shot.seed + 1)
        return replace(self.shot, **changes)

    def press(self, played):
        """The shots of a press with the names of their files, the settled one last."""
        before = self.shot
        self._happen(played.seq)
        touched = self._move(played.after)
        name = f"frames/{played.seq:04}"
        shots = []
        if played.seq in self.happenings.hands:
            halfway = replace(self.shot, contents=before.contents, stands=before.stands)
            self.shot, settled = halfway, self.shot
            shots.append((f"{name}a.jpg", self.picture(hand=self._hand(played.side, touched, 0))))
            self.shot = replace(settled, seed=self.shot.seed)
            shots.append((f"{name}b.jpg", self.picture(hand=self._hand(played.side, touched, -1))))
        rests = self._hand(played.side, touched, -1, drawn_back=1.6) if played.seq in self.happenings.resting else None
        shots.append((f"{name}.jpg", self.picture(hand=rests)))
        return shots

    def _happen(self, seq):
        what, shot = self.happenings, self.shot
        if what.bump and what.bump[0] == seq:
            shot = replace(shot, lying=replace(shot.lying, dx=shot.lying.dx + what.bump[1], dy=shot.lying.dy + what.bump[2]))
            shot = replace(shot, lying=replace(shot.lying, turn_deg=shot.lying.turn_deg + what.bump[3]))
        if what.light and what.light[0] == seq:
            shot = replace(shot, light=what.light[1])
        if what.camera and what.camera[0] == seq:
            aim = (shot.camera.aim[0] + what.camera[1], shot.camera.aim[1] + what.camera[2])
            shot = replace(shot, camera=replace(shot.camera, aim=aim))
        self.shot = replace(shot, light=shot.light * what.dusk, lamp=shot.lamp or what.lamp == seq)

    def _move(self, after):
        """Set the pieces as they stand now; return the squares touched, emptied ones first."""
        now, then = self.position.contents(), after.contents()
        touched = [square for square, (a, b) in enumerate(zip(now, then, strict=True), 1) if a is not b]
        for square in touched:
            self.stands.pop(square, None)
            if then[square - 1]:
                self.stands[square] = self._stand(self.rng.random() < self.happenings.askew)
        self.position = after
        white, black = (max(0, begun - there) for begun, there in zip(self.begun, self._count(after), strict=True))
        self.shot = replace(self.shot, contents=then, stands=dict(self.stands), captured=(white, black))
        return sorted(touched, key=lambda square: bool(then[square - 1]))

    def _stand(self, askew):
        dx, dy = self.rng.normal(0, JITTER, 2)
        if askew:
            angle, off = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(*ASKEW)
            dx, dy = off * np.cos(angle), off * np.sin(angle)
        angle, off = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(0, STACKED_OFF)
        return Stand(*(round(float(part), 4) for part in (dx, dy, off * np.cos(angle), off * np.sin(angle))))

    def _hand(self, side, touched, which, drawn_back=0.0):
        size = self.shot.lying.size
        where = board(size)
        row, col = where.row_col(touched[which]) if touched else (size // 2, size // 2)
        home = -90 if side is Side.WHITE else 90
        y = row + 0.5 + drawn_back * (1 if side is Side.WHITE else -1)
        from_deg = home + self.rng.uniform(-28, 28)
        return Hand(
            col + 0.5, y, float(from_deg), skin=self.skins[side], sleeve=self.sleeves[side], sleeve_at=float(self.rng.uniform(4, 6.5))
        )

    def _count(self, position):
        """The number of pieces of each side on the board."""
        contents = position.contents()
        return tuple(sum(content.side is side for content in contents) for side in Side)


def label(name, shot, disc_height):
    """The line of labels.jsonl. A FEN needs a side to move, so White is written."""
    off = {square: stand for square, stand in shot.stands.items() if shot.contents[square - 1]}
    kings = {square for square in off if shot.contents[square - 1].is_king}
    stands = {square: [s.dx, s.dy] + ([s.upper_dx, s.upper_dy] if square in kings else []) for square, s in sorted(off.items())}
    return {
        "file": name,
        "corners_px": corners(shot),
        "fen": contents_fen(shot.contents),
        "hidden": hidden_squares(shot, disc_height),
        "stands": stands,
    }


def corners(shot):
    return np.round(shot.camera.project(shot.lying.corners()), 2).tolist()


def contents_fen(contents):
    """The FEN of what stands on the board, White to move."""
    sides = []
    for side in Side:
        there = [f"{'K' * content.is_king}{square}" for square, content in enumerate(contents, 1) if content.side is side]
        sides.append(side.letter + ",".join(there))
    return ":".join(["W", *sides])


def write_session(folder, director, presses, look, take, facts):
    """Take every picture with `take(shot)`, which gives JPEG bytes, and write the folder; session.json comes last."""
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    start, rules = director.position, director.position.rules
    labels, rows, truths, by_seq = [], [], [], {}

    def keep(name, shot):
        (folder / name).write_bytes(take(shot))
        labels.append(label(name, shot, look.discs.thickness))

    first = director.picture()
    keep("frames/0000.jpg", first)
    by_seq[0] = corners(first)
    t = 0.0
    for played in presses:
        t += float(director.rng.uniform(4, 45))
        shots = director.press(played)
        for name, shot in shots:
            keep(name, shot)
        by_seq[played.seq] = corners(shots[-1][1])
        row = {"seq": played.seq, "t": round(t, 1), "side": str(played.side), "frame": shots[-1][0]}
        rows.append(row | ({"burst": [name for name, _ in shots]} if len(shots) > 1 else {}))
        truths.append({"seq": played.seq, "fen": played.fen, "move": played.move, "event": str(played.event)})
    about = {"rules": rules.name, "board_size": rules.board_size, "truth_corners_px": by_seq[0], "truth_corners_px_by_seq": by_seq}
    if start != type(start).start(rules):
        about["start_fen"] = write_fen(start)
    about["conditions"] = facts | {"synthetic": "path traced by Mitsuba 3, denoised by OIDN, camera simulated", "look": asdict(look)}
    for name, lines in (("presses", rows), ("truth", truths), ("labels", labels)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "session.json").write_text(json.dumps(about, indent=1))
