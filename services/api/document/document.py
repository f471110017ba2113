"""The whole document: what Litestar made of the routes, completed when it is first asked for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import OpenAPI

from domain.kernel.game import AnyGame
from services.api.document.examples import BODIES, Examples
from services.api.document.game_schemas import add_games
from services.api.document.scopes import tell_scope
from services.api.document.struct_schemas import Json

_JSON = "application/json"


class Document(OpenAPI):
    """An OpenAPI document that also describes these games."""

    games: Sequence[AnyGame] = ()

    def to_schema(self) -> dict[str, Any]:
        """The document as JSON."""
        document: Json = msgspec.to_builtins(super().to_schema())
        schemas = document["components"]["schemas"]
        for name, schema in schemas.items():
            schema["title"] = name  # two areas may have a class of one name
        add_games(schemas, self.games)
        examples = Examples(schemas)
        for operation in _operations(document):
            tell_scope(operation)
            _give_examples(operation, examples)
        return document


@dataclass
class DocumentConfig(OpenAPIConfig):
    """What the document says of the whole API, and of which games."""

    games: Sequence[AnyGame] = ()

    def to_openapi_schema(self) -> OpenAPI:
        """The document before routes are added to it."""
        plain = super().to_openapi_schema()
        document = Document(**{field.name: getattr(plain, field.name) for field in fields(plain)})
        document.games = self.games
        return document


def operation_id(handler: HTTPRouteHandler, *_address: object) -> str:
    """The name of the handler as a generated client writes it: `openTable`."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), handler.handler_name)


def _operations(document: Json) -> Iterator[Json]:
    for path in document["paths"].values():
        yield from path.values()


def _give_examples(operation: Json, examples: Examples) -> None:
    body = operation.get("requestBody", {}).get("content", {}).get(_JSON)
    if body is not None:
        body["example"] = BODIES.get(operation["operationId"]) or examples.of(body["schema"])
    for response in operation["responses"].values():
        answer = response.get("content", {}).get(_JSON)
        if answer is not None:
            answer["example"] = examples.of(answer["schema"])
