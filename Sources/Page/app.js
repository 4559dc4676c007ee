// Joins the parts: what is tapped, what is heard, what is said about it.

const find = (id) => document.getElementById(id);

/** Says something to who listens to the page. */
function announce(text) {
  const place = find('announce');
  // The same sentence twice is said twice.
  place.textContent = place.textContent === text ? text + '\u00A0' : text;
}

/**
 * Asks a question and gives the answer. With `href`, yes is a link that opens it in a new tab,
 * which learns nothing of this page.
 */
function ask({ title, text, yes, href = null }) {
  const dialog = find('ask');
  find('ask-title').textContent = title;
  find('ask-text').textContent = text;
  find('ask-no').textContent = say('cancel');
  const answer = href === null
    ? element('button', { id: 'ask-yes', className: 'main', type: 'button', textContent: yes })
    : element('a', { id: 'ask-yes', className: 'button main', textContent: yes, href,
      target: '_blank', rel: 'noopener noreferrer nofollow' });
  find('ask-place').replaceChildren(answer);
  return new Promise((resolve) => {
    const close = (isYes) => {
      dialog.onclose = null;
      resolve(isYes);
      if (dialog.open) dialog.close();
    };
    answer.onclick = () => close(true);
    find('ask-no').onclick = () => close(false);
    dialog.onclose = () => close(false);
    dialog.showModal();
    answer.focus();
  });
}

// ---- the state beside the dot ----

function showState() {
  const isSending = sender.isSending && listening.state !== 'listening'
    || sender.isSending && listening.isHeld;
  const state = isSending ? 'sending' : listening.state;
  const place = find('state');
  const text = isSending ? say('sendingNow') : say(listening.word, listening.values);
  if (place.textContent !== text) place.textContent = text;
  place.dataset.state = state;
  const dots = { listening: 'on', starting: '', idle: '', sending: 'sending' };
  find('dot').className = 'dot ' + (dots[state] ?? 'bad');
  find('stop').hidden = !listening.isOn || isSending;
  find('level').hidden = listening.state !== 'listening';
  const wasOpened = find('welcome').hidden;
  find('resume').hidden = !wasOpened || listening.isOn || isSending;
  find('resume').textContent = say(state === 'paused' ? 'resume' : 'listen');
  find('state').closest('.state').hidden = !wasOpened && listening.word === 'idle' && !isSending;
  keepFocus();
}

/** Who pressed a button that is gone by that goes on with the one in its place. */
function keepFocus() {
  const focused = document.activeElement;
  if (!['listen', 'stop', 'resume'].includes(focused.id) || focused.offsetParent) return;
  const others = [find('stop'), find('resume'), find('text')];
  others.find((each) => each.offsetParent)?.focus({ preventScroll: true });
}

function showLevel(event) {
  const decibels = Math.round(20 * Math.log10(Math.max(event.bandLevel, 1e-6)));
  const meter = find('level');
  if (meter.value === decibels) return;
  meter.value = decibels;
  meter.setAttribute('aria-valuetext', `${number(decibels)} dB`);
}

// ---- what is heard ----

const refusedWords = {
  'no-secret': 'sealedNoSecret', 'other-secret': 'sealedOtherSecret', 'too-old': 'sealedTooOld',
  'replayed': 'sealedReplayed', 'digest': 'digestWrong', 'unknown-content': 'unknownContent',
};

