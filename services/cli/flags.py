"""The flags that every part of the server understands, and the settings that follow from them."""

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

from services import logs
from services.settings import Settings, load
from services.settings.values import DESCRIPTIONS


def described(name: str) -> Parameter:
    """A flag that is explained as its setting is."""
    return Parameter(help=DESCRIPTIONS[name])


SETTINGS = Group("Settings of the server (each also a variable and a line of the file)", sort_key=1)
"""Stands below a command's own flags, which have no key."""


@Parameter(name="*", group=SETTINGS)
@dataclass(frozen=True, kw_only=True)
class Flags:
    """Each is a setting of the same name; the other settings stand in the environment or the file."""

    config: Annotated[Path | None, Parameter(help="TOML file with settings.")] = None
    host: Annotated[str | None, described("host")] = None
    port: Annotated[int | None, described("port")] = None
    data_dir: Annotated[Path | None, described("data_dir")] = None
    redis_url: Annotated[str | None, described("redis_url")] = None
    queue_url: Annotated[str | None, described("queue_url")] = None
    public_url: Annotated[str | None, described("public_url")] = None
    trusted_proxies: Annotated[str | None, described("trusted_proxies")] = None
    sign_up: Annotated[Literal["open", "invite", "closed"] | None, described("sign_up")] = None
    fsync: Annotated[Literal["always", "everysec"] | None, described("fsync")] = None


def settings_from(flags: Flags | None, **own: object) -> Settings:
    """The settings in force: flags (also a command's own) before environment before file before default."""
    given = dataclasses.asdict(flags or Flags())
    config = given.pop("config")
    return load(flags=given | own, environ=os.environ, config=config)


def configured(flags: Flags | None, **own: object) -> Settings:
    """The settings in force, with the logs set up by them: what every long-running command does first."""
    settings = settings_from(flags, **own)
    logs.configure(settings.log_format, settings.log_level)
    return settings
