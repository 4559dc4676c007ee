// What arrived, newest first. All of it is hostile: it is shown by textContent alone, nothing of it
// opens, copies or loads by itself, and what cannot be seen is made visible.

const mostShownCharacters = 4000;
const mostShownLines = 60;
const mostMessages = 1000;

/** Makes an element; `properties` are set on it, those under `data` as data- attributes. */
function element(name, properties = {}, ...children) {
  const { data = {}, ...others } = properties;
  const made = Object.assign(document.createElement(name), others);
  Object.assign(made.dataset, data);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// What may be shown as an escape: controls and separators of lines (UAX #44: Cc, Zl, Zp), and
// invisible characters (Default_Ignorable_Code_Point). The flags of England, Scotland and Wales
// consist of the latter (UTS #51, C.1.1).
// VisibleText.swift has the same rule; Tests/Vectors/visible-text.json holds both to it.
const subdivisionFlag = '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,7}\\u{E007F}';
const hidden = new RegExp(
  subdivisionFlag + '|[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]', 'gu');
// Controls, separators, explicit directions, and tags: nothing visible beside them excuses these.
const inexcusable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;
const isVisible = (character) => /^[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character);

/**
 * The places of embeddings and isolates that end in their line, and of their ends (UAX #9: BD9,
 * BD11). Overrides are left out: they can show any order of letters.
 */
function closedDirections(text) {
  const places = new Set();
  let open = [];
  let isolateCount = 0;
  for (const { 0: sign, index } of
    text.matchAll(/[\u202A-\u202E\u2066-\u2069\n\r\x1C-\x1E\x85\u2029]/gu)) {
    if (/[\u202A\u202B\u202D\u202E\u2066-\u2068]/u.test(sign)) {
      const isIsolate = sign >= '\u2066';
      open.push({
        index, end: isIsolate ? '\u2069' : '\u202C', isOverride: /[\u202D\u202E]/u.test(sign),
      });
      if (isIsolate) isolateCount += 1;
      continue;
    }
    if (sign === '\u2069' && isolateCount > 0) {
      isolateCount -= 1;
      while (open.at(-1).end !== sign) open.pop();
    }
    if (open.at(-1)?.end === sign) {
      const start = open.pop();
      if (!start.isOverride) places.add(start.index).add(index);
    } else if (sign !== '\u2069' && sign !== '\u202C') {
      open = [];
      isolateCount = 0;
    }
  }
  return places;
}

/**
 * A text with escapes in place of the characters that would hide or reorder it: controls except
 * line ends and tabs, directions that are not closed, and invisible characters beside nothing
 * visible. Joiners, selectors and flags stay as they are.
 */
function visible(text, escape = escaped) {
  const lines = text.replace(/\r\n/g, '\n');
  const closed = closedDirections(lines);
  return lines.replace(hidden, (found, index) => {
    const isFlag = found.length > 2;
    if (isFlag || found === '\n' || found === '\t' || closed.has(index)) return found;
    const end = index + found.length;
    const before = Array.from(lines.slice(Math.max(0, index - 2), index)).at(-1) ?? '';
    const isBesideVisible = isVisible(before) || isVisible(lines.slice(end, end + 2));
    return isBesideVisible && !inexcusable.test(found) ? found : escape(found);
  });
}

/** `⟨U+202E⟩` */
function escaped(character) {
  return `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** As visible, in one line of at most `length` characters. */
function brief(text, length) {
  const line = visible(text.slice(0, 4 * length).replace(/\s+/g, ' ')).trim();
  const characters = Array.from(line);
  return characters.length <= length ? line : characters.slice(0, length - 1).join('') + '…';
}

/**
 * A text without the characters at its ends that fit `sign`. A regular expression for that would
 * try each place of a long run, and take the square of its length.
 */
function trimmed(text, sign) {
  let [start, end] = [0, text.length];
  while (start < end && sign.test(text[start])) start += 1;
  while (end > start && sign.test(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** A name that harms nobody: in one folder, no control characters, not hidden, not reserved. */
function harmlessName(bytes) {
  const sent = bytes ? new TextDecoder().decode(bytes) : '';
  const last = sent.split(/[/\\]/).pop();
  const shown = visible(last.replace(/[\u202A-\u202E\u2066-\u2069\n\t]/g, ''), () => '');
  let name = trimmed(shown.replace(/[<>:"|?*\uFFFD]/g, '_'), /[.\s]/);
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)) name = '_' + name;
  const characters = Array.from(name);
  if (characters.length > 80) {
    const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
    name = characters.slice(0, 80 - ending.length).join('') + ending;
  }
  return name || say('unnamedFile');
}

/** `12 kB`, in the person's language. */
function sizeText(byteCount) {
  if (byteCount < 1000) return say('bytes', { count: number(byteCount) });
  if (byteCount < 1e6) return say('kilobytes', { count: number(byteCount / 1000, 1) });
  return say('megabytes', { count: number(byteCount / 1e6, 2) });
}

/** Hands `bytes` to the person as a file, never as something the browser opens here. */
function save(bytes, name) {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** The parts of a text: strings, and addresses that may be opened after a question. */
function linked(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"'`⟨⟩]+/giu)) {
    const written = trimmed(match[0], /[.,;:!?)\]}\p{Default_Ignorable_Code_Point}]/u);
    // What cannot be seen may hide how an address goes on.
    if (text[match.index + match[0].length] === '⟨') continue;
    let address = null;
    try {
      address = new URL(written);
    } catch {
      continue;
    }
    const isPlain = ['http:', 'https:'].includes(address.protocol)
      && !address.username && !address.password && address.hostname;
    if (!isPlain) continue;
    parts.push(text.slice(end, match.index), link(address));
    end = match.index + written.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** An address as its href, the host in bold; a tap asks before it opens. */
