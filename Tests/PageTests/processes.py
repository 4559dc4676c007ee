"""Processes of the browsers that these tests started, as /proc shows them."""
import os
import pathlib
import signal


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


def end_browsers():
    """Kills every browser, so that whatever waits for its answer fails."""
    for folder in processes_with(b"--remote-debugging-p"):  # -port in Firefox, -pipe in Chromium
        try:
            os.kill(int(folder.name), signal.SIGKILL)
        except ProcessLookupError:
            pass  # it ended by itself
