"""Signatures by the vector of Standard Webhooks, and as an independent receiver checks them."""

import time

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from services.outbound.signatures import new_secret, signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'


def test_the_vector_of_the_specification() -> None:
    headers = signed_headers([SECRET], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY)
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert headers["webhook-timestamp"] == "1614265330"


def test_while_a_secret_is_renewed_receivers_with_either_one_accept() -> None:
    old, new, foreign = new_secret(), new_secret(), new_secret()
    headers = signed_headers([new, old], "msg_1", int(time.time()), BODY)
    for secret in (old, new):
        assert Webhook(secret).verify(BODY, headers) == {"test": 2432232314}
    for secret, body in ((foreign, BODY), (new, BODY + b" ")):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(body, headers)
