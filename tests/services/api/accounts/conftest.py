"""A server that these tests may empty."""

from tests.services.store.accounts.conftest import anyio_backend, server

__all__ = ["anyio_backend", "server"]
