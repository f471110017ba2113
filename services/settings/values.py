"""The settings themselves: names, types, defaults and what each is for."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

from services.settings.secret import Secret

PREFIX = "ACTA_"
MEBIBYTE = 1024 * 1024
HttpUrl = Annotated[str, Meta(pattern=r"^https?://[^/?#\s]+(/[^?#\s]*)?$(?!\n)")]
Reference = Annotated[str, Meta(pattern=r"^\w+(\.\w+)*:\w+$(?!\n)")]
Snowflake = Annotated[str, Meta(pattern=r"^\d{1,20}$(?!\n)")]
DiscordKey = Annotated[str, Meta(pattern=r"^[0-9a-fA-F]{64}$(?!\n)")]
QueueName = Literal["scoring", "bots", "maintenance", "analysis"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is in force, and for each value that was given, where it came from."""

    host: Annotated[str, Meta(description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen on; 0 takes a free one.")] = 8000
    public_url: Annotated[
        HttpUrl | None,
        Meta(description="Address under which people reach the server, for links and cookies."),
    ] = None
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(description="Addresses or networks whose X-Forwarded-For header is believed."),
    ] = ()
    data_dir: Annotated[Path, Meta(description="Folder of the embedded Redis; created if missing.")] = Path("acta-data")
    archive_dir: Annotated[
        Path | None,
        Meta(description="Folder of archived games, for every part to read; by default `archive` in data_dir."),
    ] = None
    redis_url: Annotated[
        Secret | None,
        Meta(description="Redis or Valkey (6.2 or later), or redis+cluster://one,two,…, instead of the embedded one."),
    ] = None
    queue_url: Annotated[
        Secret | None,
        Meta(
            description="Redis of the job queue, if it is another one; redis+sentinel://one,two,…/name asks sentinels."
        ),
    ] = None
    require_durable: Annotated[
        bool,
        Meta(description="Refuse a given Redis that may lose acknowledged writes, instead of warning."),
    ] = False
    wait_replicas: Annotated[
        int,
        Meta(ge=0, description="Replicas that must have an event before it is answered; fewer: outcome-unknown."),
    ] = 0
    fsync: Annotated[
        Literal["always", "everysec"],
        Meta(description="When the embedded Redis writes to disk: before each answer, or every second."),
    ] = "always"
    min_free_bytes: Annotated[
        int,
        Meta(ge=0, description="Commands are refused when less than this is free for the data."),
    ] = 128 * MEBIBYTE
    sign_up: Annotated[
        Literal["open", "invite", "closed"],
        Meta(description="Who can create accounts: anyone, people with an invitation, or nobody."),
    ] = "open"
    connections_per_address: Annotated[
        int,
        Meta(ge=1, description="How many connections one address can keep open to an API process; proxies are exempt."),
    ] = 200
    streams_per_address: Annotated[
        int,
        Meta(ge=1, description="How many live streams one address can keep open on an API process."),
    ] = 100
    hot_tables_mb: Annotated[
        int,
        Meta(ge=1, description="Megabytes of games that each process keeps ready; the others are read when needed."),
    ] = 128
    smtp_url: Annotated[
        Secret | None,
        Meta(description="Mail server, as smtp://user:password@host:587 or smtps://…"),
    ] = None
    mail_from: Annotated[str | None, Meta(description="Sender of the server’s e-mail.")] = None
    slack_signing_secret: Annotated[
        Secret | None,
        Meta(description="Signing Secret of your Slack app, with which Slack signs what it sends."),
    ] = None
    slack_bot_token: Annotated[
        Secret | None,
        Meta(description="Bot User OAuth Token (xoxb-…) of your Slack app."),
    ] = None
    slack_app_token: Annotated[
        Secret | None,
        Meta(description="App-Level Token (xapp-…) of your Slack app, for Socket Mode."),
    ] = None
    slack_api: Annotated[HttpUrl, Meta(description="Where Slack is; another one is for tests.")] = (
        "https://slack.com/api/"
    )
    discord_application_id: Annotated[
        Snowflake | None,
        Meta(description="Application ID of your Discord application."),
    ] = None
    discord_public_key: Annotated[
        DiscordKey | None,
        Meta(description="Public Key of your Discord application, with which Discord signs what it sends."),
    ] = None
    discord_bot_token: Annotated[Secret | None, Meta(description="Token of your Discord application's bot.")] = None
    discord_api: Annotated[HttpUrl, Meta(description="Where Discord is; another one is for tests.")] = (
        "https://discord.com/api/v10"
    )
    games: Annotated[
        tuple[Reference, ...],
        Meta(description="Further games to offer, each as module:GAME."),
    ] = ()
    bots: Annotated[
        tuple[Reference, ...],
        Meta(description="Further bots to offer, each as module:NAME; tables know it as name."),
    ] = ()
    webhook_hosts: Annotated[
        tuple[str, ...],
        Meta(description="Hosts in a private network that webhooks can send to all the same, also without TLS."),
    ] = ()
    webhooks_per_person: Annotated[int, Meta(ge=0, description="How many webhooks a person can have.")] = 10
    api_processes: Annotated[int, Meta(ge=1, description="API processes of `acta serve`.")] = 1
    worker_processes: Annotated[
        int,
        Meta(ge=1, description="How many jobs `acta serve` or an `acta worker` runs at the same time."),
    ] = 2
    queues: Annotated[
        tuple[QueueName, ...],
        Meta(min_length=1, description="Queues whose jobs a worker does."),
    ] = get_args(QueueName)
    settle_days: Annotated[
        int,
        Meta(ge=1, description="Days that keys of requests and entries of the feed are kept before they are dropped."),
    ] = 7
    pack_logs: Annotated[
        bool,
        Meta(description="Keep older events packed in Redis; earlier releases cannot read games that are packed."),
    ] = True
    sweep_seconds: Annotated[float, Meta(gt=0, description="How often overdue work is looked for.")] = 10.0
    bot_seconds: Annotated[float, Meta(gt=0, le=60, description="How long a bot can think about a turn.")] = 1.0
    open_tables: Annotated[
        int, Meta(ge=1, description="How many tables a person can keep open as host, from the lobby to the end.")
    ] = 200
    tables_per_hour: Annotated[int, Meta(ge=1, description="How many tables a person can open in an hour.")] = 200
    lobby_days: Annotated[
        int,
        Meta(ge=0, description="Days without anything new after which a table that has not begun is closed; 0: never."),
    ] = 14
    open_branches: Annotated[int, Meta(ge=1, description="How many what-if games a person can keep open.")] = 50
    bot_tables: Annotated[
        int,
        Meta(
            ge=1, description="Games with bots that a person can have running at the same time, what-if games included."
        ),
    ] = 50
    vacation_days: Annotated[
        int, Meta(ge=0, le=365, description="Days per year that a person can be away from all tables at once.")
    ] = 30
    undos_per_turn: Annotated[
        int, Meta(ge=1, description="How often a player can take something back in one turn.")
    ] = 30
    reads_per_second: Annotated[
        float,
        Meta(
            gt=0,
            description="Looks back into a record (at, diff, recap, scores, export) per second and address.",
        ),
    ] = 5.0
    figures_seconds: Annotated[
        float,
        Meta(ge=0, description="How long /metrics answers with the same figures before it reads them again."),
    ] = 5.0
    metrics_token: Annotated[
        Secret | None,
        Meta(description="Bearer token with which /metrics is read from other machines."),
    ] = None
    open_metrics: Annotated[bool, Meta(description="Let everybody read /metrics, without a token.")] = False
    log_format: Annotated[
        Literal["auto", "pretty", "json"],
        Meta(description="auto is pretty on a terminal and JSON elsewhere."),
    ] = "auto"
    log_level: Annotated[
        Literal["info", "debug"],
        Meta(description="info is a line per request and job; debug tells how they went about it."),
    ] = "info"
    origins: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def archive_folder(self) -> Path:
        """Where archived games lie."""
        return self.archive_dir or self.data_dir / "archive"

    @property
    def reachable_host(self) -> str:
        """An address that reaches the server from its own machine, also when it listens on all of them."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(self.host, self.host)  # noqa: S104 - not bound

    @property
    def hot_bytes(self) -> int:
        """`hot_tables_mb` in bytes."""
        return self.hot_tables_mb * 2**20

    @property
    def address(self) -> str:
        """Where the server is reached, without a slash at the end: for links, and to say at start."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = f"[{self.reachable_host}]" if ":" in self.reachable_host else self.reachable_host
        return f"http://{host}:{self.port}"

    def environment(self) -> dict[str, str]:
        """These settings as environment variables, secrets included: how a parent hands them to a child."""
        values = ((name, getattr(self, name)) for name in TYPES)
        return {variable(name): _as_text(value) for name, value in values if value is not None}


TYPES: Mapping[str, object] = {
    name: kind for name, kind in get_type_hints(Settings, include_extras=True).items() if name != "origins"
}
DESCRIPTIONS: Mapping[str, str] = {name: get_args(kind)[1].description for name, kind in TYPES.items()}


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def is_secret(name: str) -> bool:
    return Secret in get_args(get_args(TYPES[name])[0])


def _as_text(value: object) -> str:
    if isinstance(value, Secret):
        return value.reveal()
    if isinstance(value, tuple):
        return ",".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)
