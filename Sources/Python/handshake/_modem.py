"""Sending and receiving in memory."""

from __future__ import annotations

import ctypes
import enum
import math
import os
import threading
import weakref
from collections import deque
from ctypes import byref, c_char_p, c_double, c_int, c_size_t, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Union

import numpy as np

from . import _library
from ._events import (
    Answered, Blocks, Confirmed, Detected, Digits, Event, Failure, File, Level, Message, Missing,
    Paired, Progress, Reason, Repeated, Seal, Unconfirmed, Unpaired,
)
from ._library import call, function
from ._samples import MOST_CHANNELS, as_integer, as_number, as_samples

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Protocol = Union[str, "os.PathLike[str]"]
"""The name of a protocol, or the path of a protocol file. A path has a slash or ends in .json."""

LOWEST_RATE, HIGHEST_RATE = 8_000, 768_000
_MOST_BYTES = 1 << 20
_MOST_WAITING = 1024


class Secret:
    """A secret that only the people in a room know. It seals messages and opens sealed messages.

    Making a secret takes 0.1 s and 64 MiB, so make it once. It does not keep the words. Threads may
    share it.

    Args:
        words: A UTF-8 passphrase of 12 characters to 1024 bytes, or the result of `new_secret`.

    Raises:
        TypeError: the words are neither text nor bytes.
        ValueError: the words are too short, too long or not UTF-8, or a generated secret has a
            typing error.
    """

    def __init__(self, words: Union[str, bytes]) -> None:
        data = _as_bytes(words, "a secret")
        handle = c_void_p()
        call("secret_create", data, len(data), byref(handle))
        self._hold(handle)

    @classmethod
    def from_key(cls, key: bytes) -> Secret:
        """Makes the secret of a key on which two devices agreed.

        Args:
            key: The value of `Paired.key`.

        Raises:
            TypeError: the key is not bytes.
            ValueError: the key does not have 32 bytes.
        """
        if not isinstance(key, bytes):
            raise TypeError(f"a key is bytes, and not {type(key).__name__}")
        if len(key) != _library.KEY_SIZE:
            raise ValueError(
                f"the key has {len(key)} bytes: give the {_library.KEY_SIZE} of Paired.key")
        secret = cls.__new__(cls)
        handle = c_void_p()
        call("secret_from_key", key, byref(handle))
        secret._hold(handle)
        return secret

    def _hold(self, handle: c_void_p) -> None:
        self._handle = handle
        weakref.finalize(self, function("secret_destroy"), c_void_p(handle.value))

    @property
    def fingerprint(self) -> str:
        """Five letters that are equal if the secrets are. You may show them and read them aloud."""
        return str(function("secret_fingerprint")(self._handle).decode())

    def __repr__(self) -> str:
        return f"<handshake.Secret {self.fingerprint}>"


def new_secret() -> str:
    """Makes a new secret that nobody can guess, such as "babad-bamag-fosak-lubir-zuzuz".

    It has 64 random bits and a checksum.
    """
    words = ctypes.create_string_buffer(_library.GENERATED_SECRET_SIZE)
    call("secret_generate", words)
    return words.value.decode()


