"""The settings of a board: what they are, and their defaults."""

from dataclasses import dataclass, field

from hub.access.clients import GENEROUS

TAGS = ("white", "black", "event", "site", "date", "round", "board")
"""What [game] tells of every game, as game.pdn and the pages show it."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a game is played under, and what is known of it, when its session does not say."""

    time_control: str = "80m+60s"
    """Regulation C, Art. 3."""
    result_form: str = "1-0"
    """How game.pdn writes results: `1-0`, or `2-0` with two points for a win."""
    regulation: str = ""
    """The letter of the tournament regulation, such as `C`."""
    after_a_fault: str = ""
    """What becomes of the record once an irregularity stands: it goes on (`record`) or ends, the rest being noted on `paper`.

    Empty: paper under regulation C (its Art. 5), the record elsewhere.
    """
    white: str = ""
    """The player with the white pieces, and"""
    black: str = ""
    """with the black ones."""
    event: str = ""
    site: str = ""
    date: str = ""
    """Such as 2026.11.21, `?` for what is not known; empty: the day on which the game begins."""
    round: str = ""
    board: str = ""
    """The number of the board in the match."""

    @property
    def about(self) -> dict[str, str]:
        """What is told of every game; without what is left open."""
        return {tag: value for tag in TAGS if (value := getattr(self, tag))}


@dataclass(frozen=True, slots=True)
class Web:
    """Where the pages are served."""

    host: str = "127.0.0.1"
    port: int = 8000
    boards: str = ""
    """The addresses of the hall's other boards, such as `http://board-2:8000`, which the page before the round shows too."""
    picture: str = "board"
    """What everybody sees there of the camera's pictures: the `board`, as it was read last, or `none`."""
    delay: str = ""
    """How much later all that is seen than it is played, as `hub.boards.delay.parse_delay` takes it."""
    listeners_per_client: int = GENEROUS.listeners
    """How many may follow games from one address at once, and"""
    requests_per_client: int = GENEROUS.requests
    """how many requests a second may come from it in the long run; a hall is often behind one address."""
    proxies: int = 0
    """How many proxies of one's own stand before the pages, the last of them with TLS; they are believed who it is that asks."""

    @property
    def shows_pictures(self) -> bool:
        """Whether everybody sees pictures of the board."""
        return self.picture == "board"


@dataclass(frozen=True, slots=True)
class Hub:
    """What `damcam hub` serves, besides the `boards` of [web] and by its `host`."""

    states: str = ""
    """The folders in which the services of boards on this machine keep their games, with blanks between them."""
    port: int = 8080
    """Another than a board's, for both may run on one machine."""


@dataclass(frozen=True, slots=True)
class Board:
    """What is played at this board, and where it is kept."""

    state: str = "/var/lib/damcam"
    """The folder that holds a folder for each game; it stays when the power goes."""
    rules: str = "frisian"
    start_fen: str = ""
    """The position that a game begins with; empty: the start position of the rules."""


@dataclass(frozen=True, slots=True)
class Buttons:
    """The contacts of the clock on the Pi's pins, by their GPIO numbers; a lamp or buzzer on pin 0 is none."""

    kind: str = "buttons"
    """`buttons`, one for each side, or `lever`, one for both."""
    white: int = 17
    black: int = 27
    """Of a lever with a single contact, on `white`: 0."""
    white_lamp: int = 0
    black_lamp: int = 0
    buzzer: int = 0
    sounds: str = "flag"
    """What the buzzer sounds for: `press`, `flag`, both, or nothing."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera above the board."""

    kind: str = "picamera2"
    """`picamera2` for one on the Pi's ribbon cable, `usb` for any other."""
    device: str = "0"
    """Its number, or the path of a USB camera such as /dev/v4l/by-id/..."""
    width: int = 1280
    height: int = 960
    rotation: int = 0
    """Degrees clockwise by which its pictures are turned."""
    corners: str = ""
    """Where the board's outer corners are looked for first, as `damcam locate --corners` takes them; empty: it is found by itself."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The pictures that are kept."""

    budget_mb: int = 8000
    """Of all games together, in millions of bytes; then those of the oldest finished games go, but none that an alert is shown by."""
    pictures: str = "board"
    """What is kept of a picture: the `board` and a square around it, or the `whole` picture."""
    keep: str = "alerts"
    """Of a game that is closed: `all` pictures, or only those by which the arbiter was told something, and the first."""
    days: int = 30
    """So long all these stay. An appeal is made within a day, and decided before the next match day (appendix 5)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the program."""

    game: Game = field(default_factory=Game)
    web: Web = field(default_factory=Web)
    hub: Hub = field(default_factory=Hub)
    board: Board = field(default_factory=Board)
    buttons: Buttons = field(default_factory=Buttons)
    camera: Camera = field(default_factory=Camera)
    evidence: Evidence = field(default_factory=Evidence)
