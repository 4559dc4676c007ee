"""Air between browsers and programs: a sound loop without hardware, by tools/alsa-loop."""
import array
import json
import math
import os
import pathlib
import queue
import random
import subprocess
import tempfile
import threading
import time

from processes import hasten, start_process

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("HANDSHAKE_PROGRAMS", ROOT / ".build/release"))
PROTOCOLS = ("hop", "burst")
NOISE_DECIBELS = -60  # of full scale, white; without any a microphone is silent, which is a fault
LOUD_DECIBELS = -40  # of full scale, in 10 ms: a program or a page sounds


class Air:
    """All browsers and programs in `environment` hear what one of them plays, with a little noise.

    `rate` is that of the loudspeaker and of the microphone, in hertz. Of two `channels`, each has
    noise of its own.
    """

    def __init__(self, rate=48_000, noise=True, channels=1):
        self.rate = rate
        self.processes = []
        self.loop = start_process(
            [ROOT / "tools/alsa-loop", "sh", "-c", "env -0; echo; exec cat >/dev/null"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=os.environ | {
                "LOOP_RATE": str(rate), "LOOP_CH": str(channels), "LOOP_KIND": "pulseaudio"})
        lines = b""
        while not lines.endswith(b"\0\n"):
            if not (more := self.loop.stdout.read1()):
                raise RuntimeError(
                    "tools/alsa-loop did not start: run it alone, as tools/alsa-loop true")
            lines += more
        variables = dict(each.split("=", 1) for each in lines.decode().split("\0") if "=" in each)
        # A home of its own: neither browsers nor programs are to read the settings of whoever
        # tests.
        self.environment = variables | {"HOME": variables["LOOP_DIR"], "LC_ALL": "C.UTF-8"}
        hasten(self.server)
        # Chromium shows no monitor among its microphones.
        self.run(
            "pactl", "load-module", "module-remap-source", "master=loop.monitor",
            "source_name=microphone")
        self.run("pactl", "set-default-source", "microphone")
        self.run("pactl", "set-default-sink", "loop")
        self.last_loud = 0.0  # seconds since 1970
        self.quiet_seconds = 0.0  # that passed since something sounded
        self._start(
            self._listen, 1, "parec", "--latency-msec=100", "--device=loop.monitor",
            stdout=subprocess.PIPE)
        if noise:
            self._start(
                self._make_noise, channels, "pacat", "--latency-msec=200", "--device=loop",
                stdin=subprocess.PIPE)

    def close(self):
        for process in self.processes:
            process.kill()
        self.loop.stdin.close()
        self.loop.wait()

    def _start(self, work, channels, program, *options, **pipes):
        form = ["--raw", "--format=float32le", f"--rate={self.rate}", f"--channels={channels}"]
        process = start_process([program, *form, *options], env=self.environment, **pipes)
        self.processes.append(process)
        threading.Thread(target=work, args=(process,), daemon=True).start()

    def _make_noise(self, process):
        generator, level = random.Random(1), 10 ** (NOISE_DECIBELS / 20)
        # Made once: the processor is for browsers.
        samples = (generator.gauss(0, level) for _ in range(5 * self.rate))
        noise = array.array("f", samples).tobytes()
        try:
            while True:
                process.stdin.write(noise)
        except OSError:
            pass  # closed

    def _listen(self, process):
        least = 10 ** (LOUD_DECIBELS / 20)
        heard_seconds = 0.0
        start = None  # the first sample's time, seconds since 1970
        while block := process.stdout.read(4 * self.rate // 100):
            heard_seconds += len(block) / 4 / self.rate
            # Blocks come late, and by different times: the least late one tells the clock.
            start = min(start or math.inf, time.time() - heard_seconds)
            # Every seventh sample tells sound from noise; every eighth is 0 for tones of a quarter
            # of the rate.
            if max(map(abs, array.array("f", block)[::7]), default=0) > 2 * least:
                self.last_loud = start + heard_seconds
                self.quiet_seconds = 0.0
            else:
                self.quiet_seconds += len(block) / 4 / self.rate

    def falls_quiet(self, seconds=1.5, limit=5):
        """Whether nothing sounds for so long; gives it that long, and the limit before."""
        start = time.monotonic()
        while (waited := time.monotonic() - start) < limit + seconds:
            # What was heard before may be older than what plays.
            if min(self.quiet_seconds, waited) >= seconds:
                return True
            time.sleep(0.05)
        return False

    def run(self, *command, **options):
        """Runs a program in this air until it ends; what it printed."""
        with start_process(
            command, env=self.environment, stdout=subprocess.PIPE, text=True, **options
        ) as process:
            try:
                printed, _ = process.communicate(timeout=60)
            except BaseException:
                process.kill()
                raise
        if process.returncode != 0:
            raise subprocess.CalledProcessError(process.returncode, command)
        return printed

    @property
    def server(self):
        """The number of the sound server's process."""
        return int(self.run("pgrep", "-P", str(self.loop.pid), "pulseaudio"))

    def hsend(self, *arguments, **options):
        return self.run(PROGRAMS / "hsend", *arguments, **options)

    def play(self, path, *options):
        """Plays a WAV file, by options of paplay."""
        self.run("paplay", "--device=loop", *options, path)

    def hrecv(self, *arguments):
        return Hrecv(self, arguments)


class Hrecv:
    """A listening hrecv: `with air.hrecv() as hrecv`."""

    def __init__(self, air, arguments):
        self.messages = queue.Queue()
        self.others = []  # what else it told of frames
        # Its errors to a file: a pipe that nobody reads would hold it up.
        self.errors = tempfile.TemporaryFile("w+")
        self.process = start_process(
            [PROGRAMS / "hrecv", "--json", *arguments], env=air.environment,
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        started = threading.Event()

        def read():
            for line in self.process.stdout:
                event = json.loads(line)
                started.set()
                if event["event"] in ("message", "file"):
                    self.messages.put(event)
                elif event["event"] not in ("started", "level"):
                    self.others.append(event)

        threading.Thread(target=read, daemon=True).start()
        assert started.wait(10), "hrecv did not start"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def next(self, seconds=5):
        """The next message or file, or None where none came in so many seconds."""
        try:
            return self.messages.get(timeout=seconds)
        except queue.Empty:
            return None

    def texts(self, count, seconds=5):
        """So many texts, as far as they come, and whatever else came meanwhile."""
        heard = []
        while len(heard) < count and (event := self.next(seconds)):
            heard.append(event.get("text"))
        while event := self.next(0.3):
            heard.append(event.get("text"))
        return heard
