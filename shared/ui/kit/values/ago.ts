import { kitWords } from '../../words/kit.ts'
import { perLocale } from '../../words/spoken.ts'

const relative = perLocale((locale = 'en') => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const moment = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
const hour = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const day = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, in milliseconds since 1970: "just now", "5 minutes ago", "yesterday"; after a week the date. */
export function ago(at: number, now: number): string {
  const past = now - at
  // A clock that runs ahead of this one is not worth a word; a date far ahead is said as it stands.
  if (Math.abs(past) < MINUTE) return kitWords.justNow
  if (past < 0) return onDay(at)
  if (past < HOUR) return relative().format(-Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return relative().format(-Math.floor(past / HOUR), 'hour')
  if (past < 7 * DAY) return relative().format(-Math.floor(past / DAY), 'day')
  return onDay(at)
}

/** Date and time in the reader's own zone and style; whatever is no time is shown as it came. */
export function atTime(at: string | number): string {
  return formatted(moment(), at)
}

/** The time alone, where the day is said already. */
export function atHour(at: string | number): string {
  return formatted(hour(), at)
}

export function onDay(at: string | number): string {
  return formatted(day(), at)
}

function formatted(format: Intl.DateTimeFormat, at: string | number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : format.format(date)
}
