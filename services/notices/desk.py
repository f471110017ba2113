"""What notices are made from and asked for their worth by, where they wait, and by which channels they go."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from functools import cached_property

from domain.kernel.ids import UserId
from projections.match_follower import MatchFollower
from services.notices.channels import Directory, MailChannel, NoticeChannel
from services.notices.outbox import Outbox
from services.notices.preferences import PUSH
from services.notices.push import PushChannel
from services.notices.stored_preferences import StoredPreferences
from services.outbound.mail import MAIL, Mailer
from services.outbound.webhooks import WebhookSender
from services.settings import Settings
from services.store.accounts.ids import is_user_id
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.models import StoredModels
from services.store.plans import Plans
from services.store.presence import Presence
from services.store.push_subscriptions import PushSubscriptions
from services.store.signing_key import SigningKey
from services.store.webhooks import Webhooks
from services.tables.hot_tables import Tables


@dataclass(frozen=True, kw_only=True)
class NoticeDesk:
    """The stores, memories and channels of notices."""

    settings: Settings
    outbox: Outbox
    preferences: StoredPreferences
    push_subscriptions: PushSubscriptions
    webhooks: Webhooks
    tables: Tables
    models: StoredModels
    matches: MatchFollower
    presence: Presence
    plans: Plans
    accounts: StoredAccounts
    signing_key: SigningKey

    @cached_property
    def sender(self) -> WebhookSender:
        """What posts to webhooks and push services."""
        return WebhookSender(self.settings.webhook_hosts)

    @cached_property
    def mailer(self) -> Mailer | None:
        """What sends mail, if the operator has set up a mail server."""
        return Mailer.set_up(self.settings)

    @cached_property
    def channels(self) -> Mapping[str, NoticeChannel]:
        """The channels that the operator has set up, by name."""
        channels: dict[str, NoticeChannel] = {PUSH: self._push_channel()}
        if self.mailer is not None:
            channels = {MAIL: MailChannel(self.mailer, self._mailbox), **channels}
        return channels

    @cached_property
    def directory(self) -> Directory:
        """How people can be reached."""
        return Directory(self.channels, self.preferences.of)

    async def _mailbox(self, user: UserId) -> str | None:
        found = await self.accounts.of(user) if is_user_id(user) else None  # imported games may name strangers
        return found.account.mailbox if found else None

    def _push_channel(self) -> PushChannel:
        """What shows notices in browsers. Push services are told whom to ask about them: by mail, or at our address."""
        settings = self.settings
        contact = settings.address if settings.mail_from is None else f"mailto:{parseaddr(settings.mail_from)[1]}"
        return PushChannel(self.sender, self.push_subscriptions, self.signing_key.get, contact, self.tables.now)
