import { beforeEach, describe, expect, test } from 'vitest'
import { arrived, begin, elsewhere, hashesOf, pay, read, tester, wallet, world } from './faults-fixture.ts'
import { round } from './worker.ts'

beforeEach(() => begin())

describe('what is stuck', () => {
  test('is replaced with higher fees at the same nonce, and pays once', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    expect((await read(id)).status).toBe('PENDING')
    world.chain.ledger.mineEmpty()
    await read(id, 60_000)
    const sent = world.chain.broadcasts.filter(({ action }) => action.do === 'hidden')
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1)
    expect(hashesOf('hidden').size).toBe(2)
    expect(new Set(sent.map(({ action }) => JSON.stringify(action))).size).toBe(1)
    world.chain.ledger.mine()
    expect((await read(id)).status).toBe('SETTLED')
    expect(arrived()).toBe(25_000_000n)
  })

  test('settles as well if the older bytes are mined after all', async () => {
    world.chain.faults.broadcast = () => 'lost'
    const { id } = await pay()
    const [original] = world.chain.broadcasts.filter(({ action }) => action.do === 'hidden')
    world.chain.ledger.mineEmpty()
    await read(id, 60_000)
    expect(hashesOf('hidden').size).toBe(2)
    if (original === undefined) throw new Error('nothing was sent')
    world.chain.ledger.take(original)
    const done = await read(id)
    expect(done).toMatchObject({ status: 'SETTLED', txHash: original.hash })
    expect(arrived()).toBe(25_000_000n)
  })

  test('is never bid up beyond the ceiling', async () => {
    await begin({ SOTTO_MAX_FEE_GWEI: '2' })
    world.chain.ledger.automine = false
    const { id } = await pay()
    for (let minutes = 0; minutes < 10; minutes++) {
      world.chain.ledger.mineEmpty()
      await read(id, 60_000)
    }
    expect(hashesOf('hidden').size).toBe(1)
  })

  test('whose higher bid its sender cannot pay for goes on waiting with the one that nodes have', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    const [first] = hashesOf('hidden')
    const isTooDear = () => {
      const last = world.chain.broadcasts.at(-1)
      return last?.action.do === 'hidden' && last.hash !== first
    }
    const { broadcast } = world.chain
    world.chain.faults.broadcast = ({ action, hash }) =>
      action.do === 'hidden' && hash !== first ? 'lost' : 'accepted'
    world.chain.broadcast = async (raw) => {
      const outcome = await broadcast(raw)
      return isTooDear() ? { is: 'refused', reason: 'insufficient funds for gas * price + value' } : outcome
    }
    for (let looks = 0; looks < 200; looks++) {
      world.chain.ledger.mineEmpty()
      expect((await read(id, 3_100)).status).toBe('PENDING')
    }
    expect(hashesOf('hidden').size).toBe(2)
    // Once it can pay, the higher bid goes out again.
    Object.assign(world.chain, { broadcast })
    delete world.chain.faults.broadcast
    const before = world.chain.broadcasts.length
    await read(id, 31_000)
    expect(new Set(world.chain.broadcasts.slice(before).map(({ hash }) => hash))).toEqual(hashesOf('hidden'))
    world.chain.ledger.mine()
    expect((await read(id)).status).toBe('SETTLED')
    expect(arrived()).toBe(25_000_000n)
  })

  test('and is refused as too cheap while looks come quickly is bid up all the same', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    await tester.api.cancelTransaction({ id })
    const { broadcast } = world.chain
    world.chain.broadcast = async (raw) => {
      const outcome = await broadcast(raw)
      return world.chain.broadcasts.at(-1)?.action.do === 'nothing' ? { is: 'refused', reason: 'too cheap' } : outcome
    }
    for (let looks = 0; looks < 60; looks++) {
      world.chain.ledger.mineEmpty()
      await read(id, 3_100)
    }
    expect(hashesOf('nothing').size).toBeGreaterThan(1)
    // Nor does one that was refused once keep those that nodes have from rising with the price.
    Object.assign(world.chain, { broadcast })
    const { fees } = world.chain
    await read(id, 31_000)
    const before = hashesOf('nothing').size
    const dearer = (fee: bigint) => fee * 10n
    world.chain.fees = async () => {
      const now = await fees()
      return { ...now, maxFee: dearer(now.maxFee), priorityFee: dearer(now.priorityFee) }
    }
    for (let looks = 0; looks < 20; looks++) {
      world.chain.ledger.mineEmpty()
      await read(id, 31_000)
    }
    expect(hashesOf('nothing').size).toBeGreaterThan(before)
  })

  test('is not bid up while no block comes: time alone passes nothing by', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    for (let minutes = 0; minutes < 45; minutes++) await read(id, 60_000)
    expect(hashesOf('hidden').size).toBe(1)
  })

  test('is bid up by an eighth for each block that passes it by, and not far beyond what is asked', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    const fees = () => world.chain.broadcasts.flatMap(({ action, fee }) => (action.do === 'hidden' ? [fee ?? 0n] : []))
    for (let minutes = 0; minutes < 45; minutes++) {
      world.chain.ledger.mineEmpty()
      await read(id, 60_000)
    }
    const bids = [...new Set(fees())]
    for (const [index, bid] of bids.slice(1).entries())
      expect(bid).toBeLessThanOrEqual(((bids[index] ?? 0n) * 9n) / 8n + 1n)
    const { maxFee } = await world.chain.fees()
    expect(bids.length).toBeGreaterThan(3)
    expect(bids.at(-1)).toBeLessThan(maxFee * 3n)
  })
})

