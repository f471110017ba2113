"""Settings of the whole suite: how hypothesis searches and what runs async tests.

Never a place for fixtures that only some tests need: those stand beside their tests or in tests/kit.
"""

import pytest
from hypothesis import settings

# "ci", the default, draws the same examples in every run, so that a failure is the change's and not the draw's.
# "explore" searches on (pytest --hypothesis-profile=explore); what fails prints the line that reproduces it.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", max_examples=1_000, deadline=None, print_blob=True)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
