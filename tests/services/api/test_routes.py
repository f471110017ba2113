"""What a route says of itself: who may call it is said once, and what it can be refused for follows."""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from litestar.handlers import HTTPRouteHandler

from services.acts.asking import ACTS, act_of
from services.api.routes import Routes, security_of
from services.identity.access import ACCESS, ANYONE, OPEN, PLAY_OR_BOT, READ, SESSION
from services.problems import NOT_NOW
from services.server import ROUTES

DECLARED = [one for one in ROUTES if one.include_in_schema is not False]


def acts_of(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The acts that a handler names."""
    names = function.__code__.co_names
    known = [function.__globals__.get(name) for name in names]
    within = [getattr(one, name, None) for one in known if isinstance(one, ModuleType) for name in names]
    for one in (*known, *within):
        module = getattr(one, "__module__", None) or ""
        name = f"{module.rpartition('.')[2]}.{getattr(one, '__name__', '')}"
        if callable(one) and module.startswith("services.acts.") and name in ACTS:
            yield one


@pytest.mark.parametrize("handler", DECLARED, ids=str)
def test_a_route_asks_for_what_its_acts_ask_for(handler: HTTPRouteHandler) -> None:
    """A handler that chooses between acts asks for what one of them asks for; each checks the rest by itself."""
    asked_for = [security_of(act_of(act).access) for act in acts_of(handler.fn)]
    assert not asked_for or handler.security in asked_for


def test_acts_are_found_in_handlers() -> None:
    assert sum(1 for handler in DECLARED if any(acts_of(handler.fn))) >= 20


def test_each_route_says_who_may_call_it() -> None:
    """Either its access is checked before the body is read, or its act checks."""
    for handler in DECLARED:
        assert ACCESS in handler.opt or any(acts_of(handler.fn)), handler


routes = Routes("tests")


@routes.get("/read", READ)
async def read() -> str:
    """Read something.

    Whatever there
    is.
    """
    return ""


@routes.delete("/things/{thing:str}", SESSION)
async def forget() -> None:
    """Forget it?"""


@routes.post("/open", OPEN, raises=(NOT_NOW,), status_code=202)
async def enter(data: int) -> int:
    return data


@routes.get("/all", ANYONE)
async def show(at: int | None = None, min_version: int | None = None) -> int:
    return at or min_version or 0


def test_words_are_those_of_the_handler() -> None:
    assert (read.summary, read.description, read.tags) == ("Read something", "Whatever there is.", ["tests"])
    assert (forget.summary, forget.description) == ("Forget it?", None)


def test_the_statuses_follow() -> None:
    assert [one.status_code for one in routes] == [200, 204, 202, 200]
    always = {401, 500, 503}
    assert [{*(one.responses or ())} - always for one in routes] == [
        {403},
        {400, 403, 404},
        {400, 403, 409, 413, 415},
        {429},
    ]


def test_the_credentials_follow() -> None:
    assert [one.security for one in routes] == [
        [{"bearer": ["read"]}, {"cookie": []}],
        [{"bearer": ["session"]}, {"cookie": []}],
        None,
        [{}, {"bearer": []}, {"cookie": []}],
    ]
    assert [one.opt[ACCESS] for one in routes] == [READ, SESSION, OPEN, ANYONE]


def test_what_an_act_asks_for_is_left_to_the_act() -> None:
    (play,) = [one for one in DECLARED if one.operation_id == "playCommands"]
    assert ACCESS not in play.opt
    assert play.security == security_of(PLAY_OR_BOT)
