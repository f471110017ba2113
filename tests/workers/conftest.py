"""The post office of the outbox's tests, and its people."""

from tests.services.outbox.conftest import anna, brutus, office, post_server, shared

__all__ = ["anna", "brutus", "office", "post_server", "shared"]