function receive(event) {
  if (sender.isOwn(event)) return;
  const label = (text) => `${event.protocol} · ${text}`;
  switch (event.kind) {
    case 'level':
      showLevel(event);
      doctor.level(event);
      break;
    case 'progress':
      picture.mark(event, 'arriving', event.protocol);
      messages.arriving(event);
      break;
    case 'blocks':
      // What comes of a file after the file is nothing new.
      if (event.received < event.needed || messages.pending.has(event.frame)) {
        picture.mark(event, 'arriving', event.protocol);
        messages.arriving(event);
        doctor.read();
      }
      break;
    case 'message':
      picture.mark(event, 'message', label(brief(new TextDecoder().decode(event.bytes), 26)));
      doctor.read();
      if (check.takes(event)) messages.settle(event.frame);
      else messages.text(event);
      break;
    case 'file':
      picture.mark(event, 'message', label(brief(harmlessName(event.name), 26)));
      doctor.read();
      messages.file(event);
      break;
    case 'failed':
      refuse(event);
      break;
    case 'repeated':
    case 'answered':
      messages.remark(event.kind, event.frame);
      break;
    case 'missing':
    case 'confirmed':
    case 'unconfirmed':
      sender.receipt(event);
      break;
    case 'digits':
    case 'paired':
    case 'unpaired':
      pairing.take(event);
      break;
    default:
      // A start that was detected is not shown, since many of them are noise; a later core may
      // tell more.
  }
}

function refuse(event) {
  picture.mark(event, 'failed', null);
  const pending = messages.settle(event.frame);
  const word = refusedWords[event.failure];
  if (word) {
    const action = word.startsWith('sealed') && secrets.fingerprint === null
      ? { word: 'settings', act: () => openSettings('passphrase') } : null;
    messages.note(word, {}, action);
  } else if (pending?.needed) {
    messages.note('incomplete', { received: number(event.received || pending.received),
      needed: number(event.needed || pending.needed) });
  } else {
    doctor.failed(event);
  }
}

engine.on('heard', ({ events, columns, memory }) => {
  // Before it is shown: what was shown must not be accepted again.
  if (memory) seen.keep(memory);
  listening.hear(columns);
  picture.take(columns);
  for (const event of events) receive(event);
});
engine.on('findings', ({ findings }) => doctor.findings(findings));
engine.on('fewer', () => doctor.set('fewer'));
engine.on('dropped', ({ seconds }) => {
  messages.note('dropped', { time: duration(Math.ceil(seconds)) });
});
engine.on('speech', (message) => sender.speak(message));
engine.on('restarted', async () => {
  sender.giveUp('deaf');
  pairing.breakOff();
  await secrets.restore();
  await listening.afterRestart();
  sender.price(0);
});
engine.on('dead', ({ reason }) => {
  document.documentElement.dataset.core = 'failed';
  listening.turn += 1;
  listening.release();
  listening.change('failed', 'coreFailed', { reason });
});

// ---- settings ----

function openSettings(focused = null) {
  showMicrophones();
  find('settings').showModal();
  if (focused) find(focused).focus();
}

function fillSelect(id, options, chosen) {
  find(id).replaceChildren(...options.map(([value, textContent]) =>
    element('option', { value, textContent, selected: value === chosen })));
}

/** Fills what depends on language, core and settings. */
function showSettings() {
  // The page hears what is near-ultrasonic, and offers no more.
  const audible = /^ggwave-(audible|dual|mono)|-cable$/;
  const names = engine.protocols.filter((name) => !audible.test(name));
  const pairs = (list) => list.map((name) => [name, name]);
  const isFile = (name) => name.startsWith('burst');
  fillSelect('protocol', [['', say('automatic', { name: 'hop' })], ...pairs(names)],
    settings.protocol);
  fillSelect('file-protocol', [['', say('automatic', { name: 'burst' })],
    ...pairs(names.filter(isFile))], settings.fileProtocol);
  fillSelect('ceiling', [['0', say('ceilingAutomatic')], ...['20000', '18500', '17000'].map(
    (hertz) => [hertz, `${number(Number(hertz) / 1000, 1)} kHz`])], String(settings.ceilingHertz));
  fillSelect('language', [['auto', say('languageOfBrowser')], ['en', 'English'], ['de', 'Deutsch']],
    settings.language);
  find('level-decibels').value = settings.levelDecibels;
  find('level-shown').textContent = `${number(settings.levelDecibels)} dB`;
  find('repair').value = settings.repairPercent;
  find('copies').value = settings.copies;
  find('answer').checked = settings.answers;
  find('confirm').checked = settings.confirms;
  find('keep').hidden = !mayKeepSecrets;
  find('keep-passphrase').checked = settings.keepsPassphrase;
  find('version').textContent = engine.version;
  secrets.show();
}

