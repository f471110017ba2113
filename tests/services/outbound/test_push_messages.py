"""Messages to browsers: the example of RFC 8291, to the byte, and what is no key of a browser."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from services.outbound.push_messages import bytes_of, encrypted, is_usable, public_bytes, server_key, text_of

P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, appendix A."""


def test_the_example_of_the_standard_is_encrypted_to_the_byte() -> None:
    key = ec.derive_private_key(int.from_bytes(bytes_of(SENDER)), ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    assert text_of(encrypted(text, P256DH, AUTH, key, bytes_of(SALT))) == MESSAGE


def test_no_two_messages_are_alike() -> None:
    assert encrypted(b"{}", P256DH, AUTH) != encrypted(b"{}", P256DH, AUTH)


def test_the_key_of_a_server_follows_from_its_secret() -> None:
    one, again, other = (public_bytes(server_key(secret)) for secret in (b"a" * 32, b"a" * 32, b"b" * 32))
    assert one == again != other


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", AUTH), (P256DH, ""), (P256DH[:-2], AUTH), ("B" + "A" * 86, AUTH), (P256DH, AUTH + "AA"), ("ключ", AUTH)],
)
def test_what_is_no_key_of_a_browser_is_known(p256dh: str, auth: str) -> None:
    assert not is_usable(p256dh, auth)
    assert is_usable(P256DH, AUTH)
