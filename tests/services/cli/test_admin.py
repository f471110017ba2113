"""`acta admin`: accounts in the operator's hands, with the server running or stopped."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from argon2 import PasswordHasher

from services.accounts import NewAccount
from services.cli.admin import rights as admin
from services.cli.errors import Refusal
from services.cli.flags import Flags
from services.engine.embedded import opened
from services.settings import Settings
from services.store.accounts import Accounts, Passwords, SignUpPolicy
from services.store.connections import connect

T = TypeVar("T")
PASSWORD = "a long enough password"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def flags(tmp_path: Path) -> Flags:
    return Flags(data_dir=tmp_path, public_url="https://acta.example")


def ask(flags: Flags, question: Callable[[Accounts], Awaitable[T]], sign_up: SignUpPolicy = "open") -> T:
    """What the accounts in the data folder answer."""

    async def answer(url: str) -> T:
        client = connect(url)
        try:
            return await question(Accounts(client, Passwords(CHEAP), sign_up=sign_up))
        finally:
            await client.aclose()

    with opened(Settings(data_dir=flags.data_dir or Path())) as url:
        return asyncio.run(answer(url))


def secret_of(printed: str, page: str) -> str:
    """The secret behind the address of a page, as a command printed it."""
    before, found, secret = printed.strip().partition(f"https://acta.example/{page}#")
    assert before
    assert found
    return secret


def test_a_new_admin_sets_a_password_by_the_link(flags: Flags, capsys: pytest.CaptureFixture[str]) -> None:
    admin.create("Livia", flags=flags)
    secret = secret_of(capsys.readouterr().out, "reset-password")
    ask(flags, lambda accounts: accounts.reset_password(secret, PASSWORD))
    assert ask(flags, lambda accounts: accounts.log_in("livia", PASSWORD)).account.admin


def test_rights_are_given_and_taken(flags: Flags) -> None:
    for name in ("first", "Livia"):
        ask(flags, partial(Accounts.sign_up, wanted=NewAccount(name, PASSWORD)))
    for change, is_admin in ((admin.grant, True), (admin.revoke, False)):
        change("livia", flags=flags)
        assert ask(flags, lambda accounts: accounts.log_in("Livia", PASSWORD)).account.admin is is_admin


def test_a_forgotten_password_is_replaced_by_the_link(flags: Flags, capsys: pytest.CaptureFixture[str]) -> None:
    ask(flags, lambda accounts: accounts.sign_up(NewAccount("Livia", PASSWORD)))
    admin.print_reset_link("Livia", flags=flags)
    secret = secret_of(capsys.readouterr().out, "reset-password")
    ask(flags, lambda accounts: accounts.reset_password(secret, PASSWORD.upper()))
    assert ask(flags, lambda accounts: accounts.log_in("Livia", PASSWORD.upper())).account.name == "Livia"


def test_an_invitation_is_good_for_an_account(flags: Flags, capsys: pytest.CaptureFixture[str]) -> None:
    admin.invite("for Livia", flags=flags)
    invitation = secret_of(capsys.readouterr().out, "sign-up")
    wanted = NewAccount("Livia", PASSWORD, invitation=invitation)
    assert ask(flags, lambda accounts: accounts.sign_up(wanted), sign_up="invite").account.name == "Livia"


@pytest.mark.parametrize(
    ("act", "name", "sentence"),
    [
        (admin.grant, "nobody", "No account has that name"),
        (admin.revoke, "nobody", "No account has that name"),
        (admin.print_reset_link, "nobody", "No account has that name"),
        (admin.create, "Livia", "Another account has that name; `acta admin grant`"),
        (admin.create, "x", "name: it must "),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    flags: Flags, act: Callable[..., None], name: str, sentence: str
) -> None:
    admin.create("Livia", flags=flags)
    with pytest.raises(Refusal, match=sentence):
        act(name, flags=flags)
