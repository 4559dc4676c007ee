"""Converts arrays of samples for the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_CHANNELS = 64


def as_samples(samples: ArrayLike) -> NDArray[np.float32]:
    """Samples as contiguous float32 of shape (frames, channels). Full scale is 1.

    Integers of 8, 16 and 32 bits are those of WAV files: full scale is 2^7 about 128, 2^15, 2^31.
    float32 samples are not copied.

    Raises:
        TypeError: the samples are not an array of real numbers, or are integers without a full
            scale.
        ValueError: the samples have more than two dimensions, no channels or too many channels.
    """
    if isinstance(samples, (str, bytes, bytearray, memoryview)):
        raise TypeError(
            f"samples are an array and not {type(samples).__name__}:"
            " for bytes of 32-bit floats give numpy.frombuffer(data, dtype=numpy.float32)"
        )
    array = np.asarray(samples)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "f":
        floats = array.astype(np.float32, order="C", copy=False)
    elif (kind, size) in (("i", 2), ("i", 4)):
        floats = array.astype(np.float32, order="C") * np.float32(2.0 ** (1 - 8 * size))
    elif (kind, size) == ("u", 1):
        floats = (array.astype(np.float32, order="C") - np.float32(128)) / np.float32(128)
    else:
        raise TypeError(
            f"samples of {array.dtype} have no full scale:"
            " give float32, or int16 as a WAV file has them"
        )
    if floats.ndim not in (1, 2):
        raise ValueError(
            "samples have the shape (frames,) or (frames, channels),"
            f" and not {floats.shape}: reshape them"
        )
    if floats.ndim == 1:
        floats = floats[:, np.newaxis]
    if not 1 <= floats.shape[1] <= MOST_CHANNELS:
        raise ValueError(
            f"samples have the shape (frames, channels) with 1 to {MOST_CHANNELS} channels, and not"
            f" {floats.shape}: transpose what has a row for each channel"
        )
    return np.ascontiguousarray(floats)
