// What is heard: each event goes to the part that shows it.

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
