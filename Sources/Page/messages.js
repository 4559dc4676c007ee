// What arrived, newest first. All of it is hostile: it is shown by textContent alone, nothing of it
// opens, copies or loads by itself, and what cannot be seen is made visible.

const mostShownCharacters = 4000;
const mostShownLines = 60;
const mostMessages = 1000;

/** A small drawing of a lock, which always stands beside words that say the same. */
function lockSign() {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  drawing.setAttribute('viewBox', '0 0 16 16');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('class', 'lock-sign');
  path.setAttribute('d', 'M3 7h10v8H3zM5 7V5a3 3 0 0 1 6 0v2h-1.8V5a1.2 1.2 0 0 0-2.4 0v2z');
  drawing.append(path);
  return drawing;
}

const messages = {
  list: document.getElementById('messages'),
  /** The newest last. */
  all: [],
  /** What is still arriving, by the number of its frame. */
  pending: new Map(),

  /** Adds a message, and says so to who listens to the page. */
  add(message, spoken) {
    message.time = new Date();
    this.all.push(message);
    this.list.prepend(this.show(message));
    if (this.all.length > mostMessages) this.remove(this.all[0]);
    document.getElementById('no-messages').hidden = true;
    if (spoken) announce(spoken);
    return message;
  },

  remove(message) {
    this.all = this.all.filter((each) => each !== message);
    message.element.remove();
    document.getElementById('no-messages').hidden = this.all.length > 0;
  },

  /** Shows a message as it is now, in place of how it was. */
  show(message) {
    const made = element('li', { data: { kind: message.kind } });
    if (message.protocol) made.dataset.protocol = message.protocol;
    if (message.sealed) made.dataset.sealed = 'true';
    this.fill[message.kind](message, made);
    // Who is on one of its buttons stays there.
    const focused = message.element?.contains(document.activeElement)
      ? document.activeElement : null;
    message.element?.replaceWith(made);
    message.element = made;
    if (focused) {
      const same = focused.className && made.querySelector(`button.${focused.className}`);
      (same || made.querySelector('button'))?.focus({ preventScroll: true });
    }
    return made;
  },

  /** Shows all anew, as in another language. */
  showAll() {
    for (const message of this.all) this.show(message);
  },

  text(event) {
    const text = new TextDecoder().decode(event.bytes);
    const wifi = readWifi(text);
    const contact = wifi ? null : readContact(text);
    const kind = wifi ? 'wifi' : contact ? 'contact' : 'text';
    const message = { kind, text, wifi, contact, bytes: event.bytes, ...this.facts(event) };
    this.settle(event.frame);
    this.add(message, say('announceText', { text: brief(text, 120) }));
  },

  file(event) {
    const name = harmlessName(event.name);
    this.settle(event.frame);
    this.add({ kind: 'file', name, bytes: event.bytes, ...this.facts(event) },
      say('announceFile', { name }));
  },

  /** Something to know that is no message; one that is the newest already is counted. */
  note(word, values = {}, action = null) {
    const newest = this.all[this.all.length - 1];
    if (newest?.kind === 'note' && newest.word === word) {
      newest.count += 1;
      newest.time = new Date();
      newest.values = values;
      this.show(newest);
      announce(say(word, values));
      return;
    }
    this.add({ kind: 'note', word, values, action, count: 1 }, say(word, values));
  },

  /** Blocks or characters of something that is still arriving. */
  arriving(event) {
    let message = this.pending.get(event.frame);
    if (!message) {
      message = { kind: 'pending', protocol: event.protocol, received: 0, needed: 0, text: '',
        name: null, firstSeconds: performance.now() / 1000, firstReceived: event.received };
      this.pending.set(event.frame, message);
      this.add(message, say('somethingLong'));
    }
    if (event.kind === 'progress') message.text = new TextDecoder().decode(event.bytes);
    if (event.name) message.name = harmlessName(event.name);
    if (event.kind === 'blocks') {
      message.received = event.received;
      message.needed = event.needed;
      // By the clock: the event has the end of its frame, which is yet to come.
      const seconds = performance.now() / 1000 - message.firstSeconds;
      const came = event.received - message.firstReceived;
      message.secondsLeft = came < 3 || event.received >= event.needed ? null
        : ((event.needed - event.received) * seconds) / came;
    }
    this.show(message);
  },

  /** What was arriving is here, or will not come. */
  settle(frame) {
    const message = this.pending.get(frame);
    if (!message) return null;
    this.pending.delete(frame);
    this.remove(message);
    return message;
  },

  /** A receiver ended, and its numbers with it: what was arriving will not come. */
  interrupt() {
    for (const message of this.all) message.frame = null;
    for (const frame of [...this.pending.keys()]) {
      const { received, needed } = this.settle(frame);
      if (needed) this.note('blocksLost', { received, needed });
    }
  },

  /** Says beneath a message, else the newest, that it came again, or is being answered. */
  remark(word, frame) {
    const newest = this.all.findLast((message) => message.frame === frame)
      ?? this.all.findLast((message) => message.bytes);
    if (!newest) return;
    newest.remark = word;
    this.show(newest);
  },

  facts({ frame, protocol, marginDecibels, sealed, sealedSeconds }) {
    return { frame, protocol, marginDecibels, sealed, sealedSeconds };
  },

  /** `10:41 · hop · 24 dB to spare`. */
  factsText(message) {
    const parts = [clock(message.time)];
    if (message.protocol) parts.push(message.protocol);
    const spare = message.marginDecibels;
    if (Number.isFinite(spare)) {
      parts.push(spare >= 0.5 ? say('toSpare', { decibels: number(Math.min(spare, 60)) })
        : say('justAboutHeard'));
    }
    return parts.join(' · ');
  },

  /** The last lines of a card: when and how it came, and what can be done with it. */
  foot(message, ...buttons) {
    const facts = element('span', { className: 'facts', textContent: this.factsText(message) });
    const about = element('div', { className: 'about' }, facts);
    if (message.sealed) {
      const when = Number.isFinite(message.sealedSeconds)
        ? say('sealedAt', { time: clock(new Date(message.sealedSeconds * 1000)) })
        : say('sealed');
      about.append(element('div', { className: 'lock' }, lockSign(), ' ' + when));
    }
    if (message.remark) {
      about.append(element('div', { className: 'note', textContent: say(message.remark) }));
    }
    return element('div', { className: 'row' }, about,
      element('span', { className: 'buttons' }, ...buttons.filter(Boolean)));
  },

  button(word, className, act) {
    const made = element('button', { type: 'button', className, textContent: say(word) });
    made.addEventListener('click', () => act(made));
    return made;
  },

  copyButton(text) {
    return this.button('copy', 'copy', async (button) => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = say('copied');
      } catch {
        button.textContent = say('copyRefused');
      }
      announce(button.textContent);
      setTimeout(() => { button.textContent = say('copy'); }, 2500);
    });
  },

  shareButton(content) {
    if (!navigator.share || (content.files && !navigator.canShare?.(content))) return null;
    return this.button('share', 'share', () => navigator.share(content).catch(() => {}));
  },

  saveButton(bytes, name) {
    return this.button('save', 'save', () => save(bytes, name));
  },

  removeButton(message) {
    const made = this.button('remove', 'remove', () => {
      // Who is on the keyboard goes on with the next message.
      const next = message.element.nextElementSibling ?? message.element.previousElementSibling;
      this.remove(message);
      (next?.querySelector('.remove') ?? document.getElementById('text')).focus();
    });
    made.setAttribute('aria-label', say('remove'));
    made.textContent = '×';
    return made;
  },

  /** Pairs of a word and a text as a list of terms. */
  terms(pairs) {
    const list = element('dl');
    for (const [word, value] of pairs) {
      const text = visible(value.slice(0, mostShownCharacters));
      list.append(element('dt', { textContent: say(word) }),
        element('dd', {}, element('bdi', { dir: 'auto', className: 'text' }, ...linked(text))));
    }
    return list;
  },

  /** How each kind of message fills its card. */
  fill: {
    text(message, card) {
      const shown = visible(message.text);
      const lines = shown.split('\n');
      const isLong = shown.length > mostShownCharacters || lines.length > mostShownLines;
      const text = element('bdi', { className: 'text', dir: 'auto' });
      const start = lines.slice(0, mostShownLines).join('\n').slice(0, mostShownCharacters);
      const isCut = isLong && !message.isShownWhole;
      text.append(...linked(isCut ? start : shown), isCut ? ' …' : '');
      card.append(element('p', {}, text));
      if (message.text.includes('\uFFFD')) {
        card.append(element('p', { className: 'note', textContent: say('notText') }));
      }
      card.append(messages.foot(message,
        isCut && messages.button('showAll', 'show-all', () => {
          message.isShownWhole = true;
          messages.show(message);
        }),
        messages.copyButton(shown), messages.shareButton({ text: shown }),
        (isLong || message.text.includes('\uFFFD'))
          && messages.saveButton(message.bytes, 'message.txt'),
        messages.removeButton(message)));
    },

    wifi(message, card) {
      const { name, password, security } = message.wifi;
      card.append(element('p', { className: 'card-title', textContent: say('wifiCard') }));
      const isOpen = !password || /^nopass$/i.test(security);
      const isShown = message.isPasswordShown === true;
      const pairs = [['wifiName', name]];
      if (isOpen) pairs.push(['wifiPassword', say('wifiNone')]);
      else pairs.push(['wifiPassword', isShown ? password : '••••••••']);
      card.append(messages.terms(pairs), messages.foot(message,
        !isOpen && messages.button(isShown ? 'hide' : 'show', 'show-password', () => {
          message.isPasswordShown = !isShown;
          messages.show(message);
        }),
        messages.copyButton(visible(isOpen ? name : password)), messages.removeButton(message)));
    },

    contact(message, card) {
      card.append(element('p', { className: 'card-title', textContent: say('contactCard') }),
        messages.terms(message.contact),
        messages.foot(message, messages.saveButton(message.bytes, 'contact.vcf'),
          messages.copyButton(message.contact.map(([, value]) => visible(value)).join('\n')),
          messages.removeButton(message)));
    },

    file(message, card) {
      const name = element('bdi', { className: 'name', textContent: message.name });
      const textContent = sizeText(message.bytes.length);
      const size = element('span', { className: 'size', textContent });
      const file = new File([message.bytes], message.name, { type: 'application/octet-stream' });
      card.append(element('p', {}, name, ' · ', size), messages.foot(message,
        messages.saveButton(message.bytes, message.name), messages.shareButton({ files: [file] }),
        messages.removeButton(message)));
    },

    pending(message, card) {
      const { received, needed, name, text, secondsLeft } = message;
      card.append(element('p', {}, name
        ? element('bdi', { className: 'name', textContent: name }) : say('somethingLong')));
      if (text) {
        card.append(element('p', {}, element('bdi', {
          className: 'text', dir: 'auto', textContent: visible(text.slice(0, mostShownCharacters)),
        })));
      }
      if (!needed) return;
      const blocks = say('blocks', { received: number(received), needed: number(needed) });
      const bar = element('progress', { max: needed, value: received });
      bar.setAttribute('aria-label', blocks);
      const left = secondsLeft
        ? ' · ' + say('left', { time: duration(Math.ceil(secondsLeft)) }) : '';
      card.append(bar, element('span', { className: 'facts', textContent: blocks + left }));
    },

    note(message, card) {
      const times = message.count > 1 ? ' ' + say('times', { count: number(message.count) }) : '';
      const textContent = say(message.word, message.values);
      card.append(element('p', { className: 'text', textContent }),
        messages.foot({ time: message.time, protocol: times.trim() || null },
          message.action && messages.button(message.action.word, 'act', message.action.act),
          messages.removeButton(message)));
    },
  },
};
