"""What is printed: loaded once, checked and hashed."""

import hashlib
from importlib.resources import files

import msgspec


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[int, ...]
    hand: int
    errands: int
    coins_per_point: int
    donation_points: int


PRINTED = files(__package__).joinpath("data.toml").read_bytes()
DATA = msgspec.toml.decode(PRINTED, type=Data)
DATA_HASH = hashlib.sha256(PRINTED).hexdigest()
