import type { Catalogue } from '../../catalogue.ts'

export const transactionWords = {
  title: 'Transaktion',
  types: {
    FUND: 'Faucet-Zahlung',
    MINT: 'Prägung',
    TRANSFER: 'Überweisung',
    REDEEM: 'Einlösung',
    RECEIVE: 'Eingang',
  },
  gas: 'Der Betreiber des Gateways hat dieser Wallet ETH für Gas gegeben, damit sie zahlen konnte.',
  wallet: 'Wallet',
  payer: 'Erhalten von',
  receiver: 'Erhalten in',
  to: 'An',
  txHash: 'Transaktions-Hash',
  burnHash: 'Hash der Verbrennung',
  payoutHash: 'Hash der Auszahlung',
  noHash: 'Noch keiner',
  created: 'Begonnen',
  block: 'Zeit des Blocks',
  gasFee: 'Gas',
  payoutGasFee: 'Gas der Auszahlung',
  updated: 'Letzte Änderung',
  externalId: 'Referenz',
  id: 'ID',
  error: 'Was schiefging',
  onExplorer: 'Im Explorer öffnen',
  none: 'Diese Adresse nennt keine Transaktion.',
  gone: 'Das Gateway kennt diese Transaktion nicht.',
  back: 'Aktivität',
  details: 'Einzelheiten',
} satisfies Catalogue['transactionWords']

export const noteWords = {
  title: 'Notiz',
  about: 'Nur dieses Konto sieht sie. Sie steht in keinem Beleg und nicht auf der Blockchain.',
  write: 'Notiz schreiben',
  change: 'Notiz ändern',
  label: 'Notiz für Sie selbst',
  hint: 'Leer lassen, um sie zu löschen.',
  save: 'Speichern',
  saved: 'Die Notiz ist gespeichert.',
  cleared: 'Die Notiz ist gelöscht.',
} satisfies Catalogue['noteWords']

export const receiptFileWords = {
  title: 'Beleg',
  about:
    'Eine unterschriebene Datei mit dem, was die Blockchain über diese Transaktion sagt. Jedes Sotto-Gateway kann sie prüfen.',
  get: 'Beleg herunterladen',
  keep: 'Hier aufbewahren',
  verify: 'Seite zum Prüfen und Drucken öffnen',
  kept: 'Unter „Belege und Karten“ aufbewahrt.',
  got: 'Der Beleg wurde heruntergeladen.',
  notYet: 'Noch gibt es keinen Beleg. Er kann ausgestellt werden, sobald die Blockchain diese Transaktion zeigt.',
  fileName: (id) => `sotto-beleg-${id}`,
} satisfies Catalogue['receiptFileWords']

export const explorerWords = {
  title: 'Block-Explorer',
  about:
    'Transaktions-Hashes können auf einen öffentlichen Block-Explorer verweisen. Er erfährt dann, welche Transaktionen Sie ' +
    'ansehen; deshalb gibt es keine Links, bis Sie einen angeben. Die Wallet selbst fragt dort nie etwas ab.',
  label: 'Adresse des Explorers',
  hint: (address) => `Für Sepolia zum Beispiel ${address}. Leer lassen, um keine Links zu haben.`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  removed: 'Gespeichert: Jetzt gibt es keine Links.',
  flaws: {
    not_an_address: 'nicht die Adresse einer Seite',
    plain_http: 'muss mit https beginnen, außer auf diesem Computer',
    has_more: 'muss die Adresse der Startseite sein, ohne etwas dahinter',
  },
} satisfies Catalogue['explorerWords']
