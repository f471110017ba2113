"""The switch of languages for people who have an account: it is remembered there, on every device."""

from litestar import post
from litestar.response import Redirect

from services.identity.callers import caller
from services.identity.language import spoken_as
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, ProblemError
from services.web.accounts.gate import own_address
from services.web.deps import Web
from services.web.forms import form_of


@post("/language")
async def choose_language(request: AnyRequest, web: Web) -> Redirect:
    form, user = await form_of(request), caller(request).user_id
    language = spoken_as(form["lang"])
    if language is None:
        raise ProblemError(BAD_REQUEST)
    await web.services.preferences.change(user, {"language": language}, {})
    await web.accounts.accounts.stored.tell(user)
    return Redirect(own_address(form["back"]), status_code=303)


HANDLERS = (choose_language,)
