import type { eventEndpoints } from '#shared/api/events.ts'
import type { Rows } from './kit/row.ts'

export const eventRows: Rows<keyof typeof eventEndpoints> = {
  streamEvents: { example: async () => ({}), refusals: {} },
}