def protocols() -> list[str]:
    """The names of the built-in protocols."""
    names: list[str] = []
    while name := function("protocol_name")(len(names)):
        names.append(name.decode())
    return names


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
    sending = _sending(content, protocol, name, ceiling, rung, repair, copies, secret)
    rate = as_number(rate, "rate", 1, HIGHEST_RATE)
    transmitter = c_void_p()
    call("transmitter_open", byref(sending), rate, byref(transmitter))
    return _read(transmitter)


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
        names = None
        if protocols is not None:
            if isinstance(protocols, (str, bytes, os.PathLike)):
                raise TypeError('protocols are a list: give ["hop"] instead of "hop"')
            names = [_as_path(protocol) for protocol in protocols]
            if not names:
                raise ValueError("no protocol to listen for: give one, or leave protocols out")
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
            rooms = [_as_text(room, "the name of a room") for room in secrets]
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
        hertz = _as_ceiling(ceiling)
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
        sending = _sending(content, protocol, name, ceiling, rung, 0, 1, secret, floor)
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
        hertz = _as_ceiling(ceiling)
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
        return _read(speech) if speech else None

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
            elif (told := self._told(event)) is not None:
                self._events.append(told)

    def _told(self, event: _library.Event) -> Optional[Event]:
        """The event of this package. None for an unknown event of a newer library."""
        kind = event.kind
        if kind == _library.MISSING:
            return Missing(event.received, event.needed, event.snr_decibels)
        if kind == _library.CONFIRMED:
            return Confirmed(event.received, event.snr_decibels)
        if kind == _library.UNCONFIRMED:
            return Unconfirmed(event.received, Reason(event.failure))
        if kind == _library.DIGITS:
            return Digits(ctypes.string_at(event.text, event.text_length).decode())
        if kind == _library.PAIRED:
            return self._paired(event)
        if kind == _library.UNPAIRED:
            return Unpaired(Reason(event.failure))
        frame = (
            event.frame, _as_told(event.protocol), event.lowest_hertz, event.highest_hertz,
            event.start_seconds, event.end_seconds, event.snr_decibels,
            None if math.isnan(event.margin_decibels) else event.margin_decibels,
            event.dilation_ppm)
        if kind in _FRAME_EVENTS:
            return _FRAME_EVENTS[kind](*frame)
        if kind == _library.BLOCKS:
            return Blocks(*frame, event.received, event.needed)
        if kind == _library.FAILED:
            return Failure(*frame, Reason(event.failure))
        data = ctypes.string_at(event.text, event.text_length) if event.text else b""
        if kind == _library.PROGRESS:
            return Progress(*frame, data)
        if kind == _library.MESSAGE:
            return Message(*frame, data, event.corrected, self._seal())
        if kind == _library.FILE:
            return File(*frame, data, event.corrected, self._seal(), _as_told(event.name))
        return None

    def _paired(self, event: _library.Event) -> Paired:
        key = ctypes.create_string_buffer(_library.KEY_SIZE)
        call("receiver_paired_key", self._handle, key)
        return Paired(key.raw, Reason(event.failure) is not Reason.NO_ANSWER)

    def _seal(self) -> Optional[Seal]:
        seal = _library.Seal()
        call("receiver_seal", self._handle, byref(seal))
        if not seal.sealed:
            return None
        return Seal(None if seal.room is None else _as_told(seal.room), seal.sealed_seconds)


_FRAME_EVENTS = {
    _library.DETECTED: Detected, _library.REPEATED: Repeated, _library.ANSWERED: Answered,
}


def _as_told(name: Optional[bytes]) -> str:
    return (name or b"").decode(errors="replace")


class Trouble(enum.Enum):
    """An obstacle to messages. The brackets describe the value of a `Finding`."""

    UNKNOWN = -1
    MUTED = 0
    """Every sample is 0."""
    CONSTANT = 1
    """Every sample has the same value [the value]."""
    NEARLY_SILENT = 2
    """Only the last digits of 16 bits are used [the largest sample]."""
    DEAD_CHANNELS = 3
    """Some channels are silent [how many]."""
    RATE_TOO_LOW = 4
    """The sampling rate is too low for every band [rate in hertz]."""
    TREBLE_CUT = 5
    """There is no sound above a frequency [in hertz]."""
    GATED = 6
    """The sound stops repeatedly in all bands at once [how often]."""
    CLIPPED = 7
    """Loud samples are cut off [share of all samples, 0 to 1]."""
    GAIN_CONTROL = 8
    """After loud sounds all sound is fainter for a while [by how many decibels]."""
    NOISE = 9
    """The band is so loud that no protocol would be heard."""
    OFFSET = 10
    """The samples are centred on a value other than 0 [the value]."""
    MUSIC_RATE = 11
    """The rate is 44100 hertz or a multiple of it [rate in hertz]."""
    RESAMPLED = 12
    """A resampler from 44100 hertz left mirror images."""
    NO_NOISE = 13
    """Digital silence surrounds the messages: the noise is unknown."""
    TOO_SHORT = 14
    """The sound is too short to judge [seconds]."""
    OTHER_SOUND = 15
    """A sound in the band may not be a message [its lowest frequency in hertz]."""

    @classmethod
    def _missing_(cls, value: object) -> "Trouble":
        return cls.UNKNOWN


class Severity(enum.Enum):
    """How much a `Finding` matters."""

    REMARK = 0
    """Good to know."""
    HARMS = 1
    """Messages are lost that would arrive otherwise."""
    PREVENTS = 2
    """No message can be received."""


@dataclass(frozen=True)
class Finding:
    """A fault in the sound of a microphone."""

    trouble: Trouble
    severity: Severity
    value: float


def survey(samples: ArrayLike, rate: float) -> list[Finding]:
    """Finds the obstacles to messages in the sound of a microphone.

    Args:
        samples: See `decode`. Ten seconds are enough.
        rate: Frames per second, 8000 to 768000 Hz.

    Returns:
        The faults, the worst first. Empty if there is no fault.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
    """
    floats = as_samples(samples)
    rate = as_number(rate, "rate", LOWEST_RATE, HIGHEST_RATE)
    handle = c_void_p()
    call("survey_open", rate, floats.shape[1], byref(handle))
    try:
        call("survey_push", handle, floats.ctypes.data, len(floats))
        found, count = (_library.Finding * _library.MOST_FINDINGS)(), c_size_t()
        call("survey_findings", handle, found, len(found), byref(count))
    finally:
        function("survey_close")(handle)
    return [
        Finding(Trouble(one.kind), Severity(one.severity), one.value)
        for one in found[: count.value]]


