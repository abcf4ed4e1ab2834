import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../chain/port.ts'
import type { Source } from '../config/config.ts'
import { done, shown } from '../fhe/computations-fixture.ts'
import type { Planned } from '../fhe/handles.ts'
import { FheType } from '../fhe/types.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { remembered } from './read-plaintexts.ts'
import { countMismatches } from './store.ts'

const ONE = 1_000_000n

let world: TestWorld
let tester: Tester
let till: { id: string; address: Address }

async function begin(settings: Source = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
  tester = await createTester(world)
  till = await walletWithMoney(tester)
}

beforeEach(() => begin())

const read = async (id: string) => {
  world.clock.pass(1_100)
  return (await tester.api.getTransaction({ id })).transaction
}
const known = async (handle: Hex) => (await remembered(world, [handle], till.id)).get(handle)

describe("the operator's float on a live network", () => {
  beforeEach(async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float', SOTTO_CONFIRMATIONS: '1' })
    world.config = { ...world.config, SOTTO_NETWORK: 'sepolia' }
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
  })

  const redeemWithout = async (decryption: 'away' | 'there') => {
    world.chain.faults.broadcast = () => {
      world.chain.faults.decryptionAway = decryption === 'away'
      return 'accepted'
    }
    const { transaction } = await tester.api.redeem({ walletId: till.id, amount: '10' })
    await read(transaction.id)
    return read(transaction.id)
  }
  const paidOut = () => world.chain.ledger.holder(till.address).stable - 40n * ONE

  test('pays out only what the KMS has opened', async () => {
    const waits = await redeemWithout('away')
    expect(waits).toMatchObject({ status: 'SETTLING', waitingFor: 'amount' })
    expect(paidOut()).toBe(0n)
    world.chain.faults.decryptionAway = false
    delete world.chain.faults.broadcast
    await read(waits.id)
    expect((await read(waits.id)).status).toBe('SETTLED')
    expect(paidOut()).toBe(10n * ONE)
  })

  test('of the offline test-net, which is its own, it pays at once', async () => {
    world.config = { ...world.config, SOTTO_NETWORK: 'offline' }
    expect((await redeemWithout('away')).status).toBe('SETTLED')
    expect(paidOut()).toBe(10n * ONE)
  })

  test('pays nothing where the KMS opens less than was derived', async () => {
    const { decrypt } = world.chain.confidential
    world.chain.confidential.decrypt = async (signer, handles) =>
      new Map([...(await decrypt(signer, handles))].map(([handle]) => [handle, 0n]))
    expect((await redeemWithout('there')).status).toBe('FAILED')
    expect(paidOut()).toBe(0n)
    expect(await countMismatches(world.db)).toBe(1)
  })

  test('pays nothing for a receipt that a node invented, whose handle no chain has', async () => {
    world.chain.faults.broadcast = () => 'lost'
    const { transaction } = await tester.api.redeem({ walletId: till.id, amount: '10' })
    const sent = world.chain.broadcasts.at(-1)
    const input = sent !== undefined && 'handle' in sent.action ? sent.action.handle : '0x'
    const { number: block } = await world.chain.head()
    const { hash: blockHash } = (await world.chain.block(block)) ?? { hash: '0x' }
    const invent = (planned: Planned) => done(planned, 'of a block', world.chain.ledger.headerAt(block))
    const yes = invent({ name: 'TrivialEncrypt', pt: 1n, toType: FheType.bool })
    const zero = invent({ name: 'TrivialEncrypt', pt: 0n, toType: FheType.uint64 })
    const moved = invent({ name: 'FheIfThenElse', control: yes.result, ifTrue: input, ifFalse: zero.result })
    const receipt: Receipt = {
      hash: sent?.hash ?? '0x',
      sender: till.address,
      block,
      blockHash,
      success: true,
      publicMoves: [],
      unwraps: [],
      confidentialMoves: [{ from: till.address, to: world.chain.operator.address, handle: moved.result, input }],
      computations: shown(yes, zero, moved),
    }
    world.chain.faults.lie = (hash, truth) => truth ?? (hash === receipt.hash ? receipt : undefined)
    const nonce = world.chain.nonce
    world.chain.nonce = async (sender, at) => (await nonce(sender, at)) + (sender === till.address ? 1 : 0)
    const { decrypt } = world.chain.confidential
    world.chain.confidential.decrypt = async (signer, handles) => {
      if (handles.includes(moved.result)) throw new Error('not allowed on the host ACL')
      return decrypt(signer, handles)
    }
    for (let looks = 0; looks < 3; looks++) expect((await read(transaction.id)).status).not.toBe('SETTLED')
    expect(paidOut()).toBe(0n)
    // What the hash proves is known all the same: it says nothing about the chain.
    expect(await known(moved.result)).toBe(10n * ONE)
  })
})
