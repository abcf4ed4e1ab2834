import type { Catalogue } from '../../catalogue.ts'

export const paymentWords = {
  outlooks: {
    sending: {
      title: 'Wird gesendet',
      about: 'Die Zahlung ist vermerkt und unterwegs. Diese Seite kann geschlossen werden.',
    },
    unknown: {
      title: 'Ergebnis noch nicht bekannt',
      about:
        'Vielleicht hat das Gateway diese Zahlung angenommen, vielleicht nicht. Die Wallet fragt von selbst nach, und ' +
        'doppelt gezahlt werden kann sie nie. Senden Sie sie nicht noch einmal.',
    },
    forgotten: {
      title: 'Dem Gateway nicht mehr bekannt',
      about:
        'Das Gateway hatte diese Zahlung angenommen. Vielleicht wurde es aus einer älteren Sicherung ' +
        'wiederhergestellt, oder Ihr Schlüssel reicht nicht mehr bis zur Wallet. Zahlen Sie nicht noch einmal, ' +
        'bevor Sie das Guthaben geprüft und den Betreiber gefragt haben.',
    },
    ask: {
      title: 'Nicht gesendet',
      about:
        'Das Gateway hat diese Zahlung nicht erhalten, und Ihre Bestätigung liegt zu lange zurück, um sie ohne Rückfrage ' +
        'zu senden. Senden Sie sie jetzt oder verwerfen Sie sie.',
    },
    refused: {
      title: 'Abgelehnt',
      about: 'Das Gateway hat diese Zahlung nicht angenommen. Es wurde kein Geld bewegt.',
    },
    discarded: { title: 'Verworfen', about: 'Diese Zahlung wurde nicht gesendet. Es wurde kein Geld bewegt.' },
    left: {
      title: 'Nicht weiter verfolgt',
      about:
        'Als Sie aufhörten, diese Zahlung zu verfolgen, war ihr Ergebnis nicht bekannt. Vielleicht wurde sie ausgeführt: ' +
        'Prüfen Sie Ihre Aktivität und das Guthaben, bevor Sie noch einmal zahlen.',
    },
    waits: {
      title: 'Wartet auf Freigabe',
      about:
        'Eine Richtlinie legt sie einer Person vor. Vor der Freigabe wird nichts gesendet. Sie können diese Seite schließen.',
    },
    pending: {
      title: 'Ausstehend',
      about: 'Das Gateway hat sie und wartet auf die Blockchain. Sie können diese Seite schließen.',
    },
    settling: { title: 'In Abwicklung', about: 'Der erste Teil ist erledigt. Sie können diese Seite schließen.' },
    settled: { title: 'Abgeschlossen', about: 'Die Blockchain hat sie bestätigt.' },
    unsettled: {
      title: 'Abgeschlossen, wird erneut bestätigt',
      about:
        'Die Blockchain hat ihre Bestätigung zurückgenommen. Das Gateway sendet dieselbe Zahlung von selbst noch einmal.',
    },
    unapproved: { title: 'Nicht freigegeben', about: 'Es wurde kein Geld bewegt.' },
    failed: {
      title: 'Fehlgeschlagen',
      about: 'Diese Zahlung wurde nicht oder nicht vollständig ausgeführt. Meldung des Gateways:',
    },
  },
  leave: 'Nicht weiter verfolgen',
  leaveTitle: 'Diese Zahlung nicht weiter verfolgen?',
  leaveAbout:
    'Die Wallet fragt das Gateway nicht mehr danach und sendet sie nicht noch einmal. Rückgängig wird damit nichts: Hat ' +
    'das Gateway die Zahlung angenommen, wird das Geld bewegt.',
  leaveTodo: 'Prüfen Sie Ihre Aktivität und das Guthaben der Wallet, bevor Sie noch einmal zahlen.',
  sendNow: 'Jetzt senden',
  discard: 'Verwerfen',
  change: 'Ändern und erneut versuchen',
  anew: 'Neue Zahlung beginnen',
  fundFirst: 'Diese Wallet aufladen',
  done: 'Fertig',
  another: { transfer: 'Weitere senden', mint: 'Mehr prägen', redeem: 'Mehr einlösen', fund: 'Mehr aufladen' },
  transaction: 'Transaktion anzeigen',
  settledText: (what) => `${what}: abgeschlossen.`,
  failedText: (what) => `${what}: fehlgeschlagen.`,
  refusedText: (what) => `${what}: abgelehnt.`,
  notSeen: 'Die Wallet konnte gerade nicht nachsehen',
  begun: 'Von Ihnen bestätigt',
  unknownWallet: 'Eine Wallet, die nicht aufgeführt ist',
  none: 'Diese Adresse nennt keine Zahlung.',
  elsewhere: (gateway) => `Diese Zahlung gehört zum Gateway „${gateway}“. Wechseln Sie dorthin, um sie zu verfolgen.`,
} satisfies Catalogue['paymentWords']
