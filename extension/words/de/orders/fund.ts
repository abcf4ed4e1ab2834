import type { Catalogue } from '../../catalogue.ts'

export const fundWords = {
  title: 'Aufladen',
  about: 'Der Faucet des Testnetzes gibt Testgeld. Außerhalb davon ist es nichts wert.',
  limit: (most) => `Höchstens ${most} auf einmal.`,
  overLimit: (most) => `Der Faucet gibt höchstens ${most} auf einmal.`,
  gas: 'Diese Wallet hat wenig ETH und bekommt deshalb auch Gas.',
  reviewTitle: 'Faucet-Zahlung prüfen',
  confirm: 'Bestätigen und aufladen',
  paidBy: 'Bezahlt von',
  operator: 'Betreiber des Gateways, einschließlich Gas',
  ledger: 'Wallet und Betrag sind für alle sichtbar.',
} satisfies Catalogue['fundWords']
