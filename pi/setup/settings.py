"""The settings of a board: their names, types and defaults."""

from dataclasses import dataclass, field

from hub.access.clients import GENEROUS
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import NO_CROWNS, ruleset

THIS_MACHINE, EVERY_ADDRESS = "127.0.0.1", "0.0.0.0"
"""Addresses to listen on."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What a game is played under, and the number of its board, where its session does not say."""

    time_control: str = "80m+60s"
    """The thinking time of each player (regulation C, Art. 3)."""
    result_form: str = "1-0"
    """How game.pdn writes results: `1-0`, or `2-0` with two points for a win."""
    regulation: str = ""
    """The letter of the tournament regulation, such as `C`; empty outside a tournament."""
    after_a_fault: str = ""
    """What happens once an irregularity stands: `record` continues the record, `paper` ends it and the rest is noted on paper.

    Empty means `paper` under regulation C (its Art. 5) and `record` elsewhere.
    """
    board: str = ""
    """The number of the board in the match, for every game at it; the other tags are said of each game."""

    @property
    def about(self) -> dict[str, str]:
        """The tag of every game at this board, if it is set."""
        return {"board": self.board} if self.board else {}


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where the pages are served and what they show."""

    host: str = ""
    """The address to listen on: `127.0.0.1` this machine alone, `0.0.0.0` everybody in the network; empty: see `board_host`, `hub_host`."""
    port: int = 8000
    """The TCP port of the pages of a board."""
    desk_port: int = 8001
    """The TCP port of desk and tablets alone, which no crowd of spectators can fill; 0 for none."""
    picture: str = "board"
    """Which camera picture everybody sees: the `board` as it was last read, or `none`."""
    delay: str = ""
    """How much later the public sees the game, in the form of `hub.feeds.delay.parse_delay`."""
    listeners_per_client: int = GENEROUS.listeners
    """How many readers may follow games from one address at once. A hall often shares one address."""
    requests_per_client: int = GENEROUS.requests
    """How many requests a second one address may make on average."""
    trusted_proxies: int = 0
    """How many of the organiser's own proxies stand before the pages. Their X-Forwarded headers name the client; the last one does TLS."""

    @property
    def board_host(self) -> str:
        """The address that a board's pages listen on: where the setting is empty, for this machine alone."""
        return self.host or THIS_MACHINE

    @property
    def hub_host(self) -> str:
        """The address that a hub's pages listen on: where the setting is empty, for the network, or only for the organiser's proxies."""
        return self.host or (THIS_MACHINE if self.trusted_proxies else EVERY_ADDRESS)

    @property
    def shows_pictures(self) -> bool:
        """Whether everybody sees pictures of the board."""
        return self.picture == "board"


@dataclass(frozen=True, slots=True)
class HubSettings:
    """What `damcam hub` serves, besides `host` of [web]."""

    states: str = ""
    """The folders in which the boards of this machine keep their games, separated by blanks."""
    port: int = 8080
    """The TCP port of the hub. It differs from a board's, because both may run on one machine."""
    desk_port: int = 8081
    """The TCP port of the hub's desks and tablets alone; 0 for none."""
    broker_port: int = 8883
    """The TCP port of the broker to which the boards of the hall connect."""
    events: str = ""
    """The folder with the files of events, which the hub shows; empty means that `damcam event` is given paths alone."""


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """What is played at this board and where it is kept."""

    state: str = "/var/lib/damcam"
    """The folder that holds a folder for each game. It must survive a power cut."""
    rules: str = "frisian"
    """The rule set."""
    start_fen: str = ""
    """The position with which a game begins; empty means the start position of the rules."""
    mirrored: bool = False
    """Whether the board lies with a light corner at White's left: true reads and draws it as its mirror image.

    Outside the tournament regulations only: under these a board that lies so lies wrong (Art. 26).
    """
    crowns: str = "disc"
    """What shows that a piece is a king: `disc` for a second disc, or `none` where it gets none and the moves alone tell.

    `none` outside the tournament regulations only: under these a king gets a second disc (Art. 8).
    """

    @property
    def start(self) -> Position:
        """The position with which a game begins, with the rules that are played; DamcamError where a value does not say one."""
        rules = ruleset(self.rules, second_disc=self.crowns != NO_CROWNS)
        return parse_fen(self.start_fen, rules) if self.start_fen else Position.start(rules)


@dataclass(frozen=True, slots=True)
class RecordSettings:
    """How the record is kept and protected."""

    copy_to: str = ""
    """The folder off the card that gets a second copy of each game's events, such as a stick's; empty means none."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The contacts of the clock on the Pi's pins, by GPIO number. Pin 0 means that the part is absent."""

    kind: str = "buttons"
    """`buttons` for one contact on each side, or `lever` for one rocker for both sides."""
    white: int = 17
    """White's button, or the contact of the lever."""
    black: int = 27
    """Black's button; 0 for a lever with a single contact, which is then `white`."""
    white_lamp: int = 0
    """The lamp that shines while White's clock runs."""
    black_lamp: int = 0
    """The lamp that shines while Black's clock runs."""
    buzzer: int = 0
    """The buzzer."""
    sounds: str = "flag"
    """When the buzzer sounds: `press`, `flag`, both, or empty for never."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The camera above the board."""

    kind: str = "picamera2"
    """`picamera2` for a camera on the Pi's ribbon cable, `usb` for any other."""
    device: str = "0"
    """The number of the camera, or the path of a USB camera such as /dev/v4l/by-id/..."""
    width: int = 1280
    """The width of the camera's pictures, in pixels."""
    height: int = 960
    """The height of the camera's pictures, in pixels."""
    rotation: int = 0
    """By how many degrees clockwise the pictures are turned: 0, 90, 180 or 270."""
    corners: str = ""
    """Where to look first for the outer corners of the board, in the form of `damcam locate --corners`; empty means anywhere."""


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """Which pictures are kept, and for how long."""

    budget_mb: int = 8000
    """The room for pictures of all games together, in MB of a million bytes.

    When it is full, pictures of the oldest finished games are deleted, except those that show an alert.
    """
    pictures: str = "board"
    """What is kept of a picture: the `board` with a margin of one square, or the `whole` picture."""
    keep: str = "alerts"
    """What is kept of a closed game: `all` pictures, or only the first one and those of the `alerts`."""
    days: int = 30
    """After how many days these are deleted too. An appeal is made within one day and decided before the next match day (appendix 5)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the program, one field for each section of the file."""

    game: GameSettings = field(default_factory=GameSettings)
    web: WebSettings = field(default_factory=WebSettings)
    hub: HubSettings = field(default_factory=HubSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    record: RecordSettings = field(default_factory=RecordSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
