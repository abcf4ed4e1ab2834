import { beforeEach, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Call } from '../../chain/port.ts'
import { revertOf } from '../../chain/revert.ts'
import { TAG_BYTES } from '../../legs/tags/tag.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'

let world: TestWorld
let tester: Tester
let id: string
let proofs: Hex[]
/** Finalizing calls by the proof that they carry. */
let calls: Map<Call['data'], Hex>

/** A chain whose KMS has rotated: it takes the proofs of now only, and the relayer gives one of then first. */
beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const { confidential, calls: made } = world.chain
  const { publicDecrypt } = confidential
  const { finalizeUnwrap } = made
  proofs = []
  calls = new Map()
  confidential.publicDecrypt = async (handle) => {
    const published = await publicDecrypt(handle)
    const proof: Hex = proofs.length === 0 ? '0x01' : '0x02'
    proofs.push(proof)
    return published && { ...published, proof }
  }
  made.finalizeUnwrap = (request, published) => {
    const call = finalizeUnwrap(request, published)
    calls.set(call.data, published.proof)
    return call
  }
  world.chain.ledger.automine = false
  id = (await tester.api.redeem({ walletId, amount: '10' })).transaction.id
})

/** Behind the data is what stands in for a tag. */
const proofOf = (call: Call) => calls.get(call.data.slice(0, -2 * TAG_BYTES) as Hex)
const read = async (passMs = 4_000) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}
const finalizes = () => world.chain.broadcasts.filter(({ action }) => action.do === 'finalize')

test('a publication that the chain refuses before it is sent is asked for anew, and pays', async () => {
  const { estimate } = world.chain
  world.chain.estimate = async (sender, call, block) =>
    proofOf(call) === '0x01' ? { is: 'reverts', revert: revertOf('KMSInvalidSigner') } : estimate(sender, call, block)
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  expect(await read()).toMatchObject({ status: 'SETTLING' })
  expect(await read()).toMatchObject({ status: 'SETTLED' })
  expect(proofs).toEqual(['0x01', '0x02'])
  expect(finalizes()).toHaveLength(1)
})

test('one that was sent, and reverted when it was mined after the rotation, is paid with another', async () => {
  const { ledger, faults } = world.chain
  world.chain.revertReason = async () => revertOf('KMSInvalidSigner')
  faults.broadcast = ({ action }) => {
    const request = action.do === 'finalize' && ledger.requests.get(action.request)
    if (!request || proofs.length > 1) return 'accepted'
    // The token refuses it while it is mined.
    request.paidBy = '0x01'
    queueMicrotask(() => {
      delete request.paidBy
    })
    return 'accepted'
  }
  ledger.automine = true
  ledger.mine()
  expect(await read()).toMatchObject({ status: 'SETTLING' })
  expect(await read(31_000)).toMatchObject({ status: 'SETTLED' })
  expect(proofs).toEqual(['0x01', '0x02'])
  expect(finalizes()).toHaveLength(2)
})
