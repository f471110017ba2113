"""What acts stand on: tables, what lies beside them, and what keeps anybody from asking for too much."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from domain.kernel.ids import GameId
from domain.kernel.match import Batch
from services.acts.afterwards import Afterwards
from services.acts.ask import ID_BYTES, Ask
from services.acts.command_keys import body_hash, key_hash
from services.bots import bot_references
from services.foundation import Services
from services.identity.client_address import ClientAddress
from services.identity.devices import KnownDevices
from services.identity.limits import CommandLimit, ReadLimit, SharedLimits
from services.identity.quotas import Quotas
from services.logs import learn
from services.queries.names import Names
from services.queries.queries import Queries
from services.queries.tables import must_see
from services.store.accounts import Accounts
from services.store.events import CommandKey
from services.tables.hot_tables import Request, Written
from services.tables.table_changes import TableChange, change
from services.tables.version_waits import VersionWaits

SendMail = Callable[[str, str, str], Awaitable[object]]
"""Sends a text: to whom, subject, text."""

LINES_PER_SECOND = 1
LINE_BURST = 20


def talk_limit() -> CommandLimit:
    """How often one person may speak."""
    return CommandLimit(LINES_PER_SECOND, LINE_BURST)


@dataclass(frozen=True)
class Acts(Queries):
    """Built once when the app is assembled; every door has the same one, so that limits hold for all of them."""

    services: Services
    accounts: Accounts
    limits: SharedLimits
    devices: KnownDevices
    send_mail: SendMail | None
    limit: CommandLimit
    quotas: Quotas
    read_limit: ReadLimit
    bots: tuple[str, ...]
    talk_limit: CommandLimit = field(default_factory=talk_limit)
    afterwards: Afterwards = field(default_factory=Afterwards)

    def change_of(self, ask: Ask, game_id: str) -> Request:
        """A change of a table as its log names it, and as a repeat of the request is known."""
        command_id = secrets.token_hex(ID_BYTES)
        learn(game=game_id, command_id=command_id)
        return Request(GameId(game_id), command_id, _command_key(ask, command_id))

    async def is_new(self, named: Request) -> bool:
        """Whether a request was not carried out before: a repeat is answered whatever quotas say by now."""
        return await self.tables.store.remembered(named.game_id, named.key) is None

    async def change(self, ask: Ask, game_id: str, emit: TableChange) -> Written:
        """Let a caller change a table that the caller may see: `emit` checks the rest and emits the events."""
        return await self.carry_out(ask, self.change_of(ask, game_id), emit)

    async def carry_out(self, ask: Ask, named: Request, emit: TableChange) -> Written:
        """Carry out a change that has its name."""

        def seen(batch: Batch) -> None:
            must_see(batch.match.table, ask.user)
            emit(batch)

        return told(await change(self.tables, named, ask.user, seen))


def build(
    services: Services,
    accounts: Accounts,
    client_address: ClientAddress,
    waits: VersionWaits | None = None,
    public_url: str | None = None,
) -> Acts:
    """What acts stand on, in a process that has all of it."""
    settings, limits, mailer = services.settings, SharedLimits(services.client), services.notices.mailer
    return Acts(
        tables=services.tables,
        models=services.models,
        drafts=services.people.drafts,
        names=Names(accounts.stored, accounts.rights_changes),
        waits=waits or VersionWaits(),
        public_url=settings.address if public_url is None else public_url,
        services=services,
        accounts=accounts,
        limits=limits,
        devices=KnownDevices(services.server.signing_key),
        send_mail=mailer.send if mailer else None,
        limit=CommandLimit(),
        quotas=Quotas(services.models, limits, settings),
        read_limit=ReadLimit(client_address, settings.reads_per_second),
        bots=tuple(bot_references(settings.bots)),
    )


def told(written: Written) -> Written:
    """What was written; the line of the request in the log tells its version."""
    learn(version=written.appended.last)
    return written


def _command_key(ask: Ask, command_id: str) -> CommandKey:
    """Scope of a client's key: user, route and game (the keys of a game are stored with it)."""
    once = ask.once
    if once is None:
        return CommandKey(command_id, "")
    hashed = "" if once.body is None else body_hash(once.body)
    return CommandKey(f"{ask.user}:{once.route}:{key_hash(once.key)}", hashed)
