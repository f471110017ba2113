"""Modules of the folder that `acta` is started in are not its own, whatever they are called: no Python takes them."""

import os

_SAFE_PATH = "PYTHONSAFEPATH"


def require() -> None:
    """Keep them out of every Python that this process starts, those of `multiprocessing` too, which take no flag."""
    os.environ[_SAFE_PATH] = "1"


def outside() -> dict[str, str]:
    """The environment for a program that is not ours."""
    return {name: value for name, value in os.environ.items() if name != _SAFE_PATH}
