"""Checks and converts arguments for the library."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, Optional

import numpy as np

LOWEST_RATE, HIGHEST_RATE = 8_000, 768_000


def as_number(value: Any, name: str, lowest: float, highest: float) -> float:
    """A number in a range. Otherwise raises TypeError or ValueError with its name."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"{name} is a number and not {type(value).__name__}")
    number = float(value)
    if math.isnan(number) or not lowest <= number <= highest:
        raise ValueError(f"{name} is {value:g}: give {lowest:g} to {highest:g}")
    return number


def as_integer(value: Any, name: str, lowest: int, highest: int) -> int:
    """A whole number in a range. Otherwise raises TypeError or ValueError with its name."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} is a whole number and not {type(value).__name__}")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} is {value}: give {lowest} to {highest}")
    return int(value)


def as_ceiling(ceiling: Optional[float]) -> float:
    """The ceiling in hertz. 0 is the default."""
    return 0 if ceiling is None else as_number(ceiling, "ceiling", 1, HIGHEST_RATE)


def as_bytes(value: Any, what: str) -> bytes:
    if isinstance(value, str):
        try:
            return value.encode()
        except UnicodeEncodeError:
            raise ValueError(
                f"{what} has half a character in it: give text that can be written as UTF-8"
            ) from None
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise TypeError(f"{what} is a text or bytes, and not {type(value).__name__}")


def as_text(value: Any, what: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text, and not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what} has a zero character in it: leave it out")
    return as_bytes(value, what)
