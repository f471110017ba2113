"""From a form of a page to what an act is given."""

from services.acts.ask import Ask, Once, digest
from services.identity.callers import AnyRequest, caller
from services.web.forms import FIELD, Form


def ask_of(request: AnyRequest, form: Form) -> Ask:
    """The caller asks, once for each form that was shown: its token is written anew whenever a page is.

    A program that shows a bearer token sends no such field, so each of its forms asks anew.
    """
    once = Once(f"page {request.scope['path']}", digest(*form.fields())) if form[FIELD] else None
    return Ask(caller(request), once)
