import type { Rows } from './kit/row.ts'

export const eventRows: Rows<'streamEvents'> = {
  streamEvents: { example: async () => ({}), refusals: {} },
}
