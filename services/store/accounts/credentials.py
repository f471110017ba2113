"""Secrets that stand for rights: sessions, personal tokens, invitations, addresses of feeds, links in mails.

One idea for all of them: a secret is told once, known by its SHA-256, belongs to an owner, expires, and can be ended.
Never answers which secret a credential had.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from uuid import uuid4

import msgspec

from domain.kernel.errors import KeyReused
from domain.kernel.ids import UserId
from services.accounts import DAY, HOUR, OWN_TO_BOTS, SECOND, Credential, Issued, Kind, Principal, Scope
from services.free_text import LABEL
from services.store import keys
from services.store.accounts.errors import Banned, TooManyCredentials, WrongCredentials
from services.store.accounts.ids import digest_of, draw_secret, partition_of_secret
from services.store.accounts.rights_changes import RightsChanges
from services.store.client import Client
from services.store.keys import RIGHTS_CHANGED, SERVER
from services.store.redis_errors import reading, repeatable, writing
from services.store.scripts import Script

Clock = Callable[[], int]
"""Milliseconds since 1970."""

NOTE_USE_EVERY = 600 * SECOND
SESSION_LONGEST = 90 * DAY
GUEST_STAYS = 30 * DAY
"""How long a guest is remembered after the last visit: a guest's session lives on without any other end."""


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
    "confirmation": Rule(7 * DAY, 1, makes_room=True),
}
_LABELLED: tuple[Kind, ...] = ("personal", "invitation")
"""Kinds whose name is what somebody calls them; that of a confirmation is a mail address."""


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

    def __init__(self, client: Client, clock: Clock, rights_changes: RightsChanges) -> None:
        self._client = client
        self._clock = clock
        self._rights_changes = rights_changes
        self._last_issued = 0
        self._issue, self._find, self._list, self._revoke, self._spend = (
            Script(name, "moving", "credentials")
            for name in (
                "credential_issue",
                "credential_find",
                "credential_list",
                "credential_revoke",
                "invitation_spend",
            )
        )

    async def issue(self, order: NewCredential) -> Issued:
        if order.kind in _LABELLED:
            LABEL.checked(order.name)
        rule, now, secret = RULES[order.kind], self._clock(), draw_secret(order.owner)
        credential = Credential(
            id=uuid4().hex,
            owner=order.owner,
            kind=order.kind,
            name=order.name,
            scopes=order.scopes,
            created_at=self._after_the_last(now),
            expires_at=now + (order.lifetime or rule.lifetime),
            last_used_at=now,
        )
        answer, *ids = await self._store(order, credential, str(digest_of(secret)))
        self._rights_changes.announce(order.owner)  # an older one may have made room
        match answer:
            case "issued" | "repeated":
                credential = msgspec.structs.replace(credential, id=ids[0])
                return Issued(credential, secret, repeated=answer == "repeated")
            case "banned":
                raise Banned
            case "reused":
                raise KeyReused
            case "full":
                raise TooManyCredentials(rule.most)
            case _:  # the password was changed while it was being checked
                raise WrongCredentials

    def _after_the_last(self, now: int) -> int:
        """Now, but after the one before: a clock that stands still or is set back a little must not turn the order."""
        after = self._last_issued + 1
        self._last_issued = after if now < after <= now + SECOND else now
        return self._last_issued

    async def _store(self, order: NewCredential, credential: Credential, digest: str) -> list[str]:
        owner, slot, rule = order.owner, keys.slot_of(order.owner), RULES[order.kind]
        arguments = [
            *(keys.credential(slot, ""), digest, credential.created_at, rule.most, int(rule.makes_room)),
            *(order.password_hash, order.key, order.body, RIGHTS_CHANGED, owner, credential.id),
            *("kind", order.kind, "name", order.name, "scopes", " ".join(order.scopes)),
            *("created_at", credential.created_at, "expires_at", credential.expires_at),
            *("last_used_at", credential.last_used_at, "spent_by", ""),
        ]
        names = [keys.credentials(owner, order.kind), keys.credential(slot, digest), keys.account(owner)]
        with writing():
            answer = await self._issue.run(self._client, names, arguments)
        return [part.decode() for part in answer]

    async def principal(self, secret: str) -> Principal | None:
        """The account that a session or a personal token speaks for."""
        digest = digest_of(secret)
        if digest is None:
            return None
        slot = f"p{partition_of_secret(digest)}"
        arguments = [
            *(self._clock(), NOTE_USE_EVERY, RULES["session"].lifetime, SESSION_LONGEST),
            *(keys.accounts_prefix(slot), keys.credentials_prefix(slot), digest, keys.preferences_prefix(slot)),
            GUEST_STAYS,
        ]
        with repeatable():
            found = await self._find.run(self._client, [keys.credential(slot, digest)], arguments)
        if found is None:
            return None
        fields, name, admin, language, guest, bot = found
        credential = _listed(fields)
        denied: set[Scope] = set() if admin == b"1" else {"admin"}
        denied |= set() if bot == b"1" else OWN_TO_BOTS
        return Principal(
            user_id=credential.owner,
            name=name.decode(),
            scopes=frozenset(credential.scopes) - denied,
            kind=credential.kind,
            credential_id=credential.id,
            expires_at=credential.expires_at,
            language=msgspec.json.decode(language, type=str | None) or "" if language else "",
            guest=guest == b"1",
        )

    async def find(self, secret: str, kind: Kind) -> Credential | None:
        """The credential of this kind that a secret was told for, while it is good."""
        digest = digest_of(secret)
        if digest is None:
            return None
        key = keys.credential(keys.slot_of(SERVER), digest) if kind == "invitation" else _key_of(digest)
        with reading():
            found = await self._client.hgetall(key)
        credential = _credential(found) if found else None
        good = credential and credential.kind == kind and credential.expires_at > self._clock()
        return credential if good else None

    async def held_by(self, owner: UserId, kinds: Sequence[Kind]) -> list[Credential]:
        """What the owner holds, newest first."""
        sets, prefix = [keys.credentials(owner, kind) for kind in kinds], keys.credential(keys.slot_of(owner), "")
        with reading():
            held = await self._list.run(self._client, sets, [prefix, self._clock()])
        return sorted(map(_listed, held), key=lambda one: one.created_at, reverse=True)

    async def revoke(self, owner: UserId, kinds: Sequence[Kind], credential_id: str = "") -> bool:
        """End one credential, or all of these kinds; tells every process at once."""
        sets, prefix = [keys.credentials(owner, kind) for kind in kinds], keys.credential(keys.slot_of(owner), "")
        with writing():
            ended: int = await self._revoke.run(self._client, sets, [prefix, RIGHTS_CHANGED, owner, credential_id])
        self._rights_changes.announce(owner)
        return ended > 0

    async def owner_of(self, digest: str) -> UserId | None:
        """The user that got a secret with this SHA-256; the script that uses it checks whether it is still good."""
        with reading():
            owner = await self._client.hget(_key_of(digest), "owner")
        return UserId(owner.decode()) if owner else None

    async def spend(self, invitation: str, user: UserId) -> bool:
        """Use up an invitation for one new account."""
        return await self._use(invitation, user, "spend")

    async def give_back(self, invitation: str, user: UserId) -> None:
        """Let an invitation be used again, because that account was refused."""
        await self._use(invitation, user, "give back")

    async def _use(self, invitation: str, user: UserId, what: str) -> bool:
        digest = digest_of(invitation)
        if digest is None:
            return False
        key = keys.credential(keys.slot_of(SERVER), digest)
        with writing():
            return bool(await self._spend.run(self._client, [key], [user, self._clock(), what]))


def _key_of(digest: str) -> str:
    return keys.credential(f"p{partition_of_secret(digest)}", digest)


def _listed(flat: Sequence[bytes]) -> Credential:
    return _credential(dict(zip(flat[::2], flat[1::2], strict=True)))


def _credential(found: Mapping[bytes, bytes]) -> Credential:
    fields = {key.decode(): value.decode() for key, value in found.items()}
    return msgspec.convert({**fields, "scopes": fields["scopes"].split()}, Credential, strict=False)
