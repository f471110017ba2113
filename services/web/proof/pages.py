"""`/proof`: why nobody has to take our word for a deal or a result."""

from litestar import Response, get

from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.queries.heads import read_heads
from services.web.door import Web
from services.web.proof.drawing import lying, standing

_DAYS = 7


@get("/proof")
async def proof_page(request: AnyRequest, web: Web) -> Response[bytes]:
    """The proof, and the newest digests."""
    lang = language_of(request)
    server = web.acts.services.server
    heads = await read_heads(server.heads, server.head_key, None, _DAYS)
    return await web.page(
        request,
        "proof/proof.html",
        here="proof",
        lying=lying(lang),
        standing=standing(lang),
        digests=heads.items,
        key=heads.key,
    )


HANDLERS = [proof_page]
