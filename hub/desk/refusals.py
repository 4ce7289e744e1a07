"""Why a ruling was not carried out, in the reader's language: the service speaks English, and the commonest are put into others here."""

import re
from collections.abc import Mapping
from functools import cache

from hub.web.errors import Refused
from record.decisions.paper_entry import PLACE
from record.texts import template

ENGLISH = "en"
AFTER_PRESS = re.compile(r"[a-z-]+ after press \d+: ")
"""How some begin; the reader sees what he asked for and where."""
REFUSALS: Mapping[str, Mapping[str, str]] = {
    "nothing is pending there": {"nl": "er staat daar niets open.", "fy": "dêr stiet neat iepen."},
    "take back {plies} after press {seq}: there are {moves} plies, and at least one must go": {
        "nl": "terugnemen van {plies} halve zetten kan niet: er staan er {moves}, en ten minste één moet weg.",
        "fy": "{plies} heale setten weromnimme kin net: der steane {moves}, en op syn minst ien moat fuort.",
    },
    "press {seq} is not read yet: wait for the next press, or set the position": {
        "nl": "druk {seq} is nog niet gelezen: wacht op de volgende druk, of zet de stand op.",
        "fy": "druk {seq} is noch net lêzen: wachtsje op de folgjende druk, of set de stân op.",
    },
    "White's clock runs already": {"nl": "de klok van wit loopt al.", "fy": "de klok fan wyt rint al."},
    "Black's clock runs already": {"nl": "de klok van zwart loopt al.", "fy": "de klok fan swart rint al."},
    "White is to move already": {"nl": "wit is al aan zet.", "fy": "wyt is al oan set."},
    "Black is to move already": {"nl": "zwart is al aan zet.", "fy": "swart is al oan set."},
    "this game is played without a clock: there is none to start": {
        "nl": "deze partij wordt zonder klok gespeeld: er is er geen te starten.",
        "fy": "dizze partij wurdt sûnder klok spile: der is gjinien te starten.",
    },
    "neither clock runs": {"nl": "geen van beide klokken loopt.", "fy": "gjin fan beide klokken rint."},
    "the flag has fallen: set the clocks before they are started, or end the game": {
        "nl": "de vlag is gevallen: zet eerst de klokken, of beëindig de partij.",
        "fy": "de flagge is fallen: set earst de klokken, of beëinigje de partij.",
    },
    "the game has ended: rule on the board to take it up again, and its clock runs": {
        "nl": "de partij is geëindigd: beslis over de stand of de beurt om haar te hervatten, dan loopt de klok weer.",
        "fy": "de partij is ôfrûn: beslút oer de stân of de beurt om fierder te gean, dan rint de klok wer.",
    },
    "this game is played without a clock: there are no times to set": {
        "nl": "deze partij wordt zonder klok gespeeld: er zijn geen tijden te zetten.",
        "fy": "dizze partij wurdt sûnder klok spile: der binne gjin tiden te setten.",
    },
    "White's clock cannot be set to {white} and Black's to {black}: each needs some time left": {
        "nl": "de klok van wit kan niet op {white} en die van zwart niet op {black}: beide moeten tijd over hebben.",
        "fy": "de klok fan wyt kin net op {white} en dy fan swart net op {black}: beide moatte tiid oer hawwe.",
    },
    "White's clock has less left than the presses that go brought it: set both clocks first, and nothing comes off them": {
        "nl": "de klok van wit heeft minder over dan die drukken hem gaven: zet eerst beide klokken, daar gaat niets van af.",
        "fy": "de klok fan wyt hat minder oer as dy drukken him joegen: set earst beide klokken, dêr giet neat fan ôf.",
    },
    "Black's clock has less left than the presses that go brought it: set both clocks first, and nothing comes off them": {
        "nl": "de klok van zwart heeft minder over dan die drukken hem gaven: zet eerst beide klokken, daar gaat niets van af.",
        "fy": "de klok fan swart hat minder oer as dy drukken him joegen: set earst beide klokken, dêr giet neat fan ôf.",
    },
    "{article} is no article by which a game of {rules} ends; there are {there}": {
        "nl": "{article} is geen artikel waarop een partij eindigt; dat zijn {there}.",
        "fy": "{article} is gjin artikel dêr't in partij op einiget; dat binne {there}.",
    },
    "this game was not continued on paper: there is no place for moves from there": {
        "nl": "deze partij is niet op papier voortgezet: er is geen plaats voor zetten van papier.",
        "fy": "dizze partij is net op papier fierder gien: der is gjin plak foar setten fan papier.",
    },
    "the game goes on: moves from paper are entered when it has ended": {
        "nl": "de partij loopt nog: zetten van papier worden ingevoerd als zij geëindigd is.",
        "fy": "de partij rint noch: setten fan papier wurde ynfierd as dy ôfrûn is.",
    },
    "nobody took it up within {seconds} s: does damcam run? sudo systemctl status damcam-board": {
        "nl": "de dienst bij het bord nam het binnen {seconds} s niet aan: draait damcam? sudo systemctl status damcam-board",
        "fy": "de tsjinst by it boerd naam it binnen {seconds} s net oan: draait damcam? sudo systemctl status damcam-board",
    },
    "nobody was there to take it up when it was said: look at the board, and say it again": {
        "nl": "de dienst draaide niet toen dit gezegd werd: kijk naar het bord en zeg het opnieuw.",
        "fy": "de tsjinst wie der net doe't dit sein waard: sjoch nei it boerd en siz it op 'e nij.",
    },
    "it was taken up, but the service did not say what became of it; look at the game": {
        "nl": "het is aangenomen, maar de dienst zei niet wat ervan werd; kijk naar de partij.",
        "fy": "it is oannommen, mar de tsjinst sei net wat derfan waard; sjoch nei de partij.",
    },
}


def refused(error: Exception, lang: str) -> Refused:
    """The refusal (409) of what the service would not do, in that language where it can be."""
    text, spoken = in_words(str(error), lang)
    return Refused(409, text, lang=spoken)


def in_words(sentence: str, lang: str) -> tuple[str, str]:
    """The service's sentence in that language, and which it is: English where it is none of the commonest."""
    if _pattern(template(lang, PLACE)).match(sentence):  # of moves from paper, told in the reader's language
        return sentence, lang
    start = AFTER_PRESS.match(sentence)
    plain = sentence[start.end() :] if start else sentence
    for english, others in REFUSALS.items():
        if (found := _pattern(english).fullmatch(plain)) and lang in others:
            return others[lang].format(**found.groupdict()), lang
    return sentence, ENGLISH


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    """What the sentence looks like once its `{placeholders}` are filled in."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(sentence)), re.DOTALL)
