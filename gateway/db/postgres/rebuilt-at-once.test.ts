import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { verifyEvents } from '../../audit/verify.ts'
import { forget } from '../../testing/forget.ts'
import { anotherGateway, createTester, createTestWorld, testerOf, walletWithMoney } from '../../testing/test-world.ts'
import { reconcileAtStart } from '../../transactions/rebuilding/keep-reconciling-fixture.ts'
import { wrongTotals } from '../../transactions/totals-store.ts'

test.each(['float', 'backed'])(
  'after a failover that lost payments, gateways write each again once, while they are asked for by their keys (%s)',
  async (mode) => {
    const settings = { SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '10000' }
    const a = await createTestWorld(settings)
    a.chain.ledger.holder(a.chain.operator.address).stable = 1_000_000_000n
    const tester = await createTester(a)
    const wallet = await walletWithMoney(tester)
    const to = a.chain.wallets.create().address
    const verbs = ['fund', 'mint', 'transfer', 'redeem'] as const
    const pay = (api: typeof tester.api, verb: (typeof verbs)[number]) => {
      const body = { walletId: wallet.id, amount: '3' }
      const key = { idempotencyKey: verb }
      return verb === 'transfer' ? api.transfer({ ...body, to }, key) : api[verb](body, key)
    }
    const made: string[] = []
    for (const verb of verbs) made.push((await pay(tester.api, verb)).transaction.id)
    const settled = async () => {
      a.clock.pass(2_000)
      const all = await Promise.all(made.map((id) => tester.api.getTransaction({ id })))
      return all.every(({ transaction }) => transaction.status === 'SETTLED')
    }
    await expect.poll(settled).toBe(true)
    const balances = async () => (await tester.api.getBalances({ walletId: wallet.id })).balances
    const before = await balances()

    await forget(a, made)
    const worlds = [anotherGateway(a), anotherGateway(a), anotherGateway(a)]
    const apis = worlds.map((world) => testerOf(tester, createApp(world)).api)
    const asked = apis.flatMap((api) => verbs.map((verb) => pay(api, verb).catch(() => undefined)))
    await Promise.all([...worlds.map((world) => reconcileAtStart(world, 'operator')), ...asked])

    for (const api of apis) {
      const again = await Promise.all(verbs.map((verb) => pay(api, verb)))
      expect(again.map(({ transaction }) => transaction.id)).toEqual(made)
    }
    await expect.poll(settled).toBe(true)
    expect(await balances()).toEqual(before)
    const events = await a.db
      .selectFrom('events')
      .select('subject')
      .where('type', '=', 'transaction.rebuilt')
      .orderBy('subject')
      .execute()
    expect(events.map(({ subject }) => subject)).toEqual(made.toSorted())
    expect(await verifyEvents(a.db, a.keys)).toMatchObject({ is: 'whole' })
    expect(await wrongTotals(a.db as never)).toEqual([])
  },
)
