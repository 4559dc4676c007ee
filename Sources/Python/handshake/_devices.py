"""Loudspeakers and microphones, through the package sounddevice (PortAudio)."""

from __future__ import annotations

import queue
from typing import Any, Iterable, Iterator, Mapping, Optional, Union

import numpy as np

from ._encoding import encode
from ._events import Message
from ._protocols import Protocol
from ._receiver import Receiver
from ._secret import Secret
from ._values import as_number

Device = Union[int, str, None]
"""A number or a part of a name from sounddevice.query_devices(). None lets the system choose."""


def send(
    content: Union[str, bytes],
    protocol: Optional[Protocol] = None,
    rate: float = 48_000,
    *,
    device: Device = None,
    level: float = -3,
    **how: Any,
) -> None:
    """Plays a text or a file, and returns at the end of the sound.

    Args:
        content, protocol, rate, how: See `encode`, which takes `name`, `ceiling`, `rung`, `repair`,
            `copies` and `secret`.
        device: The device that plays.
        level: Decibels relative to full scale, -100 to 0.

    Raises:
        ImportError: sounddevice or PortAudio is missing.
        TypeError, ValueError: See `encode`.
        sounddevice.PortAudioError: the device cannot play.
    """
    gain = 10 ** (as_number(level, "level", -100, 0) / 20)
    samples = encode(content, protocol, rate, **how) * np.float32(gain)
    _sounddevice().play(samples, samplerate=rate, device=device, blocking=True)


def listen(
    device: Device = None,
    rate: float = 48_000,
    *,
    protocols: Optional[Iterable[Protocol]] = None,
    secrets: Union[Iterable[Secret], Mapping[str, Secret]] = (),
    also_unsealed: bool = False,
) -> Iterator[Message]:
    """The messages and files that a microphone hears, each as soon as it is complete.

    It ends with the caller's loop or with the device.

    Args:
        device: The device that listens.
        rate: Samples per second, 8000 to 768000 Hz.
        protocols, also_unsealed: See `decode`.
        secrets: See `decode`. Old and repeated sealed messages are refused: see `Receiver.unseal`.

    Raises:
        ImportError: sounddevice or PortAudio is missing.
        TypeError, ValueError: See `Receiver` and `Receiver.unseal`.
        sounddevice.PortAudioError: the device cannot listen.
    """
    # Outside the generator, so that the call itself raises errors.
    receiver = Receiver(rate, protocols=protocols)
    receiver.unseal(secrets, also_unsealed=also_unsealed)
    blocks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    stream = _sounddevice().InputStream(
        samplerate=rate, device=device, channels=1, dtype="float32",
        callback=lambda samples, *_: blocks.put(samples.copy()),
        finished_callback=lambda: blocks.put(None))
    return _heard(receiver, stream, blocks)


def _heard(receiver: Receiver, stream: Any, blocks: queue.SimpleQueue[Any]) -> Iterator[Message]:
    """Messages until the stream ends. The queue keeps all blocks, however slow the caller is."""
    with receiver, stream:
        while (samples := blocks.get()) is not None:
            receiver.push(samples)
            yield from (event for event in receiver.events() if isinstance(event, Message))


def _sounddevice() -> Any:
    try:
        import sounddevice
    except ImportError:
        raise ImportError(
            "playing and listening need the package sounddevice:"
            " run pip install 'handshake-modem[devices]'") from None
    except OSError:
        raise ImportError(
            "sounddevice needs PortAudio: run apt-get install libportaudio2") from None
    return sounddevice
