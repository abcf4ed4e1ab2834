import type { Catalogue } from '../../catalogue.ts'

export const verbWords = {
  fund: 'Paiement du faucet',
  mint: 'Émission',
  transfer: 'Transfert',
  redeem: 'Reconversion',
} satisfies Catalogue['verbWords']
