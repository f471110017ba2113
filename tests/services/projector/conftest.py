"""The people and the site of the API's tests, and the stores of the store's tests."""

from tests.services.api.conftest import anna, brutus, carus, site
from tests.services.store.conftest import backend, client

__all__ = ["anna", "backend", "brutus", "carus", "client", "site"]
