import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { type Tag, withTag } from '../../legs/tags/tag.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import { begin, elsewhere, paidOut, read, redeem, setUpEach, unattributed, wallet, world } from './restore-fixture.ts'

setUpEach()

/** A thief of an old copy of the data has the secret of tags, which no rotation changes, and keys of then. */
async function signsAs(sender: Address, tag: Pick<Tag, 'row' | 'role'>, to: Address, units: bigint): Promise<Hex> {
  const { ledger, operator, chainId } = world.chain
  const { nonce } = ledger.holder(sender)
  const slot = { chainId, sender, nonce }
  const call = world.chain.calls.transferPublic(to, units)
  const tagged = withTag(world.keys, slot, call, { ...tag, type: 'REDEEM', digest: null })
  const signer = { address: sender, key: operator.key }
  const { raw, hash } = await world.chain.sign(signer, { ...tagged, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

beforeEach(() => begin('float', 'tags'))

test.each([
  ['less to the wallet itself', 1n, () => wallet.address],
  ['as much to somebody else', 10_000_000n, () => elsewhere],
] as const)('a tag alone pays no redeem: %s', async (_, units, to) => {
  const { id = '' } = (await redeem('10')).transaction ?? {}
  const { address } = world.chain.operator
  const forged = await signsAs(address, { row: id, role: 'settlement' }, to(), units)
  const settled = await read(id)
  expect(settled).toMatchObject({ status: 'SETTLED' })
  expect(settled?.settlementTxHash).not.toBe(forged)
  expect(paidOut()).toBe(10_000_000n + units)
  await reconcileAtStart(world, 'operator')
  expect(await unattributed()).toMatchObject([{ hash: forged }])
})