function link(address) {
  const { href, host } = address;
  const start = address.protocol.length + 2;
  const made = element('a', {
    href, className: 'link', target: '_blank', rel: 'noopener noreferrer nofollow', dir: 'ltr',
  }, href.slice(0, start), element('b', { textContent: host }), href.slice(start + host.length));
  const question = (event) => {
    event.preventDefault();
    ask({ title: say('openQuestion', { host }), text: href, yes: say('open'), href });
  };
  made.addEventListener('click', question);
  made.addEventListener('auxclick', question);
  return made;
}

/** The fields of a WIFI: text, null where it is none. */
function readWifi(text) {
  if (!text.startsWith('WIFI:')) return null;
  const fields = {};
  const parts = text.trimEnd().slice(5).matchAll(/(?:([^:;\\]+):)?((?:\\.|[^\\;])*)(?:;|\\?$)/gsuy);
  for (const [, name, value] of parts) {
    if (name) fields[name] = value.replace(/\\(.)/gsu, '$1');
  }
  if (!fields.S) return null;
  return { name: fields.S, password: fields.P ?? '', security: fields.T ?? '' };
}

/** A WIFI: text of a network; an empty password is an open one. */
function writeWifi({ name, password }) {
  const escaped = (value) => value.replace(/[\\;,:"]/g, '\\$&');
  return password ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`
    : `WIFI:T:nopass;S:${escaped(name)};;`;
}

const contactFields = { FN: 'contactName', ORG: 'contactFirm', TEL: 'contactPhone',
  EMAIL: 'contactEmail', URL: 'contactPage', NOTE: 'contactNote' };

/** What a vCard says, as pairs of a key of `words` and a text; null where it is none. */
function readContact(text) {
  if (!/^BEGIN:VCARD\r?\n/iu.test(text)) return null;
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const found = [];
  for (const line of lines.slice(0, 60)) {
    const match = /^(?:[\w-]+\.)?([A-Z]+)(?:;[^:]*)?:(.*)$/isu.exec(line);
    const word = match && contactFields[match[1].toUpperCase()];
    if (!word) continue;
    const value = match[2].replace(/\\(.)/gu,
      (_, escaped) => (/n/i.test(escaped) ? '\n' : escaped));
    if (value) found.push([word, value]);
  }
  return found.length ? found : null;
}

/** A vCard of what is not empty. */
function writeContact({ name, phone, email }) {
  const escaped = (value) => value.replace(/[\\,;]/g, '\\$&');
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${escaped(name)}`];
  if (phone) lines.push(`TEL:${escaped(phone)}`);
  if (email) lines.push(`EMAIL:${escaped(email)}`);
  return [...lines, 'END:VCARD'].join('\n');
}

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
