import type { Rows } from './kit/row.ts'

export const balanceRows: Rows<'getBalances' | 'getGas'> = {
  getBalances: { example: async () => ({}), refusals: {} },
  getGas: { example: async ({ wallet }) => ({ query: { walletId: wallet } }), refusals: {} },
}
