"""What went wrong with a form about an account, for the person who filled it in."""

from typing import NamedTuple

from domain.kernel.errors import ActaError
from services.free_text import BadText
from services.identity.refusals import ACCOUNT_ROWS
from services.problems import BAD_REQUEST, KERNEL_ROWS, explain
from services.web.texts import WORDS, has_words

_FIELDS = {"name-taken": "name", "invitation-needed": "invitation"}


class GateRefusal(NamedTuple):
    """A refusal: the field that it is about (or none), its words, and the status of the answer."""

    field: str
    said: str
    status: int


def in_words(error: ActaError, lang: str) -> GateRefusal:
    """The refusal of an error that a form can mend; any other error is raised again."""
    refusal = explain(error, {**KERNEL_ROWS, **ACCOUNT_ROWS})
    if refusal is None or refusal.kind.status >= 500:  # noqa: PLR2004 - the server's own trouble has its own page
        raise error
    if isinstance(error, BadText):
        return GateRefusal(error.wrong.path, error.wrong.rule.said(lang), refusal.kind.status)
    field = refusal.errors[0].path if refusal.errors else _FIELDS.get(refusal.kind.slug, "")
    key = f"accounts.refused.{field if refusal.kind is BAD_REQUEST else refusal.kind.slug}"
    said = WORDS.say(key, {}, lang=lang) if has_words(key) else refusal.detail(lang)
    return GateRefusal(field, said, refusal.kind.status)
