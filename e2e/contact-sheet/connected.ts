import type { Page } from 'playwright'
import { newPasswordKey } from '#extension/vault/derive.ts'
import { anna } from './account.ts'
import type { DrawnGateway } from './gateway.ts'

/** A wallet with a password and one gateway, by the worker's own doors. */
export async function setUp(page: Page, { origin }: DrawnGateway): Promise<void> {
  await page.evaluate(`chrome.permissions.request({ origins: ['http://localhost/*'] })`)
  await ask(page, 'vault.create', await newPasswordKey('a lake in the rain'))
  const apiKey = `sotto_sk_${'A'.repeat(43)}`
  const { id: profileId } = await ask<{ id: string }>(page, 'profile.add', { origin, name: 'Harbour Bakery', apiKey })
  await ask(page, 'nota.save', { profileId, kind: 'address-card', name: 'anna.nota', text: 'As drawn.', card: anna })
  // What a screen other than the first one shows of wallets was read before.
  await ask(page, 'gateway.refresh', { profileId, force: true })
}

/** Asks the worker, as the wallet's own pages do. */
export async function ask<T>(page: Page, name: string, input: unknown): Promise<T> {
  const message = JSON.stringify({ to: 'worker', name, input })
  const reply = (await page.evaluate(`chrome.runtime.sendMessage(${message})`)) as {
    ok: boolean
    value: T
    failure?: unknown
  }
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.failure)}`)
  return reply.value
}
