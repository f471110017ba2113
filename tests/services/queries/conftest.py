"""The people and the site of the API's tests."""

from tests.services.api.conftest import anna, brutus, carus, site

__all__ = ["anna", "brutus", "carus", "site"]
