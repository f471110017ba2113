"""People around a table of Taberna, for the tests of a table's life."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed
from domain.kernel.game import AnyGame, Event
from domain.kernel.ids import UserId
from domain.kernel.match import Batch, Match
from domain.kernel.words import Catalogue
from tests.kit.taberna import GAME

HOST, ANNA, BRUNO, CLARA = (UserId(name) for name in ("host", "anna", "bruno", "clara"))
SECRET = bytes(range(32))
WORDS = Catalogue.load("domain.kernel")


def table(players: int = 3, *, game: AnyGame = GAME, **terms: Any) -> Match:  # noqa: ANN401 - any of the terms
    """A table that the host has just opened."""
    return lobby.create(game, SECRET, HOST, lobby.Terms(players, terms.pop("options", {}), **terms)).match


def act(match: Match, user: UserId, what: Callable[..., object], *args: object, **more: object) -> list[Event]:
    """Someone does something at a table; gives the events of the batch."""
    batch = Batch(match, user)
    what(batch, user, *args, **more)
    return [entry.event for entry in batch.entries]


def playing(players: int = 3) -> Match:
    """A game among host, Anna and Bruno (or the first of them) that has just begun."""
    match = table(players)
    for user in (ANNA, BRUNO, CLARA)[: players - 1]:
        act(match, user, lobby.join, None)
    assert match.table.phase == "active"
    return match


def forbidden(match: Match, user: UserId, what: Callable[..., object], *args: object, **more: object) -> str:
    """The reason why the table's life forbids something; it has words, and nothing happened."""
    batch = Batch(match, user)
    with pytest.raises(NotAllowed) as refusal:
        what(batch, user, *args, **more)
    assert batch.entries == []
    assert WORDS.say(f"not_allowed.{refusal.value.reason}", refusal.value.args_)
    return refusal.value.reason
