"""The pages that links in mails and from the operator lead to: forms for a password, a new account, a mail address.

A link's secret stands behind `#`, which no browser sends anywhere; so a script of the page hands it to the API, as any
program could. The pages know nothing and ask for nothing but what they send.
"""

from string import Template

from litestar import MediaType, get

from services.identity.middleware import IGNORES_CREDENTIALS

PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>$title – Acta</title>
<style>
:root { --ground: #F4EFE6; --card: #FBF8F2; --line: #D8CDBB; --ink: #2B2622; --accent: #9E2B25;
  color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1E1B18; --card: #2A2622; --line: #4A433B; --ink: #EFE7DA; --accent: #E0685E }
}
body { max-width: 26rem; margin: 4rem auto; padding: 0 1rem; background: var(--ground); color: var(--ink);
  font: 1.125rem/1.5 sans-serif }
h1 { font: 2rem/1.2 serif }
input, button { box-sizing: border-box; width: 100%; min-height: 44px; padding: 0 .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 4px }
button { background: var(--accent); border: 0; color: var(--card) }
</style>
<body>
<h1>$title</h1>
<form id="form">$fields
<button>$title</button></form>
<p id="told" role="status"></p>
<noscript>This page needs JavaScript to read the secret in its own address.</noscript>
<script>
const form = document.getElementById("form"), told = document.getElementById("told");
const secret = location.hash.slice(1);

async function send(given) {
  let answer;
  try {
    answer = await fetch($address, {
      method: "$method", headers: {"Content-Type": "application/json"}, body: JSON.stringify($body),
    });
  } catch {
    return "The server does not answer. Try again shortly.";
  }
  form.hidden = answer.ok;
  if (answer.ok) return "$done";
  if (answer.status === $spent) return "This link was used already, or is too old. Ask for a new one.";
  return (await answer.json()).detail;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  told.textContent = await send(Object.fromEntries(new FormData(form)));
});
</script>
</body>
</html>
""")
NAME = """
<p><label>Name<br><input name="name" required minlength="2" maxlength="32" autocomplete="username"></label></p>"""
CREDENTIAL = """
<p><label>Password<br><input name="password" type="password" required minlength="8" maxlength="256"
  autocomplete="new-password"></label></p>"""
RESET = PAGE.substitute(
    title="Set a password",
    fields=CREDENTIAL,
    address="`api/v1/password-resets/${encodeURIComponent(secret)}`",
    method="PUT",
    body="given",
    done="Your new password is set. You can log in with it now.",
    spent=404,
)
SIGN_UP = PAGE.substitute(
    title="Make an account",
    fields=NAME + CREDENTIAL,
    address='"api/v1/users"',
    method="POST",
    body="{...given, invitation: secret}",
    done="Welcome! Your account is made, and you are logged in.",
    spent=403,
)

CONFIRMATION = PAGE.substitute(
    title="Confirm this mail address",
    fields="",
    address="`api/v1/email-confirmations/${encodeURIComponent(secret)}`",
    method="PUT",
    body="given",
    done="Your address is confirmed. Mail about your games comes here from now on.",
    spent=404,
)


@get("/confirm-email", media_type=MediaType.HTML, opt={IGNORES_CREDENTIALS: True}, include_in_schema=False)
async def confirmation_page() -> str:
    return CONFIRMATION


@get("/reset-password", media_type=MediaType.HTML, opt={IGNORES_CREDENTIALS: True}, include_in_schema=False)
async def reset_page() -> str:
    return RESET


@get("/sign-up", media_type=MediaType.HTML, opt={IGNORES_CREDENTIALS: True}, include_in_schema=False)
async def sign_up_page() -> str:
    return SIGN_UP
