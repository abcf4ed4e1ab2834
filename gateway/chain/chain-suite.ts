import { beforeAll, describe, expect, test } from 'vitest'
import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { compute } from '../fhe/arithmetic.ts'
import { isProven } from '../fhe/handles.ts'
import type { Meaning } from './calls.ts'
import { type Call, type Chain, ChainUnavailable, type Receipt, type Signer } from './port.ts'
import { revertOf } from './revert.ts'

const ONE = 1_000_000n
const ETHER = 10n ** 18n

/** What every chain behind the port promises. The fake one is held to it by the same tests as the live one. */
export function chainSuite(name: string, open: () => Promise<Chain>): void {
  describe(name, () => {
    let chain: Chain
    let operator: Signer
    let alice: Signer
    let bob: Signer

    beforeAll(async () => {
      chain = await open()
      if (chain.operator === undefined) throw new Error('the suite needs an operator')
      operator = chain.operator
      alice = chain.wallets.create()
      bob = chain.wallets.create()
      await mined(operator, chain.calls.fund(alice.address, 100n * ONE, ETHER))
      for (const { call } of chain.calls.wrap(alice.address, 60n * ONE)) await mined(alice, call)
    })

    async function signed(signer: Signer, call: Call, change: Partial<{ nonce: number; gas: bigint }> = {}) {
      const [nonce, fees] = await Promise.all([chain.nonce(signer.address), chain.fees()])
      return chain.sign(signer, { ...call, nonce, gas: 2_000_000n, ...fees, ...change })
    }

    async function receiptOf(hash: Hex): Promise<Receipt> {
      for (let look = 0; look < 200; look++) {
        const receipt = await chain.receipt(hash)
        if (receipt !== undefined) return receipt
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`no receipt of ${hash}`)
    }

    async function mined(signer: Signer, call: Call): Promise<Receipt> {
      const { raw, hash } = await signed(signer, call)
      expect(await chain.broadcast(raw)).toEqual({ is: 'accepted' })
      return receiptOf(hash)
    }

    const reading = async (address: Address) => (await chain.readWallets([address]))[0]
    const confidentialOf = async (signer: Signer) => {
      const handle = (await reading(signer.address))?.handle ?? '0x'
      return (await chain.confidential.decrypt(signer, [handle])).get(handle)
    }
    const hidden = async (from: Signer, to: Address, units: bigint) =>
      chain.calls.transferConfidential(to, await chain.confidential.encrypt(from.address, units))

    const burnt = async (signer: Signer, units: bigint) => {
      const input = await chain.confidential.encrypt(signer.address, units)
      return (await mined(signer, chain.calls.unwrap(signer.address, input))).unwraps[0]
    }

    test('a wallet that was never used has nothing, and the zero handle', async () => {
      const fresh = chain.wallets.create()
      expect(await reading(fresh.address)).toEqual({ address: fresh.address, wei: 0n, stable: 0n, handle: ZERO_HANDLE })
    })

    test('what a payment has to know is what single questions answer, all of it in one', async () => {
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
      const fresh = chain.wallets.create()
      const receipt = await mined(operator, chain.calls.fund(fresh.address, 7n * ONE, ETHER / 20n))
      expect(receipt).toMatchObject({ success: true, publicMoves: [{ to: fresh.address, units: 7n * ONE }] })
      expect(await reading(fresh.address)).toMatchObject({ wei: ETHER / 20n, stable: 7n * ONE })
    })

    test('a wrap takes STABLE and gives as much cSTABLE', async () => {
      expect((await reading(alice.address))?.stable).toBe(40n * ONE)
      expect(await confidentialOf(alice)).toBe(60n * ONE)
    })

    test('a confidential transfer names the handle of what moved, which both sides may decrypt', async () => {
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

    test('moves of both tokens are found in a run of blocks and in one block, by receiver and in order', async () => {
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
      for (const { block, time } of both) if (time !== undefined) expect(time).toBe((await chain.block(block))?.time)
    })

    test('a block names its parent, and moves are not asked for in a block that nobody has', async () => {
      const { number } = await chain.head()
      expect((await chain.block(number))?.parent).toBe((await chain.block(number - 1))?.hash)
      const found = await chain.movesIn(`0x${'ab'.repeat(32)}`).catch((error: unknown) => error)
      expect(found instanceof ChainUnavailable || (Array.isArray(found) && found.length === 0)).toBe(true)
    })

    test('what moved is tied to the input that the signed bytes handed over, also from an empty wallet', async () => {
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

    test('what the executor computed is in the receipt, and proves every handle that a payment leaves', async () => {
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
      for (const operation of receipt.operations) {
        expect(isProven(operation)).toBe(true)
        const value = compute(operation, (handle) => known.get(handle))
        if (value !== undefined) known.set(operation.result, value)
      }
      expect(known.get(receipt.confidentialMoves[0]?.handle ?? '0x')).toBe(20n * ONE)
      expect(known.get((await reading(payer.address))?.handle ?? '0x')).toBe(30n * ONE)
      expect(known.get((await reading(payee.address))?.handle ?? '0x')).toBe(20n * ONE)
      expect(await chain.operations(receipt.block, receipt.block)).toEqual(receipt.operations)
      const open = await mined(operator, chain.calls.fund(payee.address, ONE, 0n))
      expect(await chain.operations(open.block, open.block)).toEqual([])
    })

    test('without cover it does not revert: it moves zero', async () => {
      const before = await confidentialOf(alice)
      const receipt = await mined(alice, await hidden(alice, bob.address, 1_000n * ONE))
      expect(receipt.success).toBe(true)
      const handle = receipt.confidentialMoves[0]?.handle ?? '0x'
      expect((await chain.confidential.decrypt(alice, [handle])).get(handle)).toBe(0n)
      expect(await confidentialOf(alice)).toBe(before)
    })

    test('from a wallet that never held cSTABLE it moves zero as well', async () => {
      const fresh = chain.wallets.create()
      await mined(operator, chain.calls.fund(fresh.address, ONE, ETHER / 20n))
      const receipt = await mined(fresh, await hidden(fresh, bob.address, ONE))
      expect(receipt.success).toBe(true)
      const handle = receipt.confidentialMoves[0]?.handle ?? '0x'
      expect((await chain.confidential.decrypt(fresh, [handle])).get(handle)).toBe(0n)
    })

    test('a public transfer without cover reverts, and the estimate says so', async () => {
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
      expect(await chain.finalized(request, burn.block)).toEqual({ hash: payout.hash, block: payout.block })
      expect(await chain.estimate(operator.address, call)).toEqual({
        is: 'reverts',
        revert: revertOf('InvalidUnwrapRequest'),
      })
    })

    test('sending the same bytes again changes nothing', async () => {
      const { raw, hash } = await signed(alice, chain.calls.transferPublic(bob.address, ONE))
      await chain.broadcast(raw)
      await receiptOf(hash)
      const after = await chain.nonce(alice.address)
      await chain.broadcast(raw)
      expect(await chain.nonce(alice.address)).toBe(after)
    })

    test('the nonce of a sender at a block is what was mined up to there', async () => {
      const before = await chain.nonce(alice.address)
      const first = await mined(alice, chain.calls.transferPublic(bob.address, 1n))
      const second = await mined(alice, chain.calls.transferPublic(bob.address, 1n))
      const blocks = [first.block - 1, first.block, second.block]
      const counts = await Promise.all(blocks.map((block) => chain.nonce(alice.address, block)))
      expect(counts).toEqual([before, before + 1, before + 2])
    })

    test('who used a nonce can be found, and an unused one has no user', async () => {
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
      for (const [signer, call, meaning] of rows) {
        const { number } = await chain.head()
        const bytes = await signed(signer, call)
        expect(chain.callIn(bytes.raw)).toEqual(call)
        const nonce = await chain.nonce(signer.address)
        await chain.broadcast(bytes.raw)
        await receiptOf(bytes.hash)
        const use = await chain.whoUsedNonce(signer.address, nonce, number)
        expect(use).toMatchObject({ hash: bytes.hash, raw: bytes.raw, cost: bytes.cost, data: call.data })
        expect(use && chain.calls.meaningOf(use)).toEqual(meaning)
      }
    })

    test('the same call with higher fees keeps its nonce and does the same', async () => {
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

    test('a block is found at its height, with the hash that receipts name, and time goes on', async () => {
      const first = await mined(operator, chain.calls.fund(bob.address, ONE, 0n))
      const second = await mined(operator, chain.calls.fund(bob.address, ONE, 0n))
      const [earlier, later] = [await chain.block(first.block), await chain.block(second.block)]
      expect([earlier?.hash, later?.hash]).toEqual([first.blockHash, second.blockHash])
      expect(earlier?.time ?? 0).toBeGreaterThan(1_600_000_000)
      expect(later?.time ?? 0).toBeGreaterThanOrEqual(earlier?.time ?? 0)
      expect(await chain.block((await chain.head()).number + 1_000)).toBeUndefined()
    })

    test('a payout shows what it paid in public', async () => {
      const burn = await mined(
        alice,
        chain.calls.unwrap(alice.address, await chain.confidential.encrypt(alice.address, ONE)),
      )
      const request = burn.unwraps[0]?.request ?? '0x'
      const published = await chain.confidential.publicDecrypt(request)
      const call = chain.calls.finalizeUnwrap(request, published ?? { units: 0n, proof: '0x' })
      const { publicMoves } = await mined(operator, call)
      expect(publicMoves.map(({ to, units }) => [to, units])).toEqual([[alice.address, ONE]])
    })

    test('a statement tells who signed it, and nothing else does', async () => {
      const data = {
        domain: { name: 'Suite', version: '1', chainId: chain.chainId },
        primaryType: 'Statement',
        fields: [{ name: 'text', type: 'string' } as const],
        message: { text: 'this' },
      }
      const signature = await chain.wallets.signTyped(alice, data)
      expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
      expect(await chain.wallets.recover(data, signature)).toBe(alice.address)
      const other = { ...data, message: { text: 'that' } }
      expect(await chain.wallets.recover(other, signature)).not.toBe(alice.address)
      expect(await chain.wallets.recover(data, `0x${'f'.repeat(128)}1b`)).toBeUndefined()
    })

    test('a hash that nobody mined has no receipt', async () => {
      expect(await chain.receipt(`0x${'1'.repeat(64)}`)).toBeUndefined()
    })

    test('an address is checksummed, or refused', () => {
      const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
      expect(chain.wallets.checksum(mixed.toLowerCase())).toBe(mixed)
      expect(chain.wallets.checksum(mixed)).toBe(mixed)
      expect(chain.wallets.checksum(mixed.replace('aA', 'Aa'))).toBeUndefined()
      expect(chain.wallets.checksum(mixed.toUpperCase().replace('X', 'x'))).toBeUndefined()
    })
  })
}
