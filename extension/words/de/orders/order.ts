import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const amountFieldWords = {
  label: 'Betrag',
  max: 'Max.',
  maxOf: (token) => `Max.: alle vorhandenen ${token}`,
  available: 'Verfügbar:',
  readAs: 'Verstanden als',
  asOf: (age) => `(Stand: ${age})`,
  flaws: {
    empty: 'Geben Sie einen Betrag ein.',
    comma: 'Schreiben Sie ihn ohne Zeichen zwischen den Tausendern, zum Beispiel 1250.5.',
    not_an_amount: 'Schreiben Sie Ziffern, zum Beispiel 12.5.',
    leading_zero: 'Lassen Sie die Nullen am Anfang weg.',
    too_many_decimals: 'Es gibt höchstens 6 Nachkommastellen.',
    zero: 'Der Betrag muss größer als 0 sein.',
    too_large: 'Das ist mehr, als der Token zählen kann: höchstens 18446744073709.551615.',
    over_limit: 'Das ist mehr, als auf einmal gezahlt werden darf.',
    over_balance: 'So viel ist nicht in dieser Wallet.',
  },
} satisfies Catalogue['amountFieldWords']

export const walletPickerWords = {
  search: (label) => `Suchen: ${label}`,
  choose: 'Wallet wählen',
  more: (count) =>
    counted(
      count,
      '# weitere Wallet passt. Suchen Sie nach Bezeichnung oder Adresse.',
      '# weitere Wallets passen. Suchen Sie nach Bezeichnung oder Adresse.',
    ),
} satisfies Catalogue['walletPickerWords']

export const orderWords = {
  review: 'Prüfen',
  fields: { wallet: 'Wallet', to: 'Empfänger', token: 'Token', amount: 'Betrag' },
  notEnough: 'mehr, als vorhanden ist',
  fromWallet: 'Von Wallet',
  walletGone: 'Die gewählte Wallet haben Sie nicht mehr. Sehen Sie nach, welche jetzt hier steht.',
  toWallet: 'An Wallet',
  noCustodial:
    'Sie haben noch keine Wallet, die zahlen kann. Erstellen Sie eine: Das Gateway verwahrt ihren Schlüssel.',
  noWallet: 'Sie haben noch keine Wallet.',
  createWallet: 'Wallet erstellen',
  gas: 'Gas',
  fee: 'Netzwerkgebühr, geschätzt',
  feeOf: (fee) => `Etwa ${fee} ETH, bezahlt von dieser Wallet.`,
  feeShort: (has) =>
    `Sie hat ${has} ETH, was zu wenig sein könnte. Gibt das Gateway ihr nicht mehr, laden Sie sie zuerst auf.`,
  feeWaiting: 'Wird geschätzt …',
  feeUnknown: 'Gerade nicht bekannt. Diese Wallet bezahlt sie.',
} satisfies Catalogue['orderWords']

export const reviewWords = {
  back: 'Ändern',
  ledger: 'Öffentlich einsehbar',
} satisfies Catalogue['reviewWords']

export const obstacleWords = {
  what: {
    gas: () =>
      'Diese Wallet hat kein ETH für Gas. Vielleicht gibt das Gateway ihr welches, wenn sie zahlt; der Faucet tut es, zusammen mit Testgeld.',
    sealed: () =>
      'Das Gateway kann das Guthaben dieser Wallet gerade nicht lesen und deshalb auch nicht daraus zahlen.',
    mint: (open, hidden) => `Diese Wallet hat ${open}, aber kein ${hidden}. Prägen macht aus dem einen das andere.`,
    fund: () => 'Diese Wallet hat kein Geld dieser Art. Der Faucet gibt ihr Testgeld.',
  },
  ways: { gas: 'Diese Wallet aufladen', fund: 'Diese Wallet aufladen', mint: 'Prägen', sealed: '' },
} satisfies Catalogue['obstacleWords']
