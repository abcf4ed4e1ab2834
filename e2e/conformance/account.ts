import type { Rows } from './kit/row.ts'

export const accountRows: Rows<'getSession' | 'getMe' | 'patchMe'> = {
  getSession: { example: async () => ({}), refusals: {} },
  getMe: { example: async () => ({}), refusals: {} },
  patchMe: { example: async () => ({ body: { name: 'Ada', company: 'Analytical Engines' } }), refusals: {} },
}
