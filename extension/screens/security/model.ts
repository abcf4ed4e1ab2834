import type { LockSettings } from '../../vault/lock-rules.ts'
import { durationWords, thisBrowserWords } from '../../words/en/settings/this-browser.ts'

/** When the wallet locks by itself, in a sentence. */
export function lockText({ idleMinutes, capHours }: LockSettings): string {
  return thisBrowserWords.locksAfter(minutesText(idleMinutes), hoursText(capHours))
}

/** Minutes as people say them: hours where they are whole. */
export function minutesText(minutes: number): string {
  return minutes >= 60 && minutes % 60 === 0 ? hoursText(minutes / 60) : durationWords.minutes(minutes)
}

export function hoursText(hours: number): string {
  return hours >= 24 && hours % 24 === 0 ? durationWords.days(hours / 24) : durationWords.hours(hours)
}
