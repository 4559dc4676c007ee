"""Turns samples into events, and answers, confirms and pairs."""

from __future__ import annotations

import ctypes
import enum
import math
import threading
import weakref
from collections import deque
from ctypes import byref, c_char_p, c_size_t, c_void_p
from typing import TYPE_CHECKING, Iterable, Mapping, Optional, Union

from . import _library
from ._conversion import as_event
from ._encoding import as_sending, read_samples
from ._events import Event, Level
from ._library import call, function
from ._protocols import Protocol, as_paths
from ._samples import MOST_CHANNELS, as_samples
from ._secret import Secret
from ._values import HIGHEST_RATE, LOWEST_RATE, as_ceiling, as_integer, as_number, as_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_MOST_WAITING = 1024


class Part(enum.Enum):
    """The part that a device takes in a pairing."""

    FIRST = 0
    """It begins, as `hsend --pair` does."""
    SECOND = 1
    """It answers, as `hrecv --pair` does."""
    EITHER = 2
    """It takes the part that the other device leaves: it listens for some seconds, then begins."""


class Receiver:
    """Turns samples into events as they arrive.

    Several receivers may work in several threads at once. If another thread uses a receiver, a call
    on it waits. The receiver closes at the end of a `with` statement, or when nothing refers to it
    any more.

    Args:
        rate: Frames per second, 8000 to 768000 Hz.
        channels: 1 to 64. The receiver combines the first eight.
        protocols: The protocols to listen for. The default is all near-ultrasonic protocols.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the rate, the channels or a protocol cannot be used.
    """

    def __init__(
        self,
        rate: float = 48_000,
        channels: int = 1,
        *,
        protocols: Optional[Iterable[Protocol]] = None,
    ) -> None:
        self._rate = as_number(rate, "rate", LOWEST_RATE, HIGHEST_RATE)
        self._channels = as_integer(channels, "channels", 1, MOST_CHANNELS)
        names = None if protocols is None else as_paths(protocols)
        self._lock = threading.RLock()
        self._events: deque[Event] = deque()
        self._level: Optional[Level] = None
        self._handle = c_void_p()
        call(
            "receiver_open", self._rate, self._channels,
            (c_char_p * len(names))(*names) if names else None, len(names or ()),
            byref(self._handle))
        self._close = weakref.finalize(
            self, function("receiver_close"), c_void_p(self._handle.value))

    def __enter__(self) -> Receiver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self._rate

    @property
    def channels(self) -> int:
        """Samples per frame."""
        return self._channels

    @property
    def level(self) -> Optional[Level]:
        """The level of the last tenth of a second. None before the first."""
        return self._level

    def unseal(
        self,
        secrets: Union[Iterable[Secret], Mapping[str, Secret]],
        greatest_age: Optional[float] = None,
        *,
        also_unsealed: bool = False,
        live: bool = True,
    ) -> None:
        """From now on opens messages that are sealed with one of the secrets, and refuses others.

        Args:
            secrets: At most 16 secrets. A mapping names their rooms. An empty list removes the
                previous secrets: then no sealed message is opened, and messages in clear are
                accepted.
            greatest_age: The greatest age of a sealed message on arrival, in seconds. Older
                messages are refused, and so are messages that arrived before. The default is ten
                minutes for a text and 24 hours for a file. `math.inf` is any age.
            also_unsealed: Whether to accept messages in clear too.
            live: Whether samples are pushed as they are heard. False is for recordings: messages of
                any age are opened, as often as they arrive.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: there are too many secrets, or two secrets are equal.
        """
        age = (
            _library.USUAL_AGE if greatest_age is None
            else as_number(greatest_age, "greatest_age", 0, math.inf))
        if not live:
            age = _library.RECORDING
        if isinstance(secrets, (Secret, str, bytes)):
            raise TypeError("secrets are a list of handshake.Secret, or a mapping of rooms to them")
        rooms = None
        if isinstance(secrets, Mapping):
            rooms = [as_text(room, "the name of a room") for room in secrets]
            secrets = secrets.values()
        secrets = list(secrets)
        if not all(isinstance(secret, Secret) for secret in secrets):
            raise TypeError("secrets are handshake.Secret: give handshake.Secret(words)")
        if len(secrets) > 16:
            raise ValueError(f"there are {len(secrets)} secrets: give at most 16")
        with self._lock:
            call(
                "receiver_unseal", self._open(),
                (c_void_p * len(secrets))(*(secret._handle for secret in secrets)),
                (c_char_p * len(rooms))(*rooms) if rooms else None, len(secrets), age,
                bool(also_unsealed))

    @property
    def memory(self) -> bytes:
        """The opened sealed messages, for `remember` of a later receiver.

        It contains numbers and times, but no texts.
        """
        written = c_size_t()
        with self._lock:
            handle = self._open()
            call("receiver_memory", handle, None, 0, byref(written))
            buffer = ctypes.create_string_buffer(written.value)
            call("receiver_memory", handle, buffer, written.value, byref(written))
        return buffer.raw

    def remember(self, memory: bytes) -> None:
        """From now on refuses the messages that the receiver with this `memory` had opened.

        Raises:
            TypeError: the memory is not bytes.
            ValueError: the bytes are not a memory, or the receiver was closed.
        """
        if not isinstance(memory, bytes):
            raise TypeError("a memory is bytes: give what Receiver.memory gave")
        with self._lock:
            call("receiver_remember", self._open(), memory, len(memory))

    def interrupted(self, seconds: float = 0) -> None:
        """Reports that `seconds` of sound were lost before the next samples; 0 for an unknown time.

        Raises:
            TypeError: the argument is not a number.
            ValueError: the argument is out of range, or the receiver was closed.
        """
        lost = as_number(seconds, "seconds", 0, 1e9)
        with self._lock:
            call("receiver_interrupted", self._open(), lost)

    def push(self, samples: ArrayLike) -> None:
        """Takes the next samples, and does not keep them. Other threads run meanwhile.

        Args:
            samples: An array of shape (frames,) or (frames, channels), of any length; see `decode`.

        Raises:
            TypeError: the samples are not an array of real numbers.
            ValueError: the number of channels is wrong, or the receiver was closed.
            RuntimeError: more than a thousand events wait, or `finish` was called.
        """
        floats = as_samples(samples)
        if floats.shape[1] != self._channels:
            raise ValueError(
                f"samples of {floats.shape[1]} channels were pushed:"
                f" give channels={floats.shape[1]} to the Receiver")
        with self._lock:
            if len(self._events) >= _MOST_WAITING:
                raise RuntimeError(
                    "too many events wait: call events() before more samples are pushed")
            # One second at a time: Ctrl-C works, and a long recording does not fill the queue.
            step = int(self._rate)
            for start in range(0, max(len(floats), 1), step):
                block = floats[start : start + step]
                call("receiver_push", self._open(), block.ctypes.data, len(block))
                self._poll()

    def finish(self) -> None:
        """Ends the input. Samples that are still in the filters may bring events.

        Raises:
            ValueError: the receiver was closed.
        """
        with self._lock:
            call("receiver_finish", self._open())
            self._poll()

    def events(self) -> list[Event]:
        """The events since the last call, in order.

        Raises:
            ValueError: the receiver was closed.
        """
        with self._lock:
            self._open()
            events = list(self._events)
            self._events.clear()
            return events

    def answer(self, ceiling: Optional[float] = None, seconds_per_hour: float = 600) -> None:
        """From now on answers senders that ask whether their message arrived.

        `speech` gives the answers.

        Args:
            ceiling: The highest frequency that the loudspeaker plays well, in hertz. The default is
                20000.
            seconds_per_hour: All answers of an hour sound for at most this time. 0 ends them.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an argument is out of range, or the receiver was closed.
        """
        hertz = as_ceiling(ceiling)
        seconds = as_number(seconds_per_hour, "seconds_per_hour", 0, 3600)
        with self._lock:
            call("receiver_answer", self._open(), hertz, seconds)

    def confirm(
        self,
        content: Union[str, bytes],
        protocol: Optional[Protocol] = None,
        *,
        name: Optional[str] = None,
        ceiling: Optional[float] = None,
        rung: Optional[int] = None,
        secret: Optional[Secret] = None,
        floor: float = 17_000,
        wait_seconds: float = 5,
    ) -> None:
        """Sends a text or a file until an answer proves that it arrived; `speech` gives each try.

        `Confirmed` or `Unconfirmed` is one of the last events. Another call gives up the previous
        one.

        Args:
            content, protocol, name, ceiling, rung, secret: See `encode`.
            floor: After a try without an answer, the next try uses the next lower band, unless that
                band has a tone below this frequency, in hertz. Many people hear tones below 17 kHz.
            wait_seconds: How long to listen for an answer after each try, 0.5 to 600.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an argument is out of range, or the protocol cannot ask for an answer. Or
                this receiver does not listen for "hop", "hop-quick" and "hop-deep", or was closed.
        """
        sending = as_sending(content, protocol, name, ceiling, rung, 0, 1, secret, floor)
        wait = as_number(wait_seconds, "wait_seconds", 0.5, 600)
        with self._lock:
            call("receiver_confirm", self._open(), byref(sending), wait)

    def pair(
        self, part: Part = Part.EITHER, *, ceiling: Optional[float] = None, wait_seconds: float = 5,
    ) -> None:
        """Agrees with another device on a secret that nobody else knows; `speech` gives each step.

        The first event is `Digits`: show the digits, and tell `decide` whether the other device
        shows the same digits. The last event is `Paired` or `Unpaired`. Continue with `speech` for
        some seconds after it, since the other device may repeat its last step. Another call gives
        up the previous one.

        Args:
            part: The part of this device. One device is the first, and the other device the second.
            ceiling: The highest frequency that the loudspeaker plays well, in hertz. The default is
                20000.
            wait_seconds: How long to listen for an answer after each step, 0.5 to 600.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an argument is out of range, this receiver does not listen for "hop",
                "hop-quick" and "hop-deep", or it was closed.
        """
        if not isinstance(part, Part):
            raise TypeError(
                "a part is a handshake.Part: give handshake.Part.FIRST, SECOND or EITHER")
        hertz = as_ceiling(ceiling)
        wait = as_number(wait_seconds, "wait_seconds", 0.5, 600)
        with self._lock:
            call("receiver_pair", self._open(), part.value, hertz, wait)

    def decide(self, are_equal: bool) -> None:
        """Tells the receiver whether people say that both devices show the same digits.

        Nothing else accepts the digits.

        Args:
            are_equal: False ends the pairing, at any time. True does nothing before `Digits`.

        Raises:
            TypeError: the argument is neither True nor False.
            ValueError: the receiver was closed.
        """
        if not isinstance(are_equal, bool):
            raise TypeError(f"are_equal is True or False, and not {type(are_equal).__name__}")
        with self._lock:
            call("receiver_decide", self._open(), are_equal)

    def give_up(self) -> None:
        """Gives up `confirm` or `pair`. No more events tell of it.

        Raises:
            ValueError: the receiver was closed.
        """
        with self._lock:
            call("receiver_give_up", self._open())

    def speech(self, rate: float = 48_000) -> Optional[NDArray[np.float32]]:
        """Gives the sound to play now: an answer, a try of `confirm`, or a step of a pairing.

        Call it after every push of at most a tenth of a second. Continue to push while you play the
        sound, and call `spoken` at its end. Until then there is no other sound.

        Args:
            rate: Samples per second, in hertz.

        Returns:
            Samples of shape (count,), or None if there is no sound to play.

        Raises:
            TypeError: the rate is not a number.
            ValueError: the rate cannot be used, or the receiver was closed.
        """
        rate = as_number(rate, "rate", 1, HIGHEST_RATE)
        speech = c_void_p()
        with self._lock:
            call("receiver_speech", self._open(), rate, byref(speech))
            self._poll()
        return read_samples(speech) if speech else None

    def spoken(self) -> None:
        """Reports that the sound from `speech` was heard to its end, or was given up.

        Raises:
            ValueError: the receiver was closed.
        """
        with self._lock:
            call("receiver_spoken", self._open())

    def close(self) -> None:
        """Frees what the receiver owns. One call is enough."""
        with self._lock:
            self._close()
            self._handle = c_void_p()

    def _open(self) -> c_void_p:
        if not self._handle:
            raise ValueError("the receiver was closed: open another")
        return self._handle

    def _poll(self) -> None:
        """Takes the library's events, whose texts are valid until the next poll."""
        handle, event = self._open(), _library.Event()
        while True:
            call("receiver_poll", handle, byref(event))
            if event.kind == _library.NONE:
                break
            if event.kind == _library.LEVEL:
                self._level = Level(event.end_seconds, event.peak, event.band_level)
            elif (converted := as_event(event, handle)) is not None:
                self._events.append(converted)
