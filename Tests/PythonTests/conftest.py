import pytest

import handshake


@pytest.fixture(scope="session")
def secret():
    return handshake.Secret("platform four, under the clock")


@pytest.fixture(scope="session")
def hello():
    """The sound of "hello" at 48 kHz, with half a second of faint noise around it."""
    return in_noise(handshake.encode("hello"))


def in_noise(samples, seconds=0.5, rate=48_000):
    import numpy

    noise = numpy.random.default_rng(1).normal(0, 1e-3, len(samples) + int(2 * seconds * rate))
    begin = int(seconds * rate)
    noise[begin : begin + len(samples)] += samples
    return noise.astype(numpy.float32)
