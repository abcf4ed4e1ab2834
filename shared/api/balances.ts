import * as z from 'zod/mini'
import { Gas, WalletBalances } from '../model/balances.ts'
import type { Endpoint } from './kit/endpoint.ts'

const OneWallet = z.strictObject({ walletId: z.optional(z.string()) })

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
