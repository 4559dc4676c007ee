"""Finds the obstacles to messages in the sound of a microphone."""

from __future__ import annotations

import enum
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _library
from ._library import call, function
from ._samples import as_samples
from ._values import HIGHEST_RATE, LOWEST_RATE, as_number

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


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
