"""Builds the Mitsuba scene of a shot (board, pieces, table, lights) and renders its path-traced, denoised picture."""

import os

import cv2
import mitsuba as mi
import numpy as np
import pyoidn
from clutter import beside_board, things
from meshes import box, capsule, joined, sheet, turn_about_z
from shot import discs_mesh, hand_meshes
from textures import board_picture, disc_picture, table_picture

from rules.board.squares import Side

VARIANT = "llvm_ad_rgb"
SAMPLES = int(os.environ.get("RENDER_SAMPLES", "4"))
"""The paths a pixel. The denoiser, which knows the colours and normals of the surfaces, does the rest."""
BOUNCES = 3
MAX_RADIANCE = 12.0
"""The radiance beyond which a pixel is white in any exposure. It is clipped before the lens blurs it."""
TABLE_SQUARES = 80.0
SUN_DEG = 38.0
WINDOW, WARM, PANEL, DAY = (0.85, 0.95, 1.15), (1.25, 0.92, 0.55), (0.98, 1.05, 1.0), (1.0, 1.0, 1.02)

mi.set_variant(VARIANT)

SURFACES = {
    "wood": {"roughness": 0.45, "specular": 0.4},
    "lacquer": {"roughness": 0.35, "specular": 0.5, "clearcoat": 1.0, "clearcoat_gloss": 0.93},
    "vinyl": {"roughness": 0.38, "specular": 0.5},
    "print": {"roughness": 0.55, "specular": 0.4},
    "paper": {"roughness": 0.9, "specular": 0.2},
    "plastic": {"roughness": 0.32, "specular": 0.5},
    "cloth": {"roughness": 1.0, "specular": 0.05},
    "skin": {"roughness": 0.55, "specular": 0.35},
}


class Painted:
    """The textures of one session, painted once."""

    def __init__(self, look, size, seed):
        rng = np.random.default_rng(seed)
        self.board = _surface(look.board.surface, board_picture(look.board, size, rng))
        self.sides = _surface(look.board.surface, look.board.border)
        covers = {"wood": "wood", "laminate": "vinyl", "stone": "print"}
        self.table = _surface(covers.get(look.table.cover, "cloth"), table_picture(look.table, rng), TABLE_SQUARES / 40)
        colours = {Side.WHITE: look.discs.white, Side.BLACK: look.discs.black}
        self.discs = {
            side: _surface(look.discs.material, disc_picture(look.discs.material, colour, rng)) for side, colour in colours.items()
        }


def radiance(shot, look, painted):
    """The denoised linear picture, (height, width, 3), of a lens without distortion."""
    camera = shot.camera
    width, height = camera.undistorted_size()
    scene = mi.load_dict(_objects(shot, look, painted) | _lights(shot, look) | {"sensor": _sensor(camera, width, height)} | _integrator())
    traced = np.array(mi.render(scene, spp=SAMPLES, seed=shot.seed % 2**31), np.float32)
    colour, albedo, normal = (np.ascontiguousarray(traced[..., i : i + 3]) for i in (0, 3, 6))
    return np.clip(_denoised(colour, np.clip(albedo, 0, 1), normal), 0, MAX_RADIANCE)


def _integrator():
    inner = {"type": "path", "max_depth": BOUNCES, "rr_depth": 8}
    return {"type": "scene", "integrator": {"type": "aov", "aovs": "albedo:albedo,normal:sh_normal", "image": inner}}


def _sensor(camera, width, height):
    up = -camera.axes()[1]
    target = np.array([*camera.aim, 0.0])
    look_at = mi.ScalarTransform4f().look_at(camera.position.tolist(), target.tolist(), up.tolist())
    film = {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "box"}, "pixel_format": "rgb"}
    fov = float(np.degrees(2 * np.arctan(width / 2 / camera.focal_px)))
    return {"type": "perspective", "fov": fov, "fov_axis": "x", "to_world": look_at, "film": film, "sampler": {"type": "independent"}}


