import type { Catalogue } from '../../catalogue.ts'

export const walletWords = {
  gone: 'Diese Wallet haben Sie nicht mehr.',
  all: 'Alle Wallets',
  balance: 'Guthaben',
  address: 'Adresse und Karte',
  addressAbout: 'Wer eines davon hat, kann an diese Wallet zahlen.',
  about: 'Über diese Wallet',
  kind: 'Schlüssel',
  custodial: 'Vom Gateway verwahrt',
  external: 'Anderswo: Diese Wallet wird nur beobachtet',
  created: 'Hinzugefügt',
  rename: 'Umbenennen',
  renameTitle: 'Wallet umbenennen',
  renameHint: 'Nur für Sie sichtbar. Leer lassen, um den Namen zu löschen.',
  save: 'Speichern',
  renamed: 'Die Wallet ist umbenannt.',
  makePrimary: 'Zur Haupt-Wallet machen',
  madePrimary: 'Das ist jetzt die Haupt-Wallet.',
  remove: 'Nicht mehr beobachten',
  removeTitle: 'Diese Wallet nicht mehr beobachten?',
  removeAbout:
    'Sie verschwindet aus Ihrer Liste; ihre früheren Zahlungen bleiben in Ihrer Aktivität. Sie können sie wieder hinzufügen.',
  removed: 'Die Wallet wird nicht mehr beobachtet.',
  export: 'Schlüssel exportieren',
  transactions: 'Transaktionen',
  none: 'Noch keine Transaktion dieser Wallet.',
  allOf: 'Alle anzeigen',
} satisfies Catalogue['walletWords']

export const exportKeyWords = {
  title: 'Schlüssel exportieren',
  inTab:
    'Der Export eines Schlüssels braucht eine Anmeldung, und die endet mit ihrer Seite. Machen Sie in einem Tab weiter.',
  about:
    'Sie bekommen eine Datei, die mit einer Passphrase verschlüsselt ist. Wer beides hat, kann alles in dieser Wallet ausgeben.',
  stays: 'Das Gateway behält sein Exemplar: Die Wallet funktioniert hier weiter.',
  passphrase: 'Passphrase der Datei',
  hint: (least) => `Mindestens ${least} Zeichen. Ohne sie ist die Datei wertlos, und niemand kann sie zurücksetzen.`,
  again: 'Wiederholen',
  differs: 'muss mit der Passphrase darüber übereinstimmen',
  action: 'Exportieren',
  done: 'Der Schlüssel ist in Ihren Downloads. Bewahren Sie Datei und Passphrase getrennt auf.',
  back: 'Zurück zur Wallet',
} satisfies Catalogue['exportKeyWords']
