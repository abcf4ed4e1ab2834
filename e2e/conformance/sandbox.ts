import type { Rows } from './kit/row.ts'

export const sandboxRows: Rows<'getSandbox' | 'postSandbox'> = {
  getSandbox: { example: async () => ({}), refusals: {} },
  postSandbox: { example: async () => ({ body: { any: ['JSON', 1, null] } }), refusals: {} },
}
