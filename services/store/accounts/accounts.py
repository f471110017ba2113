"""Sign-up, log-in and passwords: the conditions for an account, and how its owner proves to be its owner.

The one way in for HTTP, command line and chat. Never logs or returns a password, and says of a failed log-in only
that it failed.
"""

import re
from hashlib import sha256
from typing import Literal

import msgspec

from domain.kernel.errors import KeyReused, NotFound
from domain.kernel.ids import UserId
from services.accounts import SCOPES, Account, Held, Kind, LoggedIn, NewAccount, milliseconds
from services.store.accounts.access import ACTING, Access
from services.store.accounts.credentials import GUEST_STAYS, Clock, Credentials, NewCredential
from services.store.accounts.errors import BadField, InvitationNeeded, NameTaken, SignUpClosed, WrongCredentials
from services.store.accounts.guests import Guests
from services.store.accounts.ids import digest_of, new_user_id
from services.store.accounts.names import checked_name, name_key
from services.store.accounts.passwords import Passwords, check_password
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import PasswordChange, StoredAccount, StoredAccounts
from services.store.client import RedisClient, giving_bytes

SignUpPolicy = Literal["open", "invite", "closed"]

# As HTML's own mail field has it: no comma, no bracket, no second "@", so that one address stays one recipient.
_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_LONGEST_EMAIL = 254


