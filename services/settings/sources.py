"""Build the settings from flags, environment and one TOML file, in that order of precedence.

An unknown name is refused, never ignored: a misspelt setting must not look like a set one.
"""

import difflib
import ipaddress
import re
import tomllib
from collections.abc import Iterable, Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Literal, get_args, get_origin
from urllib.parse import urlsplit

import msgspec

from services.settings.addresses import CLUSTER, SENTINEL, read_several
from services.settings.secret import Secret
from services.settings.values import PREFIX, TYPES, Settings, is_secret, variable

CONFIG_VARIABLE = "ACTA_CONFIG"
TEST_PREFIX = "ACTA_TEST_"  # what the test suite reads is no setting of the server
FILE_SUFFIX = "_FILE"
REDIS_SCHEMES = ("redis://", "rediss://", "unix://")
MAIL_SCHEMES = ("smtp://", "smtps://")
WANTED = {
    "redis_url": "an address such as redis://host:6379 is needed",
    "queue_url": "an address such as redis://host:6379 is needed",
    "smtp_url": "an address such as smtp://user:password@host:587 is needed",
    "slack_signing_secret": "the Signing Secret is 32 digits and letters a to f, on the page Basic Information",
    "slack_bot_token": "the Bot User OAuth Token begins with xoxb-, on the page OAuth & Permissions",
    "slack_app_token": "the App-Level Token begins with xapp-, on the page Basic Information",
    "discord_application_id": "the Application ID is a number, on the page General Information of your application",
    "discord_public_key": "the Public Key is 64 digits and letters a to f, on the page General Information",
    "discord_bot_token": "the token has three parts with dots between them, on the page Bot of your application",
    "mail_from": "an address such as acta@example.org or Acta <acta@example.org> is needed",
}
"""What would do instead, where a complaint would say too little or (of a secret) too much."""
_FORMS = {
    "discord_bot_token": r"[\w-]+\.[\w-]+\.[\w-]+",
    "slack_signing_secret": r"[0-9a-fA-F]{32}",
    "slack_bot_token": r"xoxb-[\w-]+",
    "slack_app_token": r"xapp-[\w-]+",
}


class SettingsError(Exception):
    """A setting is unknown or unusable; the text says which, where it stands and what would do."""


class Given(msgspec.Struct, frozen=True):
    """A value as somebody wrote it, and where."""

    value: object
    origin: str


def load(
    *, flags: Mapping[str, object] | None = None, environ: Mapping[str, str], config: Path | None = None
) -> Settings:
    """Read all sources and check every value. Flags that are None were not given."""
    path = config or (Path(environ[CONFIG_VARIABLE]) if environ.get(CONFIG_VARIABLE) else None)
    given: dict[str, Given] = {}
    if path is not None:
        given |= _from_file(path)
    given |= _from_environment(environ)
    given |= _from_flags(flags or {})
    values = {name: _convert(name, entry) for name, entry in given.items()}
    _check_together(given, "smtp_url", "mail_from")
    _check_together(given, "discord_application_id", "discord_public_key", "discord_bot_token")
    _check_slack(given)
    origins = {name: entry.origin for name, entry in given.items()}
    return msgspec.structs.replace(Settings(origins=origins), **values)


def _from_flags(flags: Mapping[str, object]) -> dict[str, Given]:
    named = {name: "--" + name.replace("_", "-") for name in flags}
    return {name: Given(value, named[name]) for name, value in flags.items() if value is not None}


def _from_environment(environ: Mapping[str, str]) -> dict[str, Given]:
    """Variables that begin with ACTA_; an empty one counts as not set, as compose files write it."""
    ours = {
        name: value
        for name, value in environ.items()
        if name.startswith(PREFIX) and not name.startswith(TEST_PREFIX) and name != CONFIG_VARIABLE and value
    }
    known = {variable(name): name for name in TYPES}
    of_files = {variable(name) + FILE_SUFFIX: name for name in TYPES if is_secret(name)}
    _refuse_unknown(ours, [*known, *of_files, CONFIG_VARIABLE], "the environment")
    given = {known[name]: Given(value, name) for name, value in ours.items() if name in known}
    for name, path in ours.items():
        if name in of_files:
            if of_files[name] in given:
                raise SettingsError(f"{name} and {given[of_files[name]].origin} are both set; keep one of them.")
            given[of_files[name]] = Given(_read_secret(Path(path), name), name)
    return given


def _from_file(path: Path) -> dict[str, Given]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"The configuration file {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"The configuration file {path} is not valid TOML: {error}.") from error
    _refuse_unknown(table, TYPES, str(path))
    return {name: Given(_resolve(name, value, path), str(path)) for name, value in table.items()}


