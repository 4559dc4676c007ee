"""Draws what was recorded, with a box and the text where a message is:
spectrogram.py [RECORDING.wav [PICTURE.png]]

Without a recording it makes one. It needs the Python package (handshake-modem), and matplotlib for
the picture; the cells, which begin with %%, run one by one in notebooks.
"""

# %% A recording: from a file, or three messages in noise.
import sys
import wave

import numpy

import handshake

if len(sys.argv) > 1:
    with wave.open(sys.argv[1]) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        integers = numpy.frombuffer(file.readframes(file.getnframes()), "<i2")
    samples = integers.reshape(-1, channels) / 32_768
else:
    rate, samples = 48_000, numpy.random.default_rng(1).normal(0, 0.002, (6 * 48_000, 1))
    for second, protocol in ((0.5, "hop"), (2.2, "burst"), (3, "classic")):
        sound = handshake.encode("hello", protocol, rate)
        begin = int(second * rate)
        samples[begin : begin + len(sound), 0] += 0.1 * sound

# %% What is in it.
messages = handshake.decode(samples, rate)
for message in messages:
    print(
        f"{message.start_seconds:5.2f} s  {message.protocol:<8} {message.snr_decibels:5.1f} dB"
        f"  {message.text}")

# %% The picture.
try:
    import matplotlib.pyplot as pyplot
except ImportError:
    sys.exit("there is no picture without matplotlib: run pip install matplotlib")
drawn = handshake.spectrum(samples, rate, 16_000, min(21_000, rate / 2), rows=200)
figure, axes = pyplot.subplots(figsize=(10, 4), layout="constrained")
axes.pcolormesh(drawn.seconds, drawn.hertz / 1000, drawn.decibels, vmin=-90, vmax=-20)
axes.set(xlabel="seconds", ylabel="kHz")
for message in messages:
    lowest, highest = message.lowest_hertz / 1000, message.highest_hertz / 1000
    length = message.end_seconds - message.start_seconds
    corner = (message.start_seconds, lowest)
    axes.add_patch(
        pyplot.Rectangle(corner, length, highest - lowest, fill=False, edgecolor="white"))
    axes.text(message.start_seconds, highest + 0.1, message.text[:40], color="white")
figure.savefig(sys.argv[2] if len(sys.argv) > 2 else "spectrogram.png", dpi=120)
