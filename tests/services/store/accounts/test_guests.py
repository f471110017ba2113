"""Guests: accounts without a password, as long-lived as their session."""

import pytest

from services.accounts import NewAccount
from services.store.accounts import Accounts, Passwords, SignUpPolicy
from services.store.accounts.errors import NameTaken, SignUpClosed, WrongCredentials
from services.store.client import RedisClient
from tests.services.store.accounts.conftest import HandClock

pytestmark = pytest.mark.anyio

PASSWORD = "drusilla-augusta"


async def test_a_guest_has_a_name_a_session_and_no_password(accounts: Accounts) -> None:
    guest = await accounts.welcome_guest()
    principal = await accounts.credentials.principal(guest.token)

    assert principal is not None
    assert (principal.name, principal.guest) == (guest.account.name, True)
    assert "admin" not in principal.scopes, "the first visitor of a server owns nothing"
    for password in ("", PASSWORD):
        with pytest.raises(WrongCredentials):
            await accounts.log_in(guest.account.name, password)


async def test_a_guest_becomes_a_person_and_stays_the_same_account(accounts: Accounts) -> None:
    guest = await accounts.welcome_guest()
    claimed = await accounts.claim(guest.account.user_id, NewAccount("Livia", PASSWORD))
    opened = await accounts.log_in("Livia", PASSWORD)
    principal = await accounts.credentials.principal(claimed.token)

    assert claimed.account.user_id == opened.account.user_id == guest.account.user_id
    assert principal is not None
    assert (principal.name, principal.guest) == ("Livia", False)
    assert await accounts.credentials.principal(guest.token) is None, "whoever knew the guest's session is out"
    assert await accounts.stored.named(guest.account.name) is None


async def test_only_a_guest_can_be_claimed_and_only_by_a_free_name(accounts: Accounts) -> None:
    livia = await accounts.sign_up(NewAccount("Livia", PASSWORD))
    guest = await accounts.welcome_guest()

    with pytest.raises(WrongCredentials):
        await accounts.claim(livia.account.user_id, NewAccount("Drusilla", "another password"))
    with pytest.raises(NameTaken):
        await accounts.claim(guest.account.user_id, NewAccount("livia", PASSWORD))
    assert (await accounts.log_in("Livia", PASSWORD)).account.user_id == livia.account.user_id


async def test_a_guest_who_comes_back_in_time_is_not_gone(accounts: Accounts, clock: HandClock) -> None:
    stays, leaves = await accounts.welcome_guest(), await accounts.welcome_guest()
    for _ in range(4):
        clock.pass_days(29)
        assert await accounts.credentials.principal(stays.token) is not None
    gone = await accounts.guests.gone()

    assert [account.user_id for account in gone] == [leaves.account.user_id]
    assert await accounts.guests.gone() == gone, "until it is said that they are forgotten"
    await accounts.guests.forget(leaves.account.user_id)
    assert await accounts.guests.gone() == []


async def test_a_person_who_was_a_guest_is_never_gone(accounts: Accounts, clock: HandClock) -> None:
    guest = await accounts.welcome_guest()
    await accounts.claim(guest.account.user_id, NewAccount("Livia", PASSWORD))
    clock.pass_days(100)

    assert await accounts.guests.gone() == []


@pytest.mark.parametrize("policy", ["invite", "closed"])
async def test_a_server_that_is_not_open_has_no_guests(
    client: RedisClient, passwords: Passwords, policy: SignUpPolicy
) -> None:
    with pytest.raises(SignUpClosed):
        await Accounts(client, passwords, sign_up=policy).welcome_guest()
