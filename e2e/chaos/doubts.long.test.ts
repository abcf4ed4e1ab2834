import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listMinedAfterAll } from '../../gateway/transactions/payouts/debts.ts'
import { driftRun, HEAL_MS } from './scenes/drift-run.ts'
import { playScene, type Scene } from './scenes/scene.ts'
import { told } from './scenes/told.ts'
import type { Mode, Stage } from './stage.ts'
import { apiOf } from './traffic/api-of.ts'
import { everyTransaction, readToTheEnd } from './traffic/in-flight.ts'
import type { Wallet } from './traffic/wallets.ts'

const { say, random, context } = told()
/** For what never comes. */
const HANG_MS = 240_000

test('keys used elsewhere: a drift of 50 heals unattended', async () => {
  const { healing, findings } = await driftRun({ mode: 'backed', random: random('drift'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(Math.max(...healing)).toBeLessThan(HEAL_MS)
})

async function quietly(mode: Mode, play: (scene: Scene, wallet: Wallet) => Promise<void>): Promise<void> {
  const findings = await playScene({ mode, random: random('quiet'), say, clients: 0 }, async (scene) => {
    const [wallet] = scene.wallets
    if (wallet === undefined) throw new Error('no wallet')
    await play(scene, wallet)
  })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
}

async function holds(stage: Stage, { id, account }: Wallet): Promise<(string | null)[]> {
  const { balances } = await apiOf(stage, account).getWallet({ id })
  return [balances.normal.amount, balances.confidential.amount]
}

/** Two reads at a time, until a redeem has come to its end. */
async function readByTwo(stage: Stage, wallet: Wallet, times: number): Promise<void> {
  const api = apiOf(stage, wallet.account)
  for (let count = 0; count < times; count++) {
    const { transaction } = await api.redeem({ walletId: wallet.id, amount: '1' })
    const late = performance.now() + HANG_MS
    for (let { status } = transaction; status === 'SETTLING'; ) {
      const reads = await Promise.all([api.getTransaction(transaction), api.getTransaction(transaction)])
      status = reads[0].transaction.status
      if (performance.now() > late) throw new Error(`${transaction.id} is ${status} after two minutes`)
    }
  }
}

test.each<Mode>(['backed'])(
  'a node that says "refused" and includes the transaction later causes no second payment, %s',
  async (mode) => {
    await quietly(mode, async ({ stage }, wallet) => {
      const api = apiOf(stage, wallet.account)
      stage.rpc.on('refused, sent later', random('refused'))
      for (let count = 0; count < 4; count++) {
        await api.transfer({ walletId: wallet.id, amount: '1', to: `0x${'e1'.repeat(20)}` })
        await api.redeem({ walletId: wallet.id, amount: '1' })
      }
      stage.rpc.off()
      expect(stage.rpc.met.get('refused, sent later')).toBeGreaterThan(3)
      await sleep(2_500)
      expect(await readToTheEnd(stage, await everyTransaction(stage), HANG_MS)).toEqual([])
      expect(await holds(stage, wallet)).toEqual(['504', '492'])
      // Two simultaneous readers of a settling redeem pay once.
      await readByTwo(stage, wallet, 3)
      expect(await holds(stage, wallet)).toEqual(['507', '489'])
    })
  },
)

/** Every day on the chain in memory (`gateway/transactions/made-up-reverts.attack.test.ts`). In one mode: the same way through the gateway. */
test.each<Mode>(['float'])(
  'one node calls payments reverted that were mined, and no other node is asked: the gateway lists them for the operator, %s',
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
