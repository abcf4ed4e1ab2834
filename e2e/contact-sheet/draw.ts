import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright'
import { languages } from '#extension/ui/language/language.ts'
import { killWorker } from '../extension/harness/wallet.ts'
import { launchWallet } from '../extension/launch.ts'
import { ask, setUp } from './connected.ts'
import { startDrawnGateway } from './gateway.ts'
import { unchanged } from './scenes/acts.ts'
import { allScenes } from './scenes/all.ts'
import type { Scene, Surface } from './scenes/scenes.ts'
import { DRAWN } from './scenes/set-up-acts.ts'
import { drawSheet, type Picture } from './sheet.ts'
import { tooWide } from './too-wide.ts'

/**
 * `node e2e/contact-sheet/draw.ts [--out folder] [--only word] [--language de|es|fr|en-XA|all]`: every screen of the built
 * extension, light and dark, as popup, side panel and tab, one file each, and all of them on one sheet. To be looked at by people;
 * nothing is compared, but a line names each picture in which something is wider than its place. A scene that fails is named, and
 * the others are drawn all the same. What a person does before a picture is done in English, once; the picture is then drawn in
 * each language and each scheme. `all`: a folder for each language that is offered.
 */
const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' }, language: { type: 'string', default: 'en' } },
})
const folder = resolve(values.out ?? join('.output', 'contact-sheet'))
const sizes = {
  popup: { width: 384, height: 600 },
  tab: { width: 1180, height: 820 },
  narrow: { width: 480, height: 700 },
  panel: { width: 320, height: 760 },
  window: { width: 380, height: 600 },
} as const
const pages: Record<Surface, string> = {
  popup: 'popup.html',
  tab: 'dashboard.html',
  narrow: 'dashboard.html',
  panel: 'sidepanel.html',
  window: 'approve.html',
}
const schemes = ['light', 'dark'] as const

/** For one step of a scene. */
const SCENE_MS = 20_000

const dropDrafts = `chrome.storage.session.get().then((kept) =>
  chrome.storage.session.remove(Object.keys(kept).filter((key) => key.startsWith('draft ') || key === 'approvals')))`

/** A language, where its pictures go, and those that were drawn. */
type Sheet = { language: string; out: string; pictures: Picture[] }

const wanted = values.language === 'all' ? Object.keys(languages) : [values.language]
const sheets = wanted.map(
  (language): Sheet => ({ language, out: wanted.length > 1 ? join(folder, language) : folder, pictures: [] }),
)
const gateway = await startDrawnGateway()
DRAWN.origin = gateway.origin
try {
  await drawSheets()
} finally {
  await gateway.close()
}

async function drawSheets(): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  for (const { out } of sheets) mkdirSync(out, { recursive: true })
  for (const wallet of ['new', 'locked', 'connected'] as const) {
    const due = allScenes.filter((scene) => (scene.wallet ?? 'connected') === wallet && named(scene))
    if (due.length > 0) await goesWell(wallet, () => withBrowser((context, url) => drawAll(context, url, wallet, due)))
  }
  for (const { pictures, out } of sheets)
    process.stdout.write(`${pictures.length} pictures and ${join(out, 'sheet.png')}\n`)
}

function hasNothing({ mood }: Scene): boolean {
  return mood === 'empty' || mood === 'fresh'
}

function named({ name }: Scene): boolean {
  return values.only === undefined || name.includes(values.only)
}

async function withBrowser(work: (context: BrowserContext, url: (page: string) => string) => Promise<void>) {
  const profile = mkdtempSync(join(tmpdir(), 'sotto-sheet-'))
  const { context, url } = await launchWallet({ profile, hosts: ['http://localhost/*'] })
  try {
    await work(context, url)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function drawAll(context: BrowserContext, url: (page: string) => string, wallet: string, due: Scene[]) {
  const page = await context.newPage()
  page.setDefaultTimeout(SCENE_MS)
  await page.goto(url('dashboard.html'))
  if (wallet !== 'new') await setUp(page, gateway)
  // The wallet remembers what it saw last: an account that has nothing comes after all that show something.
  const inOrder = due.toSorted((a, b) => Number(hasNothing(a)) - Number(hasNothing(b)))
  for (const scene of inOrder) {
    if (!(await goesWell(scene.name, () => standAs(page, url, wallet, scene)))) continue
    for (const surface of scene.surfaces ?? (['popup', 'tab', 'panel'] as const))
      await goesWell(`${scene.name}, ${surface}`, () => drawIn(page, url, scene, surface))
  }
  for (const { pictures, out } of sheets) await drawSheet(page, pictures, out)
}

/** Whether it did. What fails is named, and the others are drawn all the same. */
async function goesWell(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${what}: ${(error as Error).message}\n`)
    return false
  }
}

/** Locked, or of an account that has nothing, where the scene is of one. */
async function standAs(page: Page, url: (page: string) => string, wallet: string, scene: Scene): Promise<void> {
  await backInWallet(page, url)
  if (wallet === 'locked') await ask(page, 'vault.lock', {})
  if (!hasNothing(scene)) return
  gateway.mood = scene.mood ?? 'well'
  await page.goto(url('dashboard.html'))
  await ask(page, 'gateway.refresh', { profileId: await activeProfile(page), force: true })
}

/** A scene that failed may have left an empty page. */
async function backInWallet(page: Page, url: (page: string) => string): Promise<void> {
  if (!page.url().startsWith('chrome-extension:')) await page.goto(url('dashboard.html'))
}

/** As if it was chosen in the settings; the page says everything anew, and keeps what was done in it. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(`chrome.storage.local.get('settings').then(({ settings }) =>
    chrome.storage.local.set({ settings: { ...${JSON.stringify(unchanged)}, ...settings, language: '${language}' } }))`)
  await page.locator(`html[lang="${language}"]`).waitFor()
}

async function activeProfile(page: Page): Promise<string> {
  return (await page.evaluate(`chrome.storage.local.get('profiles').then(({ profiles }) => profiles.active)`)) as string
}

async function drawIn(page: Page, url: (page: string) => string, scene: Scene, surface: Surface): Promise<void> {
  await backInWallet(page, url)
  gateway.mood = scene.mood ?? 'well'
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(sizes[surface])
  const address = url(pages[surface])
  // Nothing that was typed or asked for another picture.
  await page.evaluate(dropDrafts)
  // The worker allows itself so many reads a minute, and forgets how many it made.
  await killWorker(page.context(), page)
  await page.goto('about:blank')
  await page.goto(`${address}${scene.at}`)
  await speak(page, 'en')
  await scene.act?.(page)
  for (const sheet of sheets) {
    await speak(page, sheet.language)
    await page.locator('h1').first().waitFor()
    // Until nothing is awaited any more; what never ends is drawn as it is.
    const busy = page.locator('[aria-busy="true"]')
    for (let looks = 0; looks < 30 && (await busy.count()) > 0; looks++) await page.waitForTimeout(100)
    await page.waitForTimeout(250)
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const file = join(sheet.out, `${scene.name.replaceAll(/[^a-z]+/g, '-')}-${surface}-${scheme}.png`)
      await page.screenshot({ path: file, fullPage: surface === 'tab' })
      sheet.pictures.push({ scene: scene.name, surface, scheme, file })
    }
    for (const wide of await page.evaluate<string[]>(tooWide))
      process.stdout.write(`${scene.name}, ${surface}, ${sheet.language}: too wide: ${wide}\n`)
  }
}
