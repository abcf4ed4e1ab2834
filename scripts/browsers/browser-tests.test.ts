import { expect, test } from 'vitest'
import { testsThatDrive } from './browser-tests.ts'

test('tests are known by what they import, through helpers too', () => {
  expect(testsThatDrive(['chromium'])).toEqual(
    expect.arrayContaining([
      'e2e/accounts/page.test.ts',
      'e2e/accounts/extension.test.ts',
      'e2e/nota/verify-page.test.ts',
      'e2e/extension/dev.long.test.ts',
    ]),
  )
  expect(testsThatDrive(['firefox'])).toContain('e2e/accounts/extension.test.ts')
  expect(testsThatDrive(['firefox'])).not.toContain('e2e/accounts/page.test.ts')
  expect(testsThatDrive(['chromium', 'firefox'])).not.toContain('e2e/stories/four-verbs.test.ts')
  expect(testsThatDrive([])).toEqual([])
})
