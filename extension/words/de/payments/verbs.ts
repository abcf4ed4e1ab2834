import type { Catalogue } from '../../catalogue.ts'

export const verbWords = {
  fund: 'Faucet-Zahlung',
  mint: 'Prägung',
  transfer: 'Überweisung',
  redeem: 'Einlösung',
} satisfies Catalogue['verbWords']
