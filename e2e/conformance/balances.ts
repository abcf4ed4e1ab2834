import type { balanceEndpoints } from '#shared/api/balances.ts'
import type { Rows } from './kit/row.ts'

export const balanceRows: Rows<keyof typeof balanceEndpoints> = {
  getBalances: { example: async () => ({}), refusals: {} },
  getGas: { example: async ({ wallet }) => ({ query: { walletId: wallet } }), refusals: {} },
}