async function showMicrophones() {
  let devices = [];
  try {
    devices = await navigator.mediaDevices.enumerateDevices();
  } catch {
    // Without devices there is the one of the browser's choice.
  }
  const inputs = devices.filter(({ kind, deviceId, label }) =>
    kind === 'audioinput' && deviceId && label);
  fillSelect('microphone', [['', say('microphoneOfBrowser')],
    ...inputs.map(({ deviceId, label }) => [deviceId, brief(label, 60)])], settings.microphone);
}

/** Puts all words of the page into the chosen language. */
function showLanguage() {
  chooseLanguage(settings.language);
  document.documentElement.lang = language;
  for (const each of document.querySelectorAll('[data-word]')) {
    each.textContent = say(each.dataset.word);
  }
  for (const each of document.querySelectorAll('[data-word-label]')) {
    each.setAttribute('aria-label', say(each.dataset.wordLabel));
  }
  for (const each of document.querySelectorAll('[data-word-placeholder]')) {
    each.placeholder = say(each.dataset.wordPlaceholder);
  }
  picture.describe();
  messages.showAll();
  doctor.showAll();
  showSettings();
  showMicrophones();
  showState();
  sender.price(0);
}

/** What is said of answers has changed. */
function answerAnew() {
  // Where the core fell, the next one is told.
  listening.answer().catch(() => {});
}

function onChange(id, act) {
  find(id).addEventListener('change', (event) => act(event.target));
}

function joinSettings() {
  find('open-settings').onclick = () => openSettings();
  find('close-settings').onclick = () => find('settings').close();
  find('settings').addEventListener('close', () => {
    check.stop();
    // Who has accepted waits for the other device alone.
    if (pairing.state !== 'accepted') pairing.refuse();
  });
  onChange('protocol', ({ value }) => { settings.set('protocol', value); sender.price(0); });
  onChange('file-protocol', ({ value }) => {
    settings.set('fileProtocol', value);
    sender.price(0);
  });
  onChange('ceiling', ({ value }) => {
    settings.set('ceilingHertz', Number(value));
    sender.price(0);
    answerAnew();
  });
  find('level-decibels').oninput = ({ target }) => {
    settings.set('levelDecibels', Number(target.value));
    find('level-shown').textContent = `${number(settings.levelDecibels)} dB`;
  };
  for (const [id, name] of [['repair', 'repairPercent'], ['copies', 'copies']]) {
    onChange(id, (input) => {
      const isTaken = input.value !== '' && settings.set(name, Math.round(Number(input.value)));
      if (!isTaken) input.value = settings[name];
      sender.price(0);
    });
  }
  onChange('microphone', ({ value }) => {
    settings.set('microphone', value);
    if (listening.isOn) listening.startAnew();
  });
  onChange('language', ({ value }) => { settings.set('language', value); showLanguage(); });
  onChange('answer', ({ checked }) => {
    settings.set('answers', checked);
    if (checked) player.unlock();
    answerAnew();
  });
  onChange('confirm', ({ checked }) => { settings.set('confirms', checked); sender.price(0); });
  find('check').onclick = () => check.run();

  onChange('show-passphrase', ({ checked }) => {
    find('passphrase').type = checked ? 'text' : 'password';
  });
  find('use-passphrase').onclick = () => secrets.use(find('passphrase').value);
  find('passphrase').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') secrets.use(event.target.value);
  });
  find('new-secret').onclick = async () => {
    try {
      const { passphrase } = await engine.ask('newSecret');
      find('passphrase').value = passphrase;
      find('passphrase').type = 'text';
      find('show-passphrase').checked = true;
      await secrets.use(passphrase);
    } catch (error) {
      const { word, values } = refusalOf(error);
      find('passphrase-state').textContent = say(word, values);
    }
  };
  find('forget-passphrase').onclick = () => {
    find('passphrase').value = '';
    secrets.use(null);
    find('use-passphrase').focus();
  };
  onChange('keep-passphrase', ({ checked }) => {
    settings.set('keepsPassphrase', checked);
    secrets.keep();
  });
  find('pair').onclick = () => pairing.begin();
  find('digits-match').onclick = () => pairing.accept();
  find('digits-differ').onclick = () => pairing.refuse();
  find('stop-pairing').onclick = () => pairing.refuse();
}

