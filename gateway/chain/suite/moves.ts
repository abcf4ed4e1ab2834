import { expect, test } from 'vitest'
import { ZERO_HANDLE } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../port.ts'
import { ETHER, ONE, type Stage } from './stage.ts'

/** Balances, and what receipts and blocks say of moves. */
export function readsAndMoves(stage: () => Stage): void {
  test('a wallet that was never used has nothing, and the zero handle', async () => {
    const { chain, reading } = stage()
    const fresh = chain.wallets.create()
    expect(await reading(fresh.address)).toEqual({ address: fresh.address, wei: 0n, stable: 0n, handle: ZERO_HANDLE })
  })

  test('what a payment has to know is what single questions answer, all of it in one', async () => {
    const { chain, operator, alice, bob } = stage()
    const calls = [
      { sender: alice.address, call: chain.calls.transferPublic(bob.address, ONE) },
      { sender: alice.address, call: chain.calls.transferPublic(bob.address, 1_000n * ONE) },
    ]
    const question = { spenders: [alice.address, operator.address], others: [bob.address], calls }
    const read = await chain.readForPayment(question)
    expect(read.block).toBe((await chain.head()).number)
    expect(read.fees).toEqual(await chain.fees())
    const addresses = [alice.address, operator.address, bob.address]
    expect([...read.wallets.values()]).toEqual(await chain.readWallets(addresses))
    for (const sender of question.spenders) {
      const [mined, pending] = await Promise.all([chain.nonce(sender), chain.pendingNonce(sender)])
      expect(read.nonces.get(sender)).toEqual({ mined, pending })
    }
    expect(read.nonces.get(bob.address)).toBeUndefined()
    for (const [index, { sender, call }] of calls.entries()) {
      expect(read.estimates[index]).toEqual(await chain.estimate(sender, call))
    }
    expect(read.estimates.map((each) => each.is)).toEqual(['gas', 'reverts'])
  })

  test('the faucet gives STABLE and gas in one transaction', async () => {
    const { chain, operator, mined, reading } = stage()
    const fresh = chain.wallets.create()
    const receipt = await mined(operator, chain.calls.fund(fresh.address, 7n * ONE, ETHER / 20n))
    expect(receipt).toMatchObject({ success: true, publicMoves: [{ to: fresh.address, units: 7n * ONE }] })
    expect(await reading(fresh.address)).toMatchObject({ wei: ETHER / 20n, stable: 7n * ONE })
  })

  test('a receipt says what its transaction took in gas, which is what its sender lacks', async () => {
    const { chain, operator, bob, mined, reading } = stage()
    const before = (await reading(operator.address))?.wei ?? 0n
    const { fee } = await mined(operator, chain.calls.fund(bob.address, ONE, 0n))
    const after = (await reading(operator.address))?.wei ?? 0n
    expect(fee).toBe(before - after)
    expect(fee).toBeGreaterThan(0n)
  })

  test('a wrap takes STABLE and gives as much cSTABLE', async () => {
    const { alice, reading, confidentialOf } = stage()
    expect((await reading(alice.address))?.stable).toBe(40n * ONE)
    expect(await confidentialOf(alice)).toBe(60n * ONE)
  })

  test('a confidential transfer names the handle of what moved, which both sides may decrypt', async () => {
    const { chain, alice, bob, mined, hidden } = stage()
    const receipt = await mined(alice, await hidden(alice, bob.address, 25n * ONE))
    const [move] = receipt.confidentialMoves
    expect(move).toMatchObject({ from: alice.address, to: bob.address })
    expect(receipt.sender).toBe(alice.address)
    expect(await chain.agreed(receipt)).toBe(true)
    const handle = move?.handle ?? '0x'
    for (const side of [alice, bob]) {
      expect((await chain.confidential.decrypt(side, [handle])).get(handle)).toBe(25n * ONE)
    }
  })

  test('an address is in use that has sent something, or has gas, STABLE or a confidential balance', async () => {
    const { chain, operator, mined, hidden } = stage()
    const [fresh, paid] = [chain.wallets.create(), chain.wallets.create()]
    const [secret, payer] = [chain.wallets.create(), chain.wallets.create()]
    await mined(operator, chain.calls.fund(payer.address, 50n * ONE, ETHER))
    for (const { call } of chain.calls.wrap(payer.address, 20n * ONE)) await mined(payer, call)
    await mined(payer, chain.calls.transferPublic(paid.address, ONE))
    await mined(payer, await hidden(payer, secret.address, ONE))
    const used = [paid, secret, payer, operator].map(({ address }) => address)
    expect(await chain.inUse([fresh.address, ...used])).toEqual(used)
    expect(await chain.inUse([])).toEqual([])
  })

  test('moves of both tokens are found in a run of blocks and in one block, by receiver and in order', async () => {
    const { chain, operator, bob, mined, hidden } = stage()
    const [payer, payee] = [chain.wallets.create(), chain.wallets.create()]
    const fund = await mined(operator, chain.calls.fund(payer.address, 50n * ONE, ETHER))
    for (const { call } of chain.calls.wrap(payer.address, 20n * ONE)) await mined(payer, call)
    const paid = await mined(payer, chain.calls.transferPublic(payee.address, 3n * ONE))
    const secret = await mined(payer, await hidden(payer, payee.address, 2n * ONE))
    const expected = [
      { hash: paid.hash, block: paid.block, blockHash: paid.blockHash, units: 3n * ONE },
      {
        hash: secret.hash,
        block: secret.block,
        blockHash: secret.blockHash,
        handle: secret.confidentialMoves[0]?.handle,
      },
    ].map((move) => ({ ...move, from: payer.address, to: payee.address, position: 0 }))
    expect(await chain.movesTo([payee.address], fund.block, secret.block)).toMatchObject(expected)
    expect(await chain.movesTo([payee.address], fund.block, paid.block)).toMatchObject(expected.slice(0, 1))
    expect(await chain.movesTo([bob.address], paid.block, secret.block)).toEqual([])
    const both = await chain.movesTo([bob.address, payee.address], paid.block, secret.block)
    expect(both).toMatchObject(expected)
    expect(await chain.movesIn(secret.blockHash)).toMatchObject(expected.slice(1))
    for (const { hash, block, blockHash } of both) {
      const found = await chain.block(block)
      expect(found?.hash).toBe(blockHash)
      expect(found?.transactions).toContain(hash)
    }
    const places = (await chain.movesIn(fund.blockHash)).map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('a block names its parent, and moves of a block that no node has are not asked for', async () => {
    const { chain } = stage()
    const { number } = await chain.head()
    expect((await chain.block(number))?.parent).toBe((await chain.block(number - 1))?.hash)
    const found = await chain.movesIn(`0x${'ab'.repeat(32)}`).catch((error: unknown) => error)
    expect(found instanceof ChainUnavailable || (Array.isArray(found) && found.length === 0)).toBe(true)
  })
}
