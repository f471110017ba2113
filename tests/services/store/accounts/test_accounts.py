"""Accounts as the store keeps them: on one Redis and on a cluster alike."""

import asyncio

import pytest
from argon2 import PasswordHasher

from domain.kernel.errors import KeyReused, NotFound
from domain.kernel.ids import UserId
from services.accounts import LoggedIn, NewAccount
from services.store import keys
from services.store.accounts import Accounts, Passwords, SignUpPolicy
from services.store.accounts.credentials import RULES, NewCredential
from services.store.accounts.errors import (
    InvitationNeeded,
    NameTaken,
    SignUpClosed,
    TooManyCredentials,
    WrongCredentials,
)
from services.store.accounts.ids import digest_of
from services.store.client import RedisClient
from services.store.keys import SERVER
from tests.services.store.accounts.conftest import HandClock

pytestmark = pytest.mark.anyio

LIVIA = NewAccount("Livia", "drusilla-augusta", key="first-try")


@pytest.fixture
async def livia(accounts: Accounts) -> LoggedIn:
    return await accounts.sign_up(LIVIA)


async def test_a_new_account_is_logged_in(accounts: Accounts, livia: LoggedIn) -> None:
    principal = await accounts.credentials.principal(livia.token)
    assert principal is not None
    assert (principal.user_id, principal.name, principal.kind) == (livia.account.user_id, "Livia", "session")


async def test_only_the_first_account_of_an_open_server_is_admin(accounts: Accounts, livia: LoggedIn) -> None:
    gaius = await accounts.sign_up(NewAccount("Gaius", "caligula-little-boot"))
    first, second = [await accounts.credentials.principal(one.token) for one in (livia, gaius)]
    assert first is not None
    assert second is not None
    assert (livia.account.admin, gaius.account.admin) == (True, False)
    assert first.scopes == {"read", "play", "admin"}
    assert second.scopes == {"read", "play"}


async def test_many_at_once_sign_up_with_one_name_and_one_gets_it(accounts: Accounts) -> None:
    alike = ("Titus", "TITUS", "\uff34\uff29\uff34\uff35\uff33")
    outcomes = await asyncio.gather(
        *(accounts.sign_up(NewAccount(name, "longer than eight")) for name in alike * 4),
        return_exceptions=True,
    )
    made = [one for one in outcomes if isinstance(one, LoggedIn)]
    assert len(made) == 1
    assert all(isinstance(one, NameTaken) for one in outcomes if one is not made[0])
    assert (await accounts.log_in("titus", "longer than eight")).account == made[0].account


async def test_a_repeated_sign_up_is_answered_again(accounts: Accounts, livia: LoggedIn) -> None:
    again = await accounts.sign_up(LIVIA)
    assert again.repeated
    assert again.account.user_id == livia.account.user_id
    assert await accounts.credentials.principal(again.token) is not None


async def test_another_sign_up_with_the_same_name_is_refused(accounts: Accounts, livia: LoggedIn) -> None:
    with pytest.raises(NameTaken):
        await accounts.sign_up(NewAccount("livia", "drusilla-augusta", key="another try"))
    with pytest.raises(KeyReused):
        await accounts.sign_up(NewAccount("livia", "another password", key="first-try"))
    assert await accounts.credentials.principal(livia.token) is not None


async def test_a_wrong_password_and_an_unknown_name_are_refused_alike(accounts: Accounts, livia: LoggedIn) -> None:
    for name, password in ((livia.account.name, "drusilla-augusta "), ("Nobody", "drusilla-augusta")):
        with pytest.raises(WrongCredentials):
            await accounts.log_in(name, password)


async def test_a_hash_with_old_parameters_is_renewed_at_log_in(client: RedisClient, livia: LoggedIn) -> None:
    stronger = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    accounts = Accounts(client, stronger)
    before = await accounts.stored.of(livia.account.user_id)
    await accounts.log_in("Livia", "drusilla-augusta")
    after = await accounts.stored.of(livia.account.user_id)
    assert before is not None
    assert after is not None
    assert stronger.is_outdated(before.password_hash)
    assert not stronger.is_outdated(after.password_hash)
    assert await accounts.credentials.principal(livia.token) is not None, "a renewed hash is no new password"
    await accounts.log_in("Livia", "drusilla-augusta")
    stronger.close()


async def test_a_changed_password_ends_every_session_but_no_personal_token(accounts: Accounts, livia: LoggedIn) -> None:
    token = await accounts.credentials.issue(NewCredential(livia.account.user_id, "personal", scopes=("read",)))
    fresh = await accounts.change_password(livia.account.user_id, "drusilla-augusta", "ulixes stolatus")
    assert await accounts.credentials.principal(livia.token) is None
    assert await accounts.credentials.principal(fresh.token) is not None
    assert await accounts.credentials.principal(token.secret) is not None
    with pytest.raises(WrongCredentials):
        await accounts.log_in("Livia", "drusilla-augusta")


