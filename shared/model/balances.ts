import * as z from 'zod/mini'
import { Handle, HexAddress, Id } from './ids.ts'
import { Amount, Ether, Wei } from './money.ts'
import { Wallet } from './wallet.ts'

/** The balance triple of one wallet, and its gas. `null` means sealed or not known, never zero. */
export const WalletBalances = z.object({
  wallet: Wallet,
  eth: z.object({ amount: Ether }),
  normal: z.object({ token: z.string(), amount: Amount }),
  confidential: z.object({
    token: z.string(),
    amount: z.nullable(Amount),
    encrypted: z.boolean(),
    handle: Handle,
    /** Who else may decrypt every balance and amount of this token. Absent where that is not known, as of older gateways. */
    observers: z.optional(z.array(HexAddress)),
  }),
  total: z.object({ amount: z.nullable(z.string()), currency: z.literal('USD') }),
})
export type WalletBalances = z.infer<typeof WalletBalances>

/** Gas of each wallet, and the price of one unit of gas in ETH. */
export const Gas = z.object({
  gas: z.array(z.object({ walletId: Id, address: HexAddress, amount: Ether, wei: Wei })),
  gasPrice: z.object({ amount: Ether, wei: Wei }),
})
