import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

const WIDE = { width: 1280, height: 800 }
/** The same window at 200 % zoom: to the page it is half as wide. */
const ZOOMED = { width: 640, height: 400 }

/** What another scheme or another width can change; the rest is the same in all of them. */
export const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/**
 * What is wrong with the looks of a screen: whatever axe finds in the light scheme, and at 200 % zoom in the dark one,
 * more or less than one first heading, and what can only be reached by scrolling sideways.
 */
export async function flawsOf(page: Page, screen: string): Promise<string[]> {
  const flaws = await named(`${screen}, light`, violationsIn(page))
  await page.setViewportSize(ZOOMED)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  flaws.push(...(await named(`${screen}, dark, 200 %`, violationsIn(page, LOOKS))))
  const { beside, headings } = (await page.evaluate(measuring)) as { beside: number; headings: number }
  if (beside > 0) flaws.push(`${screen}: ${beside} px stand out sideways`)
  if (headings !== 1) flaws.push(`${screen}: ${headings} first headings`)
  await lookNormal(page)
  return flaws
}

/** A wide window in the light scheme, in which nothing moves. */
export async function lookNormal(page: Page): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

const measuring = `({
  beside: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  headings: [...document.querySelectorAll('h1')].filter((each) => each.checkVisibility()).length,
})`

async function named(screen: string, found: ReturnType<typeof violationsIn>): Promise<string[]> {
  return (await found).map(
    ({ id, nodes }) => `${screen}: ${id} at ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
  )
}

/** What axe finds by all of its rules, or by these alone. */
export async function violationsIn(page: Page, rules?: string[]) {
  // To read axe takes a page longer than to run it: a page that has it keeps it.
  const isLoaded = await page.evaluate<boolean>(`'axe' in globalThis`)
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page })
  // There are no frames to look into, for which axe would open a page of its own.
  axe.setLegacyMode(true).options({ resultTypes: ['violations'] })
  return (await (rules === undefined ? axe : axe.withRules(rules)).analyze()).violations
}
