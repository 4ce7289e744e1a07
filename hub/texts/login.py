"""What the login page says, a table for each language."""

from collections.abc import Mapping

LOGIN: Mapping[str, Mapping[str, str]] = {
    "nl": {
        "lang": "nl",
        "title": "Aanmelden",
        "for_whom": "Voor de wedstrijdleiding.",
        "name": "Naam",
        "password": "Wachtwoord",
        "enter": "Aanmelden",
        "home": "Naar de partij",
        "wrong": "Naam of wachtwoord klopt niet.",
        "slowly": "Te veel pogingen. Probeer het over {seconds} s weer.",
        "late": "De pagina stond te lang open, of deze browser neemt geen cookies aan. Probeer het nog eens.",
        "nobody": "Nog niemand heeft hier een wachtwoord. Op het bord: sudo -u damcam damcam passwd NAAM",
        "unreadable": "De wachtwoorden kunnen niet worden gelezen; het logboek van de dienst zegt waarom.",
    },
    "fy": {
        "lang": "fy",
        "title": "Oanmelde",
        "for_whom": "Foar de wedstriidlieding.",
        "name": "Namme",
        "password": "Wachtwurd",
        "enter": "Oanmelde",
        "home": "Nei de partij",
        "wrong": "Namme of wachtwurd doocht net.",
        "slowly": "Te folle besykjen. Besykje it oer {seconds} s nochris.",
        "late": "De side stie te lang iepen, of dizze browser nimt gjin cookies oan. Besykje it nochris.",
        "nobody": "Noch nimmen hat hjir in wachtwurd. Op it boerd: sudo -u damcam damcam passwd NAMME",
        "unreadable": "De wachtwurden kinne net lêzen wurde; it loch fan de tsjinst seit wêrom.",
    },
    "en": {
        "lang": "en",
        "title": "Sign in",
        "for_whom": "For the arbiter.",
        "name": "Name",
        "password": "Password",
        "enter": "Sign in",
        "home": "To the game",
        "wrong": "Name or password is wrong.",
        "slowly": "Too many tries. Try again in {seconds} s.",
        "late": "The page was open too long, or this browser takes no cookies. Try once more.",
        "nobody": "Nobody has a password here yet. On the board: sudo -u damcam damcam passwd NAME",
        "unreadable": "The passwords cannot be read; the log of the service says why.",
    },
}
