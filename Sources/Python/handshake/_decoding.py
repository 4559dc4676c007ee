"""Finds the messages in a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Mapping, Optional, Union

from ._events import Message
from ._protocols import Protocol
from ._receiver import Receiver
from ._samples import as_samples
from ._secret import Secret

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def decode(
    samples: ArrayLike,
    rate: float,
    *,
    protocols: Optional[Iterable[Protocol]] = None,
    secrets: Union[Iterable[Secret], Mapping[str, Secret]] = (),
    also_unsealed: bool = False,
) -> list[Message]:
    """Finds the messages and files in a recording.

    Args:
        samples: An array of shape (frames,) or (frames, channels). It has floats, whose full scale
            is 1, or integers as in WAV files. A value that is not a number counts as 0.
        rate: Frames per second, 8000 to 768000 Hz. Below 44100 Hz, only the lower protocols are
            heard.
        protocols: The protocols to listen for. The default is all near-ultrasonic protocols.
        secrets: At most 16 secrets, which open sealed messages of any age. A mapping names their
            rooms.
        also_unsealed: Whether to accept messages in clear too.

    Returns:
        Messages in order of their arrival. A `File` is a `Message` with a name. `Receiver` also
        reports refused messages.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
    """
    floats = as_samples(samples)
    with Receiver(rate, floats.shape[1], protocols=protocols) as receiver:
        receiver.unseal(secrets, also_unsealed=also_unsealed, live=False)
        receiver.push(floats)
        receiver.finish()
        return [event for event in receiver.events() if isinstance(event, Message)]