def _resolve(name: str, value: object, path: Path) -> object:
    """Read the file that `{file = "…"}` points to, where a secret is expected."""
    match value:
        case {"file": str(secret), **rest} if is_secret(name) and not rest:
            return _read_secret(Path(secret), f"{name} in {path}")
    return value


def _read_secret(path: Path, whose: str) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{whose}: the file {path} cannot be read.") from None


def _refuse_unknown(given: Iterable[str], known: Iterable[str], where: str) -> None:
    names = list(known)
    for name in given:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f" Did you mean {near[0]}?" if near else " `acta config` lists all settings."
            raise SettingsError(f"{name} in {where} is no setting.{hint}")


def _convert(name: str, given: Given) -> object:
    """Check one value against its type; the text of a secret never reaches the message."""
    try:
        value = msgspec.convert(_split(name, given.value), TYPES[name], strict=False, dec_hook=_decode)
        _check(name, value)
    except (msgspec.ValidationError, ValueError) as error:
        reason = _wanted(name) or str(error)
        raise SettingsError(f"{name} (from {given.origin}) cannot be used: {reason}.") from None
    return value


def _wanted(name: str) -> str:
    if name in WANTED:
        return WANTED[name]
    kind = get_args(TYPES[name])[0]
    if get_origin(kind) is tuple:
        kind = get_args(kind)[0]
    return f"use one of {', '.join(get_args(kind))}" if get_origin(kind) is Literal else ""


def _split(name: str, value: object) -> object:
    """A list may be written as one text with commas."""
    is_list = get_origin(get_args(TYPES[name])[0]) is tuple
    if is_list and isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _decode(kind: type, value: object) -> object:
    if isinstance(value, kind):
        return value
    if not isinstance(value, str):
        raise ValueError(f"Expected `str`, got `{type(value).__name__}`")  # noqa: TRY004 - msgspec reports ValueError
    if kind is Secret:
        return Secret(value)
    return Path(value).expanduser()


def _check(name: str, value: object) -> None:
    """What types alone cannot say."""
    match name, value:
        case "trusted_proxies", tuple():
            for network in value:
                ipaddress.ip_network(network, strict=False)
        case "redis_url", Secret():
            _check_scheme(value, CLUSTER, *REDIS_SCHEMES)
            _check_several(value)
        case "queue_url", Secret():  # the job queue does not run on a cluster
            _check_scheme(value, SENTINEL, *REDIS_SCHEMES)
            _check_several(value)
        case "smtp_url", Secret():
            _check_scheme(value, *MAIL_SCHEMES)
            _check_host(value)
        case "slack_signing_secret" | "slack_bot_token" | "slack_app_token" | "discord_bot_token", Secret():
            _check_form(value, _FORMS[name])
        case "mail_from", str():
            _check_sender(value)


def _check_scheme(url: Secret, *schemes: str) -> None:
    if not url.reveal().startswith(schemes):
        raise ValueError


def _check_several(url: Secret) -> None:
    text = url.reveal()
    if text.startswith((CLUSTER, SENTINEL)):
        found = read_several(text)
        if text.startswith(SENTINEL) and not urlsplit(found.first).path.strip("/"):
            raise ValueError  # the name by which the sentinels know the queue is missing


def _check_host(url: Secret) -> None:
    parts = urlsplit(url.reveal())
    if not parts.hostname or parts.port == 0:  # asking for a port that is no number raises ValueError
        raise ValueError


def _check_form(secret: Secret, form: str) -> None:
    """One secret is easily taken for another."""
    if not re.fullmatch(form, secret.reveal(), re.ASCII):
        raise ValueError


def _check_sender(text: str) -> None:
    name, at, domain = parseaddr(text)[1].rpartition("@")
    if not (name and at and domain and text.isprintable()):
        raise ValueError


def _check_together(given: Mapping[str, Given], *names: str) -> None:
    """One without the others would look like set and do nothing."""
    there = [name for name in names if name in given]
    for missing in [name for name in names if name not in there] if there else ():
        raise SettingsError(f"{there[0]} (from {given[there[0]].origin}) is of no use without {missing}.")


def _check_slack(given: Mapping[str, Given]) -> None:
    """Slack is answered with the bot's token, and reached by its requests (signed) or by Socket Mode."""
    ways = ("slack_signing_secret", "slack_app_token")
    for way in ways:
        if way in given and "slack_bot_token" not in given:
            raise SettingsError(f"{way} (from {given[way].origin}) is of no use without slack_bot_token.")
    if "slack_bot_token" in given and not any(way in given for way in ways):
        origin = given["slack_bot_token"].origin
        raise SettingsError(f"slack_bot_token (from {origin}) is of no use without {' or '.join(ways)}.")
