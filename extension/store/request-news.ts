import * as z from 'zod/mini'
import { item } from './item.ts'

/** That something happened to a request of the account: screens that show it read it anew. */
const RequestNews = z.strictObject({ profileId: z.string(), id: z.string(), at: z.number() })

export const requestNews = item('session', 'requestNews', z.nullable(RequestNews), null)
