"""Examples of bodies and answers. Those of bodies can be sent as they are; those of answers follow from the schemas."""

import tomllib
from importlib.resources import files
from typing import Any

from services.api.document.struct_schemas import COMPONENTS, Json

_EXAMPLES = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))
BODIES: dict[str, Json] = _EXAMPLES["bodies"]
"""By the id of the operation."""
_FIELDS: Json = _EXAMPLES["fields"]
"""Values that several answers hold, by the name of the field."""
_PLAIN: Json = {"string": "", "integer": 1, "number": 1.5, "boolean": False, "null": None, "object": {}, "array": []}


class Examples:
    """Makes examples that fit the schemas of a document."""

    def __init__(self, schemas: dict[str, Json]) -> None:
        """Look references up in these."""
        self._schemas = schemas

    def of(self, schema: Json, name: str = "") -> Any:  # noqa: ANN401 - whatever the schema describes
        """A value that fits; `name` is that of the field that holds it."""
        if "$ref" in schema:
            return self.of(self._schemas[schema["$ref"].removeprefix(COMPONENTS)], name)
        if schema.get("examples"):
            return schema["examples"][0]
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for union in ("oneOf", "anyOf", "allOf"):
            if union in schema:
                return self._of_union(schema[union], name)
        return self._by_type(schema, name)

    def _of_union(self, schemas: list[Json], name: str) -> Any:  # noqa: ANN401 - as above
        """Nothing, where there may be nothing and no field of that name is known; else what comes first."""
        something = [schema for schema in schemas if schema.get("type") != "null"]
        known = name in _FIELDS or any("examples" in schema for schema in something)
        if len(something) < len(schemas) and not known:
            return None
        return _FIELDS[name] if isinstance(_FIELDS.get(name), dict) else self.of(something[0], name)

    def _by_type(self, schema: Json, name: str) -> Any:  # noqa: ANN401 - as above
        kind = schema.get("type", "null")
        if kind == "object" and "properties" in schema:
            return {key: self.of(schema["properties"][key], key) for key in schema.get("required", ())}
        if kind == "array":
            return [value for value in [self.of(schema.get("items", {}), name)] if value or value == 0]
        told, plain = _FIELDS.get(name), _PLAIN[kind]
        return told if type(told) is type(plain) else schema.get("minimum", plain)
