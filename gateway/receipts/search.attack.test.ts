import { expect, test } from 'vitest'
import { openNota } from '../notas/format/open-nota.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'

/** A receipt of a real redeem, signed anew by somebody who says something else. */
async function stage() {
  const world = await createTestWorld({ SOTTO_LIMIT_READS: '10000', SOTTO_RECEIPT_WAIT_MS: '2000' })
  const tester = await createTester(world)
  const { id } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  await tester.api.fund({ walletId: id, amount: '100' })
  await tester.api.mint({ walletId: id, amount: '60' })
  const { transaction } = await tester.api.redeem({ walletId: id, amount: '10' })
  world.clock.pass(1_100)
  const { nota } = await tester.api.getTransactionNota({ id: transaction.id })
  const { content } = await openNota(nota, world.clock.now(), world.chain.wallets)
  const asked: [number, number | undefined][] = []
  const { finalized } = world.chain
  world.chain.finalized = (request, from, within) => {
    asked.push([from, within])
    return finalized(request, from, within)
  }
  const forger = newForger()
  const verify = (change: object) =>
    tester.api.verifyNota({ nota: forge(forger, headerOf(forger, 'receipt'), { ...content, ...change }) })
  return { world, content: content as { legs: { block: number; txHash: string }[] }, asked, verify }
}

test('what a stranger writes into a receipt decides nothing of what is asked of the node', async () => {
  const { world, content, asked, verify } = await stage()
  const trueBlock = world.chain.ledger.mined.get(content.legs[0]?.txHash as `0x${string}`)?.receipt.block
  const [first, ...rest] = content.legs
  // Block 0: a search from there would read the whole chain.
  expect((await verify({ legs: [{ ...first, block: 0 }, ...rest] })).valid).toBe(false)
  expect(asked).toEqual([[trueBlock, 50_000]])
})

test('and no height that a stranger writes is taken for one that was seen', async () => {
  const { world, content, verify } = await stage()
  const { block } = world.chain
  const known: unknown[] = []
  world.chain.block = (number, how) => {
    known.push(how)
    return block(number, how)
  }
  const [first, ...rest] = content.legs
  await verify({ legs: [{ ...first, txHash: `0x${'7'.repeat(64)}`, block: 1_000_000_000 }, ...rest] })
  expect(known).toEqual([{ old: true }])
})

test.each([
  ['a transaction that nobody has seen', { txHash: `0x${'7'.repeat(64)}`, block: 0 }, {}],
  ['another burn than the one that the chain shows', {}, { handle: `0x${'7'.repeat(64)}` }],
])('nothing is searched for %s', async (_, leg, change) => {
  const { content, asked, verify } = await stage()
  const [first, ...rest] = content.legs
  expect((await verify({ legs: [{ ...first, ...leg }, ...rest], ...change })).valid).toBe(false)
  expect(asked).toEqual([])
})
