"""Secrets that stand for rights: sessions, personal tokens, reset links, invitations, addresses of feeds.

One idea for all of them: a secret is told once, known by its SHA-256, belongs to an owner, expires, and can be ended.
Never answers which secret a credential had.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import uuid4

import msgspec

from domain.kernel.errors import KeyReused
from domain.kernel.ids import UserId
from services.store.accounts.errors import TooManyCredentials, WrongCredentials
from services.store.accounts.keys import CHANGED, SERVER, Place, digest_of, draw_secret, holder_of
from services.store.accounts.model import DAY, HOUR, SECOND, Credential, Issued, Kind, Principal, Scope
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.scripts import Client, Scripts, text
from services.store.redis_errors import reading

Clock = Callable[[], int]
"""Milliseconds since 1970."""

NOTE_USE_EVERY = 600 * SECOND
SESSION_LONGEST = 90 * DAY


class Rule(NamedTuple):
    """How long one of a kind lives, how many an owner has, and whether the longest unused makes room for a new one."""

    lifetime: int
    most: int
    makes_room: bool


RULES: dict[Kind, Rule] = {
    "session": Rule(14 * DAY, 50, makes_room=True),
    "personal": Rule(365 * DAY, 50, makes_room=False),
    "reset": Rule(1 * HOUR, 1, makes_room=True),
    "invitation": Rule(7 * DAY, 500, makes_room=False),
    "feed": Rule(3650 * DAY, 1, makes_room=True),
}


class NewCredential(msgspec.Struct, frozen=True):
    """What to issue. `password_hash` must still be the account's; `key` and `body` are hashes (Idempotency-Key)."""

    owner: UserId
    kind: Kind
    name: str = ""
    scopes: tuple[Scope, ...] = ()
    lifetime: int | None = None
    password_hash: str = ""
    key: str = ""
    body: str = ""


class Credentials:
    """Issues, finds, lists and ends credentials."""

    def __init__(self, client: Client, scripts: Scripts, clock: Clock, rights_changes: RightsChanges) -> None:
        self._client = client
        self._scripts = scripts
        self._clock = clock
        self._rights_changes = rights_changes

    async def issue(self, order: NewCredential) -> Issued:
        rule, now, secret = RULES[order.kind], self._clock(), draw_secret(order.owner)
        credential = Credential(
            id=uuid4().hex,
            owner=order.owner,
            kind=order.kind,
            name=order.name,
            scopes=order.scopes,
            created_at=now,
            expires_at=now + (order.lifetime or rule.lifetime),
            last_used_at=now,
        )
        answer, *ids = await self._store(order, credential, str(digest_of(secret)))
        self._rights_changes.announce(order.owner)  # an older one may have made room
        match answer:
            case "issued" | "repeated":
                credential = msgspec.structs.replace(credential, id=ids[0])
                return Issued(credential, secret, repeated=answer == "repeated")
            case "reused":
                raise KeyReused
            case "full":
                raise TooManyCredentials(rule.most)
            case _:  # the password was changed while it was being checked
                raise WrongCredentials

    async def _store(self, order: NewCredential, credential: Credential, digest: str) -> list[str]:
        place, rule = Place(order.owner), RULES[order.kind]
        guards = [order.password_hash, order.key, order.body, CHANGED, order.owner, credential.id]
        answer = await self._scripts.run(
            "issue",
            [place.set_of(order.kind), place.credential(digest), place.account],
            [
                *(place.credentials, digest, credential.created_at, rule.most, int(rule.makes_room)),
                *guards,
                *("kind", order.kind, "name", order.name, "scopes", " ".join(order.scopes)),
                *("created_at", credential.created_at, "expires_at", credential.expires_at),
                *("last_used_at", credential.last_used_at, "spent_by", ""),
            ],
        )
        return [text(part) for part in answer]

    async def principal(self, secret: str) -> Principal | None:
        """Whom a session or a personal token speaks for."""
        digest = digest_of(secret)
        if digest is None:
            return None
        place = holder_of(digest)
        found = await self._scripts.ask(
            "find",
            [place.credential(digest)],
            [
                *(self._clock(), NOTE_USE_EVERY, RULES["session"].lifetime, SESSION_LONGEST),
                *(place.accounts, place.sets, digest),
            ],
        )
        if found is None:
            return None
        fields, name, admin = found
        credential = _credential(fields)
        held: frozenset[Scope] = frozenset(credential.scopes)
        return Principal(
            user_id=credential.owner,
            name=text(name),
            scopes=held if text(admin) == "1" else held - {"admin"},
            kind=credential.kind,
            credential_id=credential.id,
            expires_at=credential.expires_at,
        )

    async def shown(self, secret: str, kind: Kind) -> Credential | None:
        """The credential of this kind that a secret was told for, while it is good."""
        digest = digest_of(secret)
        if digest is None:
            return None
        with reading():
            found = await self._client.hgetall(holder_of(digest).credential(digest))
        credential = _credential([part for pair in found.items() for part in pair]) if found else None
        good = credential and credential.kind == kind and credential.expires_at > self._clock()
        return credential if good else None

    async def held_by(self, owner: UserId, kinds: Sequence[Kind]) -> list[Credential]:
        """What the owner holds, newest first."""
        place = Place(owner)
        held = await self._scripts.ask(
            "held", [place.set_of(kind) for kind in kinds], [place.credentials, self._clock()]
        )
        return sorted(map(_credential, held), key=lambda one: one.created_at, reverse=True)

    async def revoke(self, owner: UserId, kinds: Sequence[Kind], credential_id: str = "") -> bool:
        """End one credential, or all of these kinds; tells every process at once."""
        place = Place(owner)
        ended: int = await self._scripts.run(
            "revoke",
            [place.set_of(kind) for kind in kinds],
            [place.credentials, CHANGED, owner, credential_id],
        )
        self._rights_changes.announce(owner)
        return ended > 0

    async def owner_of(self, digest: str) -> UserId | None:
        """To whom a secret with this SHA-256 was given; whether it is still good, the script that uses it says."""
        with reading():
            owner = await self._client.hget(holder_of(digest).credential(digest), "owner")
        return UserId(text(owner)) if owner else None

    async def spend(self, invitation: str, user: UserId) -> bool:
        """Use up an invitation for one new account."""
        return await self._spend(invitation, user, "spend")

    async def give_back(self, invitation: str, user: UserId) -> None:
        """Let an invitation be used again, because that account was refused."""
        await self._spend(invitation, user, "give back")

    async def _spend(self, invitation: str, user: UserId, what: str) -> bool:
        digest = digest_of(invitation)
        if digest is None:
            return False
        key = Place(SERVER).credential(digest)
        return bool(await self._scripts.run("spend", [key], [user, self._clock(), what]))


def _credential(flat: Sequence[bytes | str]) -> Credential:
    fields = {text(key): text(value) for key, value in zip(flat[::2], flat[1::2], strict=True)}
    return msgspec.convert({**fields, "scopes": fields["scopes"].split()}, Credential, strict=False)
