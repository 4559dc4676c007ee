// All that the page says, in English and German: the same keys in both. A sentence about something
// that went wrong says what happened, and what to do next.

const words = {
  en: {
    settings: 'Settings',
    done: 'Done',
    cancel: 'Cancel',
    open: 'Open',
    copy: 'Copy',
    copied: 'Copied',
    copyRefused: 'Not copied',
    share: 'Share',
    save: 'Save',
    show: 'Show',
    hide: 'Hide',
    showAll: 'Show all',
    remove: 'Remove',
    stop: 'Stop',
    resume: 'Resume',
    reload: 'Reload',
    updateWaits: 'A new version is available.',

    listen: 'Listen',
    staysHere: 'Sound stays on this device.',
    receiving: 'Receiving',
    hints: 'Hints',
    messages: 'Messages',
    noMessages: 'Received messages appear here.',
    levelLabel: 'Level between 13 and 21 kHz',
    pictureLabel: 'Spectrum from 14 to 21 kHz over the last 10 seconds; messages heard: {count}',

    idle: 'Not listening',
    starting: 'Opening the microphone …',
    listening: 'Listening',
    answering: 'Listening, and answering',
    stopped: 'Stopped',
    sendingNow: 'Sending',
    blocksLost: 'Interrupted after {received} of {needed} blocks: ask the sender to send again.',
    interrupted: 'Paused because the system interrupted the sound: tap Resume.',
    hidden: 'Paused because the page was in the background: keep the page in front, and tap '
      + 'Resume.',
    stalled: 'Paused because the browser delivers no more sound: tap Resume, or reload the page.',
    unplugged: 'Paused because the microphone was disconnected: connect it or choose another '
      + 'microphone, and tap Resume.',
    mutedBySystem: 'Paused because the system muted the microphone: unmute it, or tap Resume.',
    deafWhileHidden: 'From {from} to {to} the browser stopped the microphone because the page was '
      + 'in the background: keep the page in front.',

    insecure: 'The page has no microphone at this address: open the page by https, from localhost, '
      + 'or as a file. You can still send.',
    microphoneRefused: 'The page may not use the microphone: allow it beside the address of the '
      + 'page or in the system settings, then tap Listen. You can still send.',
    noMicrophone: 'There is no microphone: plug in a microphone, then tap Listen. You can still '
      + 'send.',
    microphoneBusy: 'The microphone cannot be opened: close other programs that use it, then tap '
      + 'Listen.',
    soundUnsupported: 'This browser lacks sound functions that HandShake needs: update the '
      + 'browser, or use another browser.',
    coreFailed: 'The modem of this page does not run: reload the page, or update the browser. '
      + 'Received messages are still here. ({reason})',
    trapped: 'The receiver crashed and has restarted. A message that was arriving is lost: ask the '
      + 'sender to send again.',
    otherError: 'That did not work: {message}. If it happens again, reload the page.',

    somethingLong: 'A long message is arriving',
    blocks: '{received} of {needed} blocks',
    left: 'about {time} left',
    toSpare: '{decibels} dB to spare',
    justAboutHeard: 'just about heard',
    sealed: 'Sealed, opened with your secret',
    sealedAt: 'Sealed at {time}, opened with your secret',
    repeated: 'Received again: the sender heard no answer.',
    answered: 'The sender got an answer.',
    notText: 'Some bytes are not text, and appear as \uFFFD.',
    times: '{count} times',
    bytes: '{count} bytes',
    kilobytes: '{count} kB',
    megabytes: '{count} MB',
    unnamedFile: 'file',
    openQuestion: 'Open {host}?',
    wifiCard: 'Wi-Fi network',
    contactCard: 'Contact',
    wifiNone: 'none',
    announceText: 'New message: {text}',
    announceFile: 'File received: {name}',
    sealedNoSecret: 'A sealed message arrived, but this page has no secret: enter the passphrase '
      + 'in Settings, and ask the sender to send again.',
    sealedOtherSecret: 'A message arrived that is sealed with another secret: compare the five '
      + 'letters with the sender.',
    sealedTooOld: 'The page refused a sealed message that is older than ten minutes: set the '
      + 'clocks of both devices, or ask the sender when it was sent.',
    sealedReplayed: 'The page refused a sealed message that it had already received: someone may '
      + 'have recorded and replayed it.',
    digestWrong: 'A file arrived damaged, and the page discarded it: ask the sender to send it '
      + 'again.',
    unknownContent: 'A message arrived from a newer version: update this page.',
    incomplete: 'Only {received} of {needed} blocks arrived: ask the sender to send again, with '
      + 'more repair blocks or from nearby.',
    dropped: 'This device was too slow and missed {time} of sound: close other programs, and ask '
      + 'the sender to send again.',

    'hint-voice': 'The browser treats the sound as a voice, which removes messages: use another '
      + 'browser.',
    'hint-slowInput': 'The sample rate of the microphone, {rate} kHz, is too low for messages: '
      + 'choose the built-in microphone in Settings.',
    'hint-bluetooth': 'Bluetooth microphones rarely hear messages: choose the built-in microphone '
      + 'in Settings.',
    'hint-muted': 'The system muted the microphone: unmute it.',
    'hint-silent': 'The microphone delivers digital silence, as if muted: unmute it, or choose '
      + 'another microphone in Settings.',
    'hint-cutOff': 'No sound above {kilohertz} kHz arrives: choose another microphone, or ask the '
      + 'sender to lower the highest frequency.',
    'hint-gated': 'Noise suppression repeatedly cuts off the sound: switch it off in the system '
      + 'settings.',
    'hint-clipped': 'The sound is too loud for the microphone: lower its gain, or move away.',
    'hint-gainControl': 'The microphone lowers its gain after loud sounds: switch off automatic '
      + 'gain control in the system settings.',
    'hint-noise': 'The noise between 17 and 20 kHz is too loud for messages: find its source, and '
      + 'move away from it.',
    'hint-fewer': 'This device is too slow to hear all protocols, and hears only hop and burst.',
    'hint-failed-weak': 'A {protocol} message was too weak by {decibels} dB: come closer, or ask '
      + 'the sender to turn up the volume.',
    'hint-failed-cutOff': 'A {protocol} message ended too early: let the sender finish.',
    'hint-failed-spoilt': 'A {protocol} message could not be read: aim the devices at each '
      + 'other, hold them still, and send again.',
    'hint-cannotAnswer': 'The page could not answer a sender. {reason}',

    sending: 'Sending',
    whatToSend: 'Kind of message',
    kindText: 'Text',
    kindFile: 'File',
    kindWifi: 'Wi-Fi',
    kindContact: 'Contact',
    textToSend: 'Text to send',
    fileToSend: 'File to send',
    fileTooLarge: 'The file has {size}, and at most 1 MB is allowed: choose a smaller file.',
    fileEmpty: 'The file is empty: choose another file.',
    fileUnreadable: 'The file cannot be read: choose it again.',
    wifiName: 'Network',
    wifiPassword: 'Password',
    wifiOpen: 'Without a password',
    contactName: 'Name',
    contactPhone: 'Phone',
    contactEmail: 'E-mail',
    contactFirm: 'Organisation',
    contactPage: 'Page',
    contactNote: 'Note',
    anyoneNear: 'Anyone near can record this.',
    sealedWith: 'Sealed: only people who have the secret {fingerprint} can read it.',
    confirm: 'Confirm delivery',
    paste: 'Paste',
    pasteEmpty: 'There is no text to paste: copy a text first.',
    pasteRefused: 'The browser does not let the page paste: use the keyboard or a long tap.',
    send: 'Send by sound',
    preparing: 'Preparing …',
    sendingLeft: 'Sending, {time} left',
    sounding: 'Sending …',
    waitingForQuiet: 'Waiting for other senders to finish …',
    waitingForAnswer: 'Waiting for the answer …',
    blocksThere: 'The receiver has {received} of {needed} blocks',
    sentIn: 'Sent in {time}.',
    sendingStopped: 'Stopped: the message is incomplete and cannot be read.',
    soundBlocked: 'The browser blocked the sound: tap Send again.',
    soundInterrupted: 'The system interrupted the sound: send again.',
    confirmNeedsMicrophone: 'The page needs the microphone to hear the answer: allow it, or send '
      + 'without Confirm.',
    confirmDeaf: 'The exchange broke off, and the message may not have arrived: send again.',
    delivered: 'Delivered, heard {decibels} dB above the noise.',
    'unconfirmed-no-answer': 'Not confirmed after {tries} tries: come closer, and check that the '
      + 'other device answers senders.',
    'unconfirmed-not-kept': 'The file arrived, but the other device keeps no files: open this page '
      + 'there, or name a folder there.',
    'unconfirmed-wrong-time': 'The other device refused the message because of its time: set the '
      + 'clocks of both devices.',
    'unconfirmed-other-secret': 'The message arrived, but the other device has another secret: '
      + 'compare the five letters.',
    'unconfirmed-no-secret': 'The message arrived, but the other device has no secret: enter your '
      + 'secret there.',
    loudnessTitle: 'Others may hear more than you',
    loudnessText: 'Sound that most adults do not hear can be loud. Children, dogs and cats hear '
      + 'it: keep it soft and short near them, and never hold a loudspeaker to an ear.',
    longTitle: 'Send sound for {time}?',
    longText: 'Anyone who can hear such tones hears them for the whole time.',

    secretTitle: 'Secret',
    secretExplained: 'Only people who share your passphrase can read your messages. The page '
      + 'forgets it when it closes.',
    passphrase: 'Passphrase, 12 characters or more',
    showPassphrase: 'Show it',
    usePassphrase: 'Use it',
    newSecret: 'New secret',
    forgetPassphrase: 'Forget it',
    keepPassphrase: 'Keep it on this device',
    keepRisk: 'Anyone who uses this browser, and every other page from the same web address, can '
      + 'then read it. Do not keep it if others publish pages there too.',
    fingerprint: 'The same five letters on both sides mean the same secret:',
    secretBeingMade: 'A moment …',
    secretUsed: 'The page seals and opens messages with this secret.',
    secretForgotten: 'Forgotten: the page sends messages in clear.',
    pair: 'Pair with a device near you',
    pairingPrepares: 'A moment …',
    pairingMeets: 'Looking for the other device: start pairing there too. This takes about 15 '
      + 'seconds.',
    pairingCompares: 'Compare all six digits with those of the other device.',
    digitsSpoken: 'The digits are {digits}.',
    digitsMatch: 'They match',
    digitsDiffer: 'They differ',
    pairingWaits: 'Waiting for the other device …',
    pairingStopped: 'Stopped without a secret.',
    pairingNeedsMicrophone: 'Pairing needs the microphone: allow it, then pair again.',
    pairingDeaf: 'The pairing broke off without a secret: pair again.',
    paired: 'Paired: both devices have the same secret.',
    pairedUnsure: 'Paired, but the other device may not know it: compare the five letters there.',
    'unpaired-no-answer': 'No other device answered: come closer, and start pairing again on both '
      + 'devices.',
    'unpaired-several-devices': 'The pairing ended without a secret because more than two devices '
      + 'took part: pair again with only these two devices.',
    'unpaired-refused': 'This device ended the pairing without a secret. If the digits differed, '
      + 'somebody may have interfered.',
    'unpaired-ended-by-other': 'The other device ended the pairing without a secret.',
    'unpaired-timed-out': 'The pairing took too long and ended without a secret: pair again.',
    'unpaired-no-proof': 'The other device did not accept in time. It may have kept a secret, but '
      + 'this device did not: pair again.',
    receiptsTitle: 'Receipts',
    answer: 'Answer senders who ask for a receipt, by a sound of one second',
    soundTitle: 'Sound',
    protocolTexts: 'Protocol for texts',
    protocolFiles: 'Protocol for files',
    automatic: 'automatic ({name})',
    ceiling: 'Highest frequency of the loudspeaker',
    ceilingAutomatic: 'automatic (20 kHz)',
    level: 'Level',
    repair: 'Repair blocks for files, in percent',
    copies: 'Times that each message is sent',
    microphone: 'Microphone',
    microphoneOfBrowser: "the browser's choice",
    check: 'Check this device',
    checking: 'Sending below {kilohertz} kHz, and listening …',
    checkHears: 'Sends and hears up to {kilohertz} kHz.',
    checkNothing: 'This device did not hear itself: turn up the volume, unplug headphones, and '
      + 'check again.',
    pageTitle: 'This page',
    language: 'Language',
    languageOfBrowser: "the browser's",
    version: 'HandShake',
    licences: 'Licences',

    'status-bad-argument': 'This message cannot be sent: change it, and send again.',
    'status-bad-rate': 'The protocol cannot use the sample rate of the sound device: choose '
      + 'another device in the system settings.',
    'status-unknown-protocol': 'This version lacks the chosen protocol: choose another protocol in '
      + 'Settings.',
    'status-no-placement': 'The protocol does not fit below the highest frequency: raise the '
      + 'highest frequency in Settings.',
    'status-bad-text': 'The protocol cannot send this text: choose “automatic” in Settings.',
    'status-too-long': 'The message is too long for the protocol: shorten it, or send it as a '
      + 'file.',
    'status-no-files': 'The protocol cannot send files: choose another protocol in Settings.',
    'status-no-rung': 'The protocol cannot send a message of this length: choose “automatic” in '
      + 'Settings.',
    'status-no-repair': 'The protocol has no repair blocks: choose “automatic” in Settings.',
    'status-no-answers': 'The protocol cannot ask for an answer: choose “automatic” in Settings, '
      + 'or send without Confirm.',
    'status-no-memory': 'There is too little memory: close other pages, and try again.',
    'status-no-sealing': 'The protocol cannot send sealed messages: choose “automatic” in '
      + 'Settings, or forget the secret.',
    'status-secret-too-short': 'The passphrase is too short: use 12 characters or more.',
    'status-secret-too-long': 'The passphrase is too long: use at most 1024 bytes.',
    'status-secret-not-text': 'The passphrase is not valid text: type another passphrase.',
    'status-secret-missing': 'There is no secret to seal the message with: enter the passphrase in '
      + 'Settings again, or forget it.',
    'status-secret-mistyped': 'The secret has a typing error: compare it letter by letter.',
    'status-trap': 'The modem crashed and has restarted: try again.',
  },

  de: {
    settings: 'Einstellungen',
    done: 'Fertig',
    cancel: 'Abbrechen',
    open: 'Öffnen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyRefused: 'Nicht kopiert',
    share: 'Teilen',
    save: 'Sichern',
    show: 'Zeigen',
    hide: 'Verbergen',
    showAll: 'Alles zeigen',
    remove: 'Entfernen',
    stop: 'Stopp',
    resume: 'Weiter',
    reload: 'Neu laden',
    updateWaits: 'Eine neue Version ist verfügbar.',

    listen: 'Zuhören',
    staysHere: 'Der Ton bleibt auf diesem Gerät.',
    receiving: 'Empfangen',
    hints: 'Hinweise',
    messages: 'Nachrichten',
    noMessages: 'Hier erscheinen empfangene Nachrichten.',
    levelLabel: 'Pegel zwischen 13 und 21 kHz',
    pictureLabel: 'Spektrum von 14 bis 21 kHz über die letzten 10 Sekunden; gehörte Nachrichten: '
      + '{count}',

    idle: 'Hört nicht zu',
    starting: 'Öffnet das Mikrofon …',
    listening: 'Hört zu',
    answering: 'Hört zu und antwortet',
    stopped: 'Angehalten',
    sendingNow: 'Sendet',
    blocksLost: 'Nach {received} von {needed} Blöcken unterbrochen: Bitten Sie den Absender, noch '
      + 'einmal zu senden.',
    interrupted: 'Angehalten, weil das System den Ton unterbrochen hat: Tippen Sie auf Weiter.',
    hidden: 'Angehalten, weil die Seite im Hintergrund war: Lassen Sie sie im Vordergrund und '
      + 'tippen Sie auf Weiter.',
    stalled: 'Angehalten, weil der Browser keinen Ton mehr liefert: Tippen Sie auf Weiter oder '
      + 'laden Sie die Seite neu.',
    unplugged: 'Angehalten, weil das Mikrofon getrennt wurde: Schließen Sie es an oder wählen Sie '
      + 'ein anderes, dann tippen Sie auf Weiter.',
    mutedBySystem: 'Angehalten, weil das System das Mikrofon stummgeschaltet hat: Schalten Sie es '
      + 'ein oder tippen Sie auf Weiter.',
    deafWhileHidden: 'Von {from} bis {to} hielt der Browser das Mikrofon an, weil die Seite im '
      + 'Hintergrund war: Lassen Sie sie im Vordergrund.',

    insecure: 'Unter dieser Adresse hat die Seite kein Mikrofon: Öffnen Sie die Seite mit https, '
      + 'von localhost oder als Datei. Senden geht trotzdem.',
    microphoneRefused: 'Die Seite darf das Mikrofon nicht benutzen: Erlauben Sie es neben der '
      + 'Adresse der Seite oder in den Systemeinstellungen, dann tippen Sie auf Zuhören. Senden '
      + 'geht trotzdem.',
    noMicrophone: 'Es gibt kein Mikrofon: Schließen Sie eines an, dann tippen Sie auf Zuhören. '
      + 'Senden geht trotzdem.',
    microphoneBusy: 'Das Mikrofon lässt sich nicht öffnen: Beenden Sie andere Programme, die es '
      + 'benutzen, dann tippen Sie auf Zuhören.',
    soundUnsupported: 'Diesem Browser fehlen Tonfunktionen, die HandShake braucht: Aktualisieren '
      + 'Sie den Browser oder benutzen Sie einen anderen.',
    coreFailed: 'Das Modem dieser Seite läuft nicht: Laden Sie die Seite neu oder aktualisieren '
      + 'Sie den Browser. Empfangene Nachrichten sind noch da. ({reason})',
    trapped: 'Der Empfänger ist abgestürzt und läuft wieder. Eine Nachricht, die gerade ankam, ist '
      + 'verloren: Bitten Sie den Absender, noch einmal zu senden.',
    otherError: 'Das ging nicht: {message}. Wenn es wieder geschieht, laden Sie die Seite neu.',

    somethingLong: 'Eine lange Nachricht kommt an',
    blocks: '{received} von {needed} Blöcken',
    left: 'noch etwa {time}',
    toSpare: '{decibels} dB Reserve',
    justAboutHeard: 'gerade noch gehört',
    sealed: 'Versiegelt, mit Ihrem Geheimnis geöffnet',
    sealedAt: 'Versiegelt um {time}, mit Ihrem Geheimnis geöffnet',
    repeated: 'Noch einmal empfangen: Der Absender hörte keine Antwort.',
    answered: 'Der Absender bekam eine Antwort.',
    notText: 'Einige Bytes sind kein Text und erscheinen als \uFFFD.',
    times: '{count} Mal',
    bytes: '{count} Bytes',
    kilobytes: '{count} kB',
    megabytes: '{count} MB',
    unnamedFile: 'Datei',
    openQuestion: '{host} öffnen?',
    wifiCard: 'WLAN',
    contactCard: 'Kontakt',
    wifiNone: 'keines',
    announceText: 'Neue Nachricht: {text}',
    announceFile: 'Datei empfangen: {name}',
    sealedNoSecret: 'Eine versiegelte Nachricht kam an, aber diese Seite hat kein Geheimnis: Geben '
      + 'Sie das Kennwort in den Einstellungen ein. Bitten Sie den Absender dann, noch einmal zu '
      + 'senden.',
    sealedOtherSecret: 'Eine Nachricht kam an, die mit einem anderen Geheimnis versiegelt ist: '
      + 'Vergleichen Sie die fünf Buchstaben mit dem Absender.',
    sealedTooOld: 'Die Seite hat eine versiegelte Nachricht abgelehnt, die älter als zehn Minuten '
      + 'ist: Stellen Sie die Uhren beider Geräte oder fragen Sie den Absender nach der Sendezeit.',
    sealedReplayed: 'Die Seite hat eine versiegelte Nachricht abgelehnt, die sie schon empfangen '
      + 'hatte: Vielleicht hat jemand sie aufgenommen und abgespielt.',
    digestWrong: 'Eine Datei kam beschädigt an, und die Seite hat sie verworfen: Bitten Sie den '
      + 'Absender, sie noch einmal zu senden.',
    unknownContent: 'Eine Nachricht kam von einer neueren Version: Aktualisieren Sie diese Seite.',
    incomplete: 'Nur {received} von {needed} Blöcken kamen an: Bitten Sie den Absender, mit mehr '
      + 'Reparaturblöcken oder aus der Nähe noch einmal zu senden.',
    dropped: 'Dieses Gerät war zu langsam und hat {time} Ton verpasst: Beenden Sie andere '
      + 'Programme und bitten Sie den Absender, noch einmal zu senden.',

    'hint-voice': 'Der Browser verarbeitet den Ton als Sprache und entfernt dabei Nachrichten: '
      + 'Benutzen Sie einen anderen Browser.',
    'hint-slowInput': 'Die Abtastrate des Mikrofons, {rate} kHz, ist zu niedrig für Nachrichten: '
      + 'Wählen Sie das eingebaute Mikrofon in den Einstellungen.',
    'hint-bluetooth': 'Bluetooth-Mikrofone hören Nachrichten selten: Wählen Sie das eingebaute '
      + 'Mikrofon in den Einstellungen.',
    'hint-muted': 'Das System hat das Mikrofon stummgeschaltet: Schalten Sie es ein.',
    'hint-silent': 'Das Mikrofon liefert digitale Stille, als wäre es stummgeschaltet: Schalten '
      + 'Sie es ein oder wählen Sie ein anderes in den Einstellungen.',
    'hint-cutOff': 'Über {kilohertz} kHz kommt kein Ton an: Wählen Sie ein anderes Mikrofon oder '
      + 'bitten Sie den Absender, die höchste Frequenz zu senken.',
    'hint-gated': 'Eine Rauschunterdrückung schneidet den Ton immer wieder ab: Schalten Sie sie in '
      + 'den Systemeinstellungen aus.',
    'hint-clipped': 'Der Ton ist zu laut für das Mikrofon: Senken Sie seine Verstärkung oder '
      + 'gehen Sie weiter weg.',
    'hint-gainControl': 'Das Mikrofon senkt nach lauten Tönen seine Verstärkung: Schalten Sie die '
      + 'automatische Verstärkung in den Systemeinstellungen aus.',
    'hint-noise': 'Das Geräusch zwischen 17 und 20 kHz ist zu laut für Nachrichten: Suchen Sie '
      + 'seine Quelle und gehen Sie davon weg.',
    'hint-fewer': 'Dieses Gerät ist zu langsam, um alle Protokolle zu hören, und hört nur hop und '
      + 'burst.',
    'hint-failed-weak': 'Eine Nachricht mit {protocol} war um {decibels} dB zu schwach: Gehen Sie '
      + 'näher heran oder bitten Sie den Absender, lauter zu senden.',
    'hint-failed-cutOff': 'Eine Nachricht mit {protocol} endete zu früh: Lassen Sie den Absender '
      + 'zu Ende senden.',
    'hint-failed-spoilt': 'Eine Nachricht mit {protocol} war nicht lesbar: Richten Sie die Geräte '
      + 'aufeinander, halten Sie sie still und senden Sie noch einmal.',
    'hint-cannotAnswer': 'Ein Absender bekam keine Antwort. {reason}',

    sending: 'Senden',
    whatToSend: 'Art der Nachricht',
    kindText: 'Text',
    kindFile: 'Datei',
    kindWifi: 'WLAN',
    kindContact: 'Kontakt',
    textToSend: 'Text zum Senden',
    fileToSend: 'Datei zum Senden',
    fileTooLarge: 'Die Datei hat {size}, und höchstens 1 MB ist erlaubt: Wählen Sie eine kleinere '
      + 'Datei.',
    fileEmpty: 'Die Datei ist leer: Wählen Sie eine andere.',
    fileUnreadable: 'Die Datei lässt sich nicht lesen: Wählen Sie sie noch einmal.',
    wifiName: 'Netz',
    wifiPassword: 'Passwort',
    wifiOpen: 'Ohne Passwort',
    contactName: 'Name',
    contactPhone: 'Telefon',
    contactEmail: 'E-Mail',
    contactFirm: 'Firma',
    contactPage: 'Seite',
    contactNote: 'Notiz',
    anyoneNear: 'Wer in der Nähe ist, kann das aufnehmen.',
    sealedWith: 'Versiegelt: Nur wer das Geheimnis {fingerprint} hat, kann es lesen.',
    confirm: 'Empfang bestätigen',
    paste: 'Einfügen',
    pasteEmpty: 'Es gibt keinen Text zum Einfügen: Kopieren Sie zuerst einen Text.',
    pasteRefused: 'Der Browser verbietet der Seite das Einfügen: Benutzen Sie die Tastatur oder '
      + 'tippen Sie lange.',
    send: 'Als Ton senden',
    preparing: 'Bereitet vor …',
    sendingLeft: 'Sendet, noch {time}',
    sounding: 'Sendet …',
    waitingForQuiet: 'Wartet, bis andere Absender fertig sind …',
    waitingForAnswer: 'Wartet auf die Antwort …',
    blocksThere: 'Der Empfänger hat {received} von {needed} Blöcken',
    sentIn: 'Gesendet in {time}.',
    sendingStopped: 'Abgebrochen: Die Nachricht ist unvollständig und nicht lesbar.',
    soundBlocked: 'Der Browser hat den Ton blockiert: Tippen Sie noch einmal auf Senden.',
    soundInterrupted: 'Das System hat den Ton unterbrochen: Senden Sie noch einmal.',
    confirmNeedsMicrophone: 'Die Seite braucht das Mikrofon, um die Antwort zu hören: Erlauben Sie '
      + 'es oder senden Sie ohne Bestätigung.',
    confirmDeaf: 'Der Austausch brach ab, und die Nachricht kam vielleicht nicht an: Senden Sie '
      + 'noch einmal.',
    delivered: 'Angekommen, {decibels} dB über dem Rauschen gehört.',
    'unconfirmed-no-answer': 'Nach {tries} Versuchen nicht bestätigt: Gehen Sie näher heran und '
      + 'prüfen Sie, ob das andere Gerät Absendern antwortet.',
    'unconfirmed-not-kept': 'Die Datei kam an, aber das andere Gerät behält keine Dateien: Öffnen '
      + 'Sie dort diese Seite oder nennen Sie dort einen Ordner.',
    'unconfirmed-wrong-time': 'Das andere Gerät hat die Nachricht wegen ihrer Zeit abgelehnt: '
      + 'Stellen Sie die Uhren beider Geräte.',
    'unconfirmed-other-secret': 'Die Nachricht kam an, aber das andere Gerät hat ein anderes '
      + 'Geheimnis: Vergleichen Sie die fünf Buchstaben.',
    'unconfirmed-no-secret': 'Die Nachricht kam an, aber das andere Gerät hat kein Geheimnis: '
      + 'Geben Sie dort Ihres ein.',
    loudnessTitle: 'Andere hören vielleicht mehr als Sie',
    loudnessText: 'Ton, den die meisten Erwachsenen nicht hören, kann laut sein. Kinder, Hunde und '
      + 'Katzen hören ihn: Senden Sie in ihrer Nähe leise und kurz, und halten Sie nie einen '
      + 'Lautsprecher ans Ohr.',
    longTitle: '{time} lang Ton senden?',
    longText: 'Wer solche Töne hören kann, hört sie die ganze Zeit.',

    secretTitle: 'Geheimnis',
    secretExplained: 'Nur wer Ihr Kennwort hat, kann Ihre Nachrichten lesen. Die Seite vergisst '
      + 'es, wenn sie schließt.',
    passphrase: 'Kennwort, 12 Zeichen oder mehr',
    showPassphrase: 'Zeigen',
    usePassphrase: 'Benutzen',
    newSecret: 'Neues Geheimnis',
    forgetPassphrase: 'Vergessen',
    keepPassphrase: 'Auf diesem Gerät behalten',
    keepRisk: 'Wer diesen Browser benutzt, kann es dann lesen, und jede andere Seite derselben '
      + 'Webadresse auch. Behalten Sie es nicht, wenn dort auch andere Leute Seiten '
      + 'veröffentlichen.',
    fingerprint: 'Dieselben fünf Buchstaben auf beiden Seiten bedeuten dasselbe Geheimnis:',
    secretBeingMade: 'Einen Augenblick …',
    secretUsed: 'Die Seite versiegelt und öffnet Nachrichten damit.',
    secretForgotten: 'Vergessen: Die Seite sendet Nachrichten im Klartext.',
    pair: 'Mit einem Gerät in der Nähe koppeln',
    pairingPrepares: 'Einen Augenblick …',
    pairingMeets: 'Sucht das andere Gerät: Starten Sie die Kopplung auch dort. Das dauert etwa 15 '
      + 'Sekunden.',
    pairingCompares: 'Vergleichen Sie alle sechs Ziffern mit denen des anderen Geräts.',
    digitsSpoken: 'Die Ziffern sind {digits}.',
    digitsMatch: 'Sie sind gleich',
    digitsDiffer: 'Sie sind verschieden',
    pairingWaits: 'Wartet auf das andere Gerät …',
    pairingStopped: 'Ohne Geheimnis abgebrochen.',
    pairingNeedsMicrophone: 'Zum Koppeln braucht die Seite das Mikrofon: Erlauben Sie es und '
      + 'koppeln Sie noch einmal.',
    pairingDeaf: 'Die Kopplung brach ohne Geheimnis ab: Koppeln Sie noch einmal.',
    paired: 'Gekoppelt: Beide Geräte haben dasselbe Geheimnis.',
    pairedUnsure: 'Gekoppelt, aber das andere Gerät weiß es vielleicht nicht: Vergleichen Sie dort '
      + 'die fünf Buchstaben.',
    'unpaired-no-answer': 'Kein anderes Gerät hat geantwortet: Gehen Sie näher heran und starten '
      + 'Sie die Kopplung auf beiden Geräten noch einmal.',
    'unpaired-several-devices': 'Die Kopplung endete ohne Geheimnis, weil mehr als zwei Geräte '
      + 'teilnahmen: Koppeln Sie noch einmal nur diese beiden.',
    'unpaired-refused': 'Dieses Gerät hat die Kopplung ohne Geheimnis beendet. Wenn die Ziffern '
      + 'verschieden waren, hat sich vielleicht jemand eingemischt.',
    'unpaired-ended-by-other': 'Das andere Gerät hat die Kopplung ohne Geheimnis beendet.',
    'unpaired-timed-out': 'Die Kopplung dauerte zu lange und endete ohne Geheimnis: Koppeln Sie '
      + 'noch einmal.',
    'unpaired-no-proof': 'Das andere Gerät hat nicht rechtzeitig zugestimmt. Es hat vielleicht ein '
      + 'Geheimnis behalten, dieses Gerät nicht: Koppeln Sie noch einmal.',
    receiptsTitle: 'Bestätigungen',
    answer: 'Absendern antworten, die um Bestätigung bitten, mit einem Ton von einer Sekunde',
    soundTitle: 'Ton',
    protocolTexts: 'Protokoll für Texte',
    protocolFiles: 'Protokoll für Dateien',
    automatic: 'automatisch ({name})',
    ceiling: 'Höchste Frequenz des Lautsprechers',
    ceilingAutomatic: 'automatisch (20 kHz)',
    level: 'Pegel',
    repair: 'Reparaturblöcke für Dateien, in Prozent',
    copies: 'Wie oft jede Nachricht gesendet wird',
    microphone: 'Mikrofon',
    microphoneOfBrowser: 'Wahl des Browsers',
    check: 'Dieses Gerät prüfen',
    checking: 'Sendet unter {kilohertz} kHz und hört zu …',
    checkHears: 'Sendet und hört bis {kilohertz} kHz.',
    checkNothing: 'Dieses Gerät hat sich selbst nicht gehört: Stellen Sie lauter, ziehen Sie '
      + 'Kopfhörer ab und prüfen Sie noch einmal.',
    pageTitle: 'Diese Seite',
    language: 'Sprache',
    languageOfBrowser: 'die des Browsers',
    version: 'HandShake',
    licences: 'Lizenzen',

    'status-bad-argument': 'Diese Nachricht lässt sich nicht senden: Ändern Sie sie und senden Sie '
      + 'noch einmal.',
    'status-bad-rate': 'Das Protokoll kann die Abtastrate des Tongeräts nicht benutzen: Wählen Sie '
      + 'ein anderes Gerät in den Systemeinstellungen.',
    'status-unknown-protocol': 'Diese Version hat das gewählte Protokoll nicht: Wählen Sie ein '
      + 'anderes in den Einstellungen.',
    'status-no-placement': 'Das Protokoll passt nicht unter die höchste Frequenz: Erhöhen Sie '
      + 'diese in den Einstellungen.',
    'status-bad-text': 'Das Protokoll kann diesen Text nicht übertragen: Wählen Sie „automatisch“ '
      + 'in den Einstellungen.',
    'status-too-long': 'Die Nachricht ist zu lang für das Protokoll: Kürzen Sie sie oder senden '
      + 'Sie sie als Datei.',
    'status-no-files': 'Das Protokoll kann keine Dateien übertragen: Wählen Sie ein anderes in den '
      + 'Einstellungen.',
    'status-no-rung': 'Das Protokoll kann keine so lange Nachricht übertragen: Wählen Sie '
      + '„automatisch“ in den Einstellungen.',
    'status-no-repair': 'Das Protokoll hat keine Reparaturblöcke: Wählen Sie „automatisch“ in den '
      + 'Einstellungen.',
    'status-no-answers': 'Das Protokoll kann nicht um Antwort bitten: Wählen Sie „automatisch“ in '
      + 'den Einstellungen oder senden Sie ohne Bestätigung.',
    'status-no-memory': 'Der Speicher reicht nicht: Schließen Sie andere Seiten und versuchen '
      + 'Sie es noch einmal.',
    'status-no-sealing': 'Das Protokoll kann keine versiegelten Nachrichten übertragen: Wählen Sie '
      + '„automatisch“ in den Einstellungen oder vergessen Sie das Geheimnis.',
    'status-secret-too-short': 'Das Kennwort ist zu kurz: Benutzen Sie 12 Zeichen oder mehr.',
    'status-secret-too-long': 'Das Kennwort ist zu lang: Benutzen Sie höchstens 1024 Bytes.',
    'status-secret-not-text': 'Das Kennwort ist kein gültiger Text: Tippen Sie ein anderes.',
    'status-secret-missing': 'Es gibt kein Geheimnis, um die Nachricht zu versiegeln: Geben Sie '
      + 'das Kennwort in den Einstellungen noch einmal ein oder vergessen Sie es.',
    'status-secret-mistyped': 'Das Geheimnis hat einen Tippfehler: Vergleichen Sie Buchstabe für '
      + 'Buchstabe.',
    'status-trap': 'Das Modem ist abgestürzt und läuft wieder: Versuchen Sie es noch einmal.',
  },
};

let language = 'en';
/** The language with the person's country, by which numbers and times are written. */
let locale = 'en';

/** Takes 'en', 'de', or 'auto' for the first of both that the browser prefers. */
function chooseLanguage(chosen) {
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  language = chosen !== 'auto' ? chosen
    : preferred.find((tag) => Object.hasOwn(words, tag)) ?? 'en';
  locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

function hasWord(key) {
  return Object.hasOwn(words.en, key);
}

/** The words for `key` in the person's language, {names} replaced by `values`. */
function say(key, values = {}) {
  return words[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** A number as it is written in the person's language. */
function number(value, decimals = 0) {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
}

/** `1.3 s`, `2 min 5 s`. */
function duration(seconds) {
  if (seconds < 9.95) return `${number(seconds, 1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60 ? ` ${whole % 60} s` : '';
  return `${Math.floor(whole / 60)} min${rest}`;
}

/** `10:41` */
function clock(date) {
  if (Number.isNaN(date.getTime())) return '?';
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(date);
}
