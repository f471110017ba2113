"""Least squares: how many points each term came to in the end, early and late in the game.

One row is a position as a seat saw it: how much more of each term it had than its best opponent, and how far the final
margin was from the margin of sure points. A game weighs as much as another, however long it was. The weights so far
hold until many games speak against them: what games say little about stays as it is.
"""

from collections.abc import Iterable, Sequence

import msgspec

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.valuation import Assessment, Weights, Worth

NOISE = 150.0
"""What a game leaves unexplained, in square points; a game holds a few positions' worth of news."""
DOUBT = 0.5
"""How far the weights so far may be off (deviation), as a share of themselves."""
LEAST_DOUBT = 0.25

Row = tuple[list[float], float]


class Sums(msgspec.Struct):
    """What was played so far, as far as the fit needs it: sums over rows."""

    games: int
    products: list[list[float]]
    targets: list[float]

    @classmethod
    def none(cls, terms: int) -> "Sums":
        """Before the first game."""
        return cls(0, [[0.0] * (2 * terms) for _ in range(2 * terms)], [0.0] * (2 * terms))

    def add(self, rows: Sequence[Row]) -> None:
        """Add the rows of one game."""
        self.games += 1
        for terms, missing in rows:
            for index, term in enumerate(terms):
                share = term / len(rows)
                if share:
                    self.targets[index] += share * missing
                    products = self.products[index]
                    for other, value in enumerate(terms):
                        products[other] += share * value


def row_of(game: AnyGame, state: object, seat: Seat, players: int) -> tuple[list[float], float]:
    """The terms of a position, each early and late, and the margin of sure points."""
    assessed = [game.assess(state, Seat(each)) for each in range(players)]
    own = assessed[seat]
    best = max((each for number, each in enumerate(assessed) if number != seat), key=game.weights.value)
    return [*_spread(own, best)], own.sure - best.sure


def _spread(own: Assessment, best: Assessment) -> Iterable[float]:
    for mine, other in zip(own.terms, best.terms, strict=True):
        yield (mine - other) * own.left
        yield (mine - other) * (1 - own.left)


def fitted(sums: Sums, weights: Weights) -> Weights:
    """The weights that explain the games best, held near those so far."""
    before = [worth for pair in weights.worths.values() for worth in pair]
    matrix = [list(row) for row in sums.products]
    targets = list(sums.targets)
    for index, worth in enumerate(before):
        hold = NOISE / max(DOUBT * abs(worth), LEAST_DOUBT) ** 2
        matrix[index][index] += hold
        targets[index] += hold * worth
    found = iter(_solved(matrix, targets))
    return Weights({term: Worth(round(next(found), 3), round(next(found), 3)) for term in weights.worths})


def _solved(matrix: list[list[float]], targets: list[float]) -> list[float]:
    """Gaussian elimination with pivots."""
    size = len(targets)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        targets[column], targets[pivot] = targets[pivot], targets[column]
        for row in range(column + 1, size):
            factor = matrix[row][column] / matrix[column][column]
            targets[row] -= factor * targets[column]
            matrix[row] = [one - factor * other for one, other in zip(matrix[row], matrix[column], strict=True)]
    found = [0.0] * size
    for row in reversed(range(size)):
        known = sum(matrix[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (targets[row] - known) / matrix[row][row]
    return found
