import type { Catalogue } from '../../catalogue.ts'

export const networkNames = { sandbox: 'Testnetz' } satisfies Catalogue['networkNames']

export const willSeeWords = {
  address: (network) => `Die Adresse der Wallet, im ${network}`,
  lookUp: 'Wer sie hat, kann jede Zahlung von und an diese Adresse und die öffentlichen Guthaben nachsehen',
  not: 'Nicht: vertrauliche Beträge, Name, andere Wallets',
} satisfies Catalogue['willSeeWords']

export const siteNotesWords = {
  local: 'Eine Seite dieses Computers. Ihre Verbindung ist nicht verschlüsselt.',
  foreign: 'Fremde Buchstaben. Gelesen wird es',
  foreignTodo:
    'Namen in anderen Alphabeten können so aussehen wie solche, die Sie kennen. Vergewissern Sie sich, dass es der richtige ist.',
  like: 'Ähnelt sehr',
  likeTodo: 'Es ist eine andere Website. Lehnen Sie ab, wenn Sie zu jener wollten.',
} satisfies Catalogue['siteNotesWords']

export const approveWords = {
  window: 'Anfragen von Webseiten',
  title: (host) => `${host} bittet um eine Adresskarte`,
  asks: { card: 'bittet um eine Adresskarte.', payment: 'bittet um eine Zahlung.' },
  question: 'Eine Adresskarte teilen?',
  count: (of) => `1 von ${of}`,
  purpose: 'Wofür, laut der Website:',
  wallet: 'Wallet, die geteilt wird',
  gateway: 'Verwahrt bei',
  sees: 'Was die Website sehen wird',
  readFirst: 'Scrollen Sie nach unten zu dem, was die Website sehen wird.',
  term: 'Wie lange',
  terms: { day: '1 Tag', month: '30 Tage', always: 'Bis ich es zurücknehme' },
  refuse: 'Ablehnen',
  allow: 'Erlauben',
  locked: 'Zum Antworten entsperren',
  nothing: 'Keine Website wartet auf eine Antwort.',
  close: 'Fenster schließen',
  missing: {
    'set-up': {
      title: 'Sotto ist noch nicht eingerichtet',
      about: 'Richten Sie zuerst die Wallet ein und verbinden Sie Ihr Gateway.',
      action: 'Sotto einrichten',
    },
    damaged: {
      title: 'Diese Wallet lässt sich nicht öffnen',
      about: 'Was die Wallet gespeichert hat, ist aber beschädigt.',
      action: 'Sehen, was zu tun ist',
    },
    connect: {
      title: 'Kein Gateway ist verbunden',
      about: 'Verbinden Sie zuerst Ihr Gateway: Die Seite wartet so lange.',
      action: 'Gateway verbinden',
    },
  },
} satisfies Catalogue['approveWords']
