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

export const defaultSettings = {
  lock: defaultLock,
  appearance: 'system' as Appearance,
  language: 'system' as LanguageChoice,
  hideConfidential: true,
  notifications: false,
  opens: 'popup' as Opens,
}

const known = defaultSettings

/** What an older or a newer version stored is read as far as this one knows it: anything else is as it is by default. */
export const Settings = z.object({
  lock: z.catch(LockSettings, known.lock),
  appearance: z.catch(Appearance, known.appearance),
  language: z.catch(LanguageChoice, known.language),
  /** Confidential amounts are shown only while they are held down. */
  hideConfidential: z.catch(z.boolean(), known.hideConfidential),
  notifications: z.catch(z.boolean(), known.notifications),
  opens: z.catch(Opens, known.opens),
})
export type Settings = z.infer<typeof Settings>

/** Nothing here is secret; it is kept in the clear and readable while locked. */
export const settings = item<Settings>('local', 'settings', Settings, defaultSettings)
