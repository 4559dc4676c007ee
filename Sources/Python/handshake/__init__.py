"""HandShake sends text and small files through the air as sound between 17 and 20 kHz.

Most adults do not hear that sound.

    samples = handshake.encode("hello")
    for message in handshake.decode(samples, rate=48_000):
        print(message.text, message.snr_decibels)

`encode` makes the sound of a text or a file. `decode` finds texts and files in a recording. A
`Receiver` takes samples as they arrive. `send` plays, and `listen` hears. `survey` checks a
microphone. `probe` and `measure` check the path from a loudspeaker to it. `spectrum` makes a
spectrogram.
"""

from ._decoding import decode
from ._devices import listen, send
from ._encoding import encode
from ._events import (
    Answered, Blocks, Confirmed, Detected, Digits, Event, Failure, File, FrameEvent, Level, Message,
    Missing, Paired, Progress, Reason, Repeated, Seal, Unconfirmed, Unpaired,
)
from ._library import function as _function
from ._path import Obstacle, Path, Recommendation, Step, measure, probe
from ._protocols import protocols
from ._receiver import Part, Receiver
from ._secret import Secret, new_secret
from ._spectrum import Spectrum, spectrum
from ._survey import Finding, Severity, Trouble, survey

__version__: str = _function("version")().decode()

__all__ = [
    "Answered", "Blocks", "Confirmed", "Detected", "Digits", "Event", "Failure", "File", "Finding",
    "FrameEvent", "Level", "Message", "Missing", "Obstacle", "Paired", "Part", "Path", "Progress",
    "Reason", "Receiver", "Recommendation", "Repeated", "Seal", "Secret", "Severity", "Spectrum",
    "Step", "Trouble", "Unconfirmed", "Unpaired", "decode", "encode", "listen", "measure",
    "new_secret", "probe", "protocols", "send", "spectrum", "survey",
]
