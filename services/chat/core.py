"""The chat core: what somebody asks for in a chat becomes an answer, on every platform the same.

It knows no platform and waits for no picture. Whatever a person does is answered: a refusal is a private message in
the person's language. Only what is broken on our side is raised.
"""

from domain.kernel.errors import ActaError, NotYourSeat
from domain.kernel.languages import ENGLISH, Language
from services.accounts import Principal
from services.acts.acts import Acts
from services.acts.channels import require_host
from services.acts.turns import OthersTurn
from services.chat.actions import ACTIONS, HANDLERS, guide
from services.chat.call import AnswerOtherwiseError, ChatCall, NoSeatError, OthersMenuError
from services.chat.completion import completed
from services.chat.meaning import meaning_of, only_reads, stands_in_place
from services.chat.message import Answer
from services.chat.refusal_words import refused
from services.chat.requests import ChatPerson, ChatRequest, Press, Search
from services.chat.tables import table_of
from services.identity.language import spoken_as
from services.identity.limits import READ_BURST_SECONDS, CommandLimit
from services.identity.linked_accounts import principal_of


class ChatCore:
    """Answers requests."""

    def __init__(self, acts: Acts) -> None:
        """Stand on the tables, limits and accounts that API and page stand on."""
        per_second = acts.services.settings.reads_per_second
        self._acts = acts
        self._look_backs = CommandLimit(per_second, round(per_second * READ_BURST_SECONDS) or 1)

    async def language_of(self, person: ChatPerson) -> str:
        """The language of the account that a chat account speaks for; empty if it speaks for none."""
        caller = await self._caller(person)
        return "" if caller is None else _language(caller, person.language)

    async def _caller(self, person: ChatPerson) -> Principal | None:
        """Whom a chat account speaks for."""
        return await principal_of(self._acts.services.chat.links, self._acts.accounts, person.account)

    async def answer(self, request: ChatRequest) -> Answer:
        """The answer to a request."""
        caller = await self._caller(request.person)
        meaning, lang = meaning_of(request), _language(caller, request.person.language)
        in_place = isinstance(request.what, Press) and stands_in_place(meaning.reference)
        call = ChatCall(self._acts, self._look_backs, request, caller, lang, *meaning, in_place)
        try:
            if caller is not None and only_reads(request):
                self._acts.limit.take(caller.user_id)  # acts count their callers by themselves
            if isinstance(request.what, Search):
                return await completed(call, request.what)
            return await _answered(call, given=meaning.given)
        except AnswerOtherwiseError as reason:
            return reason.answer(call)
        except ActaError as error:
            return refused(call, error)


async def _answered(call: ChatCall, *, given: bool) -> Answer:
    """Find the table, refuse whoever may not ask, open the form that comes first, or do what was asked for."""
    action = ACTIONS.get(call.reference.action)
    if action is None:
        return await guide.unknown(call)
    if action.who != "anybody":
        _ = call.principal
    if action.at_table:
        call = call._replace(game=await table_of(call))
    if action.who == "host":
        await require_host(call.acts, call.ask(), call.game)
    if action.form is not None and not given:
        return await action.form(call)
    try:
        return await HANDLERS[action.name](call)
    except OthersTurn:
        raise OthersMenuError from None
    except NotYourSeat:
        if action.who == "seat":
            raise NoSeatError from None
        raise


def _language(caller: Principal | None, tag: str) -> Language:
    """The language of the account, else what the platform tells, else English."""
    wishes = (caller.language if caller else "", tag)
    return next((spoken for wish in wishes if (spoken := spoken_as(wish))), ENGLISH)
