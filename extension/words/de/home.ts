import type { Catalogue } from '../catalogue.ts'

export const homeWords = {
  waiting: 'Ihre Guthaben werden gelesen …',
  noWallet: 'Noch keine Wallet. Das Gateway verwahrt ihren Schlüssel; was damit geschieht, entscheiden Sie.',
  moving: 'Unterwegs',
  states: {
    ready: 'Noch nicht gesendet',
    sending: 'Wird gesendet',
    unknown: 'Noch nicht bekannt',
    ask: 'Senden oder verwerfen?',
    accepted: 'Vom Gateway angenommen',
    refused: 'Abgelehnt',
    discarded: 'Verworfen',
    left: 'Nicht weiter verfolgt',
  },
  recent: 'Letzte Aktivität',
  first: {
    title: 'Erste Schritte',
    done: 'Erledigt',
    steps: {
      fund: { title: 'Wallet aufladen', about: 'Der Faucet gibt ihr Testgeld.' },
      mint: { title: 'Geld privat machen', about: 'Von da an zeigt die Blockchain die Beträge nicht.' },
      send: { title: 'Etwas davon senden', about: 'An eine Adresse, eine Karte oder eine andere eigene Wallet.' },
    },
  },
  others: 'Weitere Wallets',
  all: 'Alle anzeigen',
} satisfies Catalogue['homeWords']

export const quickWords = {
  label: 'Geld bewegen',
  actions: { send: 'Senden', receive: 'Empfangen', mint: 'Prägen', redeem: 'Einlösen', fund: 'Aufladen' },
  subtitles: { mint: 'Privat machen', redeem: 'Öffentlich machen' },
} satisfies Catalogue['quickWords']

export const tripleWords = {
  normal: 'Öffentlich',
  confidential: 'Vertraulich',
  gas: 'Gas',
} satisfies Catalogue['tripleWords']

export const balanceCardWords = {
  total: 'Gesamt',
  hide: 'Vertrauliche Beträge verbergen',
} satisfies Catalogue['balanceCardWords']

export const transactionRowWords = {
  types: {
    FUND: 'Faucet-Zahlung',
    MINT: 'Prägung',
    TRANSFER: 'Überweisung',
    REDEEM: 'Einlösung',
    RECEIVE: 'Eingang',
  },
  gas: 'Gas für eine Zahlung',
  approval: 'Wartet auf Freigabe',
  unapproved: { approval_rejected: 'Abgelehnt', approval_expired: 'Freigabe verfallen' },
  to: ' an ',
  from: ' von ',
} satisfies Catalogue['transactionRowWords']

export const receivedWords = {
  amount: { waiting: 'Betrag folgt', sealed: 'Betrag versiegelt', lost: 'Betrag nicht bekannt' },
  why: {
    waiting: 'Das Gateway ermittelt noch, wie viel es war. Der Betrag erscheint hier von selbst.',
    sealed: 'Das Gateway hat keinen Schlüssel zu dieser Wallet und kann vertrauliche Beträge deshalb nicht lesen.',
    lost: 'Nicht bekannt: Das Gateway wurde aus einer Sicherung wiederhergestellt, und die Blockchain zeigt den Betrag nicht.',
  },
} satisfies Catalogue['receivedWords']

export const peekWords = {
  hold: 'Zum Anzeigen halten',
  show: 'Gedrückt halten, um den Betrag zu zeigen',
} satisfies Catalogue['peekWords']
