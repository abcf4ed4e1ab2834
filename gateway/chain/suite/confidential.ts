import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { compute } from '../../fhe/arithmetic.ts'
import { isProven } from '../../fhe/computations.ts'
import { revertOf } from '../revert.ts'
import { ETHER, ONE, type Stage } from './stage.ts'

/** What moved confidentially, what it rests on, and how it comes out again. */
export function confidentialAmounts(stage: () => Stage): void {
  test('what moved is tied to the input that the signed bytes handed over, also from an empty wallet', async () => {
    const { chain, operator, alice, bob, signed, receiptOf, mined, hidden } = stage()
    const empty = chain.wallets.create()
    await mined(operator, chain.calls.fund(empty.address, ONE, ETHER / 20n))
    for (const sender of [alice, empty]) {
      const { raw, hash } = await signed(sender, await hidden(sender, bob.address, ONE))
      await chain.broadcast(raw)
      const [move] = (await receiptOf(hash)).confidentialMoves
      expect(move?.input).toMatch(/^0x[0-9a-f]{64}$/)
      expect(move?.input).toBe(chain.inputIn(raw))
    }
    const burn = await signed(
      alice,
      chain.calls.unwrap(alice.address, await chain.confidential.encrypt(alice.address, 1n)),
    )
    await chain.broadcast(burn.raw)
    expect((await receiptOf(burn.hash)).unwraps[0]?.input).toBe(chain.inputIn(burn.raw))
    expect(chain.inputIn((await signed(alice, chain.calls.transferPublic(bob.address, 1n))).raw)).toBeUndefined()
  })

  test('all that a wallet holds moves by the handle of its balance, without a proof', async () => {
    const { chain, operator, alice, signed, receiptOf, mined, hidden } = stage()
    const [holder, heir] = [chain.wallets.create(), chain.wallets.create()]
    await mined(operator, chain.calls.fund(holder.address, ONE, ETHER / 20n))
    await mined(alice, await hidden(alice, holder.address, 3n))
    const balance = async ({ address }: { address: Address }) =>
      (await chain.readWallets([address]))[0]?.handle ?? ('0x' as Hex)
    const handle = await balance(holder)
    const call = chain.calls.transferHeld(heir.address, handle)
    expect(chain.calls.meaningOf(call)).toEqual({ does: 'hidden transfer', to: heir.address })
    const { raw, hash } = await signed(holder, call)
    await chain.broadcast(raw)
    const [move] = (await receiptOf(hash)).confidentialMoves
    expect(move).toMatchObject({ from: holder.address, to: heir.address, input: handle })
    expect(chain.inputIn(raw)).toBe(handle)
    const [kept, given] = [await balance(holder), await balance(heir)]
    expect((await chain.confidential.decrypt(holder, [kept])).get(kept)).toBe(0n)
    expect((await chain.confidential.decrypt(heir, [given])).get(given)).toBe(3n)
  })

  test('amounts that are encrypted together move one by one, in any order, and each to its own receiver', async () => {
    const { chain, alice, signed, receiptOf } = stage()
    const inputs = await chain.confidential.encryptSeveral(alice.address, [1n, 2n, 3n])
    expect(new Set(inputs.map(({ handle }) => handle)).size).toBe(3)
    for (const [units, input] of [[3n, inputs[2]] as const, [1n, inputs[0]] as const]) {
      const receiver = chain.wallets.create()
      const { raw, hash } = await signed(alice, chain.calls.transferConfidential(receiver.address, known(input)))
      await chain.broadcast(raw)
      const [move] = (await receiptOf(hash)).confidentialMoves
      expect(move).toMatchObject({ to: receiver.address, input: input?.handle })
      const handle = move?.handle ?? '0x'
      expect((await chain.confidential.decrypt(receiver, [handle])).get(handle)).toBe(units)
    }
  })

  test('what a pad moves is tied to the pad and its number, and the amount follows from both', async () => {
    const { chain, operator, alice, bob, signed, receiptOf, mined } = stage()
    const payer = chain.wallets.create()
    await mined(operator, chain.calls.fund(payer.address, 9n * ONE, ETHER))
    for (const { call } of chain.calls.wrap(payer.address, 9n * ONE)) await mined(payer, call)
    expect([await chain.pads.isThere(), await chain.pads.mayMove(payer.address)]).toEqual([true, false])
    const number = 2n ** 64n - 5n
    const pads = (await chain.pads.encrypt(payer.address, [number, 7n])) ?? []
    const [pad, second] = [known(pads[0]), known(pads[1])]
    expect(await chain.pads.stateOf(payer.address, pad)).toBe('no right')
    const { time } = await chain.head()
    await mined(payer, chain.calls.allowPads(time + 3_600))
    expect(await chain.pads.mayMove(payer.address)).toBe(true)
    expect(await chain.pads.stateOf(payer.address, pad)).toBe('ready')
    const call = chain.calls.transferPadded(bob.address, pad, BigInt.asUintN(64, 2n * ONE - number))
    expect(chain.calls.meaningOf(call)).toEqual({ does: 'hidden transfer', to: bob.address })
    const { raw, hash } = await signed(payer, call)
    await chain.broadcast(raw)
    const receipt = await receiptOf(hash)
    const [move] = receipt.confidentialMoves
    expect(move).toMatchObject({ from: payer.address, to: bob.address, input: chain.inputIn(raw) })
    expect((await chain.confidential.decrypt(bob, [move?.handle ?? '0x'])).get(move?.handle ?? '0x')).toBe(2n * ONE)
    const sum = receipt.computations.find(({ operation }) => operation.name === 'FheAdd')
    expect(sum && isProven(sum) && compute(sum.operation, () => number)).toBe(2n * ONE)
    // Another number with it is another origin.
    const other = await signed(payer, chain.calls.transferPadded(bob.address, pad, 1n))
    expect(chain.inputIn(other.raw)).not.toBe(move?.input)
    expect(await chain.pads.stateOf(payer.address, pad)).toBe('void')
    expect(await chain.pads.stateOf(payer.address, second)).toBe('ready')
    await chain.broadcast(other.raw)
    expect((await receiptOf(other.hash)).success).toBe(false)
    expect(await chain.pads.mayMove(alice.address)).toBe(false)
  })

  test('a redeem without a proof opens a request of the amount that it names', async () => {
    const { chain, operator, signed, receiptOf, mined } = stage()
    const payer = chain.wallets.create()
    await mined(operator, chain.calls.fund(payer.address, 9n * ONE, ETHER))
    for (const { call } of chain.calls.wrap(payer.address, 9n * ONE)) await mined(payer, call)
    await mined(payer, chain.calls.allowPads((await chain.head()).time + 3_600))
    const call = chain.calls.redeemPublicly(4n * ONE)
    expect(chain.calls.meaningOf(call)).toEqual({ does: 'unwrap' })
    const { raw, hash } = await signed(payer, call)
    await chain.broadcast(raw)
    const [burn] = (await receiptOf(hash)).unwraps
    expect(burn).toMatchObject({ receiver: payer.address, input: chain.inputIn(raw) })
    expect((await chain.confidential.publicDecrypt(burn?.request ?? '0x'))?.units).toBe(4n * ONE)
  })

  test('what the executor computed is in the receipt, and proves every handle that a payment leaves', async () => {
    const { chain, operator, mined, reading } = stage()
    const [payer, payee] = [chain.wallets.create(), chain.wallets.create()]
    await mined(operator, chain.calls.fund(payer.address, 50n * ONE, ETHER))
    const wraps = chain.calls.wrap(payer.address, 50n * ONE)
    for (const { call } of wraps) await mined(payer, call)
    const before = (await reading(payer.address))?.handle ?? '0x'
    const input = await chain.confidential.encrypt(payer.address, 20n * ONE)
    const receipt = await mined(payer, chain.calls.transferConfidential(payee.address, input))
    const known = new Map<Hex, bigint>([
      [before, 50n * ONE],
      [input.handle, 20n * ONE],
    ])
    for (const computation of receipt.computations) {
      expect(isProven(computation)).toBe(true)
      const { operation } = computation
      const value = compute(operation, (handle) => known.get(handle))
      if (value !== undefined) known.set(operation.result, value)
    }
    expect(known.get(receipt.confidentialMoves[0]?.handle ?? '0x')).toBe(20n * ONE)
    expect(known.get((await reading(payer.address))?.handle ?? '0x')).toBe(30n * ONE)
    expect(known.get((await reading(payee.address))?.handle ?? '0x')).toBe(20n * ONE)
    const left = (await reading(payer.address))?.handle ?? '0x'
    const moved = receipt.confidentialMoves[0]?.handle ?? '0x'
    const leading = await chain.computationsLeadingTo([left, moved], receipt.block, receipt.block)
    expect(leading.map(({ operation }) => operation.result)).toEqual(expect.arrayContaining([left, moved]))
    expect(receipt.computations).toEqual(expect.arrayContaining(leading))
    // What made the balance of the payee is left out.
    expect(leading.length).toBeLessThan(receipt.computations.length)
    const open = await mined(operator, chain.calls.fund(payee.address, ONE, 0n))
    expect(await chain.computationsLeadingTo([left], open.block, open.block)).toEqual([])
  })

  test('without cover it does not revert: it moves zero', async () => {
    const { chain, alice, bob, mined, confidentialOf, hidden } = stage()
    const before = await confidentialOf(alice)
    const receipt = await mined(alice, await hidden(alice, bob.address, 1_000n * ONE))
    expect(receipt.success).toBe(true)
    const handle = receipt.confidentialMoves[0]?.handle ?? '0x'
    expect((await chain.confidential.decrypt(alice, [handle])).get(handle)).toBe(0n)
    expect(await confidentialOf(alice)).toBe(before)
  })

  test('from a wallet that never held cSTABLE it moves zero as well', async () => {
    const { chain, operator, bob, mined, hidden } = stage()
    const fresh = chain.wallets.create()
    await mined(operator, chain.calls.fund(fresh.address, ONE, ETHER / 20n))
    const receipt = await mined(fresh, await hidden(fresh, bob.address, ONE))
    expect(receipt.success).toBe(true)
    const handle = receipt.confidentialMoves[0]?.handle ?? '0x'
    expect((await chain.confidential.decrypt(fresh, [handle])).get(handle)).toBe(0n)
  })

  test('a public transfer without cover reverts, and the estimate says so', async () => {
    const { chain, alice, bob, signed, receiptOf } = stage()
    const call = chain.calls.transferPublic(bob.address, 1_000n * ONE)
    expect(await chain.estimate(alice.address, call)).toEqual({
      is: 'reverts',
      revert: revertOf('ERC20InsufficientBalance'),
    })
    const { raw, hash } = await signed(alice, call)
    await chain.broadcast(raw)
    expect((await receiptOf(hash)).success).toBe(false)
    expect(await chain.revertReason(hash)).toEqual(revertOf('ERC20InsufficientBalance'))
  })

  test('an unwrap opens a request, its amount is published, and anyone who finalizes it pays once', async () => {
    const { chain, operator, alice, mined, reading } = stage()
    const input = await chain.confidential.encrypt(alice.address, 10n * ONE)
    const before = (await reading(alice.address))?.stable ?? 0n
    const burn = await mined(alice, chain.calls.unwrap(alice.address, input))
    const request = burn.unwraps[0]?.request ?? '0x'
    expect(burn.unwraps).toEqual([{ receiver: alice.address, request, input: input.handle }])
    expect(await chain.finalized(request, burn.block)).toBeUndefined()
    const published = await chain.confidential.publicDecrypt(request)
    expect(published?.units).toBe(10n * ONE)
    const call = chain.calls.finalizeUnwrap(request, published ?? { units: 0n, proof: '0x' })
    const payout = await mined(operator, call)
    expect((await reading(alice.address))?.stable).toBe(before + 10n * ONE)
    expect(await chain.finalized(request, burn.block)).toEqual({
      hash: payout.hash,
      block: payout.block,
      units: 10n * ONE,
    })
    expect(await chain.estimate(operator.address, call)).toEqual({
      is: 'reverts',
      revert: revertOf('InvalidUnwrapRequest'),
    })
  })

  test('a payout shows what it paid in public', async () => {
    const { chain, operator, alice, mined } = stage()
    const burn = await mined(
      alice,
      chain.calls.unwrap(alice.address, await chain.confidential.encrypt(alice.address, ONE)),
    )
    const request = burn.unwraps[0]?.request ?? '0x'
    const published = await chain.confidential.publicDecrypt(request)
    const call = chain.calls.finalizeUnwrap(request, published ?? { units: 0n, proof: '0x' })
    const { publicMoves } = await mined(operator, call)
    expect(publicMoves).toEqual([{ from: chain.tokens.cstable.address, to: alice.address, units: ONE }])
  })
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the suite needs pads')
  return value
}
