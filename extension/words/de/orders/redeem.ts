import type { Catalogue } from '../../catalogue.ts'

export const redeemWords = {
  title: 'Einlösen',
  about: (hidden, open) => `Macht aus ${hidden} eins zu eins wieder ${open}, in derselben Wallet.`,
  legs: 'Dazu braucht es zwei Transaktionen auf der Blockchain:',
  burn: (hidden) => `Ihre Wallet verbrennt die ${hidden}.`,
  payout: (open) => `Der Betreiber des Gateways zahlt Ihrer Wallet denselben Betrag in ${open} aus.`,
  ledger: 'Der Betrag wird für alle sichtbar.',
  reviewTitle: 'Einlösung prüfen',
  confirm: 'Bestätigen und einlösen',
  pays: 'Sie geben',
  gets: 'Sie bekommen',
} satisfies Catalogue['redeemWords']
