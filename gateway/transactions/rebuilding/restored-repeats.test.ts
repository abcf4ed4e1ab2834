import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { insertAttempt } from '../../legs/attempts-store.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { listBehind } from '../../legs/reconciling/senders-store.ts'
import { noteLookedAt } from '../../legs/reconciling/unattributed/store.ts'
import { insertLeg } from '../../legs/store.ts'
import { createTester, walletWithMoney } from '../../testing/test-world.ts'
import {
  backUp,
  begin,
  beginTags,
  call,
  elsewhere,
  forgotten,
  read,
  redeem,
  restore,
  setUpEach,
  tester,
  transfer,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

const tickOff = (hash: string | undefined) => noteLookedAt(world.db, hash as Hex, world.clock.now())

describe('a backup that is older than the chain is restored', () => {
  test.each(['cSTABLE', 'STABLE'])(
    'a payment of %s from after the backup is not made again by its key',
    async (token) => {
      await begin()
      backUp()
      const transaction = await read((await transfer('7', 'order-1', token)).transaction?.id ?? '')
      expect(transaction?.status).toBe('SETTLED')
      const { nonce } = world.chain.ledger.holder(wallet.address)
      await restore()
      for (let repeats = 0; repeats < 3; repeats++) {
        const again = await transfer('7', 'order-1', token)
        expect([again.status, again.error?.code]).toEqual([409, 'idempotency_mismatch'])
        expect(again.error?.message).toContain(transaction?.txHash)
      }
      expect(world.chain.ledger.holder(wallet.address).nonce).toBe(nonce)
      expect((await transfer('7', `order-2 ${transaction?.txHash}`, token)).status).toBe(409)
      // A person says that it was another payment.
      await tickOff(transaction?.txHash)
      expect((await transfer('7', 'order-2', token)).status).toBe(201)
    },
  )

  test.each([
    ['mint', () => call('POST', '/mint', { walletId: wallet.id, amount: '3' }, 'k')],
    ['fund', () => call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')],
    ['redeem through the float', () => redeem('3', 'k')],
  ])('a %s from after the backup is not made again by its key', async (_, pay) => {
    await begin()
    backUp()
    const first = await pay()
    expect(first.status).toBe(201)
    if (first.transaction?.status === 'SETTLING') await read(first.transaction.id)
    await restore()
    const again = await pay()
    expect([again.status, again.error?.code]).toEqual([409, 'idempotency_mismatch'])
  })

  test('what the faucet gave to one wallet is not the payment of a key for another', async () => {
    await begin()
    const other = await createTester(world)
    const { wallet: theirs } = await other.api.createWallet({ type: 'custodial' })
    backUp()
    expect((await call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')).status).toBe(201)
    await restore()
    expect((await call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')).status).toBe(409)
    const funded = await other.api.fund({ walletId: theirs.id, amount: '3' }, { idempotencyKey: 'k' })
    expect(funded.transaction.status).toBe('SETTLED')
  })

  test('a call of another kind, of another wallet and without a key is another payment', async () => {
    await begin()
    const other = await walletWithMoney(tester)
    backUp()
    await transfer('7', 'order-1')
    await restore()
    expect((await transfer('8', 'order-2')).status).toBe(409)
    expect((await transfer('8')).status).toBe(201)
    expect((await call('POST', '/mint', { walletId: wallet.id, amount: '7' }, 'order-3')).status).toBe(201)
    const asked = { walletId: other.id, amount: '7', to: elsewhere }
    expect((await call('POST', '/transfer', asked, 'order-4')).status).toBe(201)
    expect(await unattributed()).toMatchObject([{ does: 'hidden transfer', toAddress: elsewhere }])
  })

  test('of several payments from after the backup a person ticks off each', async () => {
    await begin()
    backUp()
    const [a, b] = [await transfer('7', 'a'), await transfer('7', 'b')].map(({ transaction }) => transaction?.txHash)
    await restore()
    for (const hash of [a, b]) {
      for (const key of ['a', 'b', 'c', `c ${hash}`]) expect((await transfer('7', key)).status).toBe(409)
      await tickOff(hash)
    }
    expect((await transfer('7', 'c')).status).toBe(201)
  })

  test('a transaction that is newer than tags here, and has none, was signed elsewhere: it keeps no payment waiting', async () => {
    await begin()
    backUp()
    await transfer('7', 'order-1')
    await restore()
    await beginTags()
    expect((await transfer('7', 'order-1')).status).toBe(201)
    expect(await unattributed()).toHaveLength(1)
  })

  test('a replacement with higher fees that the backup does not know is recognised by what it does', async () => {
    await begin()
    world.chain.ledger.automine = false
    const { transaction } = await transfer('7')
    expect(transaction?.status).toBe('PENDING')
    backUp()
    world.chain.ledger.mineEmpty()
    world.clock.pass(60_000)
    await call('GET', `/transactions/${transaction?.id}`)
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    const settled = await read(transaction?.id ?? '')
    expect(settled?.status).toBe('SETTLED')
    expect(settled?.txHash).not.toBe(transaction?.txHash)
    await restore()
    expect(await read(transaction?.id ?? '')).toMatchObject({ status: 'SETTLED', txHash: settled?.txHash })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  })

  test('until the mined transactions are known, payments are 503 reconciling and reads work', async () => {
    await begin()
    backUp()
    await transfer('7', 'order-1')
    await restore()
    const { whoUsedNonce } = world.chain
    world.chain.whoUsedNonce = async () => undefined
    const answer = await tester.ask('POST', '/transfer', { walletId: wallet.id, amount: '1', to: elsewhere })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('reconciling')
    expect((await call('GET', '/transactions')).status).toBe(200)
    expect(await listBehind(world.db)).toMatchObject([{ address: wallet.address, missing: 1 }])
    const ready = (await (
      await tester.app.request('http://localhost/readyz', { headers: { host: 'localhost' } })
    ).json()) as {
      checks: unknown[]
    }
    expect(ready.checks).toContainEqual({ name: 'reconciled', ok: false, missing: 1 })
    world.chain.whoUsedNonce = whoUsedNonce
    expect((await transfer('1')).status).toBe(201)
    expect(await listBehind(world.db)).toEqual([])
  })

  test('a process that is killed while finding goes on where it was', async () => {
    await begin()
    backUp()
    for (const amount of ['1', '2', '3']) await transfer(amount, `order-${amount}`)
    await restore()
    const { whoUsedNonce } = world.chain
    const asked: number[] = []
    const searching = (finds: number): typeof whoUsedNonce => {
      return async (sender, nonce, from) => {
        asked.push(nonce)
        if (finds-- === 0) throw new Error('killed')
        return whoUsedNonce(sender, nonce, from)
      }
    }
    world.chain.whoUsedNonce = searching(1)
    await expect(accountForNonces(world, wallet.address)).rejects.toThrow('killed')
    expect(await listBehind(world.db)).toMatchObject([{ address: wallet.address, missing: 2 }])
    world.chain.whoUsedNonce = searching(-1)
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    const [first = 0] = asked
    expect(asked).toEqual([first, first + 1, first + 1, first + 2])
    expect(await unattributed()).toHaveLength(3)
    expect(await listBehind(world.db)).toEqual([])
  })

  test('nor a payment that is found while its repeat waits for its turn', async () => {
    await begin()
    backUp()
    const mine = await forgotten(() => transfer('7', 'order-1'))
    const { run } = world.locks
    world.locks.run = async (name, work) => {
      if (name === `sender:${wallet.address}`) {
        mine()
        await accountForNonces(world, wallet.address)
      }
      return run(name, work)
    }
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, error: { code: 'reconciling' } })
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 409 })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  })

  test('a transaction that was mined at a nonce that the gateway passed over is found, although it signed above it', async () => {
    await begin()
    const { ledger } = world.chain
    const id = (await transfer('7')).transaction?.id ?? ''
    const { nonce } = ledger.holder(wallet.address)
    const sign = { kind: 'nonce gap', movesValue: false, cost: 0n, signedBlock: ledger.block, now: 0 } as const
    const above = { ...sign, id: 'above', transactionId: id, position: 9, sender: wallet.address, nonce: nonce + 1 }
    await insertLeg(world.db, above)
    const action = { do: 'transfer', to: elsewhere, units: '1000000' } as const
    const hashOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}` as const
    const bytes = {
      hash: hashOf(nonce + 1),
      legId: 'above',
      kind: 'call',
      raw: '0x',
      signedBlock: ledger.block,
    } as const
    await insertAttempt(world.db, world.keys, { ...bytes, maxFee: 1n, priorityFee: 1n, now: 0 })
    for (const at of [nonce, nonce + 1]) {
      const hash = hashOf(at)
      ledger.take({ hash, sender: wallet.address, nonce: at, action, cost: 0n })
    }
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    expect(await unattributed()).toMatchObject([{ nonce, does: 'transfer' }])
  })
})
