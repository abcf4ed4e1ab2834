import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { inSession } from '../testing/visitor.ts'
import {
  backUp,
  begin,
  elsewhere,
  read,
  restore,
  setUpEach,
  tester,
  transfer,
  world,
} from '../transactions/rebuilding/restore-fixture.ts'

setUpEach()

/** A payment that waits, and its approval. */
async function waiting(key: string | undefined) {
  await begin('float', 'tags')
  const policy = Policy.parse({ approveAbove: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
  const id = (await transfer('7', key)).transaction?.id ?? ''
  const approve = async () => (await inSession(world, tester)).tell('POST', `/transactions/${id}/approve`, {})
  return { id, approve }
}

test.each(['order-1', undefined])(
  'what was approved after the backup is not paid again, with the key %s',
  async (key) => {
    const { id, approve } = await waiting(key)
    backUp()
    expect(await approve()).toMatchObject({ code: 'ok' })
    await restore()
    expect((await tester.api.listApprovals({})).approvals).toHaveLength(1)
    expect((await approve()).code).not.toBe('ok')
    expect((await approve()).code).toBe('not_waiting')
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  },
)

test.each(['order-1', undefined])(
  'a payment that a person approves again after a restore is settled by the call of the first approval, once that is mined, with the key %s',
  async (key) => {
    const { id, approve } = await waiting(key)
    const { ledger } = world.chain
    backUp()
    ledger.automine = false
    await approve()
    const [first] = ledger.pending.splice(0)
    await restore()
    await approve()
    const [again] = ledger.pending.splice(0)
    expect(again).toMatchObject({ nonce: first?.nonce })
    expect(again?.hash).not.toBe(first?.hash)
    ledger.automine = true
    if (first !== undefined) ledger.take(first)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', txHash: first?.hash })
    expect(ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  },
)