async def test_a_log_in_that_was_checked_before_the_password_changed_opens_nothing(
    accounts: Accounts, livia: LoggedIn
) -> None:
    user = livia.account.user_id
    stored = await accounts.stored.of(user)
    assert stored is not None
    await accounts.change_password(user, "drusilla-augusta", "ulixes stolatus")
    with pytest.raises(WrongCredentials):
        await accounts.credentials.issue(NewCredential(user, "session", password_hash=stored.password_hash))


async def test_a_reset_link_works_once_and_ends_everything(accounts: Accounts, livia: LoggedIn) -> None:
    token = await accounts.credentials.issue(NewCredential(livia.account.user_id, "personal", scopes=("read",)))
    _, secret = await accounts.reset_token("LIVIA")
    await accounts.reset_password(secret, "ulixes stolatus")
    assert await accounts.credentials.principal(livia.token) is None
    assert await accounts.credentials.principal(token.secret) is None
    await accounts.log_in("Livia", "ulixes stolatus")
    with pytest.raises(NotFound):
        await accounts.reset_password(secret, "a third password")
    await accounts.log_in("Livia", "ulixes stolatus")


async def test_a_newer_reset_link_replaces_the_older(accounts: Accounts, livia: LoggedIn) -> None:
    _, older = await accounts.reset_token(livia.account.name)
    _, newer = await accounts.reset_token(livia.account.name)
    with pytest.raises(NotFound):
        await accounts.reset_password(older, "ulixes stolatus")
    await accounts.reset_password(newer, "ulixes stolatus")


async def test_a_reset_link_dies_after_an_hour(accounts: Accounts, livia: LoggedIn, clock: HandClock) -> None:
    _, secret = await accounts.reset_token(livia.account.name)
    clock.pass_days(1 / 24)
    with pytest.raises(NotFound):
        await accounts.reset_password(secret, "ulixes stolatus")


async def test_no_other_secret_resets_a_password_and_a_reset_link_logs_nobody_in(
    accounts: Accounts, livia: LoggedIn
) -> None:
    with pytest.raises(NotFound):
        await accounts.reset_password(livia.token, "ulixes stolatus")
    _, secret = await accounts.reset_token(livia.account.name)
    assert await accounts.credentials.principal(secret) is None


async def test_an_unused_session_lives_14_days_and_a_used_one_90(
    accounts: Accounts, livia: LoggedIn, clock: HandClock
) -> None:
    for _ in range(7):
        clock.pass_days(12.8)
        assert await accounts.credentials.principal(livia.token) is not None
    clock.pass_days(0.5)
    assert await accounts.credentials.principal(livia.token) is None, "90 days are over"
    idle = await accounts.log_in("Livia", "drusilla-augusta")
    clock.pass_days(14)
    assert await accounts.credentials.principal(idle.token) is None


