"""The flags that every part of the server understands, and the settings that follow from them."""

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from services import logs
from services.settings import Settings, load
from services.settings.values import DESCRIPTIONS


def _described(name: str) -> Parameter:
    return Parameter(help=DESCRIPTIONS[name])


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Flags:
    """Each is a setting of the same name; the other settings stand in the environment or the file."""

    config: Annotated[Path | None, Parameter(help="TOML file with settings.")] = None
    host: Annotated[str | None, _described("host")] = None
    port: Annotated[int | None, _described("port")] = None
    data_dir: Annotated[Path | None, _described("data_dir")] = None
    redis_url: Annotated[str | None, _described("redis_url")] = None
    queue_url: Annotated[str | None, _described("queue_url")] = None
    public_url: Annotated[str | None, _described("public_url")] = None
    trusted_proxies: Annotated[str | None, _described("trusted_proxies")] = None
    sign_up: Annotated[Literal["open", "invite", "closed"] | None, _described("sign_up")] = None
    fsync: Annotated[Literal["always", "everysec"] | None, _described("fsync")] = None


def settings_from(flags: Flags | None) -> Settings:
    """The settings in force: flags before environment before file before default."""
    given = dataclasses.asdict(flags or Flags())
    config = given.pop("config")
    return load(flags=given, environ=os.environ, config=config)


def begin(flags: Flags | None) -> Settings:
    """What every long-running command does first: settle the settings and set up the logs."""
    settings = settings_from(flags)
    logs.configure(settings.log_format, settings.log_level)
    return settings
