import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../calls.ts'
import type { Call, Signer } from '../port.ts'
import { ETHER, ONE, type Stage } from './stage.ts'

/** Signed bytes, and what used a nonce. */
export function noncesAndBytes(stage: () => Stage): void {
  test('sending the same bytes again changes nothing', async () => {
    const { chain, alice, bob, signed, receiptOf } = stage()
    const { raw, hash } = await signed(alice, chain.calls.transferPublic(bob.address, ONE))
    await chain.broadcast(raw)
    await receiptOf(hash)
    const after = await chain.nonce(alice.address)
    await chain.broadcast(raw)
    expect(await chain.nonce(alice.address)).toBe(after)
  })

  test('the nonce of a sender at a block counts the transactions that were mined up to there', async () => {
    const { chain, alice, bob, mined } = stage()
    const before = await chain.nonce(alice.address)
    const first = await mined(alice, chain.calls.transferPublic(bob.address, 1n))
    const second = await mined(alice, chain.calls.transferPublic(bob.address, 1n))
    const blocks = [first.block - 1, first.block, second.block]
    const counts = await Promise.all(blocks.map((block) => chain.nonce(alice.address, block)))
    expect(counts).toEqual([before, before + 1, before + 2])
  })

  test('who used a nonce can be found, and an unused one has no user', async () => {
    const { chain, operator, alice, bob, mined } = stage()
    const { number } = await chain.head()
    const nonce = await chain.nonce(bob.address)
    await mined(operator, chain.calls.fund(bob.address, ONE, ETHER / 20n))
    expect(await chain.whoUsedNonce(bob.address, nonce, number)).toBeUndefined()
    const receipt = await mined(bob, chain.calls.transferPublic(alice.address, ONE))
    await mined(bob, chain.calls.transferPublic(alice.address, 1n))
    const use = { hash: receipt.hash, block: receipt.block }
    expect(await chain.whoUsedNonce(bob.address, nonce, number)).toMatchObject(use)
    expect(await chain.whoUsedNonce(bob.address, nonce, number + 2)).toMatchObject(use)
  })

  test('what used a nonce says what it did, with the very bytes that were sent', async () => {
    const { chain, operator, alice, bob, signed, receiptOf, hidden, burnt } = stage()
    const { request } = (await burnt(alice, ONE)) ?? { request: '0x' as Hex }
    const published = (await chain.confidential.publicDecrypt(request)) ?? { units: 0n, proof: '0x' as Hex }
    const [wrap] = chain.calls.wrap(alice.address, 1n)
    if (wrap === undefined) throw new Error('no wrap')
    const rows: [Signer, Call, Meaning | undefined][] = [
      [operator, chain.calls.fund(bob.address, 2n, 0n), { does: 'fund', to: bob.address, units: 2n }],
      [alice, chain.calls.transferPublic(bob.address, 3n), { does: 'transfer', to: bob.address, units: 3n }],
      [alice, await hidden(alice, bob.address, ONE), { does: 'hidden transfer', to: bob.address }],
      [alice, wrap.call, { does: 'wrap', units: 1n }],
      [
        alice,
        chain.calls.unwrap(alice.address, await chain.confidential.encrypt(alice.address, 1n)),
        { does: 'unwrap' },
      ],
      [operator, chain.calls.finalizeUnwrap(request, published), { does: 'finalize', request }],
      [alice, { to: alice.address, data: '0x', value: 0n }, undefined],
    ]
    // As each is signed: with a tag behind it, and little more gas than the chain says that it takes so.
    for (const [signer, { data, ...bare }, meaning] of rows) {
      const call = { ...bare, data: `${data}${'5a'.repeat(40)}` as Hex }
      const { number } = await chain.head()
      const estimate = await chain.estimate(signer.address, call)
      if (estimate.is === 'reverts') throw new Error(estimate.revert.text)
      const bytes = await signed(signer, call, { gas: data === '0x' ? 25_000n : (estimate.gas * 14n) / 10n })
      expect(chain.callIn(bytes.raw)).toEqual(call)
      const nonce = await chain.nonce(signer.address)
      await chain.broadcast(bytes.raw)
      expect(await receiptOf(bytes.hash)).toMatchObject({ success: true })
      const use = await chain.whoUsedNonce(signer.address, nonce, number)
      expect(use).toMatchObject({ hash: bytes.hash, raw: bytes.raw, cost: bytes.cost, data: call.data })
      expect(use && chain.calls.meaningOf(use)).toEqual(meaning)
    }
  })

  test('the same call with higher fees keeps its nonce and does the same', async () => {
    const { chain, alice, bob, signed, receiptOf } = stage()
    const first = await signed(alice, chain.calls.transferPublic(bob.address, 3n))
    const fees = await chain.fees()
    const dearer = { maxFee: fees.maxFee * 2n, priorityFee: fees.priorityFee * 2n + 1n }
    const second = await chain.resign(alice, first.raw, dearer)
    expect(second.hash).not.toBe(first.hash)
    expect(second.cost).toBe(2_000_000n * dearer.maxFee)
    const nonce = await chain.nonce(alice.address)
    await chain.broadcast(second.raw)
    expect((await receiptOf(second.hash)).publicMoves).toMatchObject([{ to: bob.address, units: 3n }])
    await chain.broadcast(first.raw)
    expect(await chain.nonce(alice.address)).toBe(nonce + 1)
    expect(await chain.receipt(first.hash)).toBeUndefined()
  })
}
