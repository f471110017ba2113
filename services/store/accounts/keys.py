"""Where accounts lie in Redis.

Everything of one account carries the hash tag of its partition: its id tells the partition, and so does the SHA-256 of
each of its secrets, because a secret is drawn until it does. So every change of an account is one script in one slot,
on one Redis as on Redis Cluster. Never stores a secret: only its SHA-256.
"""

import re
import secrets
from hashlib import sha256

from domain.kernel.ids import UserId
from services.store.keys import PARTITIONS

CHANGED = "acta:accounts:changed"
"""The channel that names a user whose rights changed, so that every process forgets what it knew of them."""

SERVER = UserId("server")
"""The owner of invitations, which belong to no account; they lie in a slot of their own."""

_SECRET = re.compile(r"acta_[A-Za-z0-9_-]{43}")
_USER_ID = re.compile(r"[0-3][0-9a-f]{31}")


class Place:
    """The keys of one owner."""

    def __init__(self, owner: UserId) -> None:
        tag = "server" if owner == SERVER else f"p{partition_of(owner)}"
        root = f"acta:{{{tag}}}"
        self.account = f"{root}:account:{owner}"
        self.accounts = f"{root}:account:"
        self.credentials = f"{root}:credential:"
        self.sets = f"{root}:credentials:"
        self.preferences = f"{root}:preferences:{owner}"
        self.muted_people = f"{root}:muted:{owner}"
        self.muted_games = f"{root}:muted-games:{owner}"
        self._root = root
        self._owner = owner

    def credential(self, digest: str) -> str:
        return self.credentials + digest

    def set_of(self, kind: str) -> str:
        return f"{self.sets}{self._owner}:{kind}"

    def name(self, key: str) -> str:
        return f"{self._root}:name:{key}"


def new_user_id(name: str) -> UserId:
    """An id in the partition of its name, so that both are written by one script."""
    return UserId(f"{_partition(sha256(name.encode()).digest()):02x}{secrets.token_hex(15)}")


def anyone_named(name: str) -> Place:
    """The place of whoever has this name (a name's key, not the name as it is shown)."""
    return Place(new_user_id(name))


def is_user_id(text: str) -> bool:
    return _USER_ID.fullmatch(text) is not None


def partition_of(user: UserId) -> int:
    return int(user[:2], 16)


def draw_secret(owner: UserId) -> str:
    """32 random bytes whose SHA-256 falls in the owner's partition: about 64 draws, a tenth of a millisecond."""
    while True:
        secret = f"acta_{secrets.token_urlsafe(32)}"
        if owner == SERVER or _partition(sha256(secret.encode()).digest()) == partition_of(owner):
            return secret


def digest_of(secret: str) -> str | None:
    """The SHA-256 under which a secret is known, or None for what cannot be one."""
    return sha256(secret.encode()).hexdigest() if _SECRET.fullmatch(secret) else None


def holder_of(digest: str) -> Place:
    """The place of the account that a secret belongs to; which account it is, the credential says."""
    return Place(UserId(f"{_partition(bytes.fromhex(digest[:2])):02x}"))


def _partition(digest: bytes) -> int:
    return digest[0] % PARTITIONS
