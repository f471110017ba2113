"""Refusals in words, without the advice for programs."""

from domain.kernel.errors import ActaError
from services.chat.call import ChatCall
from services.chat.message import Answer, Message
from services.chat.wording import WORDS, plain_lines
from services.identity.refusals import ACCOUNT_ROWS
from services.problems import KERNEL_ROWS, ProblemError, explain
from services.queries.refusals import game_rows


def refused(call: ChatCall, error: ActaError) -> Answer:
    """A refusal in words; an error that is no refusal is raised again."""
    return Message(lines=plain_lines(explained(call, error)), private=True)


def explained(call: ChatCall, error: ActaError) -> str:
    """The words of a refusal."""
    rows = {**KERNEL_ROWS, **ACCOUNT_ROWS, **game_rows(call.acts.tables.registry)}
    refusal = explain(error, rows)
    if refusal is None:
        raise error
    return in_words(refusal, call.lang)


def in_words(refusal: ProblemError, lang: str) -> str:
    """What happened, without the advice for programs."""
    sentences = [] if refusal.happened is None else [refusal.happened.said(lang)]
    sentences += [one.rule.said(lang) for one in refusal.errors]
    key = f"refused.{refusal.kind.slug}"
    if not sentences:
        sentences = [WORDS.say(key if key in WORDS.languages["en"] else "refused.other", {}, lang=lang)]
    return " ".join(sentences)
