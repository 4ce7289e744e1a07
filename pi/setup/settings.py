"""The settings of a board: their names, types, limits and defaults, as one msgspec struct with a struct for each section of the file.

The docstring below a field is its explanation in `systemd/damcam.toml` and in the reference; `docs/settings_file.py` makes both from here.
"""

from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import NO_CROWNS, ruleset

THIS_MACHINE, EVERY_ADDRESS = "127.0.0.1", "0.0.0.0"
"""Addresses to listen on."""
BROKER_PORT = 8883
"""The port of the broker to which the boards of a hall connect: the one that IANA gives to MQTT with TLS."""

Regulation = Literal["", "A", "B", "C", "D", "E", "F", "G", "H", "I"]
REGULATIONS: tuple[str, ...] = get_args(Regulation)
"""The tournament regulations by their letters; empty for a game outside them."""

# `extra` of a type says what was expected, where its limits do not say it.
PATH = r"/[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*"
"""An absolute path that can be shown in a line."""
Folder = Annotated[str, Meta(pattern=rf"\A{PATH}\Z", extra={"expected": "the path of a folder from the root on, such as /var/lib/damcam"})]
CopyFolder = Annotated[
    str,
    Meta(pattern=rf"\A({PATH})?\Z", extra={"expected": "the path of a folder from the root on, such as /media/damcam/games, or nothing"}),
]
Folders = Annotated[
    str, Meta(pattern=r"\A\s*(/[^\s\0]*(\s+/[^\s\0]*)*)?\s*\Z", extra={"expected": "paths from the root on, with blanks between them"})
]
Host = Annotated[str, Meta(pattern=r"\A\Z|\S", extra={"expected": 'an address such as "127.0.0.1" or "0.0.0.0", or nothing'})]
Device = Annotated[
    str,
    Meta(pattern=r"\A([0-9]+|/[^\0]*)\Z", extra={"expected": 'a number such as "0", or a path such as /dev/v4l/by-id/...'}),
]
Port = Annotated[int, Meta(ge=1, le=65535)]
Pin = Annotated[int, Meta(ge=2, le=27, extra={"expected": "a GPIO number from 2 to 27"})]
"""A GPIO number on the header of every Pi since 2014."""
PinOrNone = Annotated[int, Meta(ge=0, le=27, extra={"expected": "a GPIO number from 2 to 27, or 0 for a lever with a single contact"})]
LAMP_PINS, BUZZER_PIN = (23, 24), 25
"""GPIO numbers of White's and Black's lamp and of the buzzer, as hardware.md wires them."""


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of the settings file."""


class GameSettings(Section, frozen=True, kw_only=True):
    """What a game is played under, where its session does not say."""

    time_control: str = "80m+60s"
    """The time of each player: 80 minutes and 60 seconds for each move (regulation C, Art. 3). "none" plays without a clock."""
    regulation: Regulation = ""
    """The letter of the tournament regulation, "A" to "I"; "" for a game under none of them. Under C an irregularity that stands ends the
    record, and the players note the rest on paper (its Art. 5); otherwise the record continues."""
    board: str = ""
    """The number of the board, in game.pdn and on the pages of every game on it. Names, event, place, date and round are said of each game:
    by `damcam names`, on the evening page of the desk, or by the event at the hub. The date is the day on which the game begins."""

    @property
    def about(self) -> dict[str, str]:
        """The tag of every game at this board, if it is set."""
        return {"board": self.board} if self.board else {}


class WebSettings(Section, frozen=True, kw_only=True):
    """Where the pages are served and what they show."""

    host: Host = ""
    """Who can open the pages of a board and of a hub: "127.0.0.1" only this machine, "0.0.0.0" everybody in the network. The installer
    asks. "" is only this machine for a board, and everybody in the network for a hub, or its proxies alone with trusted_proxies."""
    port: Port = 8000
    """The port of the pages: http://NAME:8000"""
    picture: Literal["board", "none"] = "board"
    """Which camera pictures are public: "board", the last one that was read, which shows only the board; or "none"."""
    delay: str = ""
    """How much later than on the board a game is shown, so that nobody gets help from outside: "3 moves", once each side has made that many
    more moves, or "15m" in minutes; "" shows it at once. The delay applies to pages, pictures and PDN. A game that is over is shown at
    once."""
    trusted_proxies: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many proxies of your own are in front of the pages: 1 for the Caddy of Caddyfile.example. Their headers give the address of the
    client, and signing in then needs TLS. Set this only with host = "127.0.0.1"; otherwise anybody could send a false address."""

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


class HubSettings(Section, frozen=True, kw_only=True):
    """What damcam hub serves: the pages of a whole hall. It also uses host, picture, delay and trusted_proxies in [web], and keeps
    its arbiters and its key in the folder that [board] names."""

    states: Folders = ""
    """The folders in which the boards of this machine keep their games: "/var/lib/damcam", or several with blanks between them. Boards on
    other machines join the hub (damcam join). The service can write only below /var/lib/damcam, which rulings need."""
    port: Port = 8080
    """The port of the pages of the hub: http://NAME:8080. It differs from a board's, because both may run on one machine."""


