"""A table that somebody wants to open, as a form fills it in, a chat's menus choose it, or a program sends it."""

from typing import Any, NamedTuple

from domain.kernel.clock import Clock
from domain.kernel.game import AnyGame
from domain.registry import Registry
from services.acts.option_fields import default_options
from services.acts.terms import PRESETS
from services.problems import bad_field


class TableWish(NamedTuple):
    """What the table shall be like. Chairs that go to neither the host nor a bot are free."""

    game: AnyGame
    players: int
    options: dict[str, Any]
    title: str = ""
    private: bool = False
    clock: Clock | None = None
    bots: int = 0
    bot: str = ""
    invite: tuple[str, ...] = ()
    """Names of people."""
    caretaker: str | None = None
    """The bot that plays for whoever is away; none: the usual one."""

    @property
    def preset(self) -> str:
        """The name of its clock among those that are offered."""
        return next((name for name, clock in PRESETS.items() if clock == self.clock), "")

    def for_players(self, players: int, bots: int | None = None) -> "TableWish":
        """This wish for so many players, as far as the game allows it."""
        fits = min(self.game.meta.players, key=lambda number: abs(number - players))
        return self._replace(players=fits, bots=max(0, min(self.bots if bots is None else bots, fits - 1)))


def usual_wish(game: AnyGame, bot: str) -> TableWish:
    """What is offered first: people only, a day a turn, everybody may join."""
    players = sorted(game.meta.players)[len(game.meta.players) // 2]
    return TableWish(game, players, default_options(game), clock=PRESETS["day"], bot=bot)


def game_called(registry: Registry, slug: str) -> AnyGame:
    """The game of a wish, or a refusal of the field that names it."""
    found = next((game for game in registry if game.meta.slug == slug), None)
    if found is None:
        raise bad_field("game", "no_game", game=slug)
    return found
