"""What admins did: who, what, when, to whom. Nothing is ever changed or taken out here.

People are named by their ids, as in logs: when an account is deleted, its name is gone from here too. An act is noted
before it is done (but for the making of an account), so that none is done unnoted.
"""

import secrets
from datetime import UTC, datetime
from typing import Literal

import msgspec

from services.free_text import REMARK
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.redis_errors import reading, writing
from services.store.scripts import Script

AuditedAct = Literal[
    "create",
    "grant",
    "revoke",
    "reset_link",
    "invite",
    "withdraw_invite",
    "ban",
    "unban",
    "log_out",
    "settle_report",
    "retry_job",
    "drop_job",
    "archive",
]
SHELL = "shell:"
"""What the name of an operator at the command line begins with; an admin is known by the id of the account."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One act: `by` whom, `on` whom or what, and what there is to say about it."""

    at: str
    by: str
    act: AuditedAct
    on: str = ""
    note: str = ""


class Audit:
    """Keeps what admins did."""

    def __init__(self, client: Client) -> None:
        """Keep it in a stream of its own."""
        self._client = client
        self._add = Script("audit_add", "moving")

    async def note(self, by: str, act: AuditedAct, on: str = "", note: str = "") -> None:
        """Note an act that is about to be done."""
        REMARK.checked(note)
        entry = Entry(at=datetime.now(UTC).isoformat(timespec="seconds"), by=by, act=act, on=on, note=note)
        with writing():
            arguments = [secrets.token_hex(8), msgspec.json.encode(entry)]
            await self._add.run(self._client, [KeyKind.AUDIT], arguments)

    async def newest(self, limit: int) -> list[Entry]:
        """The newest acts, the last one first."""
        with reading():
            rows = await self._client.xrevrange(KeyKind.AUDIT, count=limit)
        return [msgspec.json.decode(row[b"act"], type=Entry) for _, row in rows]

    async def about(self, user: str) -> list[Entry]:
        """All that was ever done to a person, the first act first."""
        with reading():
            rows = await self._client.xrange(KeyKind.AUDIT)
        entries = (msgspec.json.decode(row[b"act"], type=Entry) for _, row in rows)
        return [entry for entry in entries if entry.on == user]