class BoardSettings(Section, frozen=True, kw_only=True):
    """What is played at this board and where it is kept."""

    state: Folder = "/var/lib/damcam"
    """The folder for games, and at a hub for boards and events (events/NAME), as an absolute path. The service can write only below
    /var/lib/damcam. Without a settings file, a user who may not write there has ~/.local/share/damcam."""
    rules: Literal["frisian", "international", "english", "dambord", "frisian-2011", "frisian-2019"] = "frisian"
    """The rules: "frisian", "international", "english" or "dambord"."""
    start_fen: str = ""
    """The start position, such as "W:W46-50:B1-5" for Frysk!; "" takes that of the rules."""
    mirrored: bool = False
    """Whether the board lies with a light corner at White's left, as in Italy and in many homes: true reads and draws it as its mirror
    image. Never in a tournament: there such a board lies wrong (Art. 26), and damcam does not start with this and a regulation in
    [game]."""
    crowns: Literal["disc", "none"] = "disc"
    """What shows that a piece is a king: "disc" for the second disc that it gets, or "none" where it gets none, as in homes without spare
    discs: then the moves alone tell which piece is a king. Never in a tournament: there a king gets a second disc (Art. 8), and damcam does
    not start with "none" and a regulation in [game]."""

    @property
    def events(self) -> Path:
        """The folder of the files of events: a hub makes it, and `damcam event` takes the name of a file there."""
        return Path(self.state) / "events"

    @property
    def start(self) -> Position:
        """The position with which a game begins, with the rules that are played; DamcamError where a value does not say one."""
        rules = ruleset(self.rules, second_disc=self.crowns != NO_CROWNS)
        return parse_fen(self.start_fen, rules) if self.start_fen else Position.start(rules)


class RecordSettings(Section, frozen=True, kw_only=True):
    """How the record is protected."""

    copy_to: CopyFolder = ""
    """A folder off the card, as an absolute path, that gets a second copy of every event of each game, on a USB stick or a mounted share:
    "/media/damcam/games". It must exist. The service can write only below /media, /mnt and /srv. Pictures are not copied. "" for none."""


class ButtonSettings(Section, frozen=True, kw_only=True):
    """The contacts of the clock. Pins have their GPIO numbers here, not those of the header."""

    kind: Literal["buttons", "lever"] = "buttons"
    """"buttons", one for each side, or "lever", one for both."""
    white: Pin = 17
    """The pin of White's button, at White's right hand, or of the lever contact that is closed after White's press."""
    black: PinOrNone = 27
    """The pin of Black's button or contact; 0 for a lever with a single contact."""
    lamps: bool = False
    """Whether there are lamps, on GPIO 23 for White and 24 for Black: each is lit while the clock of its side runs."""
    buzzer: Literal["", "press", "flag", "press flag"] = ""
    """When the buzzer on GPIO 25 sounds: "press", "flag" or "press flag"; "" where there is none. It never sounds for an irregularity."""


class CameraSettings(Section, frozen=True, kw_only=True):
    """The camera above the board."""

    device: Device = "0"
    """The number of a camera on the Pi's ribbon cable, or the path of a USB camera: ls /dev/v4l/by-id"""
    rotation: Literal[0, 90, 180, 270] = 0
    """The rotation of pictures in degrees clockwise: 0, 90, 180 or 270. It is for people; the board is found from any side."""
    corners: str = ""
    """The four outer corners of a board that is not found automatically: "X,Y X,Y X,Y X,Y" in pixels of the upright picture, in any order,
    each off by at most half a square (damcam locate --corners tries them). After the camera was moved, the whole picture is searched. ""
    always searches the whole picture."""

    @property
    def kind(self) -> str:
        """The kind of `pi.reading.devices.camera_program`: `picamera2` on the ribbon cable, `usb` for any other."""
        return "picamera2" if self.device.isascii() and self.device.isdigit() else "usb"


class EvidenceSettings(Section, frozen=True, kw_only=True):
    """Which pictures are kept, and for how long."""

    budget_mb: Annotated[int, Meta(ge=200, le=10**9)] = 8000
    """The disk space for the pictures of all games, in millions of bytes, at least 200. Beyond it, pictures of the oldest closed games are
    deleted, except those that show an alert. A game of 100 moves takes about 100."""
    keep: Literal["alerts", "all"] = "alerts"
    """Which pictures of a closed game are kept: "alerts", the first one and those that show an alert; or "all", from which the game can be
    read again later. They may show players, many of whom are children."""
    days: Annotated[int, Meta(ge=2, le=36500)] = 30
    """For how many days pictures are kept after the record of the game was last written. An appeal is made within 24 hours of the arbiter's
    ruling, and decided before the next match day (appendix 5)."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of the program, one field for each section of the file."""

    game: GameSettings = field(default_factory=GameSettings)
    web: WebSettings = field(default_factory=WebSettings)
    hub: HubSettings = field(default_factory=HubSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    record: RecordSettings = field(default_factory=RecordSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)


def after_a_fault(regulation: str) -> str:
    """What happens once an irregularity stands: `paper` under regulation C (its Art. 5), and `record` otherwise."""
    return "paper" if regulation == "C" else "record"
