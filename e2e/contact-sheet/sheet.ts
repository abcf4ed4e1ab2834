import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { Surface } from './scenes/scenes.ts'

export type Picture = { scene: string; surface: Surface; scheme: string; file: string }

/** All pictures on one page, drawn by the browser that made them. */
export async function drawSheet(page: Page, pictures: readonly Picture[], out: string): Promise<void> {
  const figures = pictures.map(
    ({ scene, surface, scheme, file }) =>
      `<figure class="${surface}"><img src="file://${file}"><figcaption>${scene} · ${surface} · ${scheme}</figcaption></figure>`,
  )
  const html = join(out, 'sheet.html')
  writeFileSync(
    html,
    `<!doctype html><meta charset="utf-8"><style>
      body { margin: 24px; display: flex; flex-wrap: wrap; gap: 24px; align-items: start; background: #8a8f98; }
      figure { margin: 0; font: 13px sans-serif; color: #fff; } img { display: block; margin-bottom: 6px; }
      .popup img, .panel img, .window img { width: 256px; } .tab img { width: 520px; }
    </style>${figures.join('')}`,
  )
  await page.setViewportSize({ width: 2300, height: 1200 })
  await page.goto(`file://${html}`)
  await page.screenshot({ path: join(out, 'sheet.png'), fullPage: true })
}
