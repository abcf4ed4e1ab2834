// Draws the extension's icons from their source with the real browser: `node scripts/icons.ts`, after a change of it.
// The idea: something said (the speech bubble) in a voice that grows quiet (the bars).
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { chromiumOptions } from '../e2e/accounts/chromium.ts'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'extension', 'public', 'icon')
const source = readFileSync(join(folder, 'sotto.svg'), 'utf8')
/** At 16 pixels a round end is only a grey one: each bar there is drawn pixel by pixel. */
const small = source.replaceAll(' rx="1"', '')

const browser = await chromium.launch(chromiumOptions())
for (const size of [16, 32, 48, 128]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const svg = size === 16 ? small : source
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`)
  writeFileSync(join(folder, `${size}.png`), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
