import * as z from 'zod/mini'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../limits.ts'

/** A whole number as a query string carries it. */
export function wholeNumber(least: number, most: number, fallback: number) {
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, 'must be a whole number')),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
      ),
    ),
    fallback,
  )
}

/** The query of every list that comes in pages. */
export const Page = {
  page: wholeNumber(1, 100_000_000, 1),
  pageSize: wholeNumber(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
}

/** The answer of every list that comes in pages: `total` counts all pages together. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), page: z.number(), pageSize: z.number(), total: z.number() })
}
