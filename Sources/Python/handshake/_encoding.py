"""Makes the sound of a text or a file."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t, c_void_p
from typing import TYPE_CHECKING, Optional, Union

import numpy as np

from . import _library
from ._library import call, function
from ._protocols import Protocol, as_path
from ._secret import Secret
from ._values import HIGHEST_RATE, as_bytes, as_ceiling, as_integer, as_number, as_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_BYTES = 1 << 20


def encode(
    content: Union[str, bytes],
    protocol: Optional[Protocol] = None,
    rate: float = 48_000,
    *,
    name: Optional[str] = None,
    ceiling: Optional[float] = None,
    rung: Optional[int] = None,
    repair: int = 0,
    copies: int = 1,
    secret: Optional[Secret] = None,
) -> NDArray[np.float32]:
    """Makes the sound of a text or a file.

    Args:
        content: A text, its bytes, or the bytes of a file, at most 2^20 bytes.
        protocol: The protocol that sends it. The default is "hop" for a text, "burst" for a file.
        rate: Samples per second, in hertz. 44100 is enough for every near-ultrasonic protocol.
        name: The name of a file, which is sent in a harmless form. A text has no name.
        ceiling: The highest frequency that the loudspeaker plays well, in hertz. The default is
            20000. The content is sent in the highest band below it.
        rung: The speed of a burst; 0 is the slowest. The default suits the length.
        repair: The percentage of a burst's blocks that may be lost, 0 to 100.
        copies: How often it is sent, 1 to 100. A receiver adds the copies up.
        secret: The secret that seals it. None sends it in clear. The clock must be right.

    Returns:
        Samples of shape (count,). Full scale is 1, and the peak is 1 or slightly less.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range, or the protocol cannot send the content.
    """
    sending = as_sending(content, protocol, name, ceiling, rung, repair, copies, secret)
    rate = as_number(rate, "rate", 1, HIGHEST_RATE)
    transmitter = c_void_p()
    call("transmitter_open", byref(sending), rate, byref(transmitter))
    return read_samples(transmitter)


def as_sending(
    content: Union[str, bytes], protocol: Optional[Protocol], name: Optional[str],
    ceiling: Optional[float], rung: Optional[int], repair: int, copies: int,
    secret: Optional[Secret], floor: float = 17_000,
) -> _library.Sending:
    data = as_bytes(content, "the content")
    if len(data) > _MOST_BYTES:
        raise ValueError(
            f"the content has {len(data)} bytes: no protocol carries more than {_MOST_BYTES}")
    if secret is not None and not isinstance(secret, Secret):
        raise TypeError("a secret is a handshake.Secret: give handshake.Secret(words)")
    return _library.Sending(
        ctypes.sizeof(_library.Sending), data, len(data),
        None if name is None else as_text(name, "a name"),
        None if protocol is None else as_path(protocol), as_ceiling(ceiling),
        -1 if rung is None else as_integer(rung, "rung", 0, 1000),
        as_integer(repair, "repair", 0, 100), as_integer(copies, "copies", 1, 100),
        None if secret is None else secret._handle,
        as_number(floor, "floor", 1, HIGHEST_RATE))


def read_samples(transmitter: c_void_p) -> NDArray[np.float32]:
    """Reads all samples of a transmitter and closes it."""
    try:
        samples = np.empty(function("transmitter_sample_count")(transmitter), np.float32)
        filled, written = 0, c_size_t()
        while filled < len(samples):
            rest = samples[filled : filled + (1 << 20)]
            call("transmitter_read", transmitter, rest.ctypes.data, len(rest), byref(written))
            filled += written.value
        return samples
    finally:
        function("transmitter_close")(transmitter)
