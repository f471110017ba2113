"""The accounts of the store's tests, on servers of their own."""

from tests.services.store.accounts.conftest import (
    accounts,
    anyio_backend,
    client,
    client_url,
    clock,
    cluster,
    passwords,
    server,
)

__all__ = ["accounts", "anyio_backend", "client", "client_url", "clock", "cluster", "passwords", "server"]
