import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../../gateway/app.ts'
import { createTester, createTestWorld, type TestWorld } from '../../../gateway/testing/test-world.ts'
import { createRandom, type Random } from '../random.ts'
import type { Mode } from '../stage.ts'
import { anotherProcess } from './another-process.ts'

const LOOKS_MAX = 100
/** As far as payouts that failed wait for each other. */
const LOOK_MS = 1_100

/**
 * One database, two gateways: what either remembers, or locks, in its own process is nothing to the other. Redeems are
 * read by both at the same time, again and again; gives how often each was paid out.
 */
export async function readByTwo(mode: Mode, redeems: number, seed: string): Promise<number[]> {
  const settings = {
    SOTTO_REDEEM_MODE: mode,
    SOTTO_LIMIT_READS: '1000000',
    SOTTO_LIMIT_WRITES: '1000000',
    SOTTO_LIMIT_FAUCET: '100000000',
  }
  const first = await createTestWorld(settings)
  const random = createRandom(`${seed}/${mode}`)
  const second: TestWorld = { ...anotherProcess(first), chain: outOfStep(first.chain, random) }
  try {
    first.chain.ledger.holder(first.chain.operator.address).stable = 10n ** 15n
    const tester = await createTester(first)
    const other = createApp(second)
    const { wallet } = await tester.api.createWallet({ type: 'custodial' })
    for (let funds = 0; funds < redeems; funds += 1_000) await tester.api.fund({ walletId: wallet.id, amount: '1000' })
    await tester.api.mint({ walletId: wallet.id, amount: String(redeems) })
    first.chain.ledger.holder(wallet.address as `0x${string}`).wei = 10n ** 24n

    const payouts: number[] = []
    for (let count = 0; count < redeems; count++) {
      const before = first.chain.ledger.holder(wallet.address as `0x${string}`).stable
      const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '1' })
      const read = (app: ReturnType<typeof createApp>) =>
        Promise.resolve(
          app.request(`http://127.0.0.1/api/v1/transactions/${transaction.id}`, {
            headers: { host: '127.0.0.1', authorization: `Bearer ${tester.apiKey}` },
          }),
        )
      let { status } = transaction
      for (let looks = 0; status === 'SETTLING'; looks++) {
        if (looks === LOOKS_MAX) throw new Error(`${transaction.id} is SETTLING after ${LOOKS_MAX} looks by both`)
        first.clock.pass(LOOK_MS)
        await Promise.all([read(tester.app), read(other)])
        status = (await tester.api.getTransaction({ id: transaction.id })).transaction.status
      }
      const paid = first.chain.ledger.holder(wallet.address as `0x${string}`).stable - before
      payouts.push(Number(paid / 1_000_000n))
    }
    return payouts
  } finally {
    await first.db.destroy()
  }
}

/** Answers a moment later, now and then: two processes that read together do not stay in step. */
function outOfStep<T extends object>(chain: T, random: Random): T {
  return new Proxy(chain, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (!['head', 'fees', 'estimate', 'finalized'].includes(String(name)) || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        await sleep(random.between(0, 4))
        return value.apply(target, args)
      }
    },
  })
}
