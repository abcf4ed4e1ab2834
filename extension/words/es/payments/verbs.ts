import type { Catalogue } from '../../catalogue.ts'

export const verbWords = {
  fund: 'Pago del faucet',
  mint: 'Acuñación',
  transfer: 'Transferencia',
  redeem: 'Canje',
} satisfies Catalogue['verbWords']
