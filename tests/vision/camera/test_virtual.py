"""The real picamera2 and libcamera, to which the shipped session is played as a film. It needs root, and once debootstrap and a network."""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import cv2
import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset

pytestmark = [pytest.mark.usefixtures("long"), pytest.mark.timeout(1800)]

CLONE = Path(__file__).resolve().parents[3]
HERE = Path(__file__).with_name("virtual_camera")
SESSION = CLONE / "tests" / "data" / "sessions" / "first_light"
PACKAGES = ("rules", "clock", "vision", "record", "link", "hub", "pi")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "damcam"
LENGTH = 19
"""The number of pictures in the film."""
SHOWN = 6
"""The frames for each picture in the film: an eighth of a second."""
FIELD, FIELDS = 24, 5
"""The number of a picture is drawn as so many fields, each so wide in pixels; a dark field is 0."""
INSIDE = """
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --bind "$1" "$0/film"
mount --bind "$2" "$0/project"
root=$0
shift 2
exec chroot "$root" env -i -C /project PATH=/venv/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 LD_PRELOAD=/heap.so PYTHONPATH=/project \
    OMP_NUM_THREADS=1 LIBCAMERA_LOG_LEVELS='*:FATAL' PICAMERA2_LOG_LEVEL=50 "$@"
"""
"""Runs a command in a mount namespace of its own. The first three arguments are the root, the film and the project."""

NOT_COVERED = """Not covered, because the virtual camera does not have it: exposure, gain, white balance and
focus (AE, AWB, AF) and their locking; a lores stream made by the image processor (it gives a second one of full size); raw modes, and which
of them sees the whole sensor; RGB888 (it gives NV12); ExposureTime (it is filled in); a cable that comes loose."""


def run(*words, **more):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **more)


@pytest.fixture(scope="module")
def root(system, needs_root):
    """The root, built again when its sources have changed. Other clones of the repository that need it wait until the tests are over."""
    made_from = b"".join(path.read_bytes() for path in (HERE / "make_root", HERE / "heap.c", CLONE / "requirements.lock"))
    root = CACHE / f"virtual-camera-{hashlib.sha256(made_from).hexdigest()[:12]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not root.exists():
            run("sh", "-c", 'rm -rf "$0"/virtual-camera-*', CACHE)
            half_made = root.with_name(f"{root.name}.part")
            made = run("nice", HERE / "make_root", half_made, CLONE)
            assert made.returncode == 0, f"a Debian with a virtual camera could not be made as root: {made.stderr[-2000:]}"
            run("mv", half_made, root)
        yield root


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Write the pictures of the session in time order, each with its number in a corner."""
    folder = tmp_path_factory.mktemp("film")
    presses = [json.loads(line) for line in (SESSION / "presses.jsonl").read_text().splitlines()]
    names = ["frames/0000.jpg", *(name for press in presses for name in press.get("burst", [press["frame"]]))]
    assert len(names) == LENGTH
    for number, name in enumerate(names):
        image = cv2.resize(cv2.imread(str(SESSION / name)), (1280, 960), interpolation=cv2.INTER_CUBIC)
        for field in range(FIELDS):
            image[:FIELD, FIELD * field : FIELD * (field + 1)] = 255 * (number >> field & 1)
        first = folder / f"{number * SHOWN}.jpg"
        cv2.imwrite(str(first), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        for copy in range(1, SHOWN):
            os.link(first, folder / f"{number * SHOWN + copy}.jpg")
    return folder


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the program with the session, without the truth and with a press every five seconds."""
    project = tmp_path_factory.mktemp("project")
    ignored = shutil.ignore_patterns("__pycache__", "truth.jsonl")
    for name in PACKAGES:
        shutil.copytree(CLONE / name, project / name, ignore=ignored)
    shutil.copytree(HERE, project / "virtual_camera", ignore=ignored)
    shutil.copytree(SESSION, project / "session", ignore=ignored)
    presses = [json.loads(line) for line in (SESSION / "presses.jsonl").read_text().splitlines()]
    lines = [json.dumps(press | {"t": 5.0 * number}) + "\n" for number, press in enumerate(presses, 1)]
    (project / "session" / "presses.jsonl").write_text("".join(lines))
    (project / "damcam-0.dist-info").mkdir()
    (project / "damcam-0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: damcam\nVersion: 0\n")
    return project


@pytest.fixture(scope="module")
def inside(root, project):
    """Run a command in the project where the virtual camera plays that film; return the JSON objects that it prints."""

    def inside(film, *command):
        told = run("unshare", "--mount", "sh", "-ec", INSIDE, root, film, project, *command, timeout=900)
        assert told.returncode == 0, told.stderr[-3000:]
        return [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]

    return inside


@pytest.fixture(scope="module")
def played(inside, film):
    return inside(film, "python3", "virtual_camera/play.py", "session")


def truths():
    return [json.loads(line) for line in (SESSION / "truth.jsonl").read_text().splitlines()]


def test_pictures_come_in_their_order_with_the_time_of_their_exposure(played):
    about = played[0]
    assert about["t_ns"] == sorted(set(about["t_ns"]))
    steps = [(after - before) % LENGTH for before, after in pairwise(about["numbers"])]
    assert max(steps) < LENGTH // 2  # a late picture would be a step back
    assert sum(steps) >= 3
    assert about["waited_ms"] >= 0


def test_a_camera_in_use_or_not_there_says_so(played):
    assert (played[0]["second"], played[0]["fifth"]) == ("PiTrouble.used-elsewhere", "PiTrouble.too-few")
    assert len(played[0]["lock"]) == 2


def test_the_session_is_ruled_as_it_was_played(played):
    rulings = {line["seq"]: line for line in played if "seq" in line}
    for truth in truths():
        ruling = rulings[truth["seq"]]
        assert ruling["verdict"] in (truth["event"], *truth.get("also", ()))
        assert ruling["board"] == [int(content) for content in parse_fen(truth["fen"], ruleset("frisian")).contents()]
    assert min(ms for line in played for ms in line.get("after_press_ms", ())) >= 0


def test_a_process_that_hangs_is_ended_and_the_camera_gives_pictures_to_the_next(inside, film):
    """A second camera in the same process is refused (above), so a thread that is given up would keep it for ever."""
    (told,) = inside(film, "python3", "virtual_camera/hang.py")
    assert told == {"told": "ApartTrouble.hangs", "pictures": 30}


def test_the_service_records_the_session(inside, tmp_path, capsys):
    """The whole of `damcam run`, with its threads, ring and journal; the real picamera2 is opened anew for each picture."""
    told = inside(tmp_path, "python3", "virtual_camera/serve.py", "/film", "session")
    rulings = {line["seq"]: line for line in told if line["event"] == "Ruled"}
    wanted = {truth["seq"]: (truth["event"], truth["fen"]) for truth in truths()}
    assert {seq: (ruling["verdict"], ruling["fen"]) for seq, ruling in rulings.items()} == wanted
    with capsys.disabled():
        print(f"\nThe real picamera2: {len(rulings)} presses ruled right by the service. {NOT_COVERED}")
