import type { LockSettings } from '../../vault/lock-rules.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { hoursText, minutesText } from '../security/model.ts'

const IDLE_MINUTES = [1, 5, 15, 30, 60, 240]
const CAP_HOURS = [1, 4, 12, 24, 168]

/** What locks the wallet besides: Firefox does not tell an extension that the computer was locked. */
export function lockingAbout(): string {
  return import.meta.env.FIREFOX ? settingsWords.lockingAlone : settingsWords.lockingAbout
}

type Option = readonly [value: string, text: string]

/** The times to choose among; one that was set otherwise is among them. */
export function idleOptions({ idleMinutes }: LockSettings): Option[] {
  return optionsOf(IDLE_MINUTES, idleMinutes, minutesText)
}

export function capOptions({ capHours }: LockSettings): Option[] {
  return optionsOf(CAP_HOURS, capHours, hoursText)
}

function optionsOf(offered: number[], chosen: number, textOf: (value: number) => string): Option[] {
  const all = offered.includes(chosen) ? offered : [...offered, chosen].sort((one, other) => one - other)
  return all.map((value) => [String(value), textOf(value)])
}
