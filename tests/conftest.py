"""Settings of the whole suite: how hypothesis searches and what runs async tests.

Never a place for fixtures that only some tests need: those stand beside their tests or in tests/kit.
"""

import pytest
from hypothesis import HealthCheck, settings

# "ci", the default, draws the same examples in every run, so that a failure is the change's and not the draw's.
# "explore" searches on (pytest --hypothesis-profile=explore); what fails prints the line that reproduces it.
# The contract's tests are inherited by a class for each game, which hypothesis takes for one test run in two ways.
settings.register_profile(
    "all", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.differing_executors]
)
settings.register_profile("ci", settings.get_profile("all"), derandomize=True)
settings.register_profile("explore", settings.get_profile("all"), max_examples=1_000)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
