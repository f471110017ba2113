"""Which scope each operation needs, said where people and programs look for it."""

from services.api.document.struct_schemas import Json
from services.api.openapi import SESSION_SCOPE

_SESSION = "Needs a log-in by password: no personal token is enough."
_OF_SCOPES = "Needs the scope {}."


def tell_scope(operation: Json) -> None:
    """Add to an operation's description what its `security` asks of a token."""
    scopes = [scope for way in operation.get("security", ()) for scope in way.get("bearer", ())]
    if scopes:
        text = _SESSION if SESSION_SCOPE in scopes else _OF_SCOPES.format(" or ".join(f"`{scope}`" for scope in scopes))
        operation["description"] = "\n\n".join(filter(None, [operation.get("description"), text]))
