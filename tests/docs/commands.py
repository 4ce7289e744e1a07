"""The commands that README, hardware page and documentation show, and which of them a test cannot run."""

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "hardware.md", *sorted(set((ROOT / "docs").rglob("*.md")) - set((ROOT / "docs").rglob("*.nl.md"))))
"""The English pages. The Dutch ones show the commands of the English ones, as tests/docs/test_dutch.py says."""
FENCE = re.compile(r"^\s*```\{?([\w-]*)\}?.*$")
LOOKS_LIKE_A_COMMAND = re.compile(r"^\s*(\$ |(sudo|damcam|\./damcam|\.venv/bin/\w+) )")

OF_A_CLONE = ("./damcam test", "./damcam bench", "./damcam texts")
"""What only the shell script `damcam` of a clone does, and the installed command does not."""
PARSED: Mapping[str, str] = {
    "damcam event season": "needs the events of a season; tests/pi/commands/test_event_season.py runs it",
    "damcam event new kk-2026": "needs a confirmed season; tests/pi/commands/test_event_season.py runs it",
    "damcam demo": "plays for 45 seconds; tests/pi/programs/test_demo.py runs it",
    "damcam demo --hall": "goes on until it is told to end; tests/pi/programs/test_demo_hall.py runs it",
    "damcam run": "runs until it is told to end; tests/pi/game runs it",
    "damcam hub": "serves until it is told to end; tests/pi/commands/test_hub.py and tests/hub/broker run it",
    "damcam join": "makes this machine the board of a hub; tests/hub/broker runs it",
    "damcam names --round": "needs the boards of a hall; tests/pi/commands/test_round.py runs it",
    "damcam rule": "is answered by a running service; tests/pi/commands/test_rule.py runs it",
    "damcam selftest": "tries the camera and the buttons of the machine; tests/pi/checks runs it",
    "damcam import": "takes a game from another machine's card; tests/pi/programs/test_import.py runs it",
    "damcam verify /var/lib/damcam": "looks at the games of an installed board; tests/pi/commands/test_verify.py runs it",
    'damcam names "Jelle de Vries" "Sytske Hoekstra" --event': "is answered by a running service; tests/pi/commands/test_rule.py runs it",
}
"""Commands of damcam whose words the real parser must accept, and why they are not run. Keys are beginnings of commands."""

NOT_OURS: Mapping[str, str] = {
    ".venv/bin/python -P -m tests.golden": "changes the golden files; tests/golden makes them too",
    "./damcam test": "runs the tests, this one among them",
    "tests/check": "checks the whole repository; ./damcam test runs it first",
    "./damcam bench": "takes minutes; that the program and its options exist is a test of its own",
    "./damcam texts": "changes the catalogues of the repository; tests/texts runs it",
    ".venv/bin/sphinx-build": "tests/docs/test_build.py builds what it builds",
    ".venv/bin/python docs/": "takes minutes, and changes the pictures of the repository",
    "sudo systemd/install": "sets up a service as root; tests/systemd runs it",
    "sudo damcam/systemd/install": "sets up a service as root; tests/systemd runs it",
    "sudo apt": "needs root and a network",
    "sudo systemctl": "needs systemd and root",
    "sudo mv": "moves a game of a board",
    "sudo tar": "needs an installed hub; tests/record/log copies folders by it while rows are written",
    "sudo mount": "needs root and another machine's card",
    "journalctl": "needs systemd",
    "git": "needs a network",
    "rpicam-": "needs a Raspberry Pi's camera",
    "pinctrl": "needs a Raspberry Pi's pins",
    "debootstrap": "needs root, a network and minutes",
    "mount": "needs root",
    "QEMU_CPU=cortex-a76 chroot": "needs root and an arm64 system",
}
"""Commands of the shell, and why they are not run. Keys are beginnings of commands."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page: what it is marked as, its line in the page, and its lines, dedented."""

    page: Path
    line: int
    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A command of a `console` block, and the lines of output that are shown below it."""

    page: Path
    line: int
    command: str
    output: tuple[str, ...]

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}: {self.command}"

    @property
    def own(self) -> str:
        """The command as damcam gets it: without the user who runs it, and installed rather than in a clone."""
        plain = re.sub(r"^sudo (-u damcam )?(?=damcam )", "", self.command)
        return plain if plain.startswith(OF_A_CLONE) else plain.replace("./damcam ", "damcam ", 1)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of damcam: its words, the variables of the environment that are set for it, and its standard input."""

    words: tuple[str, ...]
    variables: Mapping[str, str]
    typed: str


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    kind, begin, lines = None, 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not (fence := FENCE.match(line)):
            lines.append(line)
        elif kind is None:
            kind, begin, lines = fence[1], number, []
        else:
            yield Block(page, begin, kind, tuple(inner.strip() for inner in lines))
            kind = None
    assert kind is None, f"{page}:{begin}: this block is not closed"


def shown(page: Path) -> Iterator[Shown]:
    """The commands of a page, in their order."""
    for block in blocks(page):
        if block.kind != "console":
            continue
        assert block.lines[0].startswith("$ "), f"{page}:{block.line}: a console block begins with a command after `$ `"
        starts = [number for number, line in enumerate(block.lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
            output = tuple(line for line in block.lines[start + 1 : end] if line)
            yield Shown(page, block.line + 1 + start, block.lines[start][2:], output)


def row_of(table: Mapping[str, str], command: str) -> str | None:
    """The key of that table that the command begins with; the longest of several."""
    return max((key for key in table if command.startswith(key)), key=len, default=None)


def call_of(command: str) -> Call | None:
    """The command as a call of damcam, also behind `echo TEXT |` and `NAME=value`; None where it calls something else."""
    typed = ""
    if piped := re.fullmatch(r"""echo ("[^"]*"|'[^']*') \| (.*)""", command):
        typed, command = piped[1][1:-1] + "\n", piped[2]
    words = shlex.split(command)
    variables = {}
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if not words or words[0] not in ("damcam", "./damcam"):
        return None
    return Call(tuple(words[1:]), variables, typed)
