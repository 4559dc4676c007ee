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
    updateWaits: 'A new version is here.',

    listen: 'Listen',
    staysHere: 'Sound stays on this device.',
    receiving: 'Receiving',
    hints: 'Hints',
    messages: 'Messages',
    noMessages: 'What is heard appears here.',
    levelLabel: 'Level between 13 and 21 kHz',
    pictureLabel: 'Spectrum from 14 to 21 kHz over the last 10 seconds; messages heard: {count}',

    idle: 'Not listening',
    starting: 'Opening the microphone …',
    listening: 'Listening',
    answering: 'Listening, and answering',
    stopped: 'Stopped',
    sendingNow: 'Sending',
    blocksLost: 'Interrupted: {received} of {needed} blocks had come. Ask the sender to send '
      + 'again.',
    interrupted: 'Paused, since the system took the sound away: tap Resume.',
    hidden: 'Paused, since the page was in the background: keep it in front, and tap Resume.',
    stalled: 'Paused, since the browser gave no more sound: tap Resume, or load the page again.',
    unplugged: 'Paused, since the microphone is gone: plug it in or choose another, and tap '
      + 'Resume.',
    mutedBySystem: 'Paused, since the system muted the microphone: unmute it, or tap Resume.',
    deafWhileHidden: 'From {from} to {to} the browser stopped the microphone, since the page was '
      + 'in the background: keep it in front.',

    insecure: 'This address gives no microphone: open the page by https, from localhost, or as a '
      + 'file. Sending works all the same.',
    microphoneRefused: 'The microphone is not allowed: allow it beside the address of the page '
      + 'or in the settings of the system, then tap Listen. Sending works all the same.',
    noMicrophone: 'There is no microphone: plug one in, then tap Listen. Sending works all the '
      + 'same.',
    microphoneBusy: 'The microphone does not open: end other programs that use it, then tap '
      + 'Listen.',
    soundUnsupported: 'This browser cannot do what HandShake needs of sound: update it, or take '
      + 'another one.',
    coreFailed: 'The modem of this page does not run here: load the page again, or update the '
      + 'browser. What came is still here. ({reason})',
    trapped: 'The receiver broke down and was started again: what was arriving is lost, so ask '
      + 'the sender to send again.',
    otherError: 'That did not work: {message}. Load the page again where it stays so.',

    somethingLong: 'Something long is arriving',
    blocks: '{received} of {needed} blocks',
    left: 'about {time} left',
    toSpare: '{decibels} dB to spare',
    justAboutHeard: 'just about heard',
    sealed: 'Sealed, opened with your secret',
    sealedAt: 'Sealed at {time}, opened with your secret',
    repeated: 'Came again: its sender heard no answer.',
    answered: 'Its sender was answered.',
    notText: 'Some bytes are no text, and appear as \uFFFD.',
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
    sealedNoSecret: 'A sealed message came, which only its secret opens: enter the passphrase in '
      + 'Settings, and ask the sender to send again.',
    sealedOtherSecret: 'A message came that is sealed with another secret than yours: compare '
      + 'the five letters with the sender.',
    sealedTooOld: 'A sealed message was refused, since it is older than ten minutes: set the '
      + 'clocks of both devices, or ask whether it was sent just now.',
    sealedReplayed: 'A sealed message was refused, since it was received before: someone may have '
      + 'recorded and played it.',
    digestWrong: 'A file came damaged and was not kept: ask the sender to send it again.',
    unknownContent: 'Something came from a newer version: update this page.',
    incomplete: 'Not all came, {received} of {needed} blocks: ask the sender to send again, with '
      + 'more repair or closer by.',
    dropped: 'This device was too slow, and {time} of sound were not heard: end other programs, '
      + 'and ask the sender to send again.',

    'hint-voice': 'The browser treats the sound as a voice, which removes messages: use another '
      + 'browser.',
    'hint-slowInput': 'The microphone gives {rate} kHz, too few for messages: choose the '
      + 'built-in microphone in Settings.',
    'hint-bluetooth': 'Bluetooth microphones rarely hear messages: choose the built-in one in '
      + 'Settings.',
    'hint-muted': 'The system muted the microphone: unmute it.',
    'hint-silent': 'The microphone gives digital silence, as if muted: unmute it, or choose '
      + 'another in Settings.',
    'hint-cutOff': 'Nothing above {kilohertz} kHz comes through: choose another microphone, or '
      + 'have the sender lower the ceiling.',
    'hint-gated': 'A noise suppression cuts the sound off again and again: switch it off in the '
      + 'settings of the system.',
    'hint-clipped': 'The sound is too loud for the microphone: lower its gain, or move away.',
    'hint-gainControl': 'After loud sounds the microphone turns itself down: switch its '
      + 'automatic gain off in the settings of the system.',
    'hint-noise': 'It is too loud between 17 and 20 kHz for messages: look for what whistles, '
      + 'and move away from it.',
    'hint-fewer': 'This device is too slow for all protocols, and hears hop and burst only.',
    'hint-failed-weak': 'A {protocol} message was too weak by {decibels} dB: come closer, or '
      + 'have the sender turn up the volume.',
    'hint-failed-cutOff': 'A {protocol} message ended too early: let the sender finish.',
    'hint-failed-spoilt': 'A {protocol} message could not be read: aim the devices at each '
      + 'other, hold them still, and send again.',
    'hint-cannotAnswer': 'A sender was not answered. {reason}',

    sending: 'Sending',
    whatToSend: 'What to send',
    kindText: 'Text',
    kindFile: 'File',
    kindWifi: 'Wi-Fi',
    kindContact: 'Contact',
    textToSend: 'Text to send',
    fileToSend: 'File to send',
    fileTooLarge: 'The file has {size}, and 1 MB is the most: choose a smaller one.',
    fileEmpty: 'The file is empty: choose another.',
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
    sealedWith: 'Sealed: only who has the secret {fingerprint} can read it.',
    confirm: 'Confirm it came',
    paste: 'Paste',
    pasteEmpty: 'There is no text to paste: copy one first.',
    pasteRefused: 'The browser does not let the page paste: use the keyboard or a long tap.',
    send: 'Send by sound',
    preparing: 'Preparing …',
    sendingLeft: 'Sending, {time} left',
    sounding: 'Sending …',
    waitingForQuiet: 'Waiting until nobody else is heard …',
    waitingForAnswer: 'Waiting for the answer …',
    blocksThere: '{received} of {needed} blocks have arrived there',
    sentIn: 'Sent in {time}.',
    sendingStopped: 'Stopped: what was sent of it cannot be read.',
    soundBlocked: 'The browser did not let the sound begin: tap Send again.',
    soundInterrupted: 'The system interrupted the sound: send again.',
    confirmNeedsMicrophone: 'The answer can only be heard with the microphone: allow it, or send '
      + 'without Confirm.',
    confirmDeaf: 'The exchange broke off, and whether it came is not known: send again.',
    delivered: 'Delivered, heard {decibels} dB above the noise.',
    'unconfirmed-no-answer': 'Not confirmed after {tries} tries: come closer, and see that the '
      + 'other side answers senders.',
    'unconfirmed-not-kept': 'It came, and the other side keeps no files: have it open this page, '
      + 'or name a folder.',
    'unconfirmed-wrong-time': 'It came, and was refused for its time: set the clocks of both '
      + 'devices.',
    'unconfirmed-other-secret': 'It came, sealed with another secret: compare the five letters.',
    'unconfirmed-no-secret': 'It came, and the other side has no secret: give it yours.',
    loudnessTitle: 'You will hear little, others more',
    loudnessText: 'Sound that most adults do not hear can be loud. Children, dogs and cats hear '
      + 'it: keep it soft and short near them, and never hold a loudspeaker to an ear.',
    longTitle: 'Sound for {time}?',
    longText: 'It takes that long, and whoever hears such tones hears them all the while.',

    secretTitle: 'Secret',
    secretExplained: 'Who shares a passphrase with you reads your messages, and nobody else. It '
      + 'is forgotten as the page closes.',
    passphrase: 'Passphrase, 12 characters or more',
    showPassphrase: 'Show it',
    usePassphrase: 'Use it',
    newSecret: 'New secret',
    forgetPassphrase: 'Forget it',
    keepPassphrase: 'Keep it on this device',
    keepRisk: 'Anyone who uses this browser, and every other page from the same web address, can then '
      + 'read it: do not keep it where others publish pages too.',
    fingerprint: 'The same five letters on both sides mean the same secret:',
    secretBeingMade: 'A moment …',
    secretUsed: 'Messages are sealed with it, and opened by it.',
    secretForgotten: 'Forgotten: messages go in clear.',
    pair: 'Pair with a device near you',
    pairingPrepares: 'A moment …',
    pairingMeets: 'Looking for the other device: begin to pair there too. This takes about 15 seconds.',
    pairingCompares: 'Compare all six digits with those of the other device.',
    digitsSpoken: 'The digits are {digits}.',
    digitsMatch: 'They match',
    digitsDiffer: 'They differ',
    pairingWaits: 'Waiting for the other device …',
    pairingStopped: 'Stopped: no secret was kept.',
    pairingNeedsMicrophone: 'Pairing needs the microphone: allow it, then pair again.',
    pairingDeaf: 'The pairing broke off, and no secret was kept: pair again.',
    paired: 'Paired: both devices have the same secret.',
    pairedUnsure: 'Paired, but the other device may not know it: compare the five letters there.',
    'unpaired-no-answer': 'No other device answered: begin to pair there too, come closer, and pair '
      + 'again.',
    'unpaired-several-devices': 'More than two devices took part: no secret was kept. Pair again, with '
      + 'these two alone.',
    'unpaired-refused': 'Ended: no secret was kept here. If the digits differed, somebody may have '
      + 'interfered.',
    'unpaired-ended-by-other': 'The other device ended the pairing: no secret was kept.',
    'unpaired-timed-out': 'The time was up: no secret was kept. Pair again.',
    'unpaired-no-proof': 'The other device did not accept in time: no secret was kept here, though the '
      + 'other device may have kept one. Pair again.',
    receiptsTitle: 'Receipts',
    answer: 'Answer senders who want to know, by a sound of a second',
    soundTitle: 'Sound',
    protocolTexts: 'Protocol of texts',
    protocolFiles: 'Protocol of files',
    automatic: 'automatic ({name})',
    ceiling: 'Highest frequency of the loudspeaker',
    ceilingAutomatic: 'automatic (20 kHz)',
    level: 'Level',
    repair: 'Additional blocks of files for repair, in percent',
    copies: 'Times that it is sent',
    microphone: 'Microphone',
    microphoneOfBrowser: "the browser's choice",
    check: 'Check this device',
    checking: 'Sending below {kilohertz} kHz, and listening …',
    checkHears: 'Sends and hears up to {kilohertz} kHz.',
    checkNothing: 'Nothing of it was heard: turn up the volume, unplug headphones, and check '
      + 'again.',
    pageTitle: 'This page',
    language: 'Language',
    languageOfBrowser: "the browser's",
    version: 'HandShake',
    licences: 'Licences',

    'status-bad-argument': 'That cannot be sent: change it, and send again.',
    'status-bad-rate': 'The sound device runs at a rate that the protocol cannot use: choose '
      + 'another device in the settings of the system.',
    'status-unknown-protocol': 'This version lacks the chosen protocol: choose another in '
      + 'Settings.',
    'status-no-placement': 'The protocol has no band so low: raise the highest frequency in '
      + 'Settings.',
    'status-bad-text': 'The protocol cannot carry this text: choose automatic in Settings.',
    'status-too-long': 'That is longer than the protocol carries: shorten it, or send it as a '
      + 'file.',
    'status-no-files': 'The protocol carries no files: choose another in Settings.',
    'status-no-rung': 'The protocol does not carry so much that way: choose automatic in '
      + 'Settings.',
    'status-no-repair': 'The protocol has no repair blocks: choose automatic in Settings.',
    'status-no-answers': 'The protocol cannot ask for an answer: choose automatic in Settings, '
      + 'or send without Confirm.',
    'status-no-memory': 'There is too little memory: close other pages, and try again.',
    'status-no-sealing': 'The protocol carries nothing sealed: choose automatic in Settings, or '
      + 'forget the secret.',
    'status-secret-too-short': 'The passphrase is too short: take 12 characters or more.',
    'status-secret-too-long': 'The passphrase is too long: take at most 1024 bytes.',
    'status-secret-not-text': 'The passphrase contains what is no text: type another.',
    'status-secret-missing': 'There is no secret to seal it with: enter the passphrase in Settings '
      + 'again, or forget it.',
    'status-secret-mistyped': 'The secret has a typing error: compare it letter by letter.',
    'status-trap': 'The modem broke down and was started again: try again.',
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
    updateWaits: 'Eine neue Version ist da.',

    listen: 'Zuhören',
    staysHere: 'Ton bleibt auf diesem Gerät.',
    receiving: 'Empfangen',
    hints: 'Hinweise',
    messages: 'Nachrichten',
    noMessages: 'Hier erscheint, was gehört wird.',
    levelLabel: 'Pegel zwischen 13 und 21 kHz',
    pictureLabel: 'Spektrum von 14 bis 21 kHz über die letzten 10 Sekunden; gehörte Nachrichten: '
      + '{count}',

    idle: 'Hört nicht zu',
    starting: 'Öffnet das Mikrofon …',
    listening: 'Hört zu',
    answering: 'Hört zu und antwortet',
    stopped: 'Angehalten',
    sendingNow: 'Sendet',
    blocksLost: 'Unterbrochen: {received} von {needed} Blöcken waren da. Bitten Sie darum, noch '
      + 'einmal zu senden.',
    interrupted: 'Angehalten, denn das System nahm den Ton weg: Tippen Sie auf Weiter.',
    hidden: 'Angehalten, denn die Seite war im Hintergrund: Lassen Sie sie vorn und tippen Sie '
      + 'auf Weiter.',
    stalled: 'Angehalten, denn der Browser gab keinen Ton mehr: Tippen Sie auf Weiter oder laden '
      + 'Sie die Seite neu.',
    unplugged: 'Angehalten, denn das Mikrofon ist weg: Stecken Sie es ein oder wählen Sie ein '
      + 'anderes, dann tippen Sie auf Weiter.',
    mutedBySystem: 'Angehalten, denn das System hat das Mikrofon stummgeschaltet: Schalten Sie '
      + 'es ein oder tippen Sie auf Weiter.',
    deafWhileHidden: 'Von {from} bis {to} hielt der Browser das Mikrofon an, denn die Seite war '
      + 'im Hintergrund: Lassen Sie sie vorn.',

    insecure: 'Unter dieser Adresse gibt es kein Mikrofon: Öffnen Sie die Seite mit https, von '
      + 'localhost oder als Datei. Senden geht trotzdem.',
    microphoneRefused: 'Das Mikrofon ist nicht erlaubt: Erlauben Sie es neben der Adresse der '
      + 'Seite oder in den Einstellungen des Systems, dann tippen Sie auf Zuhören. Senden geht '
      + 'trotzdem.',
    noMicrophone: 'Es gibt kein Mikrofon: Stecken Sie eines ein, dann tippen Sie auf Zuhören. '
      + 'Senden geht trotzdem.',
    microphoneBusy: 'Das Mikrofon lässt sich nicht öffnen: Beenden Sie andere Programme, die es '
      + 'benutzen, dann tippen Sie auf Zuhören.',
    soundUnsupported: 'Dieser Browser kann nicht, was HandShake vom Ton braucht: Aktualisieren '
      + 'Sie ihn oder nehmen Sie einen anderen.',
    coreFailed: 'Das Modem dieser Seite läuft hier nicht: Laden Sie die Seite neu oder '
      + 'aktualisieren Sie den Browser. Was ankam, ist noch da. ({reason})',
    trapped: 'Der Empfänger brach zusammen und läuft neu: Was gerade ankam, ist verloren; bitten '
      + 'Sie darum, noch einmal zu senden.',
    otherError: 'Das ging nicht: {message}. Laden Sie die Seite neu, wenn es so bleibt.',

    somethingLong: 'Etwas Langes kommt an',
    blocks: '{received} von {needed} Blöcken',
    left: 'noch etwa {time}',
    toSpare: '{decibels} dB Reserve',
    justAboutHeard: 'gerade noch gehört',
    sealed: 'Versiegelt, mit Ihrem Geheimnis geöffnet',
    sealedAt: 'Versiegelt um {time}, mit Ihrem Geheimnis geöffnet',
    repeated: 'Kam noch einmal: Der Absender hörte keine Antwort.',
    answered: 'Der Absender bekam Antwort.',
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
    sealedNoSecret: 'Eine versiegelte Nachricht kam, die nur ihr Geheimnis öffnet: Geben Sie das '
      + 'Kennwort in den Einstellungen ein und bitten Sie darum, noch einmal zu senden.',
    sealedOtherSecret: 'Eine Nachricht kam, die mit einem anderen Geheimnis als Ihrem versiegelt '
      + 'ist: Vergleichen Sie die fünf Buchstaben mit dem Absender.',
    sealedTooOld: 'Eine versiegelte Nachricht wurde abgelehnt, denn sie ist älter als zehn '
      + 'Minuten: Stellen Sie die Uhren beider Geräte oder fragen Sie, ob sie eben gesendet '
      + 'wurde.',
    sealedReplayed: 'Eine versiegelte Nachricht wurde abgelehnt, denn sie kam schon einmal: '
      + 'Vielleicht hat jemand sie aufgenommen und abgespielt.',
    digestWrong: 'Eine Datei kam beschädigt an und wurde nicht behalten: Bitten Sie darum, sie '
      + 'noch einmal zu senden.',
    unknownContent: 'Etwas kam von einer neueren Version: Aktualisieren Sie diese Seite.',
    incomplete: 'Nicht alles kam an, {received} von {needed} Blöcken: Bitten Sie darum, noch '
      + 'einmal zu senden, mit mehr Reparatur oder näher.',
    dropped: 'Dieses Gerät war zu langsam, und {time} Ton wurden nicht gehört: Beenden Sie '
      + 'andere Programme und bitten Sie darum, noch einmal zu senden.',

    'hint-voice': 'Der Browser behandelt den Ton als Stimme, was Nachrichten entfernt: Nehmen '
      + 'Sie einen anderen Browser.',
    'hint-slowInput': 'Das Mikrofon gibt {rate} kHz, zu wenig für Nachrichten: Wählen Sie das '
      + 'eingebaute Mikrofon in den Einstellungen.',
    'hint-bluetooth': 'Bluetooth-Mikrofone hören Nachrichten selten: Wählen Sie das eingebaute '
      + 'in den Einstellungen.',
    'hint-muted': 'Das System hat das Mikrofon stummgeschaltet: Schalten Sie es ein.',
    'hint-silent': 'Das Mikrofon gibt digitale Stille, wie stummgeschaltet: Schalten Sie es ein '
      + 'oder wählen Sie ein anderes in den Einstellungen.',
    'hint-cutOff': 'Über {kilohertz} kHz kommt nichts durch: Wählen Sie ein anderes Mikrofon, '
      + 'oder der Absender senkt die höchste Frequenz.',
    'hint-gated': 'Eine Rauschunterdrückung schneidet den Ton immer wieder ab: Schalten Sie sie '
      + 'in den Einstellungen des Systems aus.',
    'hint-clipped': 'Der Ton ist zu laut für das Mikrofon: Senken Sie seine Verstärkung oder '
      + 'gehen Sie weiter weg.',
    'hint-gainControl': 'Nach lauten Tönen regelt das Mikrofon sich herunter: Schalten Sie die '
      + 'automatische Verstärkung in den Einstellungen des Systems aus.',
    'hint-noise': 'Zwischen 17 und 20 kHz ist es zu laut für Nachrichten: Suchen Sie, was '
      + 'pfeift, und gehen Sie davon weg.',
    'hint-fewer': 'Dieses Gerät ist zu langsam für alle Protokolle und hört nur hop und burst.',
    'hint-failed-weak': 'Eine Nachricht mit {protocol} war um {decibels} dB zu schwach: Kommen '
      + 'Sie näher, oder der Absender stellt lauter.',
    'hint-failed-cutOff': 'Eine Nachricht mit {protocol} endete zu früh: Lassen Sie den Absender '
      + 'ausreden.',
    'hint-failed-spoilt': 'Eine Nachricht mit {protocol} war nicht zu lesen: Richten Sie die '
      + 'Geräte aufeinander, halten Sie sie still und senden Sie noch einmal.',
    'hint-cannotAnswer': 'Ein Absender bekam keine Antwort. {reason}',

    sending: 'Senden',
    whatToSend: 'Was zu senden ist',
    kindText: 'Text',
    kindFile: 'Datei',
    kindWifi: 'WLAN',
    kindContact: 'Kontakt',
    textToSend: 'Text zum Senden',
    fileToSend: 'Datei zum Senden',
    fileTooLarge: 'Die Datei hat {size}, und 1 MB ist das meiste: Wählen Sie eine kleinere.',
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
    pasteEmpty: 'Es gibt keinen Text zum Einfügen: Kopieren Sie erst einen.',
    pasteRefused: 'Der Browser lässt die Seite nicht einfügen: Nehmen Sie die Tastatur oder '
      + 'tippen Sie lang.',
    send: 'Als Ton senden',
    preparing: 'Bereitet vor …',
    sendingLeft: 'Sendet, noch {time}',
    sounding: 'Sendet …',
    waitingForQuiet: 'Wartet, bis sonst niemand zu hören ist …',
    waitingForAnswer: 'Wartet auf die Antwort …',
    blocksThere: '{received} von {needed} Blöcken sind drüben angekommen',
    sentIn: 'Gesendet in {time}.',
    sendingStopped: 'Angehalten: Was davon gesendet ist, lässt sich nicht lesen.',
    soundBlocked: 'Der Browser ließ den Ton nicht beginnen: Tippen Sie noch einmal auf Senden.',
    soundInterrupted: 'Das System hat den Ton unterbrochen: Senden Sie noch einmal.',
    confirmNeedsMicrophone: 'Die Antwort hört nur das Mikrofon: Erlauben Sie es oder senden Sie '
      + 'ohne Bestätigung.',
    confirmDeaf: 'Der Austausch brach ab, und ob es ankam, ist nicht bekannt: Senden Sie noch '
      + 'einmal.',
    delivered: 'Angekommen, {decibels} dB über dem Rauschen gehört.',
    'unconfirmed-no-answer': 'Nach {tries} Versuchen nicht bestätigt: Gehen Sie näher, und sehen '
      + 'Sie nach, ob die andere Seite Absendern antwortet.',
    'unconfirmed-not-kept': 'Es kam an, und die andere Seite behält keine Dateien: Sie soll '
      + 'diese Seite öffnen oder einen Ordner nennen.',
    'unconfirmed-wrong-time': 'Es kam an und wurde wegen seiner Zeit abgelehnt: Stellen Sie die '
      + 'Uhren beider Geräte.',
    'unconfirmed-other-secret': 'Es kam an, mit einem anderen Geheimnis versiegelt: Vergleichen '
      + 'Sie die fünf Buchstaben.',
    'unconfirmed-no-secret': 'Es kam an, und die andere Seite hat kein Geheimnis: Geben Sie ihr '
      + 'Ihres.',
    loudnessTitle: 'Sie hören wenig, andere mehr',
    loudnessText: 'Ton, den die meisten Erwachsenen nicht hören, kann laut sein. Kinder, Hunde '
      + 'und Katzen hören ihn: Halten Sie ihn bei ihnen leise und kurz, und halten Sie nie einen '
      + 'Lautsprecher ans Ohr.',
    longTitle: '{time} lang Ton?',
    longText: 'So lange dauert es, und wer solche Töne hört, hört sie die ganze Zeit.',

    secretTitle: 'Geheimnis',
    secretExplained: 'Wer ein Kennwort mit Ihnen teilt, liest Ihre Nachrichten, und sonst '
      + 'niemand. Es wird vergessen, wenn die Seite schließt.',
    passphrase: 'Kennwort, 12 Zeichen oder mehr',
    showPassphrase: 'Zeigen',
    usePassphrase: 'Benutzen',
    newSecret: 'Neues Geheimnis',
    forgetPassphrase: 'Vergessen',
    keepPassphrase: 'Auf diesem Gerät behalten',
    keepRisk: 'Wer diesen Browser benutzt, kann es dann lesen, und jede andere Seite derselben '
      + 'Webadresse auch: Behalten Sie es nicht, wo noch jemand Seiten veröffentlicht.',
    fingerprint: 'Dieselben fünf Buchstaben auf beiden Seiten bedeuten dasselbe Geheimnis:',
    secretBeingMade: 'Einen Augenblick …',
    secretUsed: 'Nachrichten werden damit versiegelt und geöffnet.',
    secretForgotten: 'Vergessen: Nachrichten gehen im Klartext.',
    pair: 'Mit einem Gerät in der Nähe koppeln',
    pairingPrepares: 'Einen Augenblick …',
    pairingMeets: 'Sucht das andere Gerät: Beginnen Sie auch dort zu koppeln. Es dauert etwa 15 '
      + 'Sekunden.',
    pairingCompares: 'Vergleichen Sie alle sechs Ziffern mit denen des anderen Geräts.',
    digitsSpoken: 'Die Ziffern sind {digits}.',
    digitsMatch: 'Sie sind gleich',
    digitsDiffer: 'Sie sind verschieden',
    pairingWaits: 'Wartet auf das andere Gerät …',
    pairingStopped: 'Angehalten: Es wurde kein Geheimnis behalten.',
    pairingNeedsMicrophone: 'Zum Koppeln braucht die Seite das Mikrofon: Erlauben Sie es und koppeln '
      + 'Sie noch einmal.',
    pairingDeaf: 'Die Kopplung brach ab, und es wurde kein Geheimnis behalten: Koppeln Sie noch '
      + 'einmal.',
    paired: 'Gekoppelt: Beide Geräte haben dasselbe Geheimnis.',
    pairedUnsure: 'Gekoppelt, aber das andere Gerät weiß es vielleicht nicht: Vergleichen Sie dort die '
      + 'fünf Buchstaben.',
    'unpaired-no-answer': 'Kein anderes Gerät hat geantwortet: Beginnen Sie auch dort zu koppeln, '
      + 'gehen Sie näher und koppeln Sie noch einmal.',
    'unpaired-several-devices': 'Mehr als zwei Geräte nahmen teil: Es wurde kein Geheimnis behalten. '
      + 'Koppeln Sie noch einmal nur diese beiden.',
    'unpaired-refused': 'Beendet: Hier wurde kein Geheimnis behalten. Waren die Ziffern verschieden, hat '
      + 'sich vielleicht jemand eingemischt.',
    'unpaired-ended-by-other': 'Das andere Gerät hat die Kopplung beendet: Es wurde kein Geheimnis '
      + 'behalten.',
    'unpaired-timed-out': 'Die Zeit ist um: Es wurde kein Geheimnis behalten. Koppeln Sie noch einmal.',
    'unpaired-no-proof': 'Das andere Gerät hat nicht rechtzeitig zugestimmt: Hier wurde kein Geheimnis '
      + 'behalten, dort vielleicht eines. Koppeln Sie noch einmal.',
    receiptsTitle: 'Bestätigungen',
    answer: 'Absendern antworten, die es wissen wollen, mit einem Ton von einer Sekunde',
    soundTitle: 'Ton',
    protocolTexts: 'Protokoll für Texte',
    protocolFiles: 'Protokoll für Dateien',
    automatic: 'automatisch ({name})',
    ceiling: 'Höchste Frequenz des Lautsprechers',
    ceilingAutomatic: 'automatisch (20 kHz)',
    level: 'Pegel',
    repair: 'Zusätzliche Blöcke von Dateien zur Reparatur, in Prozent',
    copies: 'Wie oft gesendet wird',
    microphone: 'Mikrofon',
    microphoneOfBrowser: 'Wahl des Browsers',
    check: 'Dieses Gerät prüfen',
    checking: 'Sendet unter {kilohertz} kHz und hört zu …',
    checkHears: 'Sendet und hört bis {kilohertz} kHz.',
    checkNothing: 'Davon war nichts zu hören: Stellen Sie lauter, ziehen Sie Kopfhörer ab und '
      + 'prüfen Sie noch einmal.',
    pageTitle: 'Diese Seite',
    language: 'Sprache',
    languageOfBrowser: 'die des Browsers',
    version: 'HandShake',
    licences: 'Lizenzen',

    'status-bad-argument': 'Das lässt sich nicht senden: Ändern Sie es und senden Sie noch '
      + 'einmal.',
    'status-bad-rate': 'Das Tongerät läuft mit einer Rate, die das Protokoll nicht benutzen '
      + 'kann: Wählen Sie ein anderes Gerät in den Einstellungen des Systems.',
    'status-unknown-protocol': 'Diese Version hat das gewählte Protokoll nicht: Wählen Sie ein '
      + 'anderes in den Einstellungen.',
    'status-no-placement': 'Das Protokoll hat kein so tiefes Band: Erhöhen Sie die höchste '
      + 'Frequenz in den Einstellungen.',
    'status-bad-text': 'Das Protokoll kann diesen Text nicht tragen: Wählen Sie automatisch in '
      + 'den Einstellungen.',
    'status-too-long': 'Das ist länger, als das Protokoll trägt: Kürzen Sie es oder senden Sie '
      + 'es als Datei.',
    'status-no-files': 'Das Protokoll trägt keine Dateien: Wählen Sie ein anderes in den '
      + 'Einstellungen.',
    'status-no-rung': 'Das Protokoll trägt so nicht so viel: Wählen Sie automatisch in den '
      + 'Einstellungen.',
    'status-no-repair': 'Das Protokoll hat keine Blöcke zur Reparatur: Wählen Sie automatisch in '
      + 'den Einstellungen.',
    'status-no-answers': 'Das Protokoll kann nicht um Antwort bitten: Wählen Sie automatisch in '
      + 'den Einstellungen oder senden Sie ohne Bestätigung.',
    'status-no-memory': 'Der Speicher reicht nicht: Schließen Sie andere Seiten und versuchen '
      + 'Sie es noch einmal.',
    'status-no-sealing': 'Das Protokoll trägt nichts Versiegeltes: Wählen Sie automatisch in den '
      + 'Einstellungen oder vergessen Sie das Geheimnis.',
    'status-secret-too-short': 'Das Kennwort ist zu kurz: Nehmen Sie 12 Zeichen oder mehr.',
    'status-secret-too-long': 'Das Kennwort ist zu lang: Nehmen Sie höchstens 1024 Bytes.',
    'status-secret-not-text': 'Das Kennwort enthält, was kein Text ist: Tippen Sie ein anderes.',
    'status-secret-missing': 'Es gibt kein Geheimnis, um es zu versiegeln: Geben Sie das Kennwort in '
      + 'den Einstellungen noch einmal ein oder vergessen Sie es.',
    'status-secret-mistyped': 'Das Geheimnis hat einen Tippfehler: Vergleichen Sie Buchstabe für '
      + 'Buchstabe.',
    'status-trap': 'Das Modem brach zusammen und läuft neu: Versuchen Sie es noch einmal.',
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
