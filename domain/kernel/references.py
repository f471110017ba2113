"""Games and bots of other packages, which an operator names as `module:NAME`."""

from importlib import import_module

from domain.kernel.errors import BadReference


def named(reference: str) -> object:
    """What a reference names, or `BadReference`. A module that is there and fails to load fails as it does."""
    module, _, attribute = reference.partition(":")
    try:
        found = import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise  # it is there, and what it imports is not
        raise BadReference(reference, f"there is no module {missing.name}") from None
    if not hasattr(found, attribute):
        raise BadReference(reference, f"the module has no {attribute}")
    return getattr(found, attribute)
