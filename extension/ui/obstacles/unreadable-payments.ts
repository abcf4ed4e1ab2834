import * as z from 'zod/mini'
import { Intent } from '../../intents/intent.ts'
import { item } from '../../store/item.ts'

/** What is stored under the payments' name, whatever it is. */
export const storedPayments = item<unknown>('local', 'intents', z.unknown(), [])

/** Whether a payment, or all of them, cannot be read: that there is none would be said wrongly. */
export function areUnreadable(stored: unknown): boolean {
  return !Array.isArray(stored) || stored.some((each) => !Intent.safeParse(each).success)
}
