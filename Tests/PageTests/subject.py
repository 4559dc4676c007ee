"""The page under test, by the ids of its elements."""
import pathlib
import time

HOOKS = (pathlib.Path(__file__).parent / "hooks.js").read_text()


class Subject:
    """One tab with the page, and its requests, dialogs, errors and violations of its policy."""

    def __init__(self, page, url, hooks="{}"):
        self.page = page
        self.url = url
        self.requests, self.dialogs, self.errors = [], [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", self._dismiss)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda line: self.errors.append(line.text) if line.type == "error" else None)
        # `hooks`: JavaScript of an object, see hooks.js.
        page.add_init_script(f"window.handshakeTest = {hooks};\n{HOOKS}")

    def _dismiss(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def open(self, core="ready"):
        self.page.goto(self.url)
        self.page.wait_for_selector(f"html[data-core={core}]", timeout=20_000)
        return self

    @property
    def state(self):
        return self.page.get_attribute("#state", "data-state")

    def await_state(self, state, seconds=10):
        """Waits for the state, and for a sentence that tells it."""
        self.wait(f"#state[data-state={state}]", seconds)
        assert len(self.page.inner_text("#state").split()) > (0 if state == "listening" else 1)

    def check_innocent(self):
        """Nothing went wrong that the page itself would not say."""
        assert self.errors == [] and self.dialogs == [], (self.errors, self.dialogs)
        assert self.page.evaluate("notes.violations") == []

    def wait(self, selector, seconds=10, state="visible"):
        return self.page.wait_for_selector(selector, timeout=1000 * seconds, state=state)

    # Receiving

    def listen(self):
        self.page.click("#listen")
        self.wait("#state[data-state=listening]")
        return self

    @property
    def texts(self):
        """The texts in the list, oldest first."""
        items = "[...document.querySelectorAll('#messages > li[data-kind=text] .text')]"
        return self.page.evaluate(f"{items}.map((e) => e.textContent).reverse()")

    @property
    def notes(self):
        """What the page told of itself in the list, oldest first."""
        items = "[...document.querySelectorAll('#messages > li[data-kind=note] .text')]"
        return self.page.evaluate(f"{items}.map((e) => e.textContent).reverse()")

    @property
    def hints(self):
        return self.page.evaluate(
            "[...document.querySelectorAll('#hints li')].map((e) => e.dataset.hint)")

    @property
    def arrivals(self):
        return self.page.evaluate("notes.arrivals")

    def await_texts(self, count, seconds=10):
        """The texts, as soon as there are so many, or as they are after so many seconds."""
        self.until(lambda: len(self.texts) >= count, seconds)
        return self.texts

    def hear_on(self, seconds, limit=30):
        """Waits until the page has listened for so many seconds more."""
        end = self.page.evaluate("notes.heardSeconds") + seconds
        self.await_truth(f"notes.heardSeconds >= {end}", limit)

    def await_truth(self, expression, seconds=10):
        """Waits until that JavaScript is true in the page."""
        self.until(lambda: self.page.evaluate(expression), seconds)
        assert self.page.evaluate(expression), expression

    def until(self, condition, seconds):
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)

    def await_hint(self, key, seconds=20):
        self.until(lambda: key in self.hints, seconds)
        assert key in self.hints, self.hints

    def give(self, *events):
        """Hands events to the page as its worker does, without sound and without listening."""
        self.page.evaluate(
            """(events) => {
              const bytes = (numbers) => numbers && Uint8Array.from(numbers);
              const whole = events.map((event) => ({
                failure: null, frame: 900 + notes.arrivals.length, protocol: 'hop',
                lowestHertz: 17000, highestHertz: 20000, startSeconds: 1, endSeconds: 2,
                snrDecibels: 10, marginDecibels: 20, dilationPpm: 0, corrected: 0, received: 0,
                needed: 0, peak: 0.1, bandLevel: 0.1, sealed: false, sealedSeconds: null, ...event,
                bytes: bytes(event.bytes), name: bytes(event.name) ?? null,
              }));
              const data = { kind: 'heard', events: whole, columns: [] };
              notes.workers.at(-1).dispatchEvent(new MessageEvent('message', { data }));
            }""",
            list(events))

    def trap(self):
        """Ends the core of the page's worker, as a fault in it would."""
        self.page.evaluate("notes.workers.at(-1).postMessage({ isTrapped: true })")

    # Sending

    def press_send(self):
        self.wait("#send:not([disabled])")
        # The result of the one before is still there.
        self.page.evaluate("delete document.querySelector('#sent').dataset.result")
        self.page.click("#send")

    def await_sending(self):
        """Says yes to what the page asks, until it sends."""
        self.until(lambda: self._says_yes() or self.page.is_visible("#sending"), 10)

    def await_sent(self, seconds=20):
        """The result: sent, stopped, failed, confirmed or unconfirmed; says yes to questions."""
        self.until(
            lambda: self._says_yes() or self.page.get_attribute("#sent", "data-result"), seconds)
        return self.page.get_attribute("#sent", "data-result")

    def _says_yes(self):
        if self.page.locator("dialog#ask[open]").count():
            self.page.click("#ask-yes")

    def compose(self, kind, fill):
        """Chooses the kind, lets `fill` fill its fields, and waits for the duration of that."""
        if self.page.get_attribute(f"#kind-{kind}", "aria-pressed") != "true":
            self.page.click(f"#kind-{kind}")
        self.page.evaluate("delete document.querySelector('#cost').dataset.seconds")
        fill()
        self.wait("#cost[data-seconds]", state="attached")

    def send(self, text, seconds=20):
        self.compose("text", lambda: self.page.fill("#text", text))
        self.press_send()
        return self.await_sent(seconds)

    def send_file(self, path, seconds=120):
        self.compose("file", lambda: self.page.set_input_files("#file", path))
        self.press_send()
        return self.await_sent(seconds)

    # Settings

    def set(self, **values):
        """Sets settings by the ids of their elements, _ for -."""
        self.page.click("#open-settings")
        for name, value in values.items():
            selector = "#" + name.replace("_", "-")
            element = self.page.locator(selector)
            if isinstance(value, bool):
                element.set_checked(value)
            elif element.evaluate("(e) => e.tagName") == "SELECT":
                element.select_option(value)
            elif element.get_attribute("type") == "range":
                element.evaluate(
                    "(e, v) => { e.value = v; e.dispatchEvent(new Event('input', {bubbles: true}));"
                    " e.dispatchEvent(new Event('change', {bubbles: true})); }", value)
            else:
                element.fill(str(value))
                element.dispatch_event("change")
        self.page.click("#close-settings")

    def use_secret(self, words):
        self.page.click("#open-settings")
        self.page.fill("#passphrase", words)
        self.page.click("#use-passphrase")
        self.wait("#fingerprint[data-fingerprint]:not([data-fingerprint=''])")
        self.page.click("#close-settings")
