"""What Discord refuses of slash commands: D interactions/application-commands, and the limits that we share."""

import re
from typing import Any

from services.outbound.discord import limits
from services.outbound.discord.check import DiscordRefuses
from tests.kit.discord.errors import invalid_form

LOCALES = frozenset({"en-US", "en-GB", "de", "fr", "ru"})
"""Of Discord's locales those that Acta speaks."""
SUBCOMMAND, GROUP, TEXT, INTEGER = 1, 2, 3, 4
COMMAND_FIELDS = frozenset(
    {
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "type",
        "integration_types",
        "contexts",
    }
)
SCOPE = frozenset({"integration_types", "contexts"})
OPTION_FIELDS = frozenset(
    {
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
        "choices",
        "options",
        "autocomplete",
        "min_length",
        "max_length",
    }
)
Json = dict[str, Any]


def check_commands(commands: list[Json], *, of_one_guild: bool = False) -> None:
    """Refuse a list of commands that Discord would refuse.

    Where a command can be used is said of globally-scoped ones only: #application-command-object.
    """
    allowed = COMMAND_FIELDS - SCOPE if of_one_guild else COMMAND_FIELDS
    _require(len(commands) <= limits.COMMANDS, "BASE_TYPE_MAX_LENGTH", "too many commands")
    names = [command["name"] for command in commands]
    _require(len(set(names)) == len(names), "APPLICATION_COMMANDS_DUPLICATE_NAME", "a name stands twice")
    for command in commands:
        _require(set(command) <= allowed, "UNKNOWN", f"unknown fields {set(command) - allowed}")
        _require(command.get("type", 1) == 1, "BASE_TYPE_CHOICES", "another kind of command")
        _check_named(command)
        _check_options(command.get("options", []), 0)
        _require(size(command) <= limits.COMMAND_CHARACTERS, "APPLICATION_COMMAND_TOO_LARGE", "too large")


def kept(thing: Json) -> Json:
    """A command as Discord gives it back: localisations equal to the default are dropped, and so is what is false.

    ApplicationCommandResponse of the published schema; D interactions/application-commands#localization.
    """
    same = {"name_localizations": "name", "description_localizations": "description"}
    known = {key: value for key, value in thing.items() if value is not False}
    for localized, default in same.items() & {(key, same[key]) for key in known if key in same}:
        known[localized] = {locale: text for locale, text in known[localized].items() if text != known[default]}
    return known | {"options": [kept(option) for option in known["options"]]} if "options" in known else known


def size(thing: Json) -> int:
    """The characters of a command: of each field the longest localisation counts."""
    own = sum(
        max(map(len, (thing.get(name, ""), *(thing.get(f"{name}_localizations") or {}).values())))
        for name in ("name", "description")
    )
    values = len(str(thing["value"])) if "value" in thing else 0
    return own + values + sum(size(part) for part in (*thing.get("options", ()), *thing.get("choices", ())))


def _check_named(thing: Json) -> None:
    for name in (thing.get("name", ""), *(thing.get("name_localizations") or {}).values()):
        fits = re.fullmatch(limits.COMMAND_NAME, name) and name == name.lower()
        _require(bool(fits), "APPLICATION_COMMAND_INVALID_NAME", f"the name {name!r}")
    for text in (thing.get("description", ""), *(thing.get("description_localizations") or {}).values()):
        _require(1 <= len(text) <= limits.COMMAND_DESCRIPTION, "BASE_TYPE_BAD_LENGTH", f"the description {text!r}")
    for key in ("name_localizations", "description_localizations"):
        unknown = set(thing.get(key) or {}) - LOCALES
        _require(not unknown, "BASE_TYPE_CHOICES", f"unknown locales {unknown}")


def _check_options(options: list[Json], depth: int) -> None:
    _require(len(options) <= limits.COMMAND_OPTIONS, "BASE_TYPE_MAX_LENGTH", "too many options")
    names = [option["name"] for option in options]
    _require(len(set(names)) == len(names), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "a name stands twice")
    nested = {option["type"] in {SUBCOMMAND, GROUP} for option in options}
    _require(len(nested) <= 1, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "commands beside values")
    required = [option.get("required", False) for option in options]
    _require(required == sorted(required, reverse=True), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "order")
    for option in options:
        _require(set(option) <= OPTION_FIELDS, "UNKNOWN", f"unknown fields {set(option) - OPTION_FIELDS}")
        _require(option["type"] in {SUBCOMMAND, GROUP, TEXT, INTEGER}, "BASE_TYPE_CHOICES", "unknown kind")
        _require(option["type"] != GROUP or depth == 0, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "nested too deep")
        _check_named(option)
        _check_choices(option)
        _check_options(option.get("options", []), depth + 1)


def _check_choices(option: Json) -> None:
    choices = option.get("choices", [])
    _require(len(choices) <= limits.CHOICES, "BASE_TYPE_MAX_LENGTH", "too many choices")
    _require(not (choices and option.get("autocomplete")), "BASE_TYPE_CHOICES", "choices beside autocomplete")
    for choice in choices:
        for text in (choice["name"], *(choice.get("name_localizations") or {}).values(), str(choice["value"])):
            _require(1 <= len(text) <= limits.CHOICE_TEXT, "BASE_TYPE_BAD_LENGTH", f"the choice {text!r}")


def _require(holds: bool, code: str, why: str) -> None:
    if not holds:
        raise invalid_form(DiscordRefuses("0", code, why))
