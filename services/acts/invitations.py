"""Invitation links of a table: they expire, and the host lists and withdraws them."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.clock import DAY, Millis, written
from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import UserId
from domain.kernel.match import Batch, Match
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.identity.access import PLAY
from services.queries.tables import visible_table
from services.tables.hot_tables import Written

USUAL_DAYS = 30
_CODE_BYTES = 16
_ID_LENGTH = 16
"""Digits of a digest by which a host tells a few links apart."""


class Invitation(msgspec.Struct):
    """An invitation link that was not withdrawn. Its code is told once; the id tells nothing of it."""

    id: str
    expires_at: str | None


class NewInvitation(NamedTuple):
    """A link that was made; whoever has its code may see the table and sit down there."""

    code: str
    url: str
    listed: Invitation
    done: Written


@act(PLAY, guests=False)
async def make_invitation(acts: Acts, ask: Ask, game_id: str, days: int = USUAL_DAYS) -> NewInvitation:
    """Make an invitation link; the host may. With a client's key a repeat gives the same one."""
    code, named = secrets.token_bytes(_CODE_BYTES), acts.change_of(ask, game_id)

    def emit(batch: Batch) -> None:
        nonlocal code
        if ask.once is not None:  # the log keeps only a digest, so a repeat must find the same code anew
            code = hmac.digest(batch.match.secret, f"invitation {named.key.key}".encode(), "sha256")[:_CODE_BYTES]
        until = acts.tables.now() + days * DAY
        lobby.invite(batch, ask.user, lobby.invitation_digest(_told(code)), until)

    done = await acts.carry_out(ask, named, emit)
    issued = msgspec.json.decode(done.records[0].envelope().data, type=life.InvitationIssued)
    url = f"{acts.public_url}/games/{game_id}#invitation={_told(code)}"
    return NewInvitation(_told(code), url, _listed(issued.digest, issued.expires_at), done)


async def list_invitations(acts: Acts, user: UserId, game_id: str) -> list[Invitation]:
    """The links that were not withdrawn, for the host."""
    async with visible_table(acts.tables, game_id, user) as newest:
        if newest.match.table.host != user:
            raise NotYourSeat
        return [_listed(*link) for link in newest.match.table.invitations.items()]


@act(PLAY)
async def withdraw_invitation(acts: Acts, ask: Ask, game_id: str, invitation_id: str) -> Written:
    """Take a link back; the host may."""

    def emit(batch: Batch) -> None:
        known = (one for one in batch.match.table.invitations if one.startswith(invitation_id))
        found = next(known, "") if len(invitation_id) == _ID_LENGTH else ""
        lobby.withdraw_invitation(batch, ask.user, found)

    return await acts.change(ask, game_id, emit)


@act(PLAY, guests=False)
async def make_link(acts: Acts, ask: Ask, game_id: str) -> Written:
    """Make a link that page and chat can show again; the host may."""
    until = acts.tables.now() + USUAL_DAYS * DAY

    def emit(batch: Batch) -> None:
        lobby.invite(batch, ask.user, lobby.invitation_digest(_link_code(batch.match.secret, until)), until)

    return await acts.change(ask, game_id, emit)


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
