"""Query parameters that several routes share."""

from typing import Annotated

from litestar.params import QueryParameter

from domain.kernel.languages import LANGUAGES
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.queries.readers import SPECTATOR, TRUTH

ENDS = r"$(?!\n)"
"""The end of a pattern, in Python as in the clients of the API: `$` alone would let a last line feed pass here."""

Language = Annotated[
    str | None,
    QueryParameter(
        name="lang",
        pattern=r"^[a-z]{2}(-[A-Z]{2})?" + ENDS,
        description=(
            f"Language of the words: {', '.join(LANGUAGES)}. Default: that of your settings, then Accept-Language."
        ),
    ),
]
BY_READER = {"Vary": "Accept-Language, Authorization, Cookie"}
"""Headers of an answer in the reader's language: nobody else may be given a copy of it."""
Invitation = Annotated[str | None, QueryParameter(max_length=64, description="The code of an invitation link.")]
AtVersion = Annotated[int | None, QueryParameter(ge=1, le=2**53)]
AsReader = Annotated[
    str | None,
    QueryParameter(
        name="as",
        pattern=rf"^([0-7]|{SPECTATOR}|{TRUTH}){ENDS}",
        description=(
            "Once the game is over: what the player of that seat knew, or a `spectator`, or the whole `truth`. "
            "Goes together with `at`."
        ),
    ),
]
Cursor = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)?:[0-9a-f]{1,64}" + ENDS, description="`next` of the page before."
    ),
]
GameAtVersion = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^[0-9a-f]{1,64}:\d{1,15}" + ENDS,
        description="`<game_id>:<version>`: wait up to 10 s until that version of that game is counted in.",
    ),
]


def readers_language(request: AnyRequest, lang: Language = None) -> str:  # noqa: ARG001 - named for the OpenAPI
    """The dependency of every route that says words."""
    return language_of(request)
