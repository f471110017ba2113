"""What a page says about a refusal that its form can mend. Every other refusal has a page of its own."""

from typing import NamedTuple

from domain.kernel.errors import ActaError
from domain.registry import Registry
from services.free_text import BadText
from services.identity.refusals import ACCOUNT_ROWS
from services.problems import FORBIDDEN, KERNEL_ROWS, NOT_FOUND, explain
from services.queries.refusals import game_rows
from services.web.texts import has_words, said

_BROKEN = 500


class FormRefusal(NamedTuple):
    """The words, and the status of the answer."""

    said: str
    status: int


def refused_in_words(error: ActaError, registry: Registry, lang: str) -> FormRefusal:
    """The words of an error that a form can mend; any other error is raised again."""
    refusal = explain(error, {**KERNEL_ROWS, **ACCOUNT_ROWS, **game_rows(registry)})
    if refusal is None or refusal.kind in {FORBIDDEN, NOT_FOUND} or refusal.kind.status >= _BROKEN:
        raise error
    if isinstance(error, BadText):
        return FormRefusal(error.wrong.rule.said(lang), refusal.kind.status)
    if refusal.happened is not None:
        return FormRefusal(refusal.happened.said(lang), refusal.kind.status)
    about = [f"field.{one.path}" for one in refusal.errors] or [str(refusal.members.get("reason"))]
    key = next(key for key in (*about, refusal.kind.slug, "other") if has_words(f"refused.{key}"))
    return FormRefusal(said(f"refused.{key}", lang, {}), refusal.kind.status)
