// What the page says of itself: aloud, in questions, and beside its dot.

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
