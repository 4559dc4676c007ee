// The texts that stand for a network or a contact: what they say, and how they are written.

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
