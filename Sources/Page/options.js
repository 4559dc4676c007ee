// The form of the settings: what it shows, in the chosen language, and what is chosen there.

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
