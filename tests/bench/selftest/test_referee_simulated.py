"""The referee in simulated games with measured noise: irregular presses of every kind, hands, unseen presses and quick answers."""

from collections import Counter

import pytest

from tests.bench.refereeing.judging import FINE, Counts
from tests.bench.refereeing.noise import Noise
from tests.bench.refereeing.playing import Setting, play_game

IRREGULAR = 0.2
"""The largest share of the presses, higher than in the bench because there are few."""


@pytest.mark.parametrize(("times", "numbers", "least_said"), [(1.0, (2, 4, 6, 11, 13), 0.8), (2.0, (2,), 0.0)])
def test_no_wrong_word_is_said_in_simulated_games(times: float, numbers: tuple[int, ...], least_said: float) -> None:
    setting = Setting(2026, Noise(times), irregular=IRREGULAR)
    played = [play_game(setting, number) for number in numbers]
    wrong = [game for game in played if game.wrong]
    assert not wrong, "\n".join(line for game in wrong for line in (f"{game.wrong}", *game.told()))
    counts: Counts = sum((game.counts for game in played), Counter())
    last = Counter({key: count for key, count in counts.items() if key[0] == "last"})
    presses = last.total()
    irregular = sum(count for (_, _, event, _), count in last.items() if event not in FINE)
    said = sum(count for (_, _, _, verdict), count in last.items() if verdict != "unsure")
    assert presses > 6 * len(numbers)
    assert irregular > IRREGULAR / 2 * presses
    assert said >= least_said * presses
