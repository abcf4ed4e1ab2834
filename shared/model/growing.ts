import * as z from 'zod/mini'

/** One of the names that are known, or one of a later version. */
export type Growing<T extends string> = T | (string & {})

/**
 * For a list in answers to which later versions add: an older client takes what it does not know as the text that it is.
 * Not for a status, by which a client decides.
 */
export function growing<T extends Record<string, string>>(known: z.ZodMiniEnum<T>): z.ZodMiniType<Growing<T[keyof T]>> {
  return z.union([known, z.string()])
}
