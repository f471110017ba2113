"""Addresses to pass on. Their secret stands behind `#`, which browsers send to no server."""


def reset_link(public_url: str, secret: str) -> str:
    """Where a new password is set."""
    return f"{public_url.rstrip('/')}/reset-password#{secret}"


def confirmation_link(public_url: str, secret: str) -> str:
    """Where a mail address is confirmed."""
    return f"{public_url.rstrip('/')}/confirm-email#{secret}"


def sign_up_link(public_url: str, invitation: str) -> str:
    """Where an invitation makes an account."""
    return f"{public_url.rstrip('/')}/sign-up#{invitation}"
