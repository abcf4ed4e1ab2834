import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeated } from '../../gateway/testing/how-often.ts'
import { listMinedAfterAll } from '../../gateway/transactions/payouts/debts.ts'
import { machineFaultNames } from './faults/machine.ts'
import { relayerFaultNames } from './proxies/relayer-faults.ts'
import { rpcFaultNames } from './proxies/rpc-faults.ts'
import { createRandom } from './random.ts'
import { driftRun, HEAL_MS } from './scenes/drift-run.ts'
import { faultRun } from './scenes/fault-run.ts'
import { killRun } from './scenes/kill-run.ts'
import { lagRun } from './scenes/lag-run.ts'
import { restoreRun } from './scenes/restore-run.ts'
import { playScene, type Scene } from './scenes/scene.ts'
import type { Amounts, Mode, Stage } from './stage.ts'
import { apiOf } from './traffic/api-of.ts'
import { everyTransaction, readToTheEnd } from './traffic/in-flight.ts'
import type { Wallet } from './traffic/wallets.ts'

const seed = process.env.CHAOS_SEED ?? String(Date.now())
/** For what never comes. */
const HANG_MS = 120_000
const said: string[] = []
const say = (text: string) => said.push(text)
const random = (name: string) => createRandom(`${seed}/${name}`)

/** A failure names the seed and what was said on the way. */
const context = () => `seed ${seed}\n${said.splice(0).join('\n')}`

test.each<[Mode, Amounts, number]>([
  ['backed', 'derived', repeated(6)],
  ['float', 'decrypted', repeated(4)],
])(
  '%s, amounts %s: %i kills during money traffic lose nothing and pay nothing twice',
  { timeout: repeated(600_000) },
  async (mode, amounts, kills) => {
    const until = performance.now() + repeated(500_000)
    const { kills: done, findings } = await killRun({ mode, amounts, kills, until, random: random(mode), say })
    expect([...findings.problems, ...findings.surprises], context()).toEqual([])
    expect(done.count).toBeGreaterThanOrEqual(kills)
    expect(findings.settled).toBeGreaterThan(10)
  },
)

/** Where the operator's own money pays: `npm run chaos -- --restores` goes through both modes. */
test('backups put back during money traffic pay nothing twice', { timeout: repeated(600_000) }, async () => {
  const mode = 'float'
  const until = performance.now() + repeated(500_000)
  const { restores, findings } = await restoreRun({ mode, restores: repeated(3), until, random: random(mode), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(restores.count).toBeGreaterThan(0)
})

/** Of a relayer that nobody has to ask, no fault is met: most of them are met where everything is decrypted. */
test('every fault of node, relayer and machine, once, during money traffic', { timeout: 900_000 }, async () => {
  const plan = {
    mode: 'float',
    amounts: 'decrypted',
    eachMs: 500,
    least: 1,
    heal: false,
    random: random('faults'),
    say,
  } as const
  const { met, findings } = await faultRun(plan)
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met.size).toBe(rpcFaultNames.length + relayerFaultNames.length + machineFaultNames.length)
  expect([...met].filter(([, times]) => times === 0)).toEqual([])
})

const LIES = ['foreign logs', 'receipt of what was not mined', 'false revert', 'invented rival'] as const

test.each<Mode>(['backed', 'float'])(
  'a node that lies about what was mined, beside one that does not: nothing lost, nothing paid twice, %s',
  async (mode) => {
    const only = LIES.join('|')
    const plan = { mode, eachMs: 1_000, least: 5, heal: true, only, random: random(`lies ${mode}`), say }
    const { met, findings } = await faultRun(plan)
    expect([...findings.problems, ...findings.surprises], context()).toEqual([])
    expect([...met.keys()].sort()).toEqual(LIES.map((name) => `rpc ${name}`).sort())
    expect([...met].filter(([, times]) => times < 5)).toEqual([])
  },
)

/** In one mode, as the other one at the end of this file: a minute of CI, and the same way through the gateway. */
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

test('two nodes some blocks apart fail no payment, and what has settled reads the same', async () => {
  const { met, paid, findings } = await lagRun({ mode: 'backed', forMs: 10_000, random: random('lag'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met).toBeGreaterThan(100)
  expect(paid).toBeGreaterThan(5)
})

test('with derived amounts nothing is paid on a fault that is about what moved', async () => {
  const only = 'computations|foreign logs|reorganisation|wrong amount|bad signature'
  const shape = { mode: 'backed', amounts: 'derived', eachMs: 1_000, least: 3, heal: true } as const
  const { met, findings } = await faultRun({ ...shape, only, random: random('moved'), say })
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met.size).toBeGreaterThanOrEqual(5)
  expect([...met].filter(([, times]) => times === 0)).toEqual([])
})

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
