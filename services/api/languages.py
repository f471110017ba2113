"""Which language a caller reads: `lang=`, else English. Accept-Language joins when there is a second language."""

from typing import Annotated

from litestar.params import QueryParameter

Language = Annotated[
    str, QueryParameter(name="lang", pattern=r"^[a-z]{2}(-[A-Z]{2})?$", description="Language of the words.")
]