// ---- sending ----

function joinSender() {
  for (const kind of ['text', 'file', 'wifi', 'contact']) {
    find('kind-' + kind).onclick = () => {
      sender.choose(kind);
      find('send').scrollIntoView({ block: 'nearest' });
    };
  }
  for (const id of ['text', 'wifi-name', 'wifi-password', 'contact-name', 'contact-phone',
    'contact-email']) {
    find(id).addEventListener('input', () => sender.price());
  }
  onChange('wifi-open', ({ checked }) => {
    find('wifi-password').disabled = checked;
    sender.price(0);
  });
  onChange('file', ({ files }) => sender.takeFile(files[0]));
  find('paste').onclick = () => sender.paste();
  find('sender').addEventListener('submit', (event) => {
    event.preventDefault();
    sender.send();
  });
  if (!CSS.supports('field-sizing', 'content')) {
    find('text').addEventListener('input', ({ target }) => {
      target.style.height = 'auto';
      target.style.height = `${target.scrollHeight + 2}px`;
    });
  }
  find('text').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sender.send();
  });
  find('stop-sending').onclick = () => sender.stop();
  // What was shared to the installed page fills the field, and is never sent by itself.
  const shared = new URLSearchParams(location.search);
  const text = [shared.get('title'), shared.get('text'), shared.get('url')]
    .filter(Boolean).join('\n');
  if (text) {
    find('text').value = text;
    history.replaceState(null, '', location.pathname);
  }
}

// ---- installed pages ----

/** Beside its service worker the page is kept for use without a network. */
async function keepOffline() {
  if (!/^https?:$/.test(location.protocol) || !isSecureContext) return;
  document.head.append(element('link', { rel: 'manifest', href: 'manifest.webmanifest' }),
    element('link', { rel: 'apple-touch-icon', href: 'icon-180.png' }));
  if (!navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register(trustedAddress('sw.js'));
    const offer = () => {
      find('update').hidden = !registration.waiting || !navigator.serviceWorker.controller;
    };
    offer();
    registration.addEventListener('updatefound', () => {
      registration.installing.addEventListener('statechange', offer);
    });
    find('reload').onclick = () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
      // In another tab it may have been tapped before.
      if (registration.waiting) registration.waiting.postMessage('replace');
      else location.reload();
    };
  } catch {
    // The page alone, or a certificate that the browser does not trust: it works while it is open.
  }
}

// ---- the beginning ----

settings.load();
// Another tab's settings hold here too. Otherwise this tab would store a passphrase again that was
// forgotten there.
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return;
  settings.load();
  showLanguage();
});
joinSettings();
joinSender();
find('listen').onclick = () => listening.start();
find('resume').onclick = () => listening.start();
find('stop').onclick = () => listening.stop();
document.addEventListener('visibilitychange', () => listening.visibility());
window.addEventListener('resize', () => picture.ask());
navigator.mediaDevices?.addEventListener?.('devicechange', () => showMicrophones());
setInterval(() => listening.checkSound(), 1000);
// A form that takes most of the screen would cover what was received, so it then scrolls along.
new ResizeObserver(() => {
  const form = find('sender');
  form.classList.toggle('scrolls', form.offsetHeight > 0.5 * window.innerHeight);
}).observe(find('sender'));
sender.choose('text');
showLanguage();

engine.start().then(() => {
  document.documentElement.dataset.core = 'ready';
  showSettings();
  sender.price(0);
  secrets.load();
}, (error) => engine.die(error.message));
keepOffline();
