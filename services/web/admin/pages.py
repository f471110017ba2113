"""`/admin`: for accounts that the operator made admins (`acta admin grant NAME`). It shows no hand and no secret."""

from typing import Annotated
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from services.accounts import Held
from services.acts import admin
from services.acts.job_queue import jobs_and_stuck_games
from services.free_text import LABEL, REMARK
from services.identity.callers import AnyRequest, requires, session_only
from services.web.admin.people import found_person
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import form_of

_REPORTS = 50
_ACTS = 50
ADMINS = [session_only, requires("admin")]

Name = Annotated[str, QueryParameter(max_length=64)]


@get("/admin", guards=ADMINS)
async def admin_page(request: AnyRequest, web: Web, name: Name = "") -> Response[bytes]:
    """What waits for an admin; a name looks a person up."""
    return await _show(request, web, name=name)


async def _show(
    request: AnyRequest, web: WebDoor, name: str = "", invitation: str = "", ended: Held | None = None
) -> Response[bytes]:
    filed = await web.acts.services.talk.reports.page(0, _REPORTS, settled=False)
    acts = await web.acts.services.server.audit.newest(_ACTS)
    people = {user for one in filed for user in (one.report.reporter, one.report.author)}
    people |= admin.people_in(acts)
    queue = await jobs_and_stuck_games(web.acts.services.settings)
    return await web.page(
        request,
        "admin/admin.html",
        here="admin",
        reports=filed,
        names=await web.acts.names.of(people),
        asked=name,
        person=await found_person(web, name) if name else None,
        queue=queue,
        acts=acts,
        invitation=invitation,
        ended=ended.found() if ended else {},
        policy=web.acts.accounts.policy,
    )


@post("/admin/reports/{number:int}", guards=ADMINS)
async def settle_report(request: AnyRequest, web: Web, number: FromPath[int]) -> Redirect:
    """Settle a report: the line stays, or is removed."""
    form = await form_of(request)
    ask, note = ask_of(request, form), form["note"][: REMARK.longest]
    await admin.settle_report(web.acts, ask, number, remove=form["act"] == "remove", note=note)
    return Redirect("/admin#reports", status_code=303)


@post("/admin/log-out", guards=ADMINS)
async def log_out_everywhere(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    """End all access to an account that another person may be using, and tell what there was."""
    form = await form_of(request)
    try:
        ended = await admin.log_out(web.acts, ask_of(request, form), form["name"])
    except NotFound:
        return Redirect("/admin#people", status_code=303)
    return await _show(request, web, form["name"], ended=ended)


@post("/admin/bans", guards=ADMINS)
async def change_ban(request: AnyRequest, web: Web) -> Redirect:
    """Ban somebody, or let a banned person log in again."""
    form = await form_of(request)
    ask, name = ask_of(request, form), form["name"]
    try:
        if form["act"] == "unban":
            await admin.unban(web.acts, ask, name)
        elif form["act"] == "ban":
            await admin.ban(web.acts, ask, name, form["why"].strip()[: REMARK.longest])
    except NotFound:
        return Redirect("/admin#people", status_code=303)
    return Redirect(f"/admin?name={quote(name)}#people", status_code=303)


@post("/admin/invitations", guards=ADMINS)
async def invite(request: AnyRequest, web: Web) -> Response[bytes]:
    """A link that makes one account within a week; it is shown this once."""
    form = await form_of(request)
    made = await admin.invite(web.acts, ask_of(request, form), form["note"].strip()[: LABEL.longest])
    return await _show(request, web, invitation=made.link)


@post("/admin/jobs", guards=ADMINS)
async def change_job(request: AnyRequest, web: Web) -> Redirect:
    """Try a failed job again, or forget one."""
    form = await form_of(request)
    await admin.change_job(web.acts, ask_of(request, form), form["job"], retry=form["act"] == "retry")
    return Redirect("/admin#jobs", status_code=303)


HANDLERS = [admin_page, settle_report, log_out_everywhere, change_ban, invite, change_job]
