"""Nothing that is said where a table lives tells two worlds apart that a seat cannot tell apart."""

import re

import msgspec
import pytest

from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.registry import GAMES
from projections.followed_match import FollowedMatch
from services.chat.telling import news as telling
from services.chat.telling.news import ChannelTable
from services.store.chat.bindings import ChannelSettings
from tests.kit.taberna import GAME as TABERNA
from tests.kit.worlds import Table, WorldMatch, first_moves, hidden_differences, twin

POSITIONS = {"taberna": (0, 22), "concordia": (0, 50), "forum-trajanum": (0, 19), "trajan": (1, 57)}
PEOPLE = [UserId(f"0{number}{'0' * 30}") for number in range(3)]
OPTIONS = {"forum-trajanum": {"newcomers": [0, 1, 2]}}
HASHES = re.compile(rb"[0-9a-f]{64}")


def said(played: WorldMatch) -> list[bytes]:
    """Every message of a game, as it leaves us; heads of chains differ and tell nobody anything."""
    records = played.records
    followed = FollowedMatch(played.id, Codec(played.match.game), records[0].envelope().at)
    assert followed.add(records)
    names = {user: f"Player {user[1]}" for user in PEOPLE}
    told = ChannelTable(followed, ChannelSettings(), names, {PEOPLE[0]: "9"}, "https://acta.example")
    seats = [*followed.waiting]
    cuts = [Version(0), Version(len(records) // 2)]
    messages = [telling.news(told, records, since, followed.version, seats) for since in cuts]
    messages += [telling.board(told), *(telling.reminder(told, seat, "50") for seat in seats)]
    return [HASHES.sub(b"#", msgspec.json.encode(message)) for message in messages]


@pytest.mark.parametrize("game", [TABERNA, *GAMES], ids=lambda game: game.meta.slug)
def test_messages_are_the_same_in_both_worlds(game: AnyGame) -> None:
    seed, length = POSITIONS[game.meta.slug]
    at = Table(game, GameId("0" * 20), PEOPLE, seed, OPTIONS.get(game.meta.slug, {}))
    true = first_moves(at, length)
    other = twin(at, true, Seat(0), 8)
    assert hidden_differences(true, other, Seat(0))
    one, two = said(true), said(other)
    assert one == two
    assert all(len(message) > 200 for message in one[:3]), "something was said"
