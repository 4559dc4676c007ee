"""Processes of the browsers that these tests started, as /proc shows them."""
import contextlib
import os
import pathlib
import signal
import subprocess
import threading

NICENESS = -11  # what PulseAudio asks for by itself


def _parent(folder):
    return int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])


def processes_with(option):
    """The folders of /proc of this test's processes whose command has that option, in bytes."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if option not in (folder / "cmdline").read_bytes():
                continue
            ancestor = int(folder.name)
            while ancestor not in (0, os.getpid()):
                ancestor = _parent(pathlib.Path(f"/proc/{ancestor}"))
            if ancestor:
                found.append(folder)
        except OSError:
            pass  # it has ended, or is another user's
    return found


def hasten_session(number, niceness=NICENESS):
    """Lets that process's session come before others, where the kernel schedules by sessions."""
    with contextlib.suppress(OSError):
        pathlib.Path(f"/proc/{number}/autogroup").write_text(str(niceness))


def start_process(command, **options):
    """Starts a program in its own session, ahead of others such as builds of the same terminal."""
    process = subprocess.Popen(command, start_new_session=True, **options)
    hasten_session(process.pid)
    return process


def hasten(number):
    """Lets that process come before others, as desktops do for what sounds: late sound is lost.

    Takes root's right; without it nothing changes.
    """
    hasten_session(number)
    with contextlib.suppress(OSError):
        for thread in pathlib.Path(f"/proc/{number}/task").iterdir():
            os.setpriority(os.PRIO_PROCESS, int(thread.name), NICENESS)


def hasten_browsers():
    """Lets all browsers come before others, which have sessions of their own."""
    for folder in processes_with(b"--remote-debugging-p"):
        hasten(folder.name)


@contextlib.contextmanager
def browsers_end_after(seconds):
    """Kills every browser then: Playwright waits without end for a script's result."""
    timer = threading.Timer(seconds, end_browsers)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end_browsers():
    """Kills every browser, so that whatever waits for its answer fails."""
    for folder in processes_with(b"--remote-debugging-p"):  # -port in Firefox, -pipe in Chromium
        try:
            os.kill(int(folder.name), signal.SIGKILL)
        except ProcessLookupError:
            pass  # it ended by itself
