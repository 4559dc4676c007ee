"""Makes spectrograms of recordings."""

from __future__ import annotations

from ctypes import byref, c_double, c_int, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

import numpy as np

from ._library import call, function
from ._samples import as_samples
from ._values import HIGHEST_RATE, LOWEST_RATE, as_integer, as_number

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


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
