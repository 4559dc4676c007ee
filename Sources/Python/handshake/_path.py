"""How sound passes from a loudspeaker to a microphone."""

from __future__ import annotations

import enum
import math
from ctypes import byref, c_int, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

import numpy as np

from . import _library
from ._library import call, function
from ._modem import HIGHEST_RATE
from ._samples import as_integer, as_number, as_samples

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_LEAST_PROBE_RATE, _LEAST_PATH_RATE, _LEAST_CEILING = 35_700, 43_200, 17_000


def probe(rate: float = 48_000, *, level: int = -3, ceiling: Optional[float] = None) -> NDArray[np.float32]:
    """The sound of a link test, six seconds of sweeps and tones between 13.9 and 22.1 kHz, as `hsend --probe` plays it.

    Args:
        rate: Samples a second, 35700 to 768000 Hz; what it does not hold is left out.
        level: Its peak in decibels against full scale, a whole number from -60 to 0. The sound tells it: play the
            samples as they are.
        ceiling: Nothing sounds above, 17000 Hz or more; there is none unless told otherwise.

    Returns:
        Samples of shape (count,), full scale being 1.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of range.
    """
    rate = as_number(rate, "rate", _LEAST_PROBE_RATE, HIGHEST_RATE)
    level = as_integer(level, "level", -60, 0)
    hertz = 0 if ceiling is None else as_number(ceiling, "ceiling", _LEAST_CEILING, HIGHEST_RATE)
    samples = np.empty(function("probe_sample_count")(rate), np.float32)
    call("probe_write", rate, level, hertz, samples.ctypes.data)
    return samples


class Obstacle(enum.Enum):
    """Why no burst is recommended."""

    UNKNOWN = -1
    MOTION = 1
    """Somebody or something moves."""
    ECHOES = 2
    """Echoes last longer than bursts undo."""
    TOO_FAINT = 3
    """The signal is too weak against the noise."""

    @classmethod
    def _missing_(cls, value: object) -> "Obstacle":
        return cls.UNKNOWN


@dataclass(frozen=True)
class Recommendation:
    """How to send over a path, as `encode` and `send` take it."""

    protocol: str
    """The fastest protocol that is safe."""
    rung: Optional[int]
    """Of a burst."""
    ceiling: float
    """In hertz."""
    level: float
    """Of `send`, in decibels: more would be distorted."""
    margin: float
    """By how many decibels the signal is stronger than needed."""


@dataclass(frozen=True)
class Step:
    """Two tones at one level, and what the loudspeaker made of them besides."""

    level: float
    """Their common peak, in decibels against full scale at the sender."""
    tone: float
    """Their level as it arrived, in decibels."""
    distortion: Optional[float]
    """The products of third order, in decibels against the tones; None where noise hides them."""


@dataclass(frozen=True, eq=False)
class Path:
    """What a probe showed of the way from a loudspeaker to a microphone."""

    start_seconds: float
    """Of the probe in the recording."""
    level: float
    """Its peak as it was sent, in decibels against full scale."""
    hertz: NDArray[np.float64]
    """The middle of each 100 Hz, of shape (80,)."""
    response: NDArray[np.float64]
    """The level at which a sine of full scale arrives in each, in decibels; at most that where it is hidden."""
    hidden: NDArray[np.bool_]
    """Where noise hides the response."""
    noise: NDArray[np.float64]
    """The level of the noise in each, in decibels."""
    steadiness: NDArray[np.float64]
    """How much of the response was the same 2.35 s later, 0 to 1."""
    steps: tuple[Step, ...]
    """The levels that were tried, rising."""
    delay_spread_seconds: float
    """Root mean square of the delays of the echoes, weighted by power."""
    echo_seconds: float
    """99 % of the energy has come after that."""
    dilation: float
    """Clock offset and motion together, in parts per million."""
    speed_change: float
    """From the first half to the second, in m/s."""
    doppler_spread: Optional[float]
    """Width of a received tone, in hertz, root mean square; None where noise hides it."""
    compression: float
    """By how many decibels the loud sweep was fainter than the faint one promised."""
    clipped: float
    """Which part of its samples is cut off in the recording, 0 to 1."""
    recommendation: Optional[Recommendation]
    """How to send; None where nothing is safe."""
    obstacle: Optional[Obstacle]
    """Why no burst is recommended; None where one is."""


def measure(samples: ArrayLike, rate: float) -> Optional[Path]:
    """Measures a path by the first probe in a recording, as `hrecv --probe` does.

    Args:
        samples: As of `decode`; the strongest channel counts.
        rate: Frames a second, 43200 to 768000 Hz.

    Returns:
        What the probe showed; None where there is no whole one.

    Raises:
        TypeError: an argument is of another type.
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
            report.protocol.decode(), None if report.rung < 0 else report.rung, report.ceiling_hertz,
            report.level_decibels, report.margin_decibels)
    return Path(
        report.start_seconds, report.sent_level_decibels, np.array([cell.hertz for cell in cells]),
        np.array([cell.response_decibels for cell in cells]), np.array([bool(cell.hidden) for cell in cells]),
        np.array([cell.noise_decibels for cell in cells]), np.array([cell.steadiness for cell in cells]),
        tuple(Step(step.level_decibels, step.tone_decibels, _unless_hidden(step.distortion_decibels))
              for step in report.steps[: report.step_count]),
        report.delay_spread_seconds, report.echo_seconds, report.dilation_ppm, report.speed_change,
        _unless_hidden(report.doppler_spread_hertz), report.compression_decibels, report.clipped_share, recommendation,
        Obstacle(report.obstacle) if report.obstacle else None)


def _unless_hidden(value: float) -> Optional[float]:
    return None if math.isnan(value) else value