async def test_use_is_noted_every_ten_minutes(accounts: Accounts, livia: LoggedIn, clock: HandClock) -> None:
    begun = clock.now
    noted = []
    for minutes in (9, 9, 9):
        clock.now += minutes * 60_000
        await accounts.credentials.principal(livia.token)
        [session] = await accounts.credentials.held_by(livia.account.user_id, ["session"])
        noted.append((session.last_used_at - begun) // 60_000)
    assert noted == [0, 18, 18]


async def test_the_longest_unused_session_makes_room(accounts: Accounts, livia: LoggedIn, clock: HandClock) -> None:
    user = livia.account.user_id
    second = await accounts.credentials.issue(NewCredential(user, "session"))
    clock.now += 3_600_000
    assert await accounts.credentials.principal(livia.token) is not None
    for _ in range(RULES["session"].most - 1):
        await accounts.credentials.issue(NewCredential(user, "session"))
    assert await accounts.credentials.principal(second.secret) is None
    assert await accounts.credentials.principal(livia.token) is not None
    assert len(await accounts.credentials.held_by(user, ["session"])) == RULES["session"].most


@pytest.mark.parametrize("step", [0, -20])
async def test_what_came_last_is_listed_first_though_the_clock_stands_or_is_set_back(
    accounts: Accounts, livia: LoggedIn, clock: HandClock, step: int
) -> None:
    user, names = livia.account.user_id, [str(number) for number in range(8)]
    for name in names:
        await accounts.credentials.issue(NewCredential(user, "personal", name=name))
        clock.now += step
    listed = [one.name for one in await accounts.credentials.held_by(user, ["personal", "session"])]
    assert listed == [*reversed(names), ""]


async def test_personal_tokens_make_no_room(accounts: Accounts, livia: LoggedIn) -> None:
    user = livia.account.user_id
    for number in range(RULES["personal"].most):
        await accounts.credentials.issue(NewCredential(user, "personal", name=str(number)))
    with pytest.raises(TooManyCredentials):
        await accounts.credentials.issue(NewCredential(user, "personal", name="one more"))
    assert len(await accounts.credentials.held_by(user, ["personal"])) == RULES["personal"].most


async def test_a_token_ordered_twice_with_one_key_exists_once(accounts: Accounts, livia: LoggedIn) -> None:
    order = NewCredential(livia.account.user_id, "personal", name="bot", scopes=("read",), key="k", body="b")
    first, again = await accounts.credentials.issue(order), await accounts.credentials.issue(order)
    assert (first.repeated, again.repeated) == (False, True)
    assert first.credential.id == again.credential.id
    assert await accounts.credentials.principal(first.secret) is None, "its answer was lost"
    assert await accounts.credentials.principal(again.secret) is not None
    assert len(await accounts.credentials.held_by(livia.account.user_id, ["personal"])) == 1
    with pytest.raises(KeyReused):
        await accounts.credentials.issue(NewCredential(livia.account.user_id, "personal", key="k", body="another"))


async def test_revoking_one_leaves_the_others(accounts: Accounts, livia: LoggedIn) -> None:
    user = livia.account.user_id
    one, other = [await accounts.credentials.issue(NewCredential(user, "personal", name=name)) for name in "ab"]
    assert await accounts.credentials.revoke(user, ["personal"], one.credential.id)
    assert not await accounts.credentials.revoke(user, ["personal"], one.credential.id)
    assert await accounts.credentials.principal(one.secret) is None
    assert await accounts.credentials.principal(other.secret) is not None


async def test_a_stranger_cannot_revoke(accounts: Accounts, livia: LoggedIn) -> None:
    gaius = await accounts.sign_up(NewAccount("Gaius", "caligula-little-boot"))
    token = await accounts.credentials.issue(NewCredential(livia.account.user_id, "personal"))
    assert not await accounts.credentials.revoke(gaius.account.user_id, ["personal"], token.credential.id)
    assert await accounts.credentials.principal(token.secret) is not None


async def test_admin_counts_only_while_the_account_is_one(accounts: Accounts, livia: LoggedIn) -> None:
    await accounts.make_admin("livia", admin=False)
    principal = await accounts.credentials.principal(livia.token)
    assert principal is not None
    assert "admin" not in principal.scopes


async def test_a_closed_server_takes_nobody(client: RedisClient, passwords: Passwords) -> None:
    accounts = Accounts(client, passwords, sign_up="closed")
    with pytest.raises(SignUpClosed):
        await accounts.sign_up(LIVIA)
    assert await accounts.stored.named("Livia") is None


@pytest.mark.parametrize(("policy", "refusal"), [("closed", SignUpClosed), ("invite", InvitationNeeded)])
async def test_who_may_not_enter_learns_of_no_name(
    client: RedisClient, passwords: Passwords, livia: LoggedIn, policy: SignUpPolicy, refusal: type[Exception]
) -> None:
    accounts = Accounts(client, passwords, sign_up=policy)
    for name in (livia.account.name, "Nobody"):
        with pytest.raises(refusal):
            await accounts.sign_up(NewAccount(name, LIVIA.password))


async def test_an_invitation_is_good_for_one_account(client: RedisClient, passwords: Passwords) -> None:
    accounts = Accounts(client, passwords, sign_up="invite")
    invitation = (await accounts.credentials.issue(NewCredential(SERVER, "invitation"))).secret
    for bad in ("", "acta_nonsense", "acta_" + "A" * 43):
        with pytest.raises(InvitationNeeded):
            await accounts.sign_up(NewAccount("Livia", "drusilla-augusta", invitation=bad))
    outcomes = await asyncio.gather(
        *(
            accounts.sign_up(NewAccount(name, "longer than eight", invitation=invitation))
            for name in ("Livia", "Gaius", "Titus")
        ),
        return_exceptions=True,
    )
    made = [one for one in outcomes if isinstance(one, LoggedIn)]
    assert len(made) == 1
    assert all(isinstance(one, InvitationNeeded) for one in outcomes if one is not made[0])
    assert not made[0].account.admin, "who comes by invitation is not the operator"
    [spent] = await accounts.credentials.held_by(SERVER, ["invitation"])
    assert spent.spent_by == made[0].account.user_id


async def test_a_refused_sign_up_leaves_the_invitation_good(client: RedisClient, passwords: Passwords) -> None:
    accounts = Accounts(client, passwords, sign_up="invite")
    invitation = (await accounts.credentials.issue(NewCredential(SERVER, "invitation"))).secret
    someone = UserId("00" + "0" * 30)
    assert await accounts.credentials.spend(invitation, someone)
    assert not await accounts.credentials.spend(invitation, UserId("01" + "0" * 30))
    await accounts.credentials.give_back(invitation, someone)
    await accounts.sign_up(NewAccount("Livia", "drusilla-augusta", invitation=invitation))


async def test_the_operator_makes_an_admin_who_sets_the_password_by_link(
    client: RedisClient, passwords: Passwords
) -> None:
    accounts = Accounts(client, passwords, sign_up="closed")
    made, secret = await accounts.create_admin("Augustus")
    with pytest.raises(WrongCredentials):
        await accounts.log_in("Augustus", "")
    await accounts.reset_password(secret, "festina lente")
    session = await accounts.log_in("Augustus", "festina lente")
    assert session.account == made
    assert made.admin
    with pytest.raises(NameTaken):
        await accounts.create_admin("augustus")


async def test_the_account_after_the_operators_admin_is_none(accounts: Accounts) -> None:
    await accounts.create_admin("Augustus")
    assert not (await accounts.sign_up(LIVIA)).account.admin


async def test_redis_holds_no_secret_and_no_password(accounts: Accounts, client: RedisClient, livia: LoggedIn) -> None:
    _, reset = await accounts.reset_token("Livia")
    token = await accounts.credentials.issue(NewCredential(livia.account.user_id, "personal", key="k"))
    stored = b""
    async for key in client.scan_iter():
        stored += key + (await client.dump(key) or b"")
    assert str(digest_of(token.secret)).encode() in stored, "the search looks at what is there"
    for secret in (livia.token, reset, token.secret, LIVIA.password):
        assert secret.encode() not in stored


async def test_names_of_ids(accounts: Accounts, livia: LoggedIn) -> None:
    user = livia.account.user_id
    assert await accounts.stored.names([user, UserId("3f" + "0" * 30), UserId("{x}")]) == {user: "Livia"}


async def test_a_renamed_account_has_both_names_for_a_while_and_nobody_else_either(
    accounts: Accounts, livia: LoggedIn
) -> None:
    await accounts.rename(livia.account.user_id, LIVIA.password, "Julia Augusta")
    for name in ("Livia", "julia augusta"):
        assert (await accounts.log_in(name, LIVIA.password)).account.name == "Julia Augusta"
        with pytest.raises(NameTaken):
            await accounts.sign_up(NewAccount(name, "longer than eight"))
    principal = await accounts.credentials.principal(livia.token)
    assert principal is not None
    assert principal.name == "Julia Augusta", "a session goes on under the new name"
    assert (await accounts.rename(livia.account.user_id, LIVIA.password, "LIVIA")).name == "LIVIA", "and back"


async def test_a_name_that_somebody_has_is_not_taken_by_renaming(accounts: Accounts, livia: LoggedIn) -> None:
    gaius = await accounts.sign_up(NewAccount("Gaius", "caligula-little-boot"))
    with pytest.raises(NameTaken):
        await accounts.rename(gaius.account.user_id, "caligula-little-boot", livia.account.name.upper())
    with pytest.raises(WrongCredentials):
        await accounts.rename(gaius.account.user_id, "not the password", "Caligula")
    assert (await accounts.log_in("Gaius", "caligula-little-boot")).account.name == "Gaius"


async def test_nothing_of_a_deleted_account_is_left(accounts: Accounts, client: RedisClient, livia: LoggedIn) -> None:
    await accounts.stored.set_email(livia.account.user_id, "livia@example.org")
    await accounts.confirmation_token(livia.account)
    await accounts.stored.delete(livia.account)
    assert await accounts.credentials.principal(livia.token) is None
    with pytest.raises(WrongCredentials):
        await accounts.log_in("Livia", LIVIA.password)
    left = [key async for key in client.scan_iter() if livia.account.user_id.encode() in key or b"name" in key]
    assert left == []
    await accounts.stored.set_email(livia.account.user_id, "livia@example.org")
    assert await accounts.stored.of(livia.account.user_id) is None, "a late change brings nothing back"
    assert (await accounts.sign_up(LIVIA)).account.user_id != livia.account.user_id


async def test_a_name_that_outlived_its_account_is_free(
    accounts: Accounts, client: RedisClient, livia: LoggedIn
) -> None:
    await client.delete(keys.account(livia.account.user_id))
    assert (await accounts.sign_up(LIVIA)).account.name == "Livia"
