import type { accountEndpoints } from '#shared/api/account.ts'
import type { Rows } from './kit/row.ts'

export const accountRows: Rows<keyof typeof accountEndpoints> = {
  getMe: { example: async () => ({}), refusals: {} },
  patchMe: { example: async () => ({ body: { name: 'Ada', company: 'Analytical Engines' } }), refusals: {} },
}
