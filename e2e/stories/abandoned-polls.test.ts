import { afterAll, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createLiveChain } from '../../gateway/chain/live/chain.ts'
import { createSigner } from '../../gateway/chain/live/wallet-keys.ts'
import { createZamaClient } from '../../gateway/chain/live/zama/client.ts'
import { threadOf } from '../../gateway/chain/live/zama/thread.ts'
import type { Call, Receipt, Signer } from '../../gateway/chain/port.ts'
import { signingOf } from '../../gateway/chain/signing.ts'
import { fastInput } from '../../gateway/testnet/fast-input.ts'
import { spawnTestnet } from '../../gateway/testnet/process/spawn.ts'
import { forward, jsonReply, listen } from '../chaos/proxies/server.ts'
import { temporaryFolder } from '../harness/gateway.ts'

const folder = temporaryFolder()
const opened: (() => Promise<unknown>)[] = [async () => folder.remove()]
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

/** Polls of each job, of a relayer that never has an answer. */
const polls = new Map<string, number>()
const changed: (() => void)[] = []

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise<void>((resolve) => changed.push(resolve))
}

async function startStalledRelayer(target: string): Promise<string> {
  const server = await listen(async (asked) => {
    if (asked.method !== 'GET' || !asked.path.includes('public-decrypt/')) return forward(target, asked)
    polls.set(asked.path, (polls.get(asked.path) ?? 0) + 1)
    for (const go of changed.splice(0)) go()
    return jsonReply(202, { status: 'queued', requestId: 'stalled' }, { 'retry-after': '1' })
  })
  opened.push(server.close)
  return `${server.origin}/v2`
}

test('a question that nobody waits for any more is not polled for, and the next one is', async () => {
  const operator = createSigner()
  const { info, stop } = await spawnTestnet({ dataDir: folder.path, operator: operator.address })
  opened.push(stop)
  const chain = await createLiveChain({ ...info, operator, fastInput: (request) => fastInput(info, request) })
  opened.push(() => chain.close())
  const handles = [await burn(chain, operator), await burn(chain, operator)]

  const relayerUrl = await startStalledRelayer(new URL(info.relayerUrl).origin)
  const zama = createZamaClient(threadOf({ relayerUrl, rpcUrl: info.rpcUrl }))
  opened.push(async () => zama.close())
  const ask = (handle: Hex, signal: AbortSignal) => zama.ask<'public decrypt'>({ is: 'public decrypt', handle }, signal)

  const patience = new AbortController()
  const [first = '0x', second = '0x'] = handles
  const abandoned = ask(first, patience.signal)
  await until(() => [...polls.values()].some((count) => count >= 2))
  const [old = ''] = polls.keys()
  patience.abort(new Error('nobody waits'))
  await expect(abandoned).rejects.toThrow('nobody waits')
  const atMost = (polls.get(old) ?? 0) + 1

  const last = new AbortController()
  const waiting = ask(second, last.signal).catch(() => 'ended')
  await until(() => [...polls].some(([job, count]) => job !== old && count >= 4))
  expect(polls.get(old)).toBeLessThanOrEqual(atMost)
  last.abort(new Error('the test is over'))
  expect(await waiting).toBe('ended')
})

type Live = Awaited<ReturnType<typeof createLiveChain>>

async function send(chain: Live, signer: Signer, call: Call): Promise<Receipt> {
  const [nonce, fees] = await Promise.all([chain.nonce(signer.address), chain.fees()])
  const { raw, hash } = await signingOf(chain).sign(signer, { ...call, nonce, gas: 2_000_000n, ...fees })
  await signingOf(chain).broadcast(raw)
  for (;;) {
    const receipt = await chain.receipt(hash)
    if (receipt !== undefined) return receipt
  }
}

/** Burns some of what it wraps first: the handle of an amount that becomes public. */
async function burn(chain: Live, signer: Signer): Promise<Hex> {
  await send(chain, signer, chain.calls.fund(signer.address, 100n, 0n))
  for (const { call } of chain.calls.wrap(signer.address, 100n)) await send(chain, signer, call)
  const input = await chain.confidential.encrypt(signer.address, 10n)
  const { unwraps } = await send(chain, signer, chain.calls.unwrap(signer.address, input))
  return unwraps[0]?.request ?? '0x'
}
