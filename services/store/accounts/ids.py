"""Ids of accounts, and the secrets that speak for them. Never keeps a secret: it is known by its SHA-256.

An id tells the partition of its account, and so does the SHA-256 of each of its secrets, because a secret is drawn
until it does. The name of an account tells it too, so that all of an account lies in one slot.
"""

import re
import secrets
from hashlib import sha256

from domain.kernel.ids import UserId
from services.store.keys import SERVER, USER_ID, partition_of_digest, partition_of_user

_SECRET = re.compile(r"acta_[A-Za-z0-9_-]{43}")
_USER_ID = re.compile(USER_ID)


def partition_of_name(key: str) -> int:
    """The partition of the account that has a name (by the name's key, not the name as it is shown)."""
    return partition_of_digest(sha256(key.encode()).digest())


def new_user_id(name_key: str) -> UserId:
    """An id in the partition of its name, so that both are written by one script."""
    return UserId(f"{partition_of_name(name_key):02x}{secrets.token_hex(15)}")


def is_user_id(text: str) -> bool:
    return _USER_ID.fullmatch(text) is not None


def draw_secret(owner: UserId) -> str:
    """32 random bytes whose SHA-256 falls in the owner's partition: about 64 draws, a tenth of a millisecond."""
    while True:
        secret = f"acta_{secrets.token_urlsafe(32)}"
        if owner == SERVER or partition_of_digest(sha256(secret.encode()).digest()) == partition_of_user(owner):
            return secret


def digest_of(secret: str) -> str | None:
    """The SHA-256 under which a secret is known, or None for what cannot be one."""
    return sha256(secret.encode()).hexdigest() if _SECRET.fullmatch(secret) else None


def partition_of_secret(digest: str) -> int:
    """The partition of the account that a secret belongs to; which account it is, the credential says."""
    return partition_of_digest(bytes.fromhex(digest[:2]))
