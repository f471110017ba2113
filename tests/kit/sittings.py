"""Sittings, made anew: games that are shipped as their choices, begun by hand and played on to their end by bots.

    python -m tests.kit.sittings domain.trajan:GAME domain/trajan/lessons/sitting.jsonl --keep 12

keeps the head and the first turns of the file, lets bots play the rest and writes it again. A lesson that changes its
moves, or a rule that changes, makes its sitting anew from the turn on that differs.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from domain.kernel import sitting
from domain.kernel.game import AnyGame, Game, Step
from domain.kernel.match import Match
from domain.kernel.references import named
from domain.kernel.sitting import Sitting, SittingHead, SittingTurn
from workers.bots.bot import Bot, BotTurn, Budget
from workers.bots.greedy import GREEDY

LOOKS = 400


def played_on(match: Match, bot: Bot, rng: random.Random) -> Iterator[SittingTurn]:
    """The turns that bots make of a game up to its end; it is played on."""
    while not match.table.over:
        waiting = match.to_act()
        assert not isinstance(waiting, Step)
        draft = [*bot.choose(BotTurn.of(match, waiting[0]), rng, Budget(looks=LOOKS))][-1]
        turn = SittingTurn(waiting[0], tuple(draft))
        sitting.confirmed(match, turn)
        yield turn


def made(game: AnyGame, head: SittingHead, turns: tuple[SittingTurn, ...], seed: int, bot: Bot = GREEDY) -> Sitting:
    """A whole game that begins with these turns."""
    *_, last = sitting.moments(game, Sitting(head, turns))
    return Sitting(head, (*turns, *played_on(last.match, bot, random.Random(seed))))


def main() -> None:
    """Write a sitting again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--keep", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = named(arguments.game)
    assert isinstance(game, Game)
    old = sitting.read(game, arguments.file.read_bytes())
    new = made(game, old.head, old.turns[: arguments.keep], arguments.seed)
    arguments.file.write_bytes(sitting.write(new.head, new.turns))


if __name__ == "__main__":
    main()
