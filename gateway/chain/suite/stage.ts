import { expect } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Call, Receipt, Signer } from '../port.ts'
import type { SigningChain } from '../signing.ts'

export const ONE = 1_000_000n
export const ETHER = 10n ** 18n

/** A chain and what a test may do to it. */
export type Staged = {
  chain: SigningChain
  /** Takes the newest blocks back, with their transactions, and makes another one in place of the first. */
  reorganise(blocks: number): Promise<void>
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** A chain with an operator, Alice, who has gas, 40 STABLE and 60 cSTABLE, and Bob, who has nothing. */
export async function openStage({ chain, reorganise }: Staged) {
  if (chain.operator === undefined) throw new Error('the suite needs an operator')
  const operator = chain.operator
  const alice = chain.wallets.create()
  const bob = chain.wallets.create()

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

  /** The same bytes, mined once more in another block. */
  async function minedAgain({ raw, hash }: { raw: Hex; hash: Hex }): Promise<{ first: Receipt; second: Receipt }> {
    await chain.broadcast(raw)
    const first = await receiptOf(hash)
    await reorganise(1)
    expect(await chain.receipt(hash)).toBeUndefined()
    await chain.broadcast(raw)
    return { first, second: await receiptOf(hash) }
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

  await mined(operator, chain.calls.fund(alice.address, 100n * ONE, ETHER))
  for (const { call } of chain.calls.wrap(alice.address, 60n * ONE)) await mined(alice, call)
  return { chain, operator, alice, bob, signed, receiptOf, mined, minedAgain, reading, confidentialOf, hidden, burnt }
}