describe('re-broadcasting', () => {
  const sent = (from: number) => world.chain.broadcasts.slice(from).length

  test('of thirty legs that wait sends each once in its interval, however many read them', async () => {
    for (let times = 0; times < 2; times++) await tester.api.fund({ walletId: wallet.id, amount: '100' })
    world.chain.ledger.automine = false
    const to = elsewhere
    for (let times = 0; times < 30; times++) {
      await tester.api.transfer({ walletId: wallet.id, amount: '1', to, token: 'STABLE' })
    }
    world.chain.ledger.pending.splice(0)
    world.clock.pass(4_000)
    const before = world.chain.broadcasts.length
    await Promise.all([1, 2, 3].map(() => tester.api.listTransactions({ pageSize: 100 })))
    await Promise.all([round(world), round(world)])
    expect(sent(before)).toBe(30)
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    const { items } = await tester.api.listTransactions({ type: 'TRANSFER', pageSize: 100 })
    await Promise.all(items.map(({ id }) => read(id)))
    const after = await tester.api.listTransactions({ type: 'TRANSFER', status: 'SETTLED', pageSize: 100 })
    expect(after.total).toBe(30)
  })

  test('of what has waited for long is seldom', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    await read(id, 30 * 60_000)
    const before = world.chain.broadcasts.length
    for (let seconds = 0; seconds < 60; seconds += 2) await read(id, 2_000)
    expect(sent(before)).toBe(2)
  })
})

describe('a clock that is set back', () => {
  const setBack = () => {
    const { now, elapsed } = world.clock
    world.clock.now = () => now() - 3_600_000
    world.clock.elapsed = elapsed
  }

  test('does not keep a payment waiting', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    setBack()
    expect((await read(id)).status).toBe('SETTLED')
  })

  test('costs one replacement, not one at every look', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    setBack()
    world.chain.ledger.mineEmpty()
    for (let looks = 0; looks < 5; looks++) await read(id)
    expect(hashesOf('hidden').size).toBe(2)
    world.chain.ledger.mineEmpty()
    await read(id, 60_000)
    expect(hashesOf('hidden').size).toBe(3)
  })
})

