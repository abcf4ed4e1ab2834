import fc from 'fast-check'
import { expect } from 'vitest'
import { alice, wallet, world } from '../batches-fixture.ts'
import { anyBytes } from '../file/files-fixture.ts'

/** After so many files drafts are thrown away, so that what is looked at does not grow, and a minute has passed, for the limits. */
const KEPT = 1_000

/** Sends random files as a browser does. Each is a draft, or refused with the place of its flaw, and makes nothing then. Answers by status. */
export async function sendRandomFiles(count: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      const { status, answer } = await send(bytes)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      if (status === 201) expect(answer).toMatchObject({ data: { batch: { status: 'DRAFT' } } })
      else
        expect(answer).toMatchObject({
          error: { code: 'validation_error', details: [{ path: expect.any(String), message: expect.any(String) }] },
        })
      if (++sent % KEPT === 0) await forget()
    }),
    { numRuns: count },
  )
  return seen
}

async function send(bytes: Uint8Array): Promise<{ status: number; answer: unknown }> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'file')
  form.set('walletId', wallet.id)
  const headers = { authorization: `Bearer ${alice.apiKey}`, host: '127.0.0.1' }
  const answer = await alice.app.request('http://127.0.0.1/api/v1/batches', { method: 'POST', body: form, headers })
  return { status: answer.status, answer: await answer.json() }
}

async function forget(): Promise<void> {
  world.clock.pass(60_001)
  await world.db.deleteFrom('batchRows').execute()
  await world.db.deleteFrom('batches').execute()
}