class Accounts:
    """The accounts of this server."""

    def __init__(
        self,
        client: RedisClient,
        passwords: Passwords,
        *,
        sign_up: SignUpPolicy = "open",
        clock: Clock = milliseconds,
    ) -> None:
        store_client = giving_bytes(client)
        self.rights_changes = RightsChanges()
        self.credentials = Credentials(store_client, clock, self.rights_changes)
        self.stored = StoredAccounts(store_client, self.rights_changes)
        self.guests = Guests(store_client, self.stored, self.credentials, clock)
        self.access = Access(store_client, self.credentials)
        self._passwords = passwords
        self._policy = sign_up
        self._clock = clock

    async def sign_up(self, wanted: NewAccount) -> LoggedIn:
        """Make an account and log it in. The first person on an empty server that is open to all becomes admin."""
        name = checked_name(wanted.name)
        check_password(wanted.password)
        _check_email(wanted.email)
        taken = await self.stored.named(name)
        if taken and wanted.key and taken.sign_up_key == _hashed(wanted.key):
            return await self._sign_up_again(taken, wanted)
        await self._require_admission(wanted.invitation)
        if taken:
            raise NameTaken
        password_hash = await self._passwords.hash(wanted.password)
        user_id = new_user_id(name_key(name))
        is_first = self._policy == "open" and not wanted.bot and await self.stored.claim_first(user_id)
        created = self._clock()
        account = Account(user_id, name, wanted.email, admin=is_first, created_at=created, bot=wanted.bot)
        await self._create(StoredAccount(account, password_hash, _hashed(wanted.key)), wanted.invitation)
        return await self._open_session(account, password_hash)

    async def _require_admission(self, invitation: str) -> None:
        """Refuse who may not make an account before anything is told of the accounts that there are."""
        if self._policy == "closed":
            raise SignUpClosed
        if self._policy == "invite":
            found = await self.credentials.find(invitation, "invitation")
            if found is None:
                raise InvitationNeeded("bad" if invitation else "none")
            if found.spent_by:
                raise InvitationNeeded("used")

    async def _create(self, new: StoredAccount, invitation: str) -> None:
        user = new.account.user_id
        if self._policy == "invite" and not await self.credentials.spend(invitation, user):
            raise InvitationNeeded("used")
        if not await self.stored.create(new):  # somebody else took the name a moment ago
            await self.credentials.give_back(invitation, user)
            raise NameTaken

    async def _sign_up_again(self, taken: StoredAccount, wanted: NewAccount) -> LoggedIn:
        """A sign-up whose answer was lost is answered again, if the password is the same."""
        if not await self._passwords.verify(wanted.password, taken.password_hash):
            raise KeyReused
        session = await self._open_session(taken.account, taken.password_hash)
        return msgspec.structs.replace(session, repeated=True)

    async def welcome_guest(self) -> LoggedIn:
        """Make an account without a password, on a server that is open to all."""
        if not self.has_guests:
            raise SignUpClosed
        return await self._open_session(await self.guests.add(), "", GUEST_STAYS)

    async def claim(self, user: UserId, wanted: NewAccount) -> LoggedIn:
        """Make a guest a person with a name and a password: games know accounts by their ids, so they stay."""
        name = checked_name(wanted.name)
        check_password(wanted.password)
        _check_email(wanted.email)
        stored = await self.stored.of(user)
        if stored is None or not stored.account.guest:
            raise WrongCredentials
        password_hash = await self._passwords.hash(wanted.password)
        if not await self.stored.rename(stored.account, name):
            raise NameTaken
        await self.stored.set_email(user, wanted.email)
        change = PasswordChange(user, new=password_hash, ends=("session",))
        await self.stored.set_password(change, self._clock())
        await self.stored.end_guest(user)
        await self.guests.forget(user)
        is_first = await self.stored.claim_first(user)
        if is_first:
            await self.stored.set_admin(user, admin=True)
        account = Account(user, name, wanted.email, admin=is_first, created_at=stored.account.created_at)
        return await self._open_session(account, password_hash)

    @property
    def policy(self) -> SignUpPolicy:
        """Who may make an account."""
        return self._policy

    @property
    def has_guests(self) -> bool:
        """Whether strangers may play without an account."""
        return self._policy == "open"

    async def log_in(self, name: str, password: str) -> LoggedIn:
        stored = await self.stored.named(name)
        password_hash = stored.password_hash if stored else ""
        if not await self._passwords.verify(password, password_hash) or stored is None:
            raise WrongCredentials
        if self._passwords.is_outdated(password_hash):
            newer = await self._passwords.hash(password)
            change = PasswordChange(stored.account.user_id, new=newer, old=password_hash)
            if await self.stored.set_password(change, self._clock()):
                password_hash = newer
        return await self._open_session(stored.account, password_hash)

    async def change_password(self, user: UserId, current: str, new: str, *, everywhere: bool = False) -> LoggedIn:
        """Set another password. Every session and reset link ends, or all access; a new session begins."""
        check_password(new)
        stored = await self._proven(user, current)
        new_hash = await self._passwords.hash(new)
        held = await self.access.held(user)
        ends: tuple[Kind, ...] = ACTING if everywhere else ("session", "reset")
        change = PasswordChange(user, new=new_hash, old=stored.password_hash, ends=ends)
        if not await self.stored.set_password(change, self._clock()):
            raise WrongCredentials
        if everywhere:
            await self.access.end_beside(user)
        ended = held if everywhere else Held(sessions=held.sessions, reset_links=held.reset_links)
        opened = await self._open_session(stored.account, new_hash)
        return msgspec.structs.replace(opened, ended=ended)

    async def rename(self, user: UserId, password: str, name: str) -> Account:
        """Give the account another name. Logs know accounts by their ids, so games show the new one at once."""
        shown = checked_name(name)
        stored = await self._proven(user, password)
        if not await self.stored.rename(stored.account, shown):
            raise NameTaken
        return msgspec.structs.replace(stored.account, name=shown)

    async def proven(self, user: UserId, password: str) -> Account:
        """The account, if that is its password."""
        return (await self._proven(user, password)).account

    async def change_email(self, user: UserId, password: str, email: str) -> Account:
        """Give the account another mail address, which is not confirmed. Links sent to the one before end."""
        _check_email(email)
        stored = await self._proven(user, password)
        await self.stored.set_email(user, email)
        await self.credentials.revoke(user, ["reset"])
        return msgspec.structs.replace(stored.account, email=email)

    async def confirmation_token(self, account: Account) -> str:
        """A secret for the owner of the account's address, which is named by it; it replaces an earlier one."""
        order = NewCredential(account.user_id, "confirmation", name=account.email)
        return (await self.credentials.issue(order)).secret

    async def confirm_email(self, secret: str) -> None:
        """Believe that the address to which the secret was sent belongs to the account's owner."""
        confirmation = await self.credentials.find(secret, "confirmation")
        stored = await self.stored.of(confirmation.owner) if confirmation else None
        if confirmation is None or stored is None or stored.account.email != confirmation.name:
            raise NotFound
        await self.stored.confirm_email(confirmation.owner, confirmation.name)

    async def reset_token(self, name: str) -> tuple[Account, str]:
        """A secret for one new password within the hour; it replaces an earlier one."""
        stored = await self.stored.named(name)
        if stored is None:
            raise NotFound
        issued = await self.credentials.issue(NewCredential(stored.account.user_id, "reset"))
        return stored.account, issued.secret

    async def reset_password(self, secret: str, new: str) -> Held:
        """Set a password by a reset link. Ends all access to the account; gives what there was."""
        check_password(new)
        link = digest_of(secret)
        found = await self.credentials.find(secret, "reset")
        if link is None or found is None:
            raise NotFound
        user, new_hash = found.owner, await self._passwords.hash(new)
        held = await self.access.held(user)
        await self.access.end_beside(user)  # first, since the link can be used again if the store goes away here
        change = PasswordChange(user, new=new_hash, link=link, ends=ACTING)
        if not await self.stored.set_password(change, self._clock()):
            raise NotFound
        await self.access.end_beside(user)  # and what a session that lived until now has added
        return held

    async def create_admin(self, name: str) -> tuple[Account, str]:
        """An admin account without a password, and the secret with which its owner sets one (for the operator)."""
        shown = checked_name(name)
        account = Account(new_user_id(name_key(shown)), shown, "", admin=True, created_at=self._clock())
        if not await self.stored.create(StoredAccount(account, "", "")):
            raise NameTaken
        await self.stored.claim_first(account.user_id)
        return await self.reset_token(shown)

    async def make_admin(self, name: str, *, admin: bool) -> Account:
        """Give or take an existing account's admin rights (for the operator)."""
        stored = await self.stored.named(name)
        if stored is None:
            raise NotFound
        await self.stored.set_admin(stored.account.user_id, admin=admin)
        return msgspec.structs.replace(stored.account, admin=admin)

    async def _proven(self, user: UserId, password: str) -> StoredAccount:
        stored = await self.stored.of(user)
        if stored is None or not await self._passwords.verify(password, stored.password_hash):
            raise WrongCredentials
        return stored

    async def _open_session(self, account: Account, password_hash: str, lifetime: int | None = None) -> LoggedIn:
        order = NewCredential(account.user_id, "session", scopes=SCOPES, lifetime=lifetime, password_hash=password_hash)
        issued = await self.credentials.issue(order)
        return LoggedIn(account, issued.secret)


def _check_email(email: str) -> None:
    if email and (len(email) > _LONGEST_EMAIL or not _EMAIL.fullmatch(email)):
        raise BadField("email", "mail_address")


def _hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest() if key else ""
