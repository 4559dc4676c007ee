"""What a receiver tells."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Optional


class Reason(enum.Enum):
    """Why a frame gave no message, or why nothing was confirmed. `str()` gives it as a sentence."""

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
    "what follows its start is no frame",
    "its length could not be read",
    "more of it was wrong than can be repaired",
    "its check does not hold",
    "it has no checksum and could be another text as well",
    "parts of it did not come",
    "it was sent by a newer version",
    "its SHA-256 is not the sender's",
    "it is sealed, and the receiver has no secrets",
    "it is sealed with another secret",
    "it is not sealed",
    "it was sealed too long ago, or ahead of the clock",
    "it came before",
    "nobody answered",
    "a receiver took it for a recording: set both clocks",
    "a receiver had it and could not keep it",
    "that it came cannot be remembered",
    "more than two devices took part: pair again, with these two alone",
    "the people here refused the digits",
    "the other device gave up, or its people refused the digits",
    "nobody accepted the digits in time",
    "the other device did not say in time that it accepts; it may keep the secret",
)


@dataclass(frozen=True)
class Event:
    """What happened while a receiver listened."""


@dataclass(frozen=True)
class FrameEvent(Event):
    """An event of a frame, what one message or a part of it sounds like on the air."""

    frame: int
    """Counts the frames of this receiver from 1."""
    protocol: str
    lowest_hertz: float
    """The frame's band."""
    highest_hertz: float
    start_seconds: float
    """From the first sample that was pushed."""
    end_seconds: float
    """The end of what has come of the frame."""
    snr_decibels: float
    """Power of the signal over that of the noise in 0 to 24 kHz, in decibels, at most 98."""
    margin: Optional[float]
    """By how many decibels it might be weaker; None where nothing tells."""
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
        """The bytes as text; what is not UTF-8 becomes U+FFFD."""
        return self.data.decode(errors="replace")


@dataclass(frozen=True)
class Blocks(FrameEvent):
    """Of a long message or a file, `received` of `needed` blocks are there."""

    received: int
    needed: int


@dataclass(frozen=True)
class Seal:
    """By what a message was opened."""

    room: Optional[str]
    """The name that its secret was given, None where it has none."""
    seconds: float
    """When it was sealed by the sender's clock, in seconds since 1970."""


@dataclass(frozen=True)
class Message(FrameEvent):
    """A whole message whose checks hold. Anyone near can send one: do not trust what it says."""

    data: bytes
    """The text as it was sent, control characters included."""
    corrected: int
    """Symbols that were repaired."""
    seal: Optional[Seal]
    """None for what came in clear."""

    @property
    def text(self) -> str:
        """The message as text; what is not UTF-8 becomes U+FFFD."""
        return self.data.decode(errors="replace")


@dataclass(frozen=True)
class File(Message):
    """A whole file whose SHA-256 holds: a message with a name."""

    name: str
    """A harmless form of the name that it was sent with: no folders, nothing hidden."""


@dataclass(frozen=True)
class Failure(FrameEvent):
    """A frame that gave no message."""

    reason: Reason


@dataclass(frozen=True)
class Repeated(FrameEvent):
    """A message that is out came again, since its sender had no answer."""


@dataclass(frozen=True)
class Answered(FrameEvent):
    """`Receiver.speech` gave an answer to that frame."""


@dataclass(frozen=True)
class Missing(Event):
    """A receiver has `received` of `needed` blocks of what is being confirmed."""

    received: int
    needed: int
    snr_decibels: float
    """There, in decibels."""


@dataclass(frozen=True)
class Confirmed(Event):
    """A receiver has what was to be confirmed."""

    tries: int
    snr_decibels: float
    """There, in decibels."""


@dataclass(frozen=True)
class Unconfirmed(Event):
    """Nobody said that it came."""

    tries: int
    reason: Reason


@dataclass(frozen=True)
class Digits(Event):
    """Both devices of a pairing show six digits: `Receiver.decide` takes what people say of them."""

    digits: str
    """Show them in two groups of three."""


@dataclass(frozen=True)
class Paired(Event):
    """Two devices agreed on a key."""

    key: bytes = field(repr=False)
    """32 bytes for `Secret.from_key`. Store them where nobody else reads them."""
    is_sure: bool
    """If False, the other device may not know that both accepted, and have no key."""


@dataclass(frozen=True)
class Unpaired(Event):
    """A pairing brought nothing."""

    reason: Reason


@dataclass(frozen=True)
class Level:
    """How loud a tenth of a second was, full scale being 1."""

    seconds: float
    """Its end, from the first sample that was pushed."""
    peak: float
    """The largest magnitude of a sample."""
    band: float
    """Root mean square of the near-ultrasonic band."""
