"""The address of a person's page."""

from urllib.parse import quote


def user_link(name: str) -> str:
    """Where a person of that name is found."""
    return f"/users/{quote(name, safe='')}"
