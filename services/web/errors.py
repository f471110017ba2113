"""Refusals as pages, for browsers at addresses of pages. The API answers with problems, whoever asks."""

from urllib.parse import quote

from litestar import Response
from litestar.response import Redirect

from services.identity.callers import AnyRequest
from services.problems import UNAUTHENTICATED, ProblemError
from services.web.pages import frame, html, render
from services.web.texts import has_words

MACHINES = ("/api/", "/integrations/", "/schema", "/problems/", "/metrics", "/healthz", "/readyz", "/static/")
"""What the addresses begin with at which programs call."""


def wants_page(request: AnyRequest) -> bool:
    """Whether a person looks at the answer."""
    return not request.url.path.startswith(MACHINES) and "text/html" in request.headers.get("accept", "")


def refused(request: AnyRequest, refusal: ProblemError) -> Response[bytes] | Redirect | None:
    """The page of a refusal, if a page is wanted. It asks nothing of the store, which may be what is missing."""
    if not wants_page(request):
        return None
    if refusal.kind is UNAUTHENTICATED:
        asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return Redirect(f"/login?back={quote(asked, safe='')}", status_code=303)
    slug = refusal.kind.slug
    known = next(one for one in (slug, f"status-{refusal.kind.status}", "other") if has_words(f"error.{one}.title"))
    context = frame(
        request,
        kind=known,
        status=refusal.kind.status,
        error_id=refusal.members.get("error_id"),
        retry_after=refusal.members.get("retry_after") or refusal.headers.get("Retry-After"),
    )
    answer = html(request, render("error.html", context), refusal.kind.status)
    answer.headers.update(refusal.headers)
    return answer