test('what has waited long is looked at ever more seldom by lists and the worker, not by anyone who asks for it', async () => {
  world.chain.faults.broadcast = () => 'lost'
  const { id } = await pay()
  const looksAt = async (work: () => Promise<unknown>) => {
    let heads = 0
    const { head } = world.chain
    world.chain.head = () => {
      heads += 1
      return head()
    }
    for (let times = 0; times < 30; times++) {
      world.clock.pass(2_000)
      await work()
    }
    world.chain.head = head
    return heads
  }
  world.clock.pass(24 * 60 * 60_000)
  expect(await looksAt(() => round(world))).toBeLessThanOrEqual(4)
  expect(await looksAt(() => tester.api.listTransactions({}))).toBeLessThanOrEqual(4)
  expect(await looksAt(() => tester.api.getTransaction({ id }))).toBeGreaterThanOrEqual(30)
})

describe('nonces', () => {
  test('a drift of fifty caused from outside heals unattended', async () => {
    const { ledger, operator } = world.chain
    for (const sender of [wallet.address, operator.address]) {
      for (let times = 0; times < 50; times++) {
        const { nonce } = ledger.holder(sender)
        ledger.take({ hash: `0x${sender.slice(2, 20)}${nonce}`, sender, nonce, action: { do: 'nothing' }, cost: 0n })
      }
    }
    expect((await pay()).status).toBe('SETTLED')
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    await read(transaction.id)
    expect((await read(transaction.id)).status).toBe('SETTLED')
  })

  test('lost bytes of an earlier payment are sent again when a later one is read', async () => {
    world.chain.faults.broadcast = () => 'lost'
    const first = await pay('1')
    delete world.chain.faults.broadcast
    const second = await pay('2')
    expect(second.status).toBe('PENDING')
    await read(second.id, 4_000)
    expect((await read(second.id)).status).toBe('SETTLED')
    expect((await read(first.id)).status).toBe('SETTLED')
    expect(arrived()).toBe(3_000_000n)
  })

  test('one pending count that is sixty too high makes no gap', async () => {
    const { pendingNonce } = world.chain
    let lies = 1
    world.chain.pendingNonce = async (sender) => (await pendingNonce(sender)) + (lies-- > 0 ? 60 : 0)
    const { nonce } = world.chain.ledger.holder(wallet.address)
    expect((await pay()).status).toBe('SETTLED')
    expect(world.chain.ledger.holder(wallet.address).nonce).toBe(nonce + 1)
  })

  test('a gap without a leg is filled', async () => {
    const { ledger } = world.chain
    const { nonce } = ledger.holder(wallet.address)
    const action = { do: 'nothing' as const }
    ledger.take({ hash: '0xaa', sender: wallet.address, nonce, action, cost: 0n })
    world.chain.faults.broadcast = () => 'lost'
    const { id } = await pay()
    delete world.chain.faults.broadcast
    // What used the key elsewhere is gone for good: the chain is deep without it, and no pool takes it.
    world.chain.faults.broadcast = ({ hash }) => (hash === '0xaa' ? 'lost' : 'accepted')
    ledger.rollback(1)
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    await read(id, 12_000)
    expect((await read(id, 4_000)).status).toBe('SETTLED')
  })

  test('what waits in a pool and was not signed here holds its sender up, and nothing is signed above it', async () => {
    const { ledger } = world.chain
    const { nonce } = ledger.holder(wallet.address)
    ledger.automine = false
    ledger.take({ hash: '0xaa', sender: wallet.address, nonce, action: { do: 'nothing' }, cost: 0n })
    await expect(pay()).rejects.toMatchObject({ code: 'reconciling' })
    ledger.pending.splice(0, 1)
    ledger.automine = true
    expect((await pay()).status).toBe('SETTLED')
  })

  test.each([1, 100, 101, 5_000])('so do %d of them, as long as a pool is said to hold them', async (waiting) => {
    const { pendingNonce } = world.chain
    world.chain.pendingNonce = async (sender) => (await pendingNonce(sender)) + waiting
    await expect(pay()).rejects.toMatchObject({ code: 'reconciling' })
    world.chain.pendingNonce = pendingNonce
    expect((await pay()).status).toBe('SETTLED')
  })
})
