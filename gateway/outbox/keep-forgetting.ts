import { EVENTS_KEPT_MS } from '#shared/limits.ts'
import { keepDoing } from '../world/keep-doing.ts'
import type { World } from '../world/world.ts'
import { forgetOlder } from './store.ts'

const EVERY_MS = 60 * 60_000

/** What is too old to go on from, in pieces, so that a payment never waits for long behind this. */
export async function forgetNews(world: Pick<World, 'db' | 'clock' | 'closing'>): Promise<void> {
  const before = world.clock.now() - EVENTS_KEPT_MS
  while (!world.closing.aborted) if ((await forgetOlder(world.db, before)) === 0) return
}

/**
 * At the start and once an hour, until the gateway closes. `before`: what needs the news makes use of them first, however long
 * the gateway was away, and where it cannot, nothing is forgotten.
 */
export async function keepForgettingNews(world: World, before: () => Promise<unknown>): Promise<void> {
  const failed = (error: string) => world.log.error({ error }, 'old news could not be forgotten')
  await keepDoing(world, EVERY_MS, () => before().then(() => forgetNews(world)), failed)
}
