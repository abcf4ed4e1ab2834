import type { LockSettings } from '../../vault/lock-rules.ts'
import { durationWords, thisBrowserWords } from '../../words/en/settings/this-browser.ts'

/** When the wallet locks by itself, in a sentence. */
export function lockSaid({ idleMinutes, capHours }: LockSettings): string {
  return thisBrowserWords.locksAfter(minutesSaid(idleMinutes), hoursSaid(capHours))
}

/** Minutes as people say them: hours where they are whole. */
export function minutesSaid(minutes: number): string {
  return minutes >= 60 && minutes % 60 === 0 ? hoursSaid(minutes / 60) : durationWords.minutes(minutes)
}

export function hoursSaid(hours: number): string {
  return hours >= 24 && hours % 24 === 0 ? durationWords.days(hours / 24) : durationWords.hours(hours)
}
