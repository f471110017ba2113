"""What somebody is told who may not do what was asked for, and what to do instead."""

from domain.kernel.errors import ActaError
from services.chat.asked import Asked
from services.chat.texts import WORDS
from services.identity.refusals import ACCOUNT_ROWS
from services.outbound.chat.message import Answer, LinkButton, Message
from services.outbound.chat.reference import Reference
from services.outbound.chat.texts import plain_lines
from services.problems import KERNEL_ROWS, ProblemError, explain
from services.queries.refusals import game_rows


def not_linked(asked: Asked) -> Answer:
    """How somebody without an account comes by one; the button gives a code at once."""
    buttons = (
        asked.button(Reference(action="link"), "main"),
        LinkButton(asked.say("button.page"), asked.deps.games.public_url),
    )
    return Message(lines=(asked.line("refused.not_linked"),), buttons=buttons, private=True)


def no_seat(asked: Asked) -> Answer:
    """What somebody may do who does not play at a table: watch it."""
    game = asked.reference.game
    buttons = [asked.button(Reference(action=one, game=game)) for one in ("board", "log")] if game else []
    return Message(
        lines=(asked.line("refused.no_seat"),),
        buttons=(*buttons, asked.button(Reference(action="games"))),
        private=True,
    )


def others_menu(asked: Asked) -> Answer:
    """A menu of another seat; the button opens the own one."""
    buttons = (asked.button(Reference(action="move", game=asked.reference.game), "main"),)
    return Message(lines=(asked.line("refused.others_menu"),), buttons=buttons, private=True)


def refused(asked: Asked, error: ActaError) -> Answer:
    """A refusal in words; an error that is no refusal is raised again."""
    return Message(lines=plain_lines(explained(asked, error)), private=True)


def explained(asked: Asked, error: ActaError) -> str:
    """The words of a refusal."""
    rows = {**KERNEL_ROWS, **ACCOUNT_ROWS, **game_rows(asked.deps.games.tables.registry)}
    refusal = explain(error, rows)
    if refusal is None:
        raise error
    return in_words(refusal, asked.lang)


def in_words(refusal: ProblemError, lang: str) -> str:
    """What happened, without the advice for programs."""
    told = [] if refusal.happened is None else [refusal.happened.said(lang)]
    told += [one.rule.said(lang) for one in refusal.errors]
    key = f"refused.{refusal.kind.slug}"
    if not told:
        told = [WORDS.say(key if key in WORDS.languages["en"] else "refused.other", {}, lang=lang)]
    return " ".join(told)
