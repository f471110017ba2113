"""`/admin`: for accounts that the operator made admins (`acta admin grant NAME`). It shows no hand and no secret."""

from typing import Annotated
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from domain.kernel.clock import written
from domain.kernel.ids import UserId
from services.identity.account_deps import sign_up_link
from services.identity.callers import caller, requires, session_only
from services.identity.departures import ban, unban
from services.play.deps import AnyRequest
from services.play.moderation import settle
from services.store.accounts.credentials import NewCredential
from services.store.accounts.ids import is_user_id
from services.store.keys import SERVER
from services.store.reports import Verdict
from services.web.admin.people import ENDED, found_person
from services.web.admin.queue import act_on_job, jobs_and_stuck_games
from services.web.deps import Web, WebDeps
from services.web.forms import form_of

_REPORTS = 50
_ACTS = 50
_LONGEST_NOTE = 500
ADMINS = [session_only, requires("admin")]

Name = Annotated[str, QueryParameter(max_length=64)]


@get("/admin", guards=ADMINS)
async def admin_page(request: AnyRequest, web: Web, name: Name = "") -> Response[bytes]:
    """What waits for an admin; a name looks a person up."""
    return await _show(request, web, name=name)


async def _show(request: AnyRequest, web: WebDeps, name: str = "", invitation: str = "") -> Response[bytes]:
    filed = await web.services.reports.page(0, _REPORTS, settled=False)
    acts = await web.services.audit.newest(_ACTS)
    people = {user for one in filed for user in (one.report.reporter, one.report.author)}
    people |= {UserId(user) for act in acts for user in (act.by, act.on) if is_user_id(user)}
    queue = await jobs_and_stuck_games(web.services.settings)
    return await web.page(
        request,
        "admin/admin.html",
        here="admin",
        reports=filed,
        names=await web.games.names.of(people),
        asked=name,
        person=await found_person(web, name) if name else None,
        queue=queue,
        acts=acts,
        invitation=invitation,
        policy=web.accounts.accounts.policy,
    )


@post("/admin/reports/{number:int}", guards=ADMINS)
async def settle_report(request: AnyRequest, web: Web, number: FromPath[int]) -> Redirect:
    """Settle a report: the line stays, or is removed."""
    form = await form_of(request)
    verdict = Verdict(
        at=written(web.games.tables.now()),
        admin=caller(request).user_id,
        removed=form["act"] == "remove",
        note=form["note"][:_LONGEST_NOTE],
    )
    await settle(web.services, number, verdict)
    return Redirect("/admin#reports", status_code=303)


@post("/admin/log-out", guards=ADMINS)
async def log_out_everywhere(request: AnyRequest, web: Web) -> Redirect:
    """End every session, token and feed of somebody whose account another person may be using."""
    form = await form_of(request)
    person = await found_person(web, form["name"])
    if person is not None:
        await web.services.audit.note(caller(request).user_id, "log_out", person.account.user_id)
        await web.accounts.accounts.credentials.revoke(person.account.user_id, ENDED)
    return Redirect("/admin#people", status_code=303)


@post("/admin/bans", guards=ADMINS)
async def change_ban(request: AnyRequest, web: Web) -> Redirect:
    """Ban somebody, or let a banned person log in again. Admins are the operator's business."""
    form, admin = await form_of(request), caller(request).user_id
    person = await found_person(web, form["name"])
    if person is not None and form["act"] == "unban" and person.account.banned_at:
        await unban(web.services, admin, person.account)
    elif person is not None and form["act"] == "ban" and not (person.account.admin or person.account.banned_at):
        await ban(web.services, admin, person.account, form["why"].strip()[:_LONGEST_NOTE])
    return Redirect("/admin" + (f"?name={quote(form['name'])}" if person else "") + "#people", status_code=303)


@post("/admin/invitations", guards=ADMINS)
async def invite(request: AnyRequest, web: Web) -> Response[bytes]:
    """A link that makes one account within a week; it is shown this once."""
    form = await form_of(request)
    order = NewCredential(owner=SERVER, kind="invitation", name=form["note"].strip()[:64])
    await web.services.audit.note(caller(request).user_id, "invite", note=order.name)
    issued = await web.accounts.accounts.credentials.issue(order)
    return await _show(request, web, invitation=sign_up_link(web.accounts.public_url, issued.secret))


@post("/admin/jobs", guards=ADMINS)
async def change_job(request: AnyRequest, web: Web) -> Redirect:
    """Try a failed job again, or forget one."""
    form = await form_of(request)
    retry = form["act"] == "retry"
    await web.services.audit.note(caller(request).user_id, "retry_job" if retry else "drop_job", note=form["job"][:128])
    await act_on_job(web.services.settings, form["job"], retry=retry)
    return Redirect("/admin#jobs", status_code=303)


HANDLERS = [admin_page, settle_report, log_out_everywhere, change_ban, invite, change_job]
