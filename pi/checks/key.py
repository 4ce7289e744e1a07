"""The check of the key with which a board signs closed games."""

from pi.checks.checks import Check, Level, of_trouble, ok, untried, warn
from pi.machine.board_key import BoardKeyError, board_key, is_made_here, key_file
from pi.setup.settings import Settings
from rules.errors import Phrase


class KeyCheckSays(Phrase):
    """Of the key of the board."""

    OF_NONE = "closed games are not signed"
    NAME_ONE = 'to have them signed: sign_with = "signing_key.pem" in [record]'
    OF_THIS = "closed games are signed with {path} (mode 0600); the public key is {key}"
    NOT_MADE_YET = "{path}: there is no key yet"
    IS_MADE = "the service makes it when it starts"


def key_check(settings: Settings) -> Check:
    """The public key, or why no closed game is signed. A game is recorded all the same."""
    path = key_file(settings)
    if path is None:
        return untried("signature", KeyCheckSays.OF_NONE.said(), KeyCheckSays.NAME_ONE.said())
    if is_made_here(settings) and path.parent.is_dir() and not path.exists():
        return warn("signature", KeyCheckSays.NOT_MADE_YET.said(path=str(path)), KeyCheckSays.IS_MADE.said())
    try:
        return ok("signature", KeyCheckSays.OF_THIS.said(path=str(path), key=board_key(path).public))
    except BoardKeyError as error:
        return of_trouble(Level.WARN, "signature", error.sentence)
