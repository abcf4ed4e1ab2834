import type { Rows } from './kit/row.ts'

export const accountRows: Rows<'getMe' | 'patchMe'> = {
  getMe: { example: async () => ({}), refusals: {} },
  patchMe: { example: async () => ({ body: { name: 'Ada', company: 'Analytical Engines' } }), refusals: {} },
}
