import { errorWords } from '../../error-words.ts'
/** What a check found. `bad` must be mended before one can rely on the gateway, `warn` should be. */
export type Finding = { what: string; state: 'ok' | 'warn' | 'bad'; says: string; mend?: string }

export const ok = (what: string, says: string): Finding => ({ what, state: 'ok', says })
export const warn = (what: string, says: string, mend: string): Finding => ({ what, state: 'warn', says, mend })
export const bad = (what: string, says: string, mend: string): Finding => ({ what, state: 'bad', says, mend })

/** Passed on as a finding where a check itself fails. */
export function reason(error: unknown): string {
  return errorWords(error)
}
