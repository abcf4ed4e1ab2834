import type { streamEndpoints } from '#shared/api/stream.ts'
import type { Rows } from './kit/row.ts'

export const streamRows: Rows<keyof typeof streamEndpoints> = {
  streamEvents: { example: async () => ({}), refusals: {} },
}
