"""`acta config`: what is in force and where it came from."""

from rich.text import Text

from services.cli.flags import Flags, settings_from
from services.cli.output import say
from services.settings import Secret, Settings
from services.settings.values import DESCRIPTIONS


def config(flags: Flags | None = None) -> None:
    """Print TOML that can serve as a configuration file; what is not set or secret is a comment in it."""
    settings = settings_from(flags)
    for name in DESCRIPTIONS:
        say(_line(settings, name))


def _line(settings: Settings, name: str) -> Text:
    value = getattr(settings, name)
    origin = settings.origins.get(name, "default")
    note = (f"  # {origin}: {DESCRIPTIONS[name]}", "dim")
    if value is None:
        return Text.assemble((f"# {name} is not set", "bold"), note)
    if isinstance(value, Secret):
        return Text.assemble((f"# {name} is {value.hint()}", "bold"), note)
    return Text.assemble((name, "bold"), f" = {_as_toml(value)}", note)


def _as_toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case tuple():
            return f"[{', '.join(_as_toml(held) for held in value)}]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
