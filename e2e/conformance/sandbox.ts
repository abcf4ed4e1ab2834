import type { sandboxEndpoints } from '#shared/api/sandbox.ts'
import type { Rows } from './kit/row.ts'

export const sandboxRows: Rows<keyof typeof sandboxEndpoints> = {
  getSandbox: { example: async () => ({}), refusals: {} },
  postSandbox: { example: async () => ({ body: { any: ['JSON', 1, null] } }), refusals: {} },
}
