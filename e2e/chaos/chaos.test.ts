import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { everyTransaction, readToTheEnd } from './in-flight.ts'
import { machineFaultNames } from './machine.ts'
import { relayerFaultNames } from './proxies/relayer-faults.ts'
import { rpcFaultNames } from './proxies/rpc-faults.ts'
import { createRandom } from './random.ts'
import { driftRun } from './scenes/drift-run.ts'
import { faultRun } from './scenes/fault-run.ts'
import { killRun } from './scenes/kill-run.ts'
import { restoreRun } from './scenes/restore-run.ts'
import { playScene, type Scene } from './scenes/scene.ts'
import type { Mode, Stage } from './stage.ts'
import { apiOf, type Wallet } from './traffic.ts'

const seed = process.env.CHAOS_SEED ?? String(Date.now())
const said: string[] = []
const say = (text: string) => said.push(text)
const random = (name: string) => createRandom(`${seed}/${name}`)

/** A failure names the seed and what was said on the way. */
const context = () => `seed ${seed}\n${said.splice(0).join('\n')}`

test.each<[Mode, number]>([
  ['backed', 12],
  ['float', 13],
])('%s: %i kills during money traffic lose nothing and pay nothing twice', async (mode, kills) => {
  const until = performance.now() + 60_000
  const { kills: done, findings } = await killRun({ mode, kills, until, random: random(mode), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(done.count).toBeGreaterThanOrEqual(kills)
  expect(findings.settled).toBeGreaterThan(10)
})

test.each<Mode>(['backed', 'float'])('%s: backups put back during money traffic pay nothing twice', async (mode) => {
  const until = performance.now() + 60_000
  const { restores, findings } = await restoreRun({ mode, restores: 4, until, random: random(mode), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(restores.count).toBeGreaterThan(0)
})

test('every fault of node, relayer and machine, once, during money traffic', async () => {
  const plan = { mode: 'float', eachMs: 500, least: 1, heal: false, random: random('faults'), say } as const
  const { met, findings } = await faultRun(plan)
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met.size).toBe(rpcFaultNames.length + relayerFaultNames.length + machineFaultNames.length)
  expect([...met].filter(([, times]) => times === 0)).toEqual([])
})

test('keys used elsewhere: a drift of 50 heals unattended within a minute', async () => {
  const { healing, findings } = await driftRun({ mode: 'backed', random: random('drift'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(Math.max(...healing)).toBeLessThan(60_000)
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
    const late = performance.now() + 30_000
    for (let { status } = transaction; status === 'SETTLING'; ) {
      const reads = await Promise.all([api.getTransaction(transaction), api.getTransaction(transaction)])
      status = reads[0].transaction.status
      if (performance.now() > late) throw new Error(`${transaction.id} is ${status} after half a minute`)
    }
  }
}

test.each<Mode>(['backed', 'float'])(
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
      expect(await readToTheEnd(stage, everyTransaction(stage), 30_000)).toEqual([])
      expect(await holds(stage, wallet)).toEqual(['504', '492'])
      // Two simultaneous readers of a settling redeem pay once.
      await readByTwo(stage, wallet, 3)
      expect(await holds(stage, wallet)).toEqual(['507', '489'])
    })
  },
)
