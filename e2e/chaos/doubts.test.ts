import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listMinedAfterAll } from '../../gateway/transactions/payouts/debts.ts'
import { playScene } from './scenes/scene.ts'
import { told } from './scenes/told.ts'
import type { Mode } from './stage.ts'
import { apiOf } from './traffic/api-of.ts'
import { everyTransaction, readToTheEnd } from './traffic/in-flight.ts'

const { say, random, context } = told()
/** For what never comes. */
const HANG_MS = 240_000

/** In one mode: the same way through the gateway. */
test.each<Mode>(['float'])(
  'a false revert that nobody contradicts: what was mined all the same is told to the operator, %s',
  async (mode) => {
    let listed: string[] = []
    const options = { mode, random: random('alone'), say, clients: 0, settings: { SOTTO_RPC_URLS_CONFIRM: '' } }
    const findings = await playScene(options, async ({ stage, wallets: [wallet] }) => {
      if (wallet === undefined) throw new Error('no wallet')
      const api = apiOf(stage, wallet.account)
      stage.rpc.on('false revert', random('false revert'))
      for (let count = 0; count < 2; count++) {
        const pay = api.transfer({ walletId: wallet.id, amount: '1', to: `0x${'e1'.repeat(20)}` })
        await pay.catch(() => {})
        await api.redeem({ walletId: wallet.id, amount: '1' }).catch(() => {})
      }
      await readToTheEnd(stage, await everyTransaction(stage), HANG_MS)
      stage.rpc.off()
      await sleep(1_500)
      await readToTheEnd(stage, await everyTransaction(stage), HANG_MS)
      listed = await stage.withStore(async ({ db, keys }) => (await listMinedAfterAll(db, keys)).map(({ id }) => id))
    })
    const wrong = findings.problems.flatMap(({ text }) => /^(?:TRANSFER|REDEEM) (\w+) /.exec(text)?.[1] ?? [])
    expect(wrong.length, context()).toBeGreaterThan(0)
    expect(wrong.filter((id) => !listed.includes(id))).toEqual([])
  },
)
