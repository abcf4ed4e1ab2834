import { describe, expect, test } from 'vitest'
import { type BrowserName, type Machine, type Outcome, setUpBrowsers, systemBrowser } from './browsers.mjs'

const nothing = (says: string): Outcome => ({ path: () => undefined, says })
const at = (folder: string) => (): Outcome => ({ path: (browser) => `${folder}/${browser}`, says: 'does not run' })

/** A machine without any browser and without a way to get one, but for what a test gives it. */
function machine(given: Partial<Machine> = {}, on: string[] = []): Machine {
  return {
    env: {},
    find: (name) => on.find((path) => path.endsWith(`/${name}`)),
    runs: (path) => !path.startsWith('/broken/'),
    playwright: () => nothing("Playwright's download failed"),
    debian: () => nothing("Debian's packages not tried (not root)"),
    ...given,
  }
}
const never = (): Outcome => {
  throw new Error('nothing is missing')
}

const env = { CHROMIUM_PATH: '/own/chromium', FIREFOX_PATH: '/own/firefox' }
const system = ['/usr/bin/chromium', '/usr/bin/firefox-esr']
const both = { playwright: at('/playwright'), debian: at('/debian') }

describe('the first place that has a browser which runs is taken', () => {
  test.each<[string, Machine, string, string]>([
    ['what is named', machine({ env, ...both }, system), '/own/chromium', '/own/firefox'],
    ['what the system has', machine(both, system), '/usr/bin/chromium', '/usr/bin/firefox-esr'],
    [
      'other names',
      machine(both, ['/snap/chromium-browser', '/opt/firefox']),
      '/snap/chromium-browser',
      '/opt/firefox',
    ],
    ["Playwright's download", machine(both), '/playwright/chromium', '/playwright/firefox'],
    ["Debian's packages", machine({ debian: at('/debian') }), '/debian/chromium', '/debian/firefox'],
    [
      'a download that does not run',
      machine({ ...both, playwright: at('/broken') }),
      '/debian/chromium',
      '/debian/firefox',
    ],
    [
      'a named one that does not run',
      machine({ env: { CHROMIUM_PATH: '/broken/c' } }, system),
      system[0] ?? '',
      system[1] ?? '',
    ],
  ])('%s', (_, from, chromium, firefox) => {
    expect(setUpBrowsers(from)).toEqual({ paths: { chromium, firefox }, missing: [], lines: [] })
  })
})

test('nothing is installed where nothing is missing, and else only what is', () => {
  setUpBrowsers(machine({ playwright: never, debian: never }, system))
  const asked: BrowserName[][] = []
  const playwright = (wanted: BrowserName[]) => {
    asked.push(wanted)
    return at('/playwright')()
  }
  setUpBrowsers(machine({ playwright, debian: never }, ['/usr/bin/chromium']))
  expect(asked).toEqual([['firefox']])
})

test('a browser that cannot be had is one line that names what was tried and what was not', () => {
  const { missing, lines } = setUpBrowsers(machine({ env: { FIREFOX_PATH: '/broken/firefox' } }, ['/usr/bin/chromium']))
  expect(missing).toEqual(['firefox'])
  expect(lines).toEqual([
    'no firefox: FIREFOX_PATH=/broken/firefox does not run; no firefox-esr or firefox on PATH; ' +
      "Playwright's download failed; Debian's packages not tried (not root)",
  ])
})

test('the look-up alone installs nothing', () => {
  expect(systemBrowser('firefox', machine({ playwright: never, debian: never }))).toBeUndefined()
  expect(systemBrowser('firefox', machine({ env }, system))).toBe('/own/firefox')
  expect(systemBrowser('firefox', machine({}, system))).toBe('/usr/bin/firefox-esr')
})
