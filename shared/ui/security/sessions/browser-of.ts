import { securityWords } from '../../words/security.ts'

// In this order: every browser names some of those below it.
const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chromium'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** Good enough to tell one's own browsers apart. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return securityWords.sessions.program
  const find = (known: readonly (readonly [RegExp, string])[]) => known.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser === undefined) return userAgent
  return system === undefined ? browser : securityWords.sessions.on(browser, system)
}
