"""No message and no picture tells a player or a channel what they may not know.

Each position is shown in two worlds that the first seat cannot tell apart by the rules. Whatever that seat, somebody
without a seat and a channel are answered must be the same in both, and so must what their pictures are drawn from.
"""

from itertools import groupby
from typing import NamedTuple

import msgspec
import pytest

from domain.kernel.envelope import GENESIS
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.registry import GAMES
from services.chat.message import Message
from services.queries.board_pictures import ordered_board
from services.store.chat.bindings import Binding
from services.store.events import Append, CommandKey
from tests.kit.chatting import Chatter, chatter, has_action, stranger
from tests.kit.http import Site
from tests.kit.taberna import GAME as TABERNA
from tests.kit.worlds import Table, WorldMatch, first_moves, hidden_differences, twin
from tests.services.api.tables import dealt

SEAT = Seat(0)
READS = ("board", "move", "hand", "log", "recap", "scores", "clock", "table", "talk", "games", "undo", "resign")
LENGTHS = {"taberna": (0, 22, 12), "concordia": (0, 50, 12), "forum-trajanum": (0, 73, 12), "trajan": (1, 57, 30)}


class Shown(NamedTuple):
    """What somebody was answered in one world."""

    asked: str
    said: bytes
    drawn: object


async def stored(site: Site, played: WorldMatch) -> None:
    version, head = Version(0), GENESIS
    for command_id, group in groupby(played.records, key=lambda record: record.envelope().command_id):
        batch = list(group)
        secret = None if version else played.secret
        new_head = batch[-1].hash()
        key = CommandKey(command_id, "")
        await site.services.tables.store.append(Append(played.id, version, head, new_head, batch, key, None, secret))
        version, head = Version(version + len(batch)), new_head


def elsewhere(table: Table, world: WorldMatch, game_id: str) -> WorldMatch:
    """The same world at a table with another id."""
    again = WorldMatch(table._replace(id=GameId(game_id)), world.match.world)
    for move in world.moves:
        again.go_on(*((None, None) if move is None else move[:2]))
    return again


async def shown(site: Site, person: Chatter, name: str, game: GameId) -> list[Shown]:
    """Everything that somebody reads of a game, and the first menus after it."""
    found = []
    for action in READS:
        message = await person.say(action, table=game)
        found.append(await kept(site, f"{name} {action}", message, game))
        for menu in message.menus if action == "move" else ():
            for choice in menu.choices[:3]:
                after = await person.ask_menu(menu, choice.value)
                found.append(await kept(site, f"{name} picks {choice.label}", after, game))
                if has_action(after, "discard"):
                    await person.press(after, "discard")
    lines = await person.search("move", "option", "", table=game)
    return [*found, Shown(f"{name} searches", msgspec.json.encode(lines), None)]


async def kept(site: Site, asked: str, message: Message, game: GameId) -> Shown:
    drawn = None
    if message.picture is not None:
        order = await ordered_board(site.app.state.api.acts, message.picture.source)
        drawn = order and order.order
    return Shown(asked, msgspec.json.encode(message).replace(game.encode(), b"game"), drawn)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", [TABERNA, *GAMES], ids=lambda game: game.meta.slug)
async def test_nothing_said_in_a_chat_tells_two_worlds_apart(
    site: Site, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.tables.hot_tables.time", lambda: 1_800_000_000.0)
    seed, length, tries = LENGTHS[game.meta.slug]
    people = [await chatter(site, name, channel=f"leaks {game.meta.slug}") for name in ("Livia", "Marcus", "Nero")]
    users = [UserId(one.account.user_id) for one in people]
    ids = [
        GameId(f"{site.admin.user_id[:12]}{number:08x}") for number in (len(game.meta.slug), 100 + len(game.meta.slug))
    ]
    at = Table(game, ids[0], users, seed)
    true = first_moves(at, length)
    other = elsewhere(at, twin(at, true, SEAT, tries), ids[1])
    assert hidden_differences(true, other, SEAT), "the worlds differ"
    readers = {"seat": people[0], "onlooker": await chatter(site, "Octavia"), "stranger": stranger(site)}
    worlds = []
    for played in (true, other):
        await stored(site, played)
        await site.services.chat.bindings.bind(Binding(game=played.id, place=people[0].place, by=users[0]))
        worlds.append([one for name, reader in readers.items() for one in await shown(site, reader, name, played.id)])
        await site.services.chat.bindings.unbind(played.id, people[0].place)
    assert [one.asked for one, two in zip(*worlds, strict=True) if one != two] == []


async def test_what_only_a_seat_may_know_is_sent_to_it_alone(site: Site) -> None:
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game, _ = await dealt(*(one.account for one in people))
    for person in people:
        for action in ("move", "hand"):
            told = await person.say(action, table=game)
            assert told.private
            assert told.picture is not None
            source = told.picture.source
            assert source.viewer == person.account.user_id
