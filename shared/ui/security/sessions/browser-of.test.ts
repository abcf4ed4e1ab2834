import { expect, test } from 'vitest'
import { browserOf } from './browser-of.ts'

test.each([
  [null, 'A program'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36', 'Chromium on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Safari/604.1', 'Safari on iOS'],
  ['Firefox/1', 'Firefox'],
])('%s is called %s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name)
})
