"""The events of a receiver."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Optional


class Reason(enum.Enum):
    """Why a frame gave no message, or why nothing was confirmed. `str()` makes it a sentence."""

    # Written by handshake-names, as _SENTENCES.
    UNKNOWN = 0
    CUT_OFF = 1
    SYNC = 2
    HEADER = 3
    CODE = 4
    CHECK = 5
    DOUBT = 6
    INCOMPLETE = 7
    UNKNOWN_CONTENT = 8
    DIGEST = 9
    NO_SECRET = 10
    OTHER_SECRET = 11
    NOT_SEALED = 12
    TOO_OLD = 13
    REPLAYED = 14
    NO_ANSWER = 15
    WRONG_TIME = 16
    NOT_KEPT = 17
    NOT_REMEMBERED = 18
    SEVERAL_DEVICES = 19
    REFUSED = 20
    ENDED_BY_OTHER = 21
    TIMED_OUT = 22
    NO_PROOF = 23

    @classmethod
    def _missing_(cls, value: object) -> "Reason":
        return cls.UNKNOWN

    def __str__(self) -> str:
        return _SENTENCES[self.value]


_SENTENCES = (
    "a reason that this version does not know",
    "it was cut off",
    "no valid frame follows its start",
    "its length could not be read",
    "it had more errors than can be repaired",
    "its checksum is wrong",
    "it has no checksum, and another text is as likely",
    "parts of it are missing",
    "it was sent by a newer version",
    "its SHA-256 differs from the sender's",
    "it is sealed, and the receiver has no secrets",
    "it is sealed with another secret",
    "it is not sealed",
    "it was sealed too long ago, or ahead of the clock",
    "it was received before",
    "nobody answered",
    "a receiver took it for a recording: set both clocks",
    "a receiver got it and could not keep it",
    "the list of seen messages cannot be written",
    "more than two devices took part: pair again, with these two alone",
    "the people here refused the digits",
    "the other device gave up, or its people refused the digits",
    "nobody accepted the digits in time",
    "the other device did not say in time that it accepts; it may keep the secret",
)


@dataclass(frozen=True)
class Event:
    """An event of a listening receiver."""


@dataclass(frozen=True)
class FrameEvent(Event):
    """An event of a frame. A frame is the sound of one message or of a part of it."""

    frame: int
    """The number of the frame at this receiver, from 1."""
    protocol: str
    lowest_hertz: float
    """The lowest frequency of the frame's band."""
    highest_hertz: float
    start_seconds: float
    """The start of the frame, from the first sample pushed."""
    end_seconds: float
    """The end of the received part of the frame."""
    snr_decibels: float
    """Signal power over noise power in 0 to 24 kHz, in decibels, at most 98."""
    margin: Optional[float]
    """Positive: dB to spare above the limit. Negative: dB missing. None if unknown."""
    dilation_ppm: float
    """Clock offset and motion together, in parts per million."""


@dataclass(frozen=True)
class Detected(FrameEvent):
    """A frame begins; a message, a file or a failure of that number may follow."""


@dataclass(frozen=True)
class Progress(FrameEvent):
    """Checked bytes from the beginning of a frame that is still arriving."""

    data: bytes

    @property
    def text(self) -> str:
        """The bytes as text. Invalid UTF-8 becomes U+FFFD."""
        return self.data.decode(errors="replace")


@dataclass(frozen=True)
class Blocks(FrameEvent):
    """`received` of `needed` blocks of a long message or a file have arrived."""

    received: int
    needed: int


@dataclass(frozen=True)
class Seal:
    """The seal of an opened message."""

    room: Optional[str]
    """The name of its secret. None if the secret has no name."""
    seconds: float
    """When the sender sealed it, by the sender's clock, in seconds since 1970."""


@dataclass(frozen=True)
class Message(FrameEvent):
    """A complete message that passed its checks. Anyone near can send one: do not trust it."""

    data: bytes
    """The text as it was sent, control characters included."""
    corrected: int
    """The number of repaired symbols."""
    seal: Optional[Seal]
    """None for a message in clear."""

    @property
    def text(self) -> str:
        """The message as text. Invalid UTF-8 becomes U+FFFD."""
        return self.data.decode(errors="replace")


@dataclass(frozen=True)
class File(Message):
    """A complete file with the right SHA-256: a message with a name."""

    name: str
    """A harmless form of the sent name: no folders, and not a hidden file."""


@dataclass(frozen=True)
class Failure(FrameEvent):
    """A frame that gave no message."""

    reason: Reason


@dataclass(frozen=True)
class Repeated(FrameEvent):
    """A message that was already reported came again: its sender had no answer."""


@dataclass(frozen=True)
class Answered(FrameEvent):
    """`Receiver.speech` gave an answer to this frame."""


@dataclass(frozen=True)
class Missing(Event):
    """A receiver has `received` of `needed` blocks of the content to be confirmed."""

    received: int
    needed: int
    snr_decibels: float
    """At that receiver, in decibels."""


@dataclass(frozen=True)
class Confirmed(Event):
    """A receiver has the content to be confirmed."""

    tries: int
    snr_decibels: float
    """At that receiver, in decibels."""


@dataclass(frozen=True)
class Unconfirmed(Event):
    """No receiver confirmed the content."""

    tries: int
    reason: Reason


@dataclass(frozen=True)
class Digits(Event):
    """Six digits that both devices of a pairing show. `Receiver.decide` takes people's answer."""

    digits: str
    """Show the digits in two groups of three."""


@dataclass(frozen=True)
class Paired(Event):
    """Two devices agreed on a key."""

    key: bytes = field(repr=False)
    """32 bytes for `Secret.from_key`. Store them where nobody else reads them."""
    is_sure: bool
    """If False, the other device may not know that both accepted, and may have no key."""


@dataclass(frozen=True)
class Unpaired(Event):
    """A pairing ended without a key."""

    reason: Reason


@dataclass(frozen=True)
class Level:
    """The level of a tenth of a second. Full scale is 1."""

    seconds: float
    """Its end, from the first sample pushed."""
    peak: float
    """The largest magnitude of a sample."""
    band: float
    """The root mean square of the near-ultrasonic band."""
