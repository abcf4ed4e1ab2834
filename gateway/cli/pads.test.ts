import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { addPadCounts } from '../pads/counts/store.ts'
import { openStore } from './open-store.ts'
import { administer, env, sotto } from './server-admin-fixture.ts'
import { installed } from './status/status-fixture.ts'

administer()

const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const

async function withCounts(): Promise<void> {
  await installed(env())
  const { db } = await openStore(readConfig(env()))
  const counts = { used: 5, thrownAway: 1, noneReady: 2, noRight: 1, noContract: 0 }
  await addPadCounts(db, 'first', [{ address: one, ready: 3, ...counts }], Date.now())
  await addPadCounts(db, 'second', [{ address: one, ready: 4, ...counts }], Date.now())
  const none = { used: 0, thrownAway: 0, noneReady: 0, noRight: 0, noContract: 0 }
  await addPadCounts(db, 'second', [{ address: two, ready: 1, ...none }], Date.now())
  await db.destroy()
}

test('proofs made ahead are told wallet by wallet', async () => {
  await withCounts()
  expect((await sotto('pads', { SOTTO_PADS: '8' })).out).toBe(
    [
      'proofs made ahead: up to 8 a wallet',
      `${one}  7 ready, 10 used, 2 thrown away; 6 payments proved at once (4 with none ready, 2 before its permission)`,
      `${two}  1 ready, 0 used, 0 thrown away; no payment proved at once`,
      '',
    ].join('\n'),
  )
  const { most, low, wallets } = JSON.parse((await sotto('pads --json', { SOTTO_PADS: '8' })).out)
  expect([most, low, wallets[0]]).toEqual([
    8,
    null,
    { address: one, ready: 7, used: 10, thrownAway: 2, noneReady: 4, noRight: 2, noContract: 0 },
  ])
})

test('and in the status, where they are on', async () => {
  await withCounts()
  const status = async (more: Record<string, string>) => JSON.parse((await sotto('status --json', more)).out)
  expect((await status({ SOTTO_PADS: '8' })).pads).toEqual({ ready: 8, used: 10, thrownAway: 2, proved: 6 })
  expect((await status({})).pads).toBeNull()
  expect((await sotto('status', { SOTTO_PADS: '8' })).out).toMatch(
    /^pads {9}8 ready, 10 used, 2 thrown away; 6 payments proved at once: see "sotto pads"$/m,
  )
})

test('before any was used it says so, and whose setting it read', async () => {
  await installed(env())
  expect((await sotto('pads')).out).toBe(
    'proofs made ahead: SOTTO_PADS is 0 in the settings of this command\nNo wallet has used proofs made ahead yet.\n',
  )
})
