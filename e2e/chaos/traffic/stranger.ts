import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, type Hex } from 'viem'
import { stableAbi } from '../../../gateway/contracts/abis.ts'
import { moneyOn } from '../../../gateway/testnet/test-kit.ts'
import { rpc } from '../rpc.ts'
import type { Stage } from '../stage.ts'

const UNITS_PER_CENT = 10_000n
const MONEY_UNITS = 1_000_000_000n
const GAS_WEI = 10n ** 21n
const AGAIN_EVERY_MS = 500

export type Stranger = Awaited<ReturnType<typeof createStranger>>

/**
 * Somebody with money of both tokens, of whom no gateway knows. What a reorganisation has dropped is sent again, byte for byte
 * and in its order. To be made before a gateway runs: the money comes from the operator.
 */
export async function createStranger({ info, controls }: Stage) {
  const money = moneyOn(info)
  const account = await money.wallet(MONEY_UNITS, MONEY_UNITS)
  const { address } = account
  await controls.setBalance(address, GAS_WEI)
  const count = async () => Number(await rpc<Hex>(info.rpcUrl, 'eth_getTransactionCount', address, 'latest'))
  const first = await count()
  const signed: Hex[] = []
  let last: Promise<unknown> = Promise.resolve()

  async function sendMissing(): Promise<boolean> {
    const missing = signed.slice((await count()) - first)
    // A node refuses what it has already.
    for (const raw of missing) await rpc(info.rpcUrl, 'eth_sendRawTransaction', raw).catch(() => {})
    return missing.length === 0
  }

  /** One after the other: each has the next nonce. */
  function next(work: () => Promise<unknown>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done.then(() => {})
  }

  const closing = new AbortController()
  const again = (async () => {
    while (!closing.signal.aborted) {
      await next(sendMissing).catch(() => {})
      await sleep(AGAIN_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()

  async function callFor(to: Hex, token: string, units: bigint): Promise<[Hex, Hex]> {
    if (token !== 'STABLE') return [info.cstable, money.transferData(to, await money.input(address, units))]
    return [info.stable, encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [to, units] })]
  }

  return {
    /** How many payments it has made. */
    count: () => signed.length,
    pay: ({ address: to, token }: { address: string; token: string }, cents: number) =>
      next(async () => {
        const [contract, data] = await callFor(to as Hex, token, BigInt(cents) * UNITS_PER_CENT)
        signed.push(await money.sign(account, contract, data, 0n, first + signed.length))
        await sendMissing()
      }),
    /** Until all of it is on the chain. */
    async settled(): Promise<void> {
      while (!(await sendMissing())) await sleep(AGAIN_EVERY_MS)
    },
    async close(): Promise<void> {
      closing.abort()
      await again
    },
  }
}
