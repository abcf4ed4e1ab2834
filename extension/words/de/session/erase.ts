import type { Catalogue } from '../../catalogue.ts'

export const eraseWords = {
  title: 'Diese Wallet löschen?',
  goes: 'Die verbundenen Gateways, ihre Schlüssel, aufbewahrte Dateien und Einstellungen verschwinden aus diesem Browser. Eine noch nicht gesendete Zahlung wird nicht gesendet.',
  stays:
    'Ihr Geld, Ihre Wallets und Ihr Verlauf bleiben am Gateway. Die Schlüssel dieser Wallet bleiben dort gültig, bis Sie sie widerrufen.',
  word: 'löschen',
  type: 'Zum Bestätigen „löschen“ eingeben',
  notConfirmed: 'Geben Sie zum Bestätigen das Wort „löschen“ ein.',
  action: 'Alles löschen',
} satisfies Catalogue['eraseWords']
