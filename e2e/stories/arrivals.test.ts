import { encodeFunctionData } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { readEvents } from '#shared/event-stream.ts'
import { STREAMS_MAX } from '#shared/limits.ts'
import { type StreamEvent, streamEvents } from '#shared/model/stream-event.ts'
import { findAccountByEmail } from '../../gateway/accounts/store.ts'
import { createApiKey, revokeApiKey } from '../../gateway/auth/credentials/api-keys.ts'
import { stableAbi } from '../../gateway/contracts/abis.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { withStore } from '../harness/store.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

const UNIT = 1_000_000n
const folder = temporaryFolder()
let testnet: Testnet
let outsider: PrivateKeyAccount

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  outsider = await testnet.money.wallet(1_000n * UNIT, 1_000n * UNIT)
})

afterAll(async () => {
  await testnet?.stop()
  folder.remove()
})

type Payee = { api: Client; key: string; id: string; address: `0x${string}` }

const open = (to: `0x${string}`, units: bigint) =>
  testnet.money.send(
    outsider,
    testnet.info.stable,
    encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [to, units] }),
  )
const secret = (to: `0x${string}`, units: bigint) => testnet.money.transfer(outsider, to, units)

async function payee(gateway: Gateway, dataDir: string, email: string): Promise<Payee> {
  const key = await makeKey(dataDir, email)
  const api = clientOf(gateway, key)
  const { id, address } = (await api.createWallet({ type: 'custodial' })).wallet
  return { api, key, id, address: address as `0x${string}` }
}

async function provide({ api, id }: Payee): Promise<void> {
  await settled(api, (await api.fund({ walletId: id, amount: '100' })).transaction.id)
  await settled(api, (await api.mint({ walletId: id, amount: '60' })).transaction.id)
}

async function begun(stream: AsyncGenerator<StreamEvent>): Promise<StreamEvent> {
  return (await stream.next()).value as StreamEvent
}

/** Reads until so many have come in, and every amount is known. */
async function received({ api }: Pick<Payee, 'api'>, count: number) {
  for (const deadline = Date.now() + 240_000; ; await new Promise((resolve) => setTimeout(resolve, 250))) {
    const { items, total } = await api.listTransactions({ direction: 'in', pageSize: 100 })
    expect(total).toBe(items.length)
    const known = items.filter(({ waitingFor }) => waitingFor === null)
    if (known.length >= count || Date.now() > deadline) return known
  }
}

const said = (rows: { amount: string | null; token: string; from?: string | null | undefined }[]) =>
  rows.map(({ amount, token, from }) => `${amount} ${token} from ${from}`).sort()

