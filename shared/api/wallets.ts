import * as z from 'zod/mini'
import { PASSPHRASE_MAX, PASSPHRASE_MIN } from '../limits.ts'
import { Gas, WalletBalances } from '../model/balances.ts'
import { HexAddress } from '../model/ids.ts'
import { CardVerdict } from '../model/nota.ts'
import { Policy } from '../model/policy.ts'
import { Label, Wallet, WalletExport, WalletSummary, WalletWithPolicy } from '../model/wallet.ts'
import type { Endpoint } from './kit/endpoint.ts'

const NewWallet = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('custodial'), label: z.optional(Label) }),
  z
    .strictObject({
      type: z.literal('external'),
      label: z.optional(Label),
      nota: z.optional(z.string()),
      address: z.optional(HexAddress),
    })
    .check(
      z.refine((wallet) => (wallet.nota === undefined) !== (wallet.address === undefined), {
        error: 'exactly one of nota, address is required',
        path: ['nota'],
      }),
    ),
])

const WalletChange = z
  .strictObject({
    label: z.optional(Label),
    isPrimary: z.optional(z.literal(true)),
    /** What payments from it must keep to; null takes it away. For a session with a fresh sign-in. */
    policy: z.optional(z.nullable(Policy)),
  })
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'label, isPrimary or policy is required',
    }),
  )

const OneWallet = z.strictObject({ walletId: z.optional(z.string()) })

/** Also for a client that need not load the rest. */
export const balanceEndpoints = {
  getBalances: {
    method: 'GET',
    path: '/balances',
    summary: 'Balance triple and gas of every wallet, or of one',
    tag: 'Balances',
    access: 'read',
    query: OneWallet,
    status: 200,
    data: z.object({ balances: z.array(WalletBalances) }),
    refusals: ['not_found', 'upstream_unavailable', 'not_configured'],
  },
  getGas: {
    method: 'GET',
    path: '/gas',
    summary: 'Gas of every wallet, or of one: the light call for frequent polling',
    tag: 'Balances',
    access: 'read',
    query: OneWallet,
    status: 200,
    data: Gas,
    refusals: ['not_found', 'upstream_unavailable', 'not_configured'],
  },
} as const satisfies Record<string, Endpoint>

export const walletEndpoints = {
  listWallets: {
    method: 'GET',
    path: '/wallets',
    summary: 'The wallets of the account, oldest first',
    tag: 'Wallets',
    access: 'read',
    status: 200,
    data: z.object({ wallets: z.array(WalletWithPolicy) }),
    refusals: [],
  },
  createWallet: {
    method: 'POST',
    path: '/wallets',
    summary: 'Create a custodial wallet, or register an external one to watch',
    tag: 'Wallets',
    access: 'manage',
    body: NewWallet,
    status: 201,
    data: z.object({ wallet: Wallet, nota: z.optional(CardVerdict) }),
    idempotent: true,
    whole: true,
    refusals: ['wallet_exists', 'invalid_nota', 'not_configured', 'not_found', 'reconciling'],
  },
  getWallet: {
    method: 'GET',
    path: '/wallets/{id}',
    summary: 'One wallet with its balance triple',
    tag: 'Wallets',
    access: 'read',
    status: 200,
    data: z.object({ wallet: WalletSummary, balances: WalletBalances }),
    refusals: ['not_found', 'upstream_unavailable', 'not_configured'],
  },
  patchWallet: {
    method: 'PATCH',
    path: '/wallets/{id}',
    summary: 'Change the label or the policy, or make this wallet the primary one',
    tag: 'Wallets',
    access: 'manage',
    body: WalletChange,
    status: 200,
    data: z.object({ wallet: WalletWithPolicy }),
    refusals: ['not_found', 'session_required', 'reauthentication_required'],
  },
  deleteWallet: {
    method: 'DELETE',
    path: '/wallets/{id}',
    summary: 'Stop watching an external wallet',
    tag: 'Wallets',
    access: 'manage',
    status: 200,
    data: z.strictObject({}),
    refusals: ['not_found', 'wallet_in_use'],
  },
  exportWallet: {
    method: 'POST',
    path: '/wallets/{id}/export',
    summary: 'The key of a custodial wallet, encrypted under a passphrase',
    tag: 'Wallets',
    access: 'session',
    body: z.strictObject({ passphrase: z.string().check(z.minLength(PASSPHRASE_MIN), z.maxLength(PASSPHRASE_MAX)) }),
    status: 200,
    data: z.object({ export: WalletExport }),
    recent: true,
    event: 'wallet.exported',
    refusals: ['not_found', 'overloaded'],
  },
  ...balanceEndpoints,
} as const satisfies Record<string, Endpoint>

export type NewWallet = z.infer<typeof NewWallet>
export type WalletChange = z.infer<typeof WalletChange>
