"""Answers that a caller may have already: an `ETag`, and 304 for whoever names it."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated

from litestar import Response
from litestar.params import HeaderParameter

IfNoneMatch = Annotated[
    str | None, HeaderParameter(name="If-None-Match", description="`ETag` of the answer that you have.")
]
_NOT_MODIFIED = 304
_TAG_LENGTH = 32


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Whether the caller has the answer of that tag."""
    tags = {one.strip().removeprefix("W/") for one in (if_none_match or "").split(",")}
    return bool(tags & {f'"{tag}"', "*"})


def not_modified(tag: str, headers: Mapping[str, str]) -> Response[bytes]:
    """The answer to a caller who has it."""
    return Response(b"", status_code=_NOT_MODIFIED, headers={**headers, "ETag": f'"{tag}"'})


def tagged(body: bytes, media_type: str, tag: str, headers: Mapping[str, str]) -> Response[bytes]:
    """The answer with its tag."""
    return Response(body, media_type=media_type, headers={**headers, "ETag": f'"{tag}"'})


def told_once(body: bytes, media_type: str, headers: Mapping[str, str], if_none_match: str | None) -> Response[bytes]:
    """An answer whose tag is made of what it says, unless the caller has this very one."""
    tag = sha256(body).hexdigest()[:_TAG_LENGTH]
    return not_modified(tag, headers) if is_known(tag, if_none_match) else tagged(body, media_type, tag, headers)
