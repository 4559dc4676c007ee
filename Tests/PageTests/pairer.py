"""One end of a pairing by the C library, in an air."""
import contextlib
import ctypes
import subprocess
import threading
import time
from ctypes import byref

from air import PROGRAMS
from processes import start_process

FIRST, SECOND = 0, 1
DIGITS, PAIRED, UNPAIRED = 13, 14, 15
REFUSED, ENDED_BY_OTHER = 20, 21
RATE = 48_000
BLOCK_FRAMES = 2_400


class Event(ctypes.Structure):
    """handshake_event, of which these fields count here."""

    _fields_ = [
        ("kind", ctypes.c_int), ("failure", ctypes.c_int), ("frame", ctypes.c_uint64), ("text", ctypes.c_char_p),
        ("rest", ctypes.c_double * 14)]


class Pairer:
    """Pairs as the first or the second end: `with Pairer(air, FIRST) as other`."""

    def __init__(self, air, part):
        self.air = air
        self.library = ctypes.CDLL(str(PROGRAMS / "libHandShakeC.so"))
        self.library.handshake_transmitter_sample_count.restype = ctypes.c_uint64
        self.library.handshake_secret_fingerprint.restype = ctypes.c_char_p
        self.receiver = ctypes.c_void_p()
        self.call("receiver_open", ctypes.c_double(RATE), ctypes.c_size_t(1), None, ctypes.c_size_t(0), byref(self.receiver))
        self.call("receiver_pair", self.receiver, part, ctypes.c_double(0), ctypes.c_double(5))
        self.digits = self.end = self.decision = self.sound = None
        self.failure = 0
        self.is_closed = False
        form = ["--raw", "--format=float32le", f"--rate={RATE}", "--channels=1", "--latency-msec=50"]
        self.form = form
        self.microphone = start_process(
            ["parec", *form, "--device=loop.monitor"], env=air.environment, stdout=subprocess.PIPE)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_closed = True
        self.thread.join()
        self.microphone.kill()
        self.library.handshake_receiver_close(self.receiver)

    def call(self, name, *arguments):
        status = getattr(self.library, f"handshake_{name}")(*arguments)
        assert status == 0, (name, status)

    def _run(self):
        while not self.is_closed and (block := self.microphone.stdout.read(4 * BLOCK_FRAMES)):
            self.call("receiver_push", self.receiver, block, ctypes.c_size_t(len(block) // 4))
            self._poll()
            if self.decision is not None:
                self.call("receiver_decide", self.receiver, self.decision)
                self.decision = None
            self._speak()

    def _poll(self):
        event = Event()
        while True:
            self.call("receiver_poll", self.receiver, byref(event))
            if event.kind == 0:
                return
            if event.kind == DIGITS:
                self.digits = event.text.decode()
            elif event.kind in (PAIRED, UNPAIRED):
                self.end, self.failure = event.kind, event.failure

    def _speak(self):
        if self.sound and self.sound.poll() is not None:
            self.sound = None
            self.call("receiver_spoken", self.receiver)
        speech = ctypes.c_void_p()
        self.call("receiver_speech", self.receiver, ctypes.c_double(RATE), byref(speech))
        if not speech:
            return
        count = self.library.handshake_transmitter_sample_count(speech)
        samples, written = (ctypes.c_float * count)(), ctypes.c_size_t()
        self.call("transmitter_read", speech, samples, ctypes.c_size_t(count), byref(written))
        self.library.handshake_transmitter_close(speech)
        samples[:] = [0.25 * sample for sample in samples]
        self.sound = start_process(
            ["pacat", *self.form, "--device=loop"], env=self.air.environment, stdin=subprocess.PIPE)
        with contextlib.closing(self.sound.stdin):
            self.sound.stdin.write(bytes(samples))

    def decide(self, are_equal):
        """Says whether the digits are equal."""
        self.decision = int(are_equal)

    def await_end(self, seconds=30):
        """How it ended, or None; and why."""
        deadline = time.monotonic() + seconds
        while self.end is None and time.monotonic() < deadline:
            time.sleep(0.05)
        return self.end, self.failure

    @property
    def fingerprint(self):
        """The five letters of the secret on which both agreed."""
        key, secret = ctypes.create_string_buffer(32), ctypes.c_void_p()
        self.call("receiver_paired_key", self.receiver, key)
        self.call("secret_from_key", key, byref(secret))
        letters = self.library.handshake_secret_fingerprint(secret).decode()
        self.library.handshake_secret_destroy(secret)
        return letters
