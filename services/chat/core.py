"""The chat core: what somebody asks for in a chat becomes an answer, on every platform the same.

It knows no platform and waits for no picture. Whatever a person does is answered: a refusal is a private message in
the person's language. Only what is broken on our side is raised.
"""

from domain.kernel.errors import ActaError
from domain.kernel.languages import ENGLISH, Language
from services.chat import account, channel, composing, guide, life, lobby, new_table, tables, views
from services.chat.asked import HERE, Actions, AnswerOtherwiseError, Asked, stands_in_place
from services.chat.commands import arguments
from services.chat.deps import ChatDeps
from services.chat.refusals import no_seat, not_linked, others_menu, refused
from services.chat.requests import ChatPerson, ChatRequest, Command, Press, Search
from services.chat.search import search
from services.chat.seats import NoSeatError, OthersMenuError
from services.chat.tables import WhichTableError, which_table
from services.identity.language import spoken_as
from services.outbound.chat.message import Answer
from services.outbound.chat.reference import Reference
from services.store.accounts import Principal

ACTIONS: Actions = {
    **guide.ACTIONS,
    **account.ACTIONS,
    **tables.ACTIONS,
    **new_table.ACTIONS,
    **lobby.ACTIONS,
    **views.ACTIONS,
    **life.ACTIONS,
    **channel.ACTIONS,
    **composing.ACTIONS,
}
"""What a command or a button of that name does."""
READS = frozenset(
    {*guide.ACTIONS, *tables.ACTIONS, *views.ACTIONS, *new_table.ACTIONS, "table", "talk", "move", "channel"}
    | {"resign", "abandon"}  # asks whether that is meant
) - {"newopen"}
"""Actions that store nothing: a request for one may be answered twice."""
FORMS = frozenset({"word", "rename", "invite", "say", "notes", "vacation"})
"""Actions that ask for words first: until some are given they open a form, and store nothing."""
_FOR_ALL = frozenset({"join", "start"})
"""Typed where their table lives, they are answered for everybody there."""
_AT = "at"
"""A menu of tables: its line asks for what its part names, at that table."""


class ChatCore:
    """Answers requests."""

    def __init__(self, deps: ChatDeps) -> None:
        """Stand on what the app is made of."""
        self._deps = deps

    async def language_of(self, person: ChatPerson) -> str:
        """The language of the account that a chat account speaks for; empty if it speaks for none."""
        caller = await self._deps.linked.principal_of(person.account)
        return "" if caller is None else _language(caller, person.language)

    async def answer(self, request: ChatRequest) -> Answer:
        """The answer to a request."""
        caller = await self._deps.linked.principal_of(request.person.account)
        asked = _asked(self._deps, request, caller)
        try:
            if caller is not None:
                self._deps.games.limit.take(caller.user_id)
            if isinstance(request.what, Search):
                return await search(asked, request.what.option, request.what.typed)
            return await ACTIONS.get(asked.reference.action, guide.unknown)(asked)
        except AnswerOtherwiseError as reason:
            return _otherwise(asked, reason)
        except ActaError as error:
            return refused(asked, error)


def only_reads(request: ChatRequest) -> bool:
    """Whether nothing changes however often a request is answered."""
    match request.what:
        case Search():
            return True
        case Command(name="move") as move:
            return not arguments(move).get("option")
        case Command(name=name) as command:
            return name in READS or (name in FORMS and not arguments(command))
        case Press() as press:
            action = _meant(press).action
            if action == "life" and press.values:
                return press.values[0] in READS | FORMS
            return action in READS or (action in FORMS and not press.values)


def may_be_for_all(request: ChatRequest) -> bool:
    """Whether a request that changes something may be answered for everybody, which is not known before."""
    return isinstance(request.what, Command) and request.what.name in _FOR_ALL


def changes_message(request: ChatRequest) -> bool:
    """Whether the answer is expected to take the place of the message that was pressed, or to stand below it."""
    if not isinstance(request.what, Press):
        return False
    meant = _meant(request.what)
    return stands_in_place(meant) or meant.action == "newopen"


def _otherwise(asked: Asked, reason: AnswerOtherwiseError) -> Answer:
    match reason:
        case WhichTableError():
            return which_table(asked, reason.tables)
        case NoSeatError():
            return no_seat(asked)
        case OthersMenuError():
            return others_menu(asked)
        case _:
            return not_linked(asked)


def _asked(deps: ChatDeps, request: ChatRequest, caller: Principal | None) -> Asked:
    lang, what = _language(caller, request.person.language), request.what
    if isinstance(what, Search):
        return Asked(deps, request, caller, lang, Reference(action=what.command), arguments=what.options)
    if isinstance(what, Command):
        return Asked(deps, request, caller, lang, Reference(action=what.name), arguments=arguments(what))
    return Asked(
        deps, request, caller, lang, _meant(what), () if what.reference.action == _AT else what.values, pressed=True
    )


def _meant(press: Press) -> Reference:
    """What a press asks for; a line of a menu of tables asks for the same as the menu, there."""
    if press.reference.action != _AT or not press.values:
        return press.reference
    return Reference(action=press.reference.part, game=press.values[0], part=HERE)


def _language(caller: Principal | None, tag: str) -> Language:
    """The language of the account, else what the platform tells, else English."""
    wishes = (caller.language if caller else "", tag)
    return next((spoken for wish in wishes if (spoken := spoken_as(wish))), ENGLISH)
