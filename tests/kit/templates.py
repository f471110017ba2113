"""Templates of words, taken apart."""

import re
from string import Formatter


def fields_of(template: str) -> set[str]:
    """The fields that a template reads: whole, in part (`{result.winners}`) or in a format (`{count:{good}}`)."""
    found: set[str] = set()
    for _, field, spec, _ in Formatter().parse(template):
        if field is not None:
            found |= {re.split(r"[.\[]", field)[0], *fields_of(spec or "")}
    return found
