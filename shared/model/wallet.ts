import * as z from 'zod/mini'
import { DateTime, HexAddress, Id, ShortText } from './ids.ts'

export const WalletType = z.enum(['CUSTODIAL', 'EXTERNAL'])

export const Label = z.nullable(ShortText)

/** `GET /wallets/{id}` lists these five fields; everywhere else the type stands among them. */
export const WalletSummary = z.object({
  id: Id,
  address: HexAddress,
  label: z.nullable(z.string()),
  isPrimary: z.boolean(),
  createdAt: DateTime,
})

export const Wallet = z.object({
  id: Id,
  address: HexAddress,
  type: WalletType,
  label: z.nullable(z.string()),
  isPrimary: z.boolean(),
  createdAt: DateTime,
})
export type Wallet = z.infer<typeof Wallet>
