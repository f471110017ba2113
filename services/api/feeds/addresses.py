"""The secret address of a person's feeds: told once, known by its SHA-256, replaced or ended at any time."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.errors import NotFound
from services.acts import programs
from services.api.accounts.schemas import instant
from services.api.asks import GivenActs, ask_of
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller
from services.problems import NOT_FOUND

routes = Routes("reading")

Address = Annotated[str, Meta(examples=["https://acta.example/feeds/acta_…/inbox.ics"])]


class FeedAddress(msgspec.Struct, frozen=True):
    created_at: datetime
    expires_at: datetime


class NewFeedAddress(msgspec.Struct, frozen=True, omit_defaults=True):
    ics: Annotated[Address, Meta(description="For calendars: your deadlines.")]
    atom: Annotated[Address, Meta(description="For feed readers: the games waiting for you.")]
    created_at: datetime
    expires_at: datetime
    repeated: bool = False


@routes.get("/api/v1/me/feeds", READ, raises=(NOT_FOUND,))
async def get_feeds(request: AnyRequest, acts: GivenActs) -> FeedAddress:
    """Whether your inbox has a secret address.

    The address itself is shown only when it is created.
    """
    held = await acts.accounts.credentials.held_by(caller(request).user_id, programs.FEED)
    if not held:
        raise NotFound
    return FeedAddress(instant(held[0].created_at), instant(held[0].expires_at))


@routes.post("/api/v1/me/feeds", programs.make_feed)
async def make_feeds(request: AnyRequest, acts: GivenActs, idempotency_key: IdempotencyKey = None) -> NewFeedAddress:
    """Create a secret address for your inbox.

    For calendars and feed readers. Anyone who has it can read your inbox, and can do nothing else. It replaces
    the one that you had. A repeat makes a new one too, because the first cannot be shown again.
    """
    root, issued = await programs.make_feed(acts, ask_of(request, key=idempotency_key))
    made = issued.credential
    return NewFeedAddress(
        ics=f"{root}/inbox.ics",
        atom=f"{root}/inbox.atom",
        created_at=instant(made.created_at),
        expires_at=instant(made.expires_at),
        repeated=issued.repeated,
    )


@routes.delete("/api/v1/me/feeds", programs.end_feed, raises=(NOT_FOUND,))
async def end_feeds(request: AnyRequest, acts: GivenActs) -> None:
    """End the secret address of your inbox."""
    await programs.end_feed(acts, ask_of(request))