def _objects(shot, look, painted):
    seed = shot.table_seed
    low = -look.board.thickness
    side = shot.lying.size + 2 * look.board.border_width
    turn, middle = turn_about_z(shot.lying.turn_deg), np.array([shot.lying.dx, shot.lying.dy, 0.0])
    objects = {"table": _mesh(sheet(TABLE_SQUARES, TABLE_SQUARES).moved(shift=(3.0, 5.0, low)), painted.table)}
    objects["slab"] = _mesh(box(side, side, -low - 0.004).moved(turn, middle + np.array([0, 0, low])), painted.sides)
    objects["board"] = _mesh(sheet(side, side).moved(turn, middle), painted.board)
    beside = beside_board(shot, look, np.random.default_rng([seed, 1]))
    for colour, bsdf in painted.discs.items():
        mesh = discs_mesh(shot, look.discs, colour, seed, beside[colour])
        if mesh is not None:
            objects[f"discs_{colour}"] = _mesh(mesh, bsdf)
    for name, mesh, surface, paint in things(shot, look, np.random.default_rng(seed)):
        objects[f"thing_{name}"] = _mesh(mesh, _surface(surface, paint))
    if shot.hand:
        skin, sleeve = hand_meshes(shot.hand, shot.lying)
        objects["skin"] = _mesh(skin, _surface("skin", shot.hand.skin))
        objects["sleeve"] = _mesh(sleeve, _surface("cloth", shot.hand.sleeve))
    return objects


def _lights(shot, look):
    light, size = look.light, shot.lying.size
    power = light.strength * shot.light
    turn = np.radians(light.azimuth_deg)
    around = np.array([np.cos(turn), np.sin(turn), 0.0])
    lights = {"sky": {"type": "constant", "radiance": _rgb(0.25 * light.ambient, DAY)}}
    if light.kind in ("window", "overcast", "mixed"):
        soft = 2.2 if light.kind == "overcast" else 1.0
        at = around * size * 1.7 + (0, 0, size * 0.9)
        lights["window"] = _panel(at, (0, 0, 0), size * 0.8 * soft, size * 0.6 * soft, 5.0 * power / soft, WINDOW)
    if light.kind in ("panels", "dim"):
        colour = PANEL if light.kind == "panels" else (1.2, 0.95, 0.65)
        for i, (x, y) in enumerate(((-1.0, 0.3), (0.9, -0.6), (0.2, 1.3))):
            at = np.array([x, y, 2.6]) * size + around * size * 0.5
            lights[f"panel{i}"] = _panel(at, at * (1, 1, 0), size * 0.8, size * 0.25, 9.0 * power, colour)
    if light.kind == "sun":
        lights |= _sun(light, size, power)
    if light.kind in ("lamp", "mixed") or shot.lamp:
        at = _mirrored(shot) if light.glare else around * size * (-0.8 if light.kind == "mixed" or shot.lamp else 0.7) + (0, 0, size * 0.95)
        strength = 60.0 * light.strength * (0.35 if light.kind == "mixed" or shot.lamp else 1.0)
        lights["lamp"] = _panel(at, (0, 0, 0), size * 0.13, size * 0.13, strength, WARM)
    if light.person:
        at = around * size * 1.05 + np.array([-around[1], around[0], 0]) * size * 0.3
        body = box(size * 0.25, size * 0.55, size * 0.8).moved(turn_about_z(light.azimuth_deg), at - (0, 0, look.board.thickness))
        lights["person"] = _mesh(body, _surface("cloth", (0.16, 0.16, 0.2)))
    return lights


