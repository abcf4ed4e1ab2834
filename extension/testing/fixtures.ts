import type { WalletBalances } from '#shared/model/balances.ts'
import { ZERO_HANDLE } from '#shared/model/ids.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Wallet } from '#shared/model/wallet.ts'
import type { Profile } from '../gateway/profiles.ts'

/** What tests of the screens begin with: plain values, of which each names what matters to it. */

export const at = (minutesAgo: number) => new Date(Date.UTC(2027, 0, 31, 12) - minutesAgo * 60_000).toISOString()

export const wallet = (part: Partial<Wallet> = {}): Wallet => ({
  id: 'w1',
  address: `0x${'a'.repeat(40)}`,
  type: 'CUSTODIAL',
  label: null,
  isPrimary: true,
  createdAt: at(600),
  ...part,
})

/** `confidential: null` is a sealed one. */
export const triple = (
  part: { wallet?: Partial<Wallet>; normal?: string; confidential?: string | null; total?: string | null } = {},
): WalletBalances => ({
  wallet: wallet(part.wallet),
  eth: { amount: '0.05' },
  normal: { token: 'STABLE', amount: part.normal ?? '100' },
  confidential: {
    token: 'cSTABLE',
    amount: part.confidential === undefined ? '25.5' : part.confidential,
    encrypted: true,
    handle: ZERO_HANDLE,
  },
  total: { amount: part.total === undefined ? '125.5' : part.total, currency: 'USD' },
})

export const transaction = (part: Partial<Transaction> = {}): Transaction => ({
  id: 't1',
  type: 'TRANSFER',
  status: 'SETTLED',
  amount: '12.5',
  token: 'cSTABLE',
  txHash: null,
  settlementTxHash: null,
  walletId: 'w1',
  createdAt: at(5),
  updatedAt: at(4),
  to: null,
  waitingFor: null,
  externalId: null,
  ...part,
})

export const profile = (part: Partial<Profile> = {}): Profile => ({
  id: 'p1',
  origin: 'http://localhost:7984',
  name: 'localhost:7984',
  colour: 0,
  email: 'ada@example.com',
  key: { id: 'k1', label: 'Sotto wallet', prefix: 'sotto_sk_abcd', scopes: ['read'], walletIds: null, expiresAt: null },
  userId: 'u1',
  sealedKey: { iv: '', ct: '' },
  state: 'connected',
  createdAt: 0,
  ...part,
})
