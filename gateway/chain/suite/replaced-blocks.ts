import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { isProven } from '../../fhe/computations.ts'
import { NotAllowed, type Receipt } from '../port.ts'
import { revertOf } from '../revert.ts'
import { ONE, type Stage } from './stage.ts'

/** Whether handles of a transaction are bound to its block, as the formulas say that prove them. */
function isBound({ computations }: Receipt): boolean {
  expect(computations.every(isProven)).toBe(true)
  return computations.some(({ formula }) => formula !== 'plain')
}

/** Transactions that are mined again after a reorganisation. */
export function blocksThatAreReplaced(stage: () => Stage): void {
  test('a transfer leaves another handle in another block, and the same amount', async () => {
    const { chain, alice, bob, signed, minedAgain, hidden, confidentialOf } = stage()
    const before = (await confidentialOf(alice)) ?? 0n
    const { first, second } = await minedAgain(await signed(alice, await hidden(alice, bob.address, ONE)))
    expect(second.blockHash).not.toBe(first.blockHash)
    const [old, now] = [first, second].map(({ confidentialMoves: [move] }) => move?.handle ?? '0x') as [Hex, Hex]
    expect(old !== now).toBe(isBound(second))
    expect(second.confidentialMoves[0]).toEqual({ ...first.confidentialMoves[0], handle: now })
    expect((await chain.confidential.decrypt(alice, [now])).get(now)).toBe(ONE)
    expect(await confidentialOf(alice)).toBe(before - ONE)
    // No chain has the old one any more.
    if (isBound(second)) await expect(chain.confidential.decrypt(alice, [now, old])).rejects.toThrow(NotAllowed)
  })

  test('a burn opens another request in another block, and the old one is none', async () => {
    const { chain, operator, alice, signed, mined, minedAgain, reading } = stage()
    const input = await chain.confidential.encrypt(alice.address, ONE)
    const before = (await reading(alice.address))?.stable ?? 0n
    const { first, second } = await minedAgain(await signed(alice, chain.calls.unwrap(alice.address, input)))
    const [old, now] = [first, second].map(({ unwraps: [burn] }) => burn?.request ?? '0x') as [Hex, Hex]
    expect(old !== now).toBe(isBound(second))
    const published = await chain.confidential.publicDecrypt(now)
    if (published === undefined) throw new Error('the burn is not published')
    expect(published.units).toBe(ONE)
    if (isBound(second)) {
      const revert = revertOf('InvalidUnwrapRequest')
      const late = chain.calls.finalizeUnwrap(old, published)
      expect(await chain.estimate(operator.address, late)).toEqual({ is: 'reverts', revert })
    }
    await mined(operator, chain.calls.finalizeUnwrap(now, published))
    expect((await reading(alice.address))?.stable).toBe(before + ONE)
  })

  test('a handle that no chain has is refused, and all that is asked along', async () => {
    const { chain, alice, reading } = stage()
    const handle = (await reading(alice.address))?.handle ?? '0x'
    const madeUp: Hex = `0x${'12'.repeat(21)}${handle.slice(44)}`
    await expect(chain.confidential.decrypt(alice, [handle, madeUp])).rejects.toThrow(NotAllowed)
  })
}
