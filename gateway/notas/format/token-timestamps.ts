import * as z from 'zod/mini'
import { flawed } from './invalid-nota.ts'

/** Seconds since the epoch, as RFC 7519 counts them; not beyond the year 9999. */
export const Seconds = z.int().check(z.gte(0), z.lte(253_402_300_799))

/** Clocks differ: an issuer's may be this much ahead. */
const AHEAD_S = 600

/** Refuses what is not yet, or no longer, to be believed. `now` in milliseconds. */
export function checkMoments(content: { iat: number; exp?: number | undefined }, now: number): void {
  const seconds = Math.floor(now / 1000)
  if (content.iat > seconds + AHEAD_S) throw flawed('from_the_future', `Issued at ${isoOf(content.iat)}.`)
  if (content.exp !== undefined && content.exp <= seconds) throw flawed('expired', `At ${isoOf(content.exp)}.`)
}

export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
