import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { noteRestore } from '../../legs/reconciling/restores-store.ts'
import { listBehind } from '../../legs/reconciling/senders-store.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { keepReconciling } from './keep-reconciling.ts'
import {
  backUp,
  begin,
  elsewhere,
  type Row,
  read,
  redeem,
  restore,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

/** Redeems as their owner lists them. */
async function redeems(): Promise<Row[]> {
  const answer = await tester.ask('GET', '/transactions?type=REDEEM')
  return ((await answer.json()) as { data: { items: Row[] } }).data.items
}

/** Burns out of the test's wallet, past the gateway's database; what is not covered burns nothing. Gives the hash. */
async function burn(units: bigint, does: 'unwrap' | 'hidden' = 'unwrap'): Promise<Hex> {
  const { ledger, operator, calls } = world.chain
  const { nonce } = ledger.holder(wallet.address)
  const input = { handle: ledger.ciphertexts.encrypt(units), proof: '0x' } as const
  const call =
    does === 'unwrap' ? calls.unwrap(wallet.address, input) : calls.transferConfidential(operator.address, input)
  const signer = { address: wallet.address, key: operator.key }
  const { raw, hash } = await world.chain.sign(signer, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

/** Lets the gateway reconcile for so many rounds; `between` says what happens after some of them. */
async function keepFor(rounds: number, between: Record<number, () => unknown> = {}): Promise<void> {
  const closing = new AbortController()
  let count = 0
  const clock = {
    ...world.clock,
    sleep: async (ms: number) => {
      world.clock.pass(ms)
      await between[++count]?.()
      if (count === rounds) closing.abort()
    },
  }
  await keepReconciling({ ...world, clock, closing: closing.signal }, 'operator')
}

describe('a burn that a restored database does not know', () => {
  test('and that no pool shows is found when it is mined later', async () => {
    await begin('backed')
    await noteRestore(world.db, world.clock.now())
    await keepFor(400, { 3: () => burn(10_000_000n) })
    expect(await redeems()).toMatchObject([{ status: 'SETTLED' }])
  })

  test('is a redeem again when a payment has found it, without another start', async () => {
    await begin('backed')
    await keepFor(20, {
      3: () => burn(10_000_000n),
      5: async () => expect((await transfer('1')).status).toBe(201),
    })
    expect(await redeems()).toMatchObject([{ status: 'SETTLED' }])
  })

  test('that cannot be decrypted, and a sender that cannot be caught up, keep no other from it', async () => {
    await begin('backed')
    const other = await walletWithMoney(tester)
    const { chain } = world
    const { publicDecrypt } = chain.confidential
    const { whoUsedNonce } = chain
    await burn(10_000_000n)
    const dark = [...chain.ledger.requests.keys()][0]
    await burn(5_000_000n)
    const { nonce } = chain.ledger.holder(other.address)
    const nothing = { do: 'nothing' } as const
    chain.ledger.take({ hash: '0xff', sender: other.address, nonce, action: nothing, cost: 0n })
    chain.whoUsedNonce = async (sender, ...rest) =>
      sender === other.address ? undefined : whoUsedNonce(sender, ...rest)
    chain.confidential.publicDecrypt = async (handle) => {
      if (handle === dark) throw new ConfidentialUnavailable('not this one')
      return publicDecrypt(handle)
    }
    await keepFor(10)
    expect(await redeems()).toMatchObject([{ status: 'SETTLED', amount: '5' }])
    chain.confidential.publicDecrypt = publicDecrypt
    await keepFor(10)
    expect((await redeems()).map(({ status, amount }) => [status, amount])).toEqual([
      ['SETTLED', '5'],
      ['SETTLED', '10'],
    ])
    expect(await listBehind(world.db)).toMatchObject([{ address: other.address, missing: 1 }])
  })

  test('and that burned nothing is asked for once', async () => {
    await begin('backed')
    const { publicDecrypt } = world.chain.confidential
    let asked = 0
    world.chain.confidential.publicDecrypt = (handle) => {
      asked += 1
      return publicDecrypt(handle)
    }
    await burn(1_000_000_000n)
    await keepFor(10)
    expect(asked).toBe(1)
    expect(await redeems()).toEqual([])
  })

  test('needs no decryption where its amount is known', async () => {
    await begin('backed')
    backUp()
    const { transaction } = await redeem('10')
    const plaintexts = await world.db.selectFrom('plaintexts').selectAll().execute()
    await restore()
    await world.db
      .insertInto('plaintexts')
      .values(plaintexts)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    world.chain.faults.decryptionAway = true
    await keepFor(3)
    expect(await redeems()).toMatchObject([{ txHash: transaction?.txHash, amount: '10' }])
  })

  test.each(['unwrap', 'hidden'] as const)(
    'is owed also where it took the nonce of a payment that the backup knows (%s)',
    async (does) => {
      await begin(does === 'unwrap' ? 'backed' : 'float')
      world.chain.faults.broadcast = () => 'lost'
      const id = (await transfer('7')).transaction?.id ?? ''
      delete world.chain.faults.broadcast
      const hash = await burn(10_000_000n, does)
      world.chain.ledger.mineEmpty()
      expect(await read(id)).toMatchObject({ status: 'FAILED' })
      await keepFor(10)
      expect(await redeems()).toMatchObject([{ status: 'SETTLED', txHash: hash }])
      expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
    },
  )

  test('that superseded a payment is what comes again after a reorganisation', async () => {
    await begin('float')
    const { ledger } = world.chain
    world.chain.faults.broadcast = () => 'lost'
    const superseded = (await transfer('7')).transaction?.id ?? ''
    delete world.chain.faults.broadcast
    const before = ledger.block
    await burn(10_000_000n, 'hidden')
    ledger.mineEmpty()
    expect(await read(superseded)).toMatchObject({ status: 'FAILED' })
    await keepFor(10)
    const after = (await transfer('1')).transaction?.id ?? ''
    ledger.rollback(ledger.block - before)
    await read(after)
    for (const { id } of await redeems()) await read(id)
    expect([(await read(after))?.status, (await read(superseded))?.status]).toEqual(['SETTLED', 'FAILED'])
    expect(ledger.holder(wallet.address).stable).toBe(50_000_000n)
    expect(ledger.confidentialOf(elsewhere)).toBe(1_000_000n)
  })
})
