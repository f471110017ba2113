"""Random play with a leaning, for recordings: games that come to an end in a human number of turns.

    python -m tests.kit.recordings domain.concordia:GAME NAME --players 3 --seed 7 \
        --choose tests.domain.concordia.choosers:builder
"""

import random
from collections.abc import Mapping

from domain.concordia import commands as cmd
from domain.concordia.data import CARDS
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from tests.kit.logged_match import Chooser

_CARDS = {"architect": 8.0, "prefect": 12.0, "mercator": 5.0, "colonist": 4.0, "diplomat": 3.0, "tribune": 1.0}
_COMMANDS: dict[type[Command], float] = {
    cmd.EndAction: 0.1,
    cmd.EndMoves: 0.1,
    cmd.BuildHouse: 20.0,
    cmd.PlaceColonist: 10.0,
    cmd.OrderOverflow: 0.1,
    cmd.TakeIncome: 2.0,
}


def builder(seed: int) -> Chooser:
    """Builds wherever it can and buys few cards: ends with the 15th house."""
    return _leaning(seed, {**_CARDS, "senator": 0.3, "consul": 0.3})


def buyer(seed: int) -> Chooser:
    """Buys cards whenever it can: ends with the last one."""
    return _leaning(seed, {**_CARDS, "senator": 12.0, "consul": 12.0})


def _leaning(seed: int, cards: Mapping[str, float]) -> Chooser:
    rng = random.Random(seed)

    def weight(command: Command) -> float:
        if isinstance(command, cmd.PlayCard):
            return cards.get(CARDS[command.card].kind, 3.0)
        return _COMMANDS.get(type(command), 1.0)

    def choose(_match: Match, _seat: Seat, options: list[Command]) -> Command:
        return rng.choices(options, [weight(option) for option in options])[0]

    return choose
