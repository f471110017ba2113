"""The Idempotency-Key header: how a client says that two requests are one."""

import re
from dataclasses import dataclass
from typing import Annotated

from litestar.openapi.spec import OpenAPIType, Operation, Parameter, Schema
from litestar.params import HeaderParameter

from services.api.params import ENDS
from services.identity.callers import AnyRequest
from services.problems import bad_field

NAME = "Idempotency-Key"
PATTERN = r"^[!-~]{1,255}" + ENDS
DESCRIPTION = (
    "Up to 255 visible ASCII characters of your choice. Repeat a request with the key of the first try and it happens "
    "once."
)
IdempotencyKey = Annotated[str | None, HeaderParameter(name=NAME, pattern=PATTERN, description=DESCRIPTION)]
"""Type of a handler's parameter `idempotency_key`; anything else than visible ASCII is refused with 400."""


def key_of(request: AnyRequest) -> str | None:
    """The key of a request to the busiest route: a declared header would have Litestar sort all of them first."""
    for name, value in request.scope["headers"]:
        if name == b"idempotency-key":
            key = value.decode("latin-1")
            if re.fullmatch(PATTERN, key) is None:
                raise bad_field(NAME, "idempotency_key")
            return key
    return None


@dataclass
class Repeatable(Operation):
    """Tells in the OpenAPI what `key_of` reads."""

    def __post_init__(self) -> None:
        types = [Schema(type=OpenAPIType.STRING), Schema(type=OpenAPIType.NULL)]
        schema = Schema(one_of=types, pattern=PATTERN, description=DESCRIPTION)
        header = Parameter(NAME, "header", schema=schema, description=DESCRIPTION, required=False)
        self.parameters = [*(self.parameters or []), header]
