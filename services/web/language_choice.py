"""The switch of languages for people who have an account: it is remembered there, on every device."""

from litestar import post
from litestar.response import Redirect

from services.acts import notices
from services.identity.callers import AnyRequest
from services.identity.language import spoken_as
from services.problems import BAD_REQUEST, ProblemError
from services.web.accounts.gate import own_address
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import form_of


@post("/language")
async def choose_language(request: AnyRequest, web: Web) -> Redirect:
    form = await form_of(request)
    ask = ask_of(request, form)
    language = spoken_as(form["lang"])
    if language is None:
        raise ProblemError(BAD_REQUEST)
    await notices.change_settings(web.acts, ask, notices.SettingsWish({"language": language}))
    return Redirect(own_address(form["back"]), status_code=303)


HANDLERS = (choose_language,)
