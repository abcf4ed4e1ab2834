export type BrowserName = 'chromium' | 'firefox'

/** What the look-up may ask of a machine; tests give it another one. */
export type Machine = {
  env: Record<string, string | undefined>
  /** The path of a program of that name on the PATH that runs. */
  find: (name: string) => string | undefined
  /** Whether the program at this path starts. */
  runs: (path: string) => boolean
  /** Ways to get browsers that are missing: where each then is, and what to say if it does not run. */
  playwright: (wanted: BrowserName[]) => Outcome
  debian: (wanted: BrowserName[]) => Outcome
}
export type Outcome = { path: (browser: BrowserName) => string | undefined; says: string }

export const browsers: Record<BrowserName, { variable: string; names: string[]; debian: string }>

export function systemBrowser(browser: BrowserName, machine?: Machine): string | undefined

export function setUpBrowsers(machine?: Machine): {
  paths: Partial<Record<BrowserName, string>>
  missing: BrowserName[]
  lines: string[]
}
