import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Entry, readBooks } from '../checks/books.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import type { Stage } from '../stage.ts'
import { everyTransaction, inFlight, readToTheEnd } from '../traffic/in-flight.ts'
import { gainsOf, type Plan, playDeadEnd } from './dead-end.ts'

const entry = fileURLToPath(new URL('../../../gateway/main.ts', import.meta.url))
const [FLOAT, TURNED] = [10_000_000n, 4_000_000n]
const END_MS = 120_000

/**
 * `sotto operator unwrap` is killed after its burn: `sotto operator status` shows it, and the next start pays it out, without
 * worker and without a reader.
 */
export function killedUnwrap(plan: Plan): Promise<Findings> {
  const options = { mode: 'float', relayerVersion: 2 } as const
  return playDeadEnd(plan, options, async ({ stage, keeper, wallet, api, times, random, say }) => {
    const problems: Problem[] = []
    for (let time = 0; time < times; time++) {
      await api.redeem({ walletId: wallet.id, amount: '10' })
      await readToTheEnd(stage, await everyTransaction(stage), END_MS)
      await keeper.stop()
      await stage.controls.setAutomine(false)
      const command = unwrap(stage, '4')
      await until(stage, ({ status }) => status === 'PENDING')
      // What was burned is not published before the command is dead.
      stage.relayer.on('long stall', { ...random, chance: () => true })
      await stage.controls.setAutomine(true)
      await until(stage, ({ status }) => status === 'SETTLING')
      command.kill('SIGKILL')
      await once(command, 'exit')
      const shown = await unwrapping(stage)
      if (shown.length !== 1 || shown[0]?.amount !== '4' || shown[0].status !== 'SETTLING')
        problems.push(problem('stuck', `the status of the operator shows ${JSON.stringify(shown)}`))
      stage.relayer.off()
      await keeper.start()
      const late = performance.now() + END_MS
      while ((await inFlight(stage)).length > 0 && performance.now() < late) await sleep(100)
    }
    say(`an unwrap of the operator that was killed after its burn: ${times} ended by the next start`)
    const [redeemed, turned] = [FLOAT * BigInt(times), TURNED * BigInt(times)]
    return {
      problems,
      gains: gainsOf([
        [wallet.address, { stable: redeemed, cstable: -redeemed }],
        [stage.operator.address, { stable: turned - redeemed, cstable: redeemed - turned }],
      ]),
    }
  })
}

const environment = ({ settings }: Stage) => ({ PATH: process.env.PATH ?? '', ...settings })

function unwrap(stage: Stage, amount: string): ChildProcess {
  const env = environment(stage)
  return spawn(process.execPath, [entry, 'operator', 'unwrap', amount], { env, stdio: 'ignore', detached: true })
}

/** What `sotto operator status` says of turns that have begun. */
async function unwrapping(stage: Stage): Promise<{ amount: string; status: string }[]> {
  const command = [entry, 'operator', 'status', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment(stage) })
  return JSON.parse(stdout).unwrapping
}

/** Waits until the operator's newest payment is as wanted. */
async function until(stage: Stage, wanted: (entry: Entry) => boolean): Promise<void> {
  const late = performance.now() + END_MS
  while (performance.now() < late) {
    const newest = (await readBooks(stage)).findLast(({ from }) => from === stage.operator.address)
    if (newest !== undefined && wanted(newest)) return
    await sleep(20)
  }
  throw new Error('the command did not come so far')
}
