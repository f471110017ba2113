"""The secret address of a person's feeds: told once, known by its SHA-256, replaced or ended at any time."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from msgspec import Meta

from domain.kernel.errors import NotFound
from services.api.accounts.schemas import instant
from services.api.idempotency import IdempotencyKey
from services.api.openapi import CALLER, NO_CONTENT, REPEATABLE, SESSION, needs, problems
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, requires, session_only
from services.play.command_keys import key_hash
from services.problems import NOT_FOUND
from services.store.accounts.credentials import NewCredential
from services.store.accounts.model import Kind

FEED: tuple[Kind, ...] = ("feed",)

Address = Annotated[str, Meta(examples=["https://acta.example/feeds/acta_…/inbox.ics"])]


class FeedAddress(msgspec.Struct, frozen=True):
    created_at: datetime
    expires_at: datetime


class NewFeedAddress(msgspec.Struct, frozen=True, omit_defaults=True):
    ics: Annotated[Address, Meta(description="For calendars: your deadlines.")]
    atom: Annotated[Address, Meta(description="For feed readers: the games that wait for you.")]
    created_at: datetime
    expires_at: datetime
    repeated: bool = False


@get(
    "/api/v1/me/feeds",
    tags=["reading"],
    operation_id="getFeeds",
    summary="Whether your inbox has a secret address",
    description="The address itself is told only when it is made.",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(*CALLER, NOT_FOUND),
)
async def show_feeds(request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps]) -> FeedAddress:
    held = await account_deps.accounts.credentials.held_by(caller(request).user_id, FEED)
    if not held:
        raise NotFound
    return FeedAddress(instant(held[0].created_at), instant(held[0].expires_at))


@post(
    "/api/v1/me/feeds",
    tags=["reading"],
    summary="Make a secret address for your inbox",
    description="For calendars and feed readers: whoever knows it reads your inbox, and can do nothing else. "
    "It takes the place of the one that you had. A repeat makes a new one too: the first cannot be told again.",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*REPEATABLE, *CALLER),
)
async def make_feeds(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], idempotency_key: IdempotencyKey = None
) -> NewFeedAddress:
    order = NewCredential(owner=caller(request).user_id, kind="feed", key=key_hash(idempotency_key))
    issued = await account_deps.accounts.credentials.issue(order)
    root, made = f"{account_deps.public_url}/feeds/{issued.secret}", issued.credential
    return NewFeedAddress(
        ics=f"{root}/inbox.ics",
        atom=f"{root}/inbox.atom",
        created_at=instant(made.created_at),
        expires_at=instant(made.expires_at),
        repeated=issued.repeated,
    )


@delete(
    "/api/v1/me/feeds",
    tags=["reading"],
    summary="End the secret address of your inbox",
    guards=[session_only],
    security=needs(SESSION),
    responses={**problems(*CALLER, NOT_FOUND), 204: NO_CONTENT},
)
async def end_feeds(request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps]) -> None:
    if not await account_deps.accounts.credentials.revoke(caller(request).user_id, FEED):
        raise NotFound


HANDLERS = [show_feeds, make_feeds, end_feeds]
