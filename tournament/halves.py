"""Points in whole numbers of half points: 1 is a draw, 2 a win (Art. 19)."""

WIN, DRAW, LOSS = 2, 1, 0

RESULTS = {"1-0": (WIN, LOSS), "0-1": (LOSS, WIN), "draw": (DRAW, DRAW)}
"""A result in White's view and the half points of White and Black."""


def in_points(halves: int) -> int | float:
    """Half points as the number that is shown: whole, or with .5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def match_points(board_points: tuple[int, int]) -> tuple[int, int]:
    """The half match points of two teams by their half board points (B 5, G 5)."""
    first, second = board_points
    if first == second:
        return DRAW, DRAW
    return (WIN, LOSS) if first > second else (LOSS, WIN)
