import { setTimeout as sleep } from 'node:timers/promises'
import { type Findings, problem } from '../checks/check.ts'
import { readPurses } from '../checks/check-restored.ts'
import { checkRequests } from '../checks/requests.ts'
import { backupsIn } from '../faults/restores.ts'
import { createKeeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { type Account, openStage } from '../stage.ts'
import { startReceiver } from '../traffic/receiver.ts'
import { payersOf } from '../traffic/requests.ts'
import { walletsOf } from '../traffic/wallets.ts'
import { killFor, patiently, putBack } from './limit-run.ts'
import { rest } from './restore-run.ts'

export type RequestsRun = { kills: number; restores: number; findings: Findings }

const GATEWAYS = 3
const WALLETS = 6
const REORGANISATION = 'receipt, then reorganisation'
const LAST_WORDS_MS = 180_000

type Plan = { requests: number; until: number; random: Random; say(text: string): void; stop?: AbortSignal }

/**
 * Requests that are paid, paid in part, twice, too much or late, that lapse and are taken back, through three gateways on one
 * PostgreSQL: while gateways are killed and blocks reorganised, and a backup from before the payments is put back. A webhook
 * whose receiver refuses one message in twenty hears of them.
 */
export async function requestsRun(plan: Plan): Promise<RequestsRun> {
  const { random, say } = plan
  const stage = await openStage({ mode: 'backed', engine: 'postgres', replicas: GATEWAYS })
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const receiver = await startReceiver(random.fork('receiver'))
  const done = { kills: 0, restores: 0 }
  try {
    for (const keeper of keepers) await keeper.start()
    const [payer, shop] = stage.accounts as [Account, Account]
    const wallets = await walletsOf(stage, payer, WALLETS)
    const [till] = await walletsOf(stage, shop, 1)
    if (till === undefined) throw new Error('no wallet')
    const before = (await readPurses(stage)).get(till.address.toLowerCase())?.cstable ?? 0n
    const { asked, ask, pay, open, ids, surprises } = payersOf(
      stage,
      { payer, shop, wallets, till },
      random.fork('rests'),
    )
    await receiver.listenTo(stage, shop)
    await ask(plan.requests, plan.until)
    const backups = backupsIn(stage)
    await patiently(() => backups.make())

    stage.rpc.on(REORGANISATION, random.fork('reorganisations'))
    const paid = pay(plan.until)
    const total = open()
    done.kills += await killFor(keepers, random.fork('before'), plan, () => open() > total / 2)
    stage.rpc.off()
    say(`${open()} payments open, ${done.kills} kills: a backup from before the payments is put back`)
    await putBack(stage, keepers, backups.files[0] ?? '')
    done.restores += 1
    done.kills += await killFor(keepers, random.fork('after'), plan, () => open() > 0)
    await paid
    await rest(stage)
    const isChecked = async () => checkRequests(stage, { shop, till, before, asked, heard: receiver.heard })
    const late = performance.now() + LAST_WORDS_MS
    let problems = await isChecked()
    while (problems.length > 0 && performance.now() < late) {
      await sleep(3_000)
      problems = await isChecked()
    }
    if (open() > 0) problems.push(problem('stuck', `${open()} payments have no answer`))
    const reorganisations = stage.rpc.met.get(REORGANISATION) ?? 0
    say(
      `${asked.length} requests, ${ids.size} payments, ${done.kills} kills, ${done.restores} restores, ${reorganisations} reorganisations, ${receiver.count()} messages`,
    )
    return { ...done, findings: { payments: ids.size, settled: ids.size, problems, surprises: [...surprises] } }
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    await receiver.close()
    await stage.close()
  }
}
