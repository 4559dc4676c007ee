"""The path of sound from a loudspeaker to a microphone."""

from __future__ import annotations

import enum
import math
from ctypes import byref, c_int, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

import numpy as np

from . import _library
from ._library import call, function
from ._samples import as_samples
from ._values import HIGHEST_RATE, as_integer, as_number

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_LEAST_PROBE_RATE, _LEAST_PATH_RATE, _LEAST_CEILING = 35_700, 43_200, 17_000


def probe(
    rate: float = 48_000, *, level: int = -3, ceiling: Optional[float] = None,
) -> NDArray[np.float32]:
    """Makes the sound of a link test, as `hsend --probe` plays it.

    The sound has six seconds of sweeps and tones between 13.9 and 22.1 kHz.

    Args:
        rate: Samples per second, 35700 to 768000 Hz. Higher frequencies than it holds are left out.
        level: The peak in decibels relative to full scale, a whole number from -60 to 0. The sound
            contains its level: play the samples unchanged.
        ceiling: The highest frequency, 17000 Hz or more. The default is no ceiling.

    Returns:
        Samples of shape (count,). Full scale is 1.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
    """
    rate = as_number(rate, "rate", _LEAST_PROBE_RATE, HIGHEST_RATE)
    level = as_integer(level, "level", -60, 0)
    hertz = 0 if ceiling is None else as_number(ceiling, "ceiling", _LEAST_CEILING, HIGHEST_RATE)
    samples = np.empty(function("probe_sample_count")(rate), np.float32)
    call("probe_write", rate, level, hertz, samples.ctypes.data)
    return samples


class Obstacle(enum.Enum):
    """Why `measure` recommends no burst."""

    UNKNOWN = -1
    MOTION = 1
    """Somebody or something moves."""
    ECHOES = 2
    """The echoes last longer than bursts can undo."""
    TOO_FAINT = 3
    """The signal is too weak against the noise."""

    @classmethod
    def _missing_(cls, value: object) -> "Obstacle":
        return cls.UNKNOWN


@dataclass(frozen=True)
class Recommendation:
    """How to send over a path, as arguments of `encode` and `send`."""

    protocol: str
    """The fastest protocol that is safe."""
    rung: Optional[int]
    """The rung of a burst."""
    ceiling: float
    """In hertz."""
    level: float
    """For `send`, in decibels. A higher level would be distorted."""
    margin: float
    """By how many decibels the signal is stronger than required."""


@dataclass(frozen=True)
class Step:
    """Two tones at one level, and the distortion that the loudspeaker added."""

    level: float
    """Their common peak, in decibels relative to full scale at the sender."""
    tone: float
    """Their level as it arrived, in decibels."""
    distortion: Optional[float]
    """The third-order products, in decibels relative to the tones. None if noise hides them."""


@dataclass(frozen=True, eq=False)
class Path:
    """The path from a loudspeaker to a microphone, as a probe measured it."""

    start_seconds: float
    """The start of the probe in the recording."""
    level: float
    """The peak of the sent probe, in decibels relative to full scale."""
    hertz: NDArray[np.float64]
    """The middle of each step of 100 Hz, of shape (80,)."""
    response: NDArray[np.float64]
    """The level at which a sine of full scale arrives, in decibels. If hidden, its maximum."""
    hidden: NDArray[np.bool_]
    """Whether noise hides the response."""
    noise: NDArray[np.float64]
    """The level of the noise in each step, in decibels."""
    steadiness: NDArray[np.float64]
    """The share of the response that was the same 2.35 s later, 0 to 1."""
    steps: tuple[Step, ...]
    """The tested levels, rising."""
    delay_spread_seconds: float
    """The root mean square of the echo delays, weighted by power."""
    echo_seconds: float
    """The time in which 99 % of the energy arrived."""
    dilation: float
    """Clock offset and motion together, in parts per million."""
    speed_change: float
    """The change of speed from the first half to the second, in m/s."""
    doppler_spread: Optional[float]
    """The root mean square width of a received tone, in hertz. None if noise hides it."""
    compression: float
    """By how many decibels the loud sweep was fainter than the faint sweep predicted."""
    clipped: float
    """The share of the probe's samples that the recording cut off, 0 to 1."""
    recommendation: Optional[Recommendation]
    """How to send. None if no protocol is safe."""
    obstacle: Optional[Obstacle]
    """Why no burst is recommended. None if a burst is recommended."""


def measure(samples: ArrayLike, rate: float) -> Optional[Path]:
    """Measures a path by the first probe in a recording, as `hrecv --probe` does.

    Args:
        samples: See `decode`. Only the strongest channel counts.
        rate: Frames per second, 43200 to 768000 Hz.

    Returns:
        The measured path. None if there is no complete probe.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
    """
    floats = as_samples(samples)
    rate = as_number(rate, "rate", _LEAST_PATH_RATE, HIGHEST_RATE)
    handle, report, is_there = c_void_p(), _library.PathReport(), c_int()
    call("path_open", rate, floats.shape[1], byref(handle))
    try:
        call("path_push", handle, floats.ctypes.data, len(floats))
        call("path_finish", handle)
        call("path_poll", handle, byref(report), byref(is_there))
        return _told(report) if is_there.value else None
    finally:
        function("path_close")(handle)


def _told(report: _library.PathReport) -> Path:
    cells = report.cells[: report.cell_count]
    recommendation = None
    if report.protocol is not None:
        recommendation = Recommendation(
            report.protocol.decode(), None if report.rung < 0 else report.rung,
            report.ceiling_hertz, report.level_decibels, report.margin_decibels)
    return Path(
        report.start_seconds, report.sent_level_decibels, np.array([cell.hertz for cell in cells]),
        np.array([cell.response_decibels for cell in cells]),
        np.array([bool(cell.hidden) for cell in cells]),
        np.array([cell.noise_decibels for cell in cells]),
        np.array([cell.steadiness for cell in cells]),
        tuple(
            Step(step.level_decibels, step.tone_decibels, _unless_hidden(step.distortion_decibels))
            for step in report.steps[: report.step_count]),
        report.delay_spread_seconds, report.echo_seconds, report.dilation_ppm, report.speed_change,
        _unless_hidden(report.doppler_spread_hertz), report.compression_decibels,
        report.clipped_share, recommendation,
        Obstacle(report.obstacle) if report.obstacle else None)


def _unless_hidden(value: float) -> Optional[float]:
    return None if math.isnan(value) else value
