import { endpoints } from './api/endpoints.ts'
import { type Client, type ClientSettings, clientOf } from './client-of.ts'

export type { Client, ClientSettings } from './client-of.ts'

/** The typed client of the whole API. Where size counts, `clientOf` takes just the endpoints that are called. */
export function createClient(settings: ClientSettings): Client {
  return clientOf(endpoints, settings)
}