@dataclass(frozen=True, eq=False)
class Spectrum:
    """A spectrogram, as `matplotlib.pyplot.pcolormesh(seconds, hertz, decibels)` draws it."""

    seconds: NDArray[np.float64]
    """The middle of each column of 43 ms, of shape (columns,)."""
    hertz: NDArray[np.float64]
    """The middle of each row, of shape (rows,)."""
    decibels: NDArray[np.float32]
    """The largest level in each cell, of shape (rows, columns). 0 is a sine of full scale."""


def spectrum(
    samples: ArrayLike, rate: float, lowest: float = 0, highest: Optional[float] = None,
    rows: int = 256,
) -> Spectrum:
    """Makes the spectrogram of a recording, with a column every 21 ms.

    Args:
        samples: See `decode`. Several channels are averaged.
        rate: Frames per second, 8000 to 768000 Hz.
        lowest: Where the lowest row begins, in hertz.
        highest: Where the highest row ends, in hertz. The default and maximum are half the rate.
        rows: The number of bands of equal width, 1 to 4096.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
    """
    floats = as_samples(samples).mean(axis=1, dtype=np.float32)
    rate = as_number(rate, "rate", LOWEST_RATE, HIGHEST_RATE)
    highest = as_number(rate / 2 if highest is None else highest, "highest", 0, rate / 2)
    lowest = as_number(lowest, "lowest", 0, rate / 2)
    if lowest >= highest:
        raise ValueError(f"lowest is {lowest:g} and highest {highest:g}: give a lowest below it")
    rows = as_integer(rows, "rows", 1, 4096)
    handle, seconds, is_there = c_void_p(), c_double(), c_int(1)
    times, columns = [], []
    call("spectrum_open", rate, lowest, highest, rows, byref(handle))
    try:
        call("spectrum_push", handle, floats.ctypes.data, len(floats))
        while True:
            column = np.empty(rows, np.float32)
            call("spectrum_poll", handle, column.ctypes.data, byref(seconds), byref(is_there))
            if not is_there.value:
                break
            times.append(seconds.value)
            columns.append(column)
    finally:
        function("spectrum_close")(handle)
    edges = np.linspace(lowest, highest, rows + 1)
    decibels = np.stack(columns, axis=1) if columns else np.empty((rows, 0), np.float32)
    return Spectrum(np.array(times), (edges[:-1] + edges[1:]) / 2, decibels)


def _read(transmitter: c_void_p) -> NDArray[np.float32]:
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


def _sending(
    content: Union[str, bytes], protocol: Optional[Protocol], name: Optional[str],
    ceiling: Optional[float], rung: Optional[int], repair: int, copies: int,
    secret: Optional[Secret], floor: float = 17_000,
) -> _library.Sending:
    data = _as_bytes(content, "the content")
    if len(data) > _MOST_BYTES:
        raise ValueError(
            f"the content has {len(data)} bytes: no protocol carries more than {_MOST_BYTES}")
    if secret is not None and not isinstance(secret, Secret):
        raise TypeError("a secret is a handshake.Secret: give handshake.Secret(words)")
    return _library.Sending(
        ctypes.sizeof(_library.Sending), data, len(data),
        None if name is None else _as_text(name, "a name"),
        None if protocol is None else _as_path(protocol), _as_ceiling(ceiling),
        -1 if rung is None else as_integer(rung, "rung", 0, 1000),
        as_integer(repair, "repair", 0, 100), as_integer(copies, "copies", 1, 100),
        None if secret is None else secret._handle,
        as_number(floor, "floor", 1, HIGHEST_RATE))


def _as_ceiling(ceiling: Optional[float]) -> float:
    """The ceiling in hertz. 0 is the default."""
    return 0 if ceiling is None else as_number(ceiling, "ceiling", 1, HIGHEST_RATE)


def _as_bytes(value: Any, what: str) -> bytes:
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


def _as_text(value: Any, what: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text, and not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what} has a zero character in it: leave it out")
    return _as_bytes(value, what)


def _as_path(protocol: Any) -> bytes:
    if not isinstance(protocol, (str, os.PathLike)):
        raise TypeError(f"a protocol is a name or a path, and not {type(protocol).__name__}")
    path = os.fsencode(protocol)
    if b"\0" in path:
        raise ValueError("the protocol has a zero character in it: leave it out")
    return path
