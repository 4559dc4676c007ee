// Texts and names as they may be shown and kept. All of them are hostile: nothing of them opens or
// loads by itself, and what cannot be seen is made visible.

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
