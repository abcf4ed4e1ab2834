import * as z from 'zod/mini'
import { item } from '../../store/item.ts'
import { Heard } from './untold.ts'

/** By gateway. Times and IDs alone, in the clear: who paid and how much is not in it. */
export const arrivals = item('local', 'arrivals', z.record(z.string(), Heard), {})