def _sun(light, size, power):
    """The sun, and the bars of the window through which it shines."""
    turn, height = np.radians(light.azimuth_deg), np.radians(SUN_DEG)
    towards = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
    across = np.array([-np.sin(turn), np.cos(turn), 0.0])
    up = np.cross(towards, across)
    middle = towards * size * 1.9
    bars = [(across * size * off, up * size, 0.03) for off in (-0.4, -0.05, 0.3)]
    bars += [(up * size * 0.1, across * size, 0.03), (across * size * 0.75, up * size * 1.5, 0.2)]
    rods = joined([capsule(middle + at - along, middle + at + along, size * thick, size * thick) for at, along, thick in bars])
    sun = {"type": "directional", "direction": (-towards).tolist(), "irradiance": _rgb(9.0 * power, (1.08, 1.0, 0.85))}
    return {"sun": sun, "bars": _mesh(rods, _surface("cloth", (0.5, 0.5, 0.5)))}


def _mirrored(shot):
    """Where a lamp must hang for the far part of the playing area to mirror it into the camera."""
    camera = shot.camera.position
    spot = -0.22 * shot.lying.size * np.array([camera[0], camera[1], 0.0]) / max(1.0, np.hypot(*camera[:2]))
    along = (spot - camera) * (1, 1, -1)
    return spot + along * 1.1 * shot.lying.size / np.linalg.norm(along)


def _panel(at, towards, width, height, strength, colour):
    ahead = np.asarray(towards, float) - at
    up = (0.0, 1.0, 0.0) if abs(ahead[2]) > 0.9 * np.linalg.norm(ahead) else (0.0, 0.0, 1.0)
    place = mi.ScalarTransform4f().look_at(np.asarray(at).tolist(), np.asarray(towards, float).tolist(), up)
    place = place @ mi.ScalarTransform4f().scale([width / 2, height / 2, 1])
    return {"type": "rectangle", "to_world": place, "emitter": {"type": "area", "radiance": _rgb(strength, colour)}}


def _rgb(strength, colour):
    return {"type": "rgb", "value": [float(strength * part) for part in colour]}


def _surface(kind, paint, repeats=1.0):
    """A BSDF of that kind, painted with one colour or a picture (RGB, sRGB values)."""
    traits = SURFACES.get(kind, SURFACES["wood"])
    linear = np.asarray(paint, np.float32) ** 2.2
    if linear.ndim == 1:
        linear = np.tile(linear, (4, 4, 1))
    scale = mi.ScalarTransform3f().scale([repeats, repeats])
    bitmap = mi.Bitmap(np.ascontiguousarray(linear[::-1]))
    texture = {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "mirror", "to_uv": scale}
    return mi.load_dict({"type": "twosided", "bsdf": {"type": "principled", "base_color": texture, **traits}})


def _mesh(mesh, bsdf):
    """A Mitsuba mesh. Meshes and the rectangles of the lights are the only shapes, so one compiled kernel serves all pictures."""
    props = mi.Properties()
    props["mesh_bsdf"] = bsdf
    made = mi.Mesh("mesh", len(mesh.vertices), len(mesh.faces), has_vertex_normals=True, has_vertex_texcoords=True, props=props)
    params = mi.traverse(made)
    for name, value in (("positions", mesh.vertices), ("normals", mesh.normals), ("texcoords", mesh.uv)):
        params[f"vertex_{name}"] = np.ascontiguousarray(value, np.float32).ravel()
    params["faces"] = np.ascontiguousarray(mesh.faces, np.uint32).ravel()
    params.update()
    return made


def _denoised(colour, albedo, normal):
    result = np.empty_like(colour)
    with pyoidn.Device() as device:
        device.set_int("numThreads", cv2.getNumThreads())
        device.commit()
        rt = pyoidn.Filter(device, pyoidn.OIDN_FILTER_TYPE_RT)
        try:
            images = ((pyoidn.OIDN_IMAGE_COLOR, colour), (pyoidn.OIDN_IMAGE_ALBEDO, albedo), (pyoidn.OIDN_IMAGE_NORMAL, normal))
            for name, image in (*images, (pyoidn.OIDN_IMAGE_OUTPUT, result)):
                rt.set_image(name, image, pyoidn.OIDN_FORMAT_FLOAT3)
            rt.set_bool("hdr", True)
            rt.commit()
            rt.execute()
        finally:
            rt.release()
    return result
