import type { Approval } from '#shared/model/approval.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { ZERO_HANDLE } from '#shared/model/ids.ts'
import { Policy } from '#shared/model/policy.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Credential, User } from '#shared/model/user.ts'
import type { Wallet } from '#shared/model/wallet.ts'

/** The account that is drawn: what a gateway would say of it, with the awkward cases among the ordinary ones. */
const LONG =
  'Operating account of the Barcelona and Lisbon offices, which pays suppliers, freelancers and the occasional cake'

const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`

/** Minutes before the moment at which everything is drawn. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const user: User = {
  id: 'u1',
  email: 'olivia.fernandes@harbour-bakery.example',
  name: 'Olivia Fernandes',
  company: 'Harbour Bakery',
  mustChangePassword: false,
  totpEnabled: true,
  lastLoginAt: ago(90),
  createdAt: ago(60 * 24 * 40),
}

export const key: Credential = {
  type: 'api_key',
  id: 'k1',
  label: 'Sotto wallet, Chromium on Linux',
  prefix: 'sotto_sk_Xq3v',
  scopes: ['read', 'manage', 'pay'],
  walletIds: null,
  expiresAt: null,
}

const wallet = (id: string, digit: string, type: Wallet['type'], label: string | null): Wallet => ({
  id,
  address: address(digit),
  type,
  label,
  isPrimary: id === 'w1',
  createdAt: ago(60 * 24 * 30),
})

export const wallets: Wallet[] = [
  wallet('w1', '1', 'CUSTODIAL', 'Till'),
  wallet('w2', '2', 'CUSTODIAL', LONG),
  wallet('w3', '3', 'EXTERNAL', 'Cold storage'),
  wallet('w4', '4', 'CUSTODIAL', null),
]

type Sums = [eth: string, normal: string, confidential: string | null, total: string | null]

const sums: Record<string, Sums> = {
  w1: ['0.048', '1250.5', '8420.75', '9671.25'],
  w2: ['0.0031', '18446744073709.551615', '18446744073709.551615', '36893488147419.10323'],
  w3: ['0', '300', null, null],
  w4: ['0', '0', '0', '0'],
}

export const balances: WalletBalances[] = wallets.map((each) => {
  const [eth, normal, confidential, total] = sums[each.id] ?? ['0', '0', '0', '0']
  return {
    wallet: each,
    eth: { amount: eth },
    normal: { token: 'STABLE', amount: normal },
    confidential: {
      token: 'cSTABLE',
      amount: confidential,
      encrypted: confidential === null,
      handle: confidential === '0' ? ZERO_HANDLE : hash('a'),
    },
    total: { amount: total, currency: 'USD' },
  }
})

/** Who is known by a card that is kept here. */
export const anna = {
  address: address('6'),
  label: 'Anna of the Lisbon flour mill, who supplies us on Tuesdays and Fridays',
}

const paid = (id: string, minutes: number, part: Partial<Transaction>): Transaction => ({
  id,
  type: 'TRANSFER',
  status: 'SETTLED',
  amount: '125.5',
  token: 'cSTABLE',
  txHash: hash('b'),
  settlementTxHash: null,
  walletId: 'w1',
  createdAt: ago(minutes),
  updatedAt: ago(minutes),
  to: address('5'),
  waitingFor: null,
  externalId: null,
  note: null,
  ...part,
})

const notApproved = 'Nobody has approved it in time. Nothing was sent.'

const came = (id: string, minutes: number, part: Partial<Transaction>): Transaction =>
  paid(id, minutes, { type: 'RECEIVE', from: address('5'), to: address('1'), txHash: hash('d'), ...part })

/** What the account's payments must keep to. */
export const policy = Policy.parse({
  maxPerPayment: '500',
  maxPerDay: '2000',
  approveAbove: '250',
  destinations: { allow: ['wallets', 'contact:c1', address('7')], otherwise: 'approve' },
  verbs: ['mint', 'transfer', 'redeem'],
  hours: {
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    from: '08:00',
    to: '18:00',
    timeZone: 'Europe/Lisbon',
    otherwise: 'deny',
  },
})

/** Payments that wait for a person, the one first that ends first. */
export const approvals: Approval[] = [
  asked('a1', -50, { to: address('5'), amount: '320', externalId: 'invoice 2026-1123' }),
  asked('a2', -60 * 20, { to: anna.address, amount: '18446744073709.551615', walletId: 'w2', from: address('2') }),
  asked('a3', -60 * 23, { type: 'REDEEM', to: null, amount: '5000' }),
]

function asked(id: string, ends: number, part: Partial<Transaction>): Approval {
  const from = address('1')
  const transaction = paid(id, 30, { status: 'PENDING', txHash: null, waitingFor: 'approval', from, ...part })
  const label = id === 'a2' ? 'Payroll server in the cellar of the Lisbon office, second shelf' : 'Payroll server'
  const askedBy = { type: 'api_key', id: id === 'a3' ? 'k1' : 'k9', label } as const
  const rule = id === 'a1' ? 'destinations' : 'approveAbove'
  return {
    transaction,
    askedBy,
    rule,
    of: id === 'a2' ? 'wallet' : 'account',
    expiresAt: ago(ends),
    challenge: 'as drawn',
  }
}

export const transactions: Transaction[] = [
  paid('a1', 30, { status: 'PENDING', txHash: null, amount: '320', waitingFor: 'approval' }),
  paid('t1', 1, { type: 'REDEEM', status: 'SETTLING', amount: '240', to: null, waitingFor: 'public_decryption' }),
  paid('t2', 3, { status: 'PENDING', txHash: null, amount: '18446744073709.551615', walletId: 'w2' }),
  came('r1', 4, { amount: null, waitingFor: 'amount' }),
  came('r2', 12, { from: anna.address, amount: '18446744073709.551615' }),
  came('r3', 20, { from: address('2'), amount: '40', token: 'STABLE' }),
  came('r4', 35, { amount: null, walletId: 'w3', to: address('3') }),
  paid('t3', 55, { externalId: 'invoice 2026-1107', note: 'The new roof over the oven, second half' }),
  paid('t4', 180, { type: 'MINT', amount: '5000', to: null }),
  paid('t5', 190, { type: 'FUND', token: 'STABLE', amount: '1000', to: address('1') }),
  paid('t6', 60 * 26, {
    status: 'FAILED',
    amount: '70',
    error: 'The wallet moved 0 of 70 cSTABLE: it did not have that much any more when the transfer was mined.',
  }),
  paid('t8', 60 * 30, {
    status: 'FAILED',
    txHash: null,
    amount: '900',
    failure: 'approval_expired',
    error: notApproved,
  }),
  paid('t7', 60 * 50, {
    type: 'REDEEM',
    amount: '1200',
    to: null,
    settlementTxHash: hash('c'),
    gasFee: '0.00042',
    settlementGasFee: '0.00031',
  }),
]
