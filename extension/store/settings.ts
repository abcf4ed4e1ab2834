import * as z from 'zod/mini'
import { defaultLock, LockSettings } from '../vault/lock-rules.ts'
import { item } from './item.ts'

export const Appearance = z.enum(['system', 'light', 'dark'])
export type Appearance = z.infer<typeof Appearance>

/** `system`: the first of the browser's languages that the wallet speaks. `en-XA` is English made longer, to see what overflows. */
export const LanguageChoice = z.enum(['system', 'en', 'de', 'es', 'fr', 'en-XA'])
export type LanguageChoice = z.infer<typeof LanguageChoice>

/** What the button in the toolbar opens. */
export const Opens = z.enum(['popup', 'panel'])
export type Opens = z.infer<typeof Opens>

export const Settings = z.strictObject({
  lock: LockSettings,
  appearance: Appearance,
  /** Settings that were stored before there was a choice have none. */
  language: z._default(LanguageChoice, 'system'),
  /** Confidential amounts are shown only while they are held down. */
  hideConfidential: z.boolean(),
  notifications: z.boolean(),
  /** Settings of before there was a choice lack it. */
  opens: z._default(Opens, 'popup'),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = {
  lock: defaultLock,
  appearance: 'system',
  language: 'system',
  hideConfidential: true,
  notifications: false,
  opens: 'popup',
}

/** Nothing here is secret; it is kept in the clear and readable while locked. */
export const settings = item<Settings>('local', 'settings', Settings, defaultSettings)