describe.each(['on', 'off'])('with the worker %s', (worker) => {
  /** What a worker has no part in is tested beside one; before a release beside none, too. */
  const besideOne = worker === 'on' || isLong ? test : () => {}
  const dataDir = `${folder.path}/worker-${worker}`
  let env: Record<string, string>
  let gateway: Gateway
  let alice: Payee
  let bob: Payee

  beforeAll(async () => {
    env = { ...testnet.environment(), SOTTO_WORKER: worker }
    gateway = await startGateway({ dataDir, env })
    alice = await payee(gateway, dataDir, 'alice@example.org')
    bob = await payee(gateway, dataDir, 'bob@example.org')
    await provide(alice)
  })
  afterAll(async () => {
    await gateway?.stop()
  })

  /** A stream, once there is room for it: a client that has gone is noticed a moment later. */
  async function opened(apiKey: string, signal: AbortSignal): Promise<AsyncGenerator<StreamEvent>> {
    for (const deadline = Date.now() + 240_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
      try {
        const stream = readEvents(streamEvents, { origin: gateway.url, apiKey, signal })
        expect((await begun(stream)).event).toBe('ready')
        return stream
      } catch (error) {
        if (Date.now() > deadline) throw error
      }
    }
  }

  const all = () =>
    [
      `2 cSTABLE from ${alice.address}`,
      `3 STABLE from ${alice.address}`,
      `4 STABLE from ${outsider.address}`,
      `5 cSTABLE from ${outsider.address}`,
    ].sort()

  test('what another account and an outsider pay is listed once, with sender and amount', async () => {
    const { transaction: one } = await alice.api.transfer({ walletId: alice.id, amount: '2', to: bob.address })
    await settled(alice.api, one.id)
    const own = await bob.api.listTransactions({ direction: 'in' })
    expect(said(own.items), 'known at once').toContain(`2 cSTABLE from ${alice.address}`)
    const pay = { walletId: alice.id, amount: '3', to: bob.address, token: 'STABLE' }
    await settled(alice.api, (await alice.api.transfer(pay)).transaction.id)
    await open(bob.address, 4n * UNIT)
    await secret(bob.address, 5n * UNIT)
    expect(said(await received(bob, 4))).toEqual(all())
    expect((await bob.api.listTransactions({})).total).toBe(0)
    expect((await alice.api.listTransactions({ direction: 'in' })).total).toBe(0)
    expect((await alice.api.listTransactions({})).items.map(({ type }) => type).sort()).toEqual([
      'FUND',
      'MINT',
      'TRANSFER',
      'TRANSFER',
    ])
  })

  besideOne('a receipt from the side of the receiver names payer and amount, and verifies', async () => {
    for (const { id, amount, from } of await received(bob, 4)) {
      const { nota } = await bob.api.getTransactionNota({ id })
      const verdict = await bob.api.verifyNota({ nota })
      expect(verdict).toMatchObject({ valid: true, type: 'receipt', subject: { type: 'RECEIVE', amount, from } })
      expect(verdict.checks.filter(({ result }) => result === 'failed')).toEqual([])
    }
  })

  test('after kill -9, a snapshot of the test-net and a new start nothing is there twice, and nothing is missing', async () => {
    const paid = open(bob.address, 6n * UNIT)
    await gateway.kill()
    await paid
    await testnet.controls.snapshot()
    gateway = await startGateway({ dataDir, env })
    bob = { ...bob, api: clientOf(gateway, bob.key) }
    alice = { ...alice, api: clientOf(gateway, alice.key) }
    expect(said(await received(bob, 5))).toEqual([...all(), `6 STABLE from ${outsider.address}`].sort())
  })

  besideOne('a wallet that is watched later sees what came in before, on demand', async () => {
    const elsewhere = await testnet.money.wallet(0n, 0n)
    const { blockNumber } = await open(elsewhere.address, 7n * UNIT)
    // Once this is listed the look is past that block.
    await open(bob.address, UNIT)
    await received(bob, 6)
    const { wallet } = await alice.api.createWallet({ type: 'external', address: elsewhere.address })
    const settings = ['--data-dir', dataDir, '--address', elsewhere.address, '--from-block', String(blockNumber)]
    for (const news of ['1 payment', 'no payment']) {
      const command = runSotto(['wallet', 'rescan', ...settings], env)
      expect([await command.ended, command.stderr()]).toEqual([0, ''])
      expect(command.stdout()).toMatch(new RegExp(`^Looked through [1-9]\\d* blocks?: ${news} that was not known`))
      const rows = await alice.api.listTransactions({ direction: 'in', walletId: wallet.id })
      expect(said(rows.items)).toEqual([`7 STABLE from ${outsider.address}`])
    }
  })

  besideOne('clients that go away make room for others', async () => {
    for (let round = 0; round < 3; round++) {
      const aborts = Array.from({ length: STREAMS_MAX }, () => new AbortController())
      const streams: AsyncGenerator<StreamEvent>[] = []
      for (const { signal } of aborts) streams.push(await opened(alice.key, signal))
      expect(streams).toHaveLength(STREAMS_MAX)
      for (const abort of aborts) abort.abort()
    }
  })

  besideOne('a stream ends when another process revokes its key, and no other stream does', async () => {
    const ended = await withStore(dataDir, async (store) => {
      const { db, keys, clock } = store
      const account = await findAccountByEmail(db, keys, 'bob@example.org')
      if (account === undefined) throw new Error('there is no such account')
      const { id, secret } = await createApiKey(store, { accountId: account.id, label: 'lost' })
      const abort = new AbortController()
      const [lost, kept] = [secret, bob.key].map((apiKey) =>
        readEvents(streamEvents, { origin: gateway.url, apiKey, signal: abort.signal }),
      ) as [AsyncGenerator<StreamEvent>, AsyncGenerator<StreamEvent>]
      for (const stream of [lost, kept]) expect((await begun(stream)).event).toBe('ready')
      const other = kept.next()
      await revokeApiKey(db, keys, account.id, id, clock.now())
      const end = await lost.next()
      // The other one goes on: what comes in now is heard there.
      await open(bob.address, UNIT)
      expect((await other).value).toMatchObject({ event: 'transaction', data: { type: 'RECEIVE', amount: '1' } })
      abort.abort()
      return {
        end,
        again: readEvents(streamEvents, { origin: gateway.url, apiKey: secret, signal: new AbortController().signal }),
      }
    })
    expect(ended.end).toMatchObject({ done: true })
    await expect(ended.again.next()).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  test('a stream tells of what comes in, and ends when the gateway stops', async () => {
    const abort = new AbortController()
    const events = readEvents(streamEvents, { origin: gateway.url, apiKey: bob.key, signal: abort.signal })
    const next = async () => (await events.next()).value as StreamEvent
    expect(await next()).toMatchObject({ event: 'ready', data: { resumed: false } })
    await open(bob.address, 8n * UNIT)
    const told = await next()
    expect(told).toMatchObject({ event: 'transaction', data: { type: 'RECEIVE', amount: '8', walletId: bob.id } })
    expect(await next()).toMatchObject({ event: 'balance', data: { walletId: bob.id } })
    const stopping = gateway.stop()
    expect(await events.next()).toMatchObject({ done: true })
    expect(await stopping).toBe(0)
  })
})
