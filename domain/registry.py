"""The only file that lists the games."""

from collections.abc import Iterable, Iterator

from domain.concordia import GAME as CONCORDIA
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.kernel.errors import BadReference, NotFound
from domain.kernel.game import AnyGame, Game
from domain.kernel.references import named
from domain.trajan import GAME as TRAJAN

GAMES: tuple[AnyGame, ...] = (FORUM_TRAJANUM, TRAJAN, CONCORDIA)


class Registry:
    """The games that a server offers, by slug."""

    def __init__(self, games: Iterable[AnyGame] = GAMES) -> None:
        """Offer these games."""
        self._games = {game.meta.slug: game for game in games}

    @classmethod
    def with_extra(cls, references: Iterable[str]) -> "Registry":
        """The built-in games and further ones, each named as `module:ATTRIBUTE`."""
        return cls([*GAMES, *(_imported(reference) for reference in references)])

    def __iter__(self) -> Iterator[AnyGame]:
        """The games in the order of their listing."""
        return iter(self._games.values())

    def get(self, slug: str) -> AnyGame:
        """The game of that slug, or `NotFound`."""
        if slug not in self._games:
            raise NotFound(slug)
        return self._games[slug]


def _imported(reference: str) -> AnyGame:
    game = named(reference)
    if not isinstance(game, Game):
        raise BadReference(reference, "it is not a game")
    return game
