import type { Catalogue } from '../../catalogue.ts'

export const firstWalletWords = {
  create: 'Meine erste Wallet erstellen',
  label: 'Name der Wallet',
  labelHint: 'Nur für Sie sichtbar. Sie können ihn später ändern.',
  name: 'Haupt-Wallet',
} satisfies Catalogue['firstWalletWords']

export const walletsWords = {
  primary: 'Haupt-Wallet',
  watched: 'Beobachtet',
  create: 'Wallet erstellen',
  createTitle: 'Wallet erstellen',
  createAbout: 'Das Gateway erzeugt einen Schlüssel und verwahrt ihn. Sie können ihn später exportieren.',
  label: 'Bezeichnung',
  labelHint: 'Nur für Sie sichtbar.',
  createAction: 'Erstellen',
  created: 'Die Wallet ist erstellt.',
  watch: 'Wallet beobachten',
  full: (most) =>
    `Ein Konto hat höchstens ${most} Wallets. Entfernen Sie eine nur beobachtete, um eine andere hinzuzufügen.`,
  mayNot: 'Der Schlüssel dieser Wallet darf keine Wallets hinzufügen oder ändern.',
  more: 'Mehr anzeigen',
  empty: 'Noch keine Wallet. Das Gateway verwahrt ihren Schlüssel; was damit geschieht, entscheiden Sie.',
  list: 'Wallets',
} satisfies Catalogue['walletsWords']
