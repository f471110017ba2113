"""What the document says of each game: its view, its commands and its events, in unions told apart by a field."""

import re
from collections.abc import Iterable, Sequence
from string import Formatter

from domain.kernel import lifecycle
from domain.kernel.game import AnyGame, Event
from domain.kernel.languages import ENGLISH
from domain.kernel.visibility import Mark
from domain.kernel.words import Catalogue
from services.api.document.struct_schemas import COMPONENTS, Json, prefixed, refer, schemas_of

COMMAND, EVENT, TABLE = "Command", "Event", "Table"
PLAIN_EVENT = "EventAnswer"
"""An event whose data may be anything: what another release wrote need not fit the schemas of this one."""
ANSWERS = ("GameAnswer", "PreviewAnswer")
"""Answers that hold the `state` of a game, and name it as `game`."""
_SPLIT = re.compile(r"(?<!^)(?=[A-Z])")


def add_games(schemas: dict[str, Json], games: Sequence[AnyGame]) -> None:
    """Add the schemas of games to those of the routes, which refer to them as `Command`, `Event` and by answer."""
    plain = schemas[PLAIN_EVENT]
    for name, schema in schemas.items():
        if name != PLAIN_EVENT and "properties" in schema:
            schema["properties"] = _referring(schema["properties"])
    schemas |= schemas_of([Mark], answered=True)
    schemas |= _events(plain, lifecycle.EVENTS, TABLE, Catalogue.load("domain.kernel"))
    for game in games:
        schemas |= schemas_of([game.view_type, game.state_type], _prefix(game), answered=True)
        schemas |= _events(plain, game.events, _prefix(game), game.words)
        schemas |= _commands(game)
    for name in ANSWERS:
        schemas |= _by_game(name, schemas[name], games)
    prefixes = [_prefix(game) for game in games]
    schemas[COMMAND] = {
        "description": "A choice, exactly as the options of its game list it.",
        "anyOf": [refer(prefix + COMMAND) for prefix in prefixes],
    }
    schemas[EVENT] = {
        "description": "What happened to a table or in its game.",
        "anyOf": [*(refer(prefix + EVENT) for prefix in (TABLE, *prefixes)), refer(PLAIN_EVENT)],
    }


def _referring(properties: Json) -> Json:
    """Fields that hold commands or events of any game, each with what it may hold."""
    known = {"command": COMMAND, "commands": COMMAND, "events": EVENT}
    return {key: _held(schema, known[key]) if key in known else schema for key, schema in properties.items()}


def _held(schema: Json, name: str) -> Json:
    if "items" in schema:
        return {**schema, "items": _held(schema["items"], name)}
    if "oneOf" in schema:
        return {
            **schema,
            "oneOf": [part if part.get("type") == "null" else _held(part, name) for part in schema["oneOf"]],
        }
    return schema if "enum" in schema else refer(name)  # webhooks choose `events` by their names


def _prefix(game: AnyGame) -> str:
    return type(game).__name__


def _union(field: str, names: dict[str, str], description: str) -> Json:
    """Schemas by the value of the field that tells them apart."""
    mapping = {value: COMPONENTS + name for value, name in names.items()}
    return {
        "description": description,
        "oneOf": [refer(name) for name in names.values()],
        "discriminator": {"propertyName": field, "mapping": mapping},
    }


def _told_apart_by(field: str, value: str, schema: Json) -> Json:
    """The fields of a schema of which one is fixed. It stands first: clients give up at once if it differs."""
    fixed = {field: {"type": "string", "const": value}}
    return {**fixed, **schema["properties"], **fixed}


def _commands(game: AnyGame) -> dict[str, Json]:
    prefix = _prefix(game)
    found = schemas_of(game.commands, prefix)
    names = {kind.__name__: prefixed(kind.__name__, prefix) for kind in game.commands}
    _describe(found, names, "command", game.words)
    return {**found, prefix + COMMAND: _union("type", names, f"A choice in {game.name_in(ENGLISH)}.")}


def _events(plain: Json, events: Iterable[type[Event]], prefix: str, words: Catalogue) -> dict[str, Json]:
    """The data of each event, the whole event with that data, and the union of all of them."""
    found = schemas_of(events, prefix, answered=True)
    names = {kind.__name__: prefixed(kind.__name__, prefix) for kind in events}
    _describe(found, names, "event", words)
    whole = {}
    for kind in events:
        name = names[kind.__name__]
        _seal(found[name], kind)
        whole[name + EVENT] = _with_data(plain, kind.__name__, name, found[name])
    union = _union("type", {kind: name + EVENT for kind, name in names.items()}, f"What can happen: {prefix}.")
    return {**found, **whole, prefix + EVENT: union}


def _seal(schema: Json, kind: type[Event]) -> None:
    """What is sealed from a reader stands as its mark."""
    for field in kind.SEALED:
        schema["properties"][field] = {"anyOf": [schema["properties"][field], refer(Mark.__name__)]}


def _with_data(plain: Json, kind: str, name: str, data: Json) -> Json:
    properties = _told_apart_by("type", kind, plain) | {"data": refer(name)}
    return {**plain, "title": name + EVENT, "description": data["description"], "properties": properties}


def _describe(schemas: dict[str, Json], names: dict[str, str], section: str, words: Catalogue) -> None:
    """Let what has no docstring be described by what people read of it, or by its own name if they read nothing."""
    for kind, name in names.items():
        parts = Formatter().parse(words.languages["en"].get(f"{section}.{kind}", ""))
        text = "".join(text + ("" if field is None else f"{{{field}}}") for text, field, _, _ in parts)
        schemas[name].setdefault("description", text or _SPLIT.sub(" ", kind).capitalize() + ".")


def _by_game(name: str, schema: Json, games: Iterable[AnyGame]) -> dict[str, Json]:
    """An answer once for each game, with its state: a view, or the whole truth once the game is over."""
    found, names = {}, {}
    for game in games:
        kinds = [prefixed(kind.__name__, _prefix(game)) for kind in (game.view_type, game.state_type)]
        state = {**schema["properties"]["state"], "anyOf": [{"type": "null"}, *map(refer, kinds)]}
        properties = _told_apart_by("game", game.meta.slug, schema) | {"state": state}
        names[game.meta.slug] = _prefix(game) + name
        found[_prefix(game) + name] = {**schema, "title": _prefix(game) + name, "properties": properties}
    return {**found, name: _union("game", names, "A game as you may see it, with the state of its kind.")}
