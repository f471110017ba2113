"""Invitation links of a table: they expire, and the host lists and withdraws them."""

import hmac
import secrets
from base64 import urlsafe_b64encode

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.clock import DAY, Millis, written
from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import UserId
from domain.kernel.match import Batch, Match
from services.commands import table_changes
from services.commands.tables import Request
from services.identity.callers import refuse_guest
from services.play.deps import Changed, GameDeps, version_of
from services.queries.tables import must_see, visible_table
from services.store.accounts import Principal

USUAL_DAYS = 30
_CODE_BYTES = 16
_ID_LENGTH = 16
"""Digits of a digest by which a host tells a few links apart."""


class Invitation(msgspec.Struct):
    """An invitation link that was not withdrawn. Its code is told once; the id tells nothing of it."""

    id: str
    expires_at: str | None


class NewInvitation(msgspec.Struct):
    """A link that was made; whoever has its code may see the table and sit down there."""

    code: str
    url: str
    listed: Invitation
    changed: Changed


async def make_invitation(
    deps: GameDeps, caller: Principal, named: Request, *, keyed: bool, days: int = USUAL_DAYS
) -> NewInvitation:
    """Make an invitation link; the host may. With a client's key a repeat gives the same one."""
    refuse_guest(caller)
    code = secrets.token_bytes(_CODE_BYTES)

    def act(batch: Batch) -> None:
        nonlocal code
        must_see(batch.match.table, caller.user_id)
        if keyed:  # the log keeps only a digest, so a repeat must find the same code anew
            code = hmac.digest(batch.match.secret, f"invitation {named.key.key}".encode(), "sha256")[:_CODE_BYTES]
        digest = lobby.invitation_digest(_told(code))
        lobby.invite(batch, caller.user_id, digest, deps.tables.now() + days * DAY)

    done = await table_changes.change(deps.tables, named, caller.user_id, act)
    issued = msgspec.json.decode(done.records[0].envelope().data, type=life.InvitationIssued)
    url = f"{deps.public_url}/games/{named.game_id}#invitation={_told(code)}"
    changed = Changed(version_of(done), repeated=done.appended.repeated)
    return NewInvitation(_told(code), url, _listed(issued.digest, issued.expires_at), changed)


async def list_invitations(deps: GameDeps, user: UserId, game_id: str) -> list[Invitation]:
    """The links that were not withdrawn, for the host."""
    async with visible_table(deps.tables, game_id, user) as newest:
        if newest.match.table.host != user:
            raise NotYourSeat
        return [_listed(*link) for link in newest.match.table.invitations.items()]


async def withdraw_invitation(deps: GameDeps, user: UserId, named: Request, invitation_id: str) -> Changed:
    """Take a link back; the host may."""

    def act(batch: Batch) -> None:
        known = (one for one in batch.match.table.invitations if one.startswith(invitation_id))
        found = next(known, "") if len(invitation_id) == _ID_LENGTH else ""
        lobby.withdraw_invitation(batch, user, found)

    return await deps.change(named, user, act)


async def make_link(deps: GameDeps, caller: Principal, named: Request) -> Changed:
    """Make a link that page and chat can show again; the host may."""
    refuse_guest(caller)
    user, until = caller.user_id, deps.tables.now() + USUAL_DAYS * DAY

    def act(batch: Batch) -> None:
        lobby.invite(batch, user, lobby.invitation_digest(_link_code(batch.match.secret, until)), until)

    return await deps.change(named, user, act)


def standing_code(match: Match, now: Millis) -> str | None:
    """The code of the newest such link that is good."""
    codes = [
        code
        for digest, until in match.table.invitations.items()
        if until is not None
        and until > now
        and lobby.invitation_digest(code := _link_code(match.secret, until)) == digest
    ]
    return codes[-1] if codes else None


def _link_code(secret: bytes, until: Millis) -> str:
    """It follows from the table's secret and its own end; one that was withdrawn never comes back."""
    return _told(hmac.digest(secret, f"invitation of the page until {until}".encode(), "sha256")[:_CODE_BYTES])


def _listed(digest: str, expires_at: Millis | None) -> Invitation:
    return Invitation(digest[:_ID_LENGTH], None if expires_at is None else written(expires_at))


def _told(code: bytes) -> str:
    return urlsafe_b64encode(code).rstrip(b"=").decode()
