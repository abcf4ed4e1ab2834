import type { Findings } from './checks/check.ts'
import { deadEndsOf } from './dead-ends/dead-ends.ts'
import { fuzz } from './fuzzing/fuzz.ts'
import { type Options, readOptions, usage } from './options.ts'
import { createRandom, type Random } from './random.ts'
import { addFindings, emptyReport, lastLines, type Report } from './report.ts'
import { batchRun } from './scenes/batch-run.ts'
import { driftRun } from './scenes/drift-run.ts'
import { faultRun } from './scenes/fault-run.ts'
import { historyRun } from './scenes/history-run.ts'
import { killRun } from './scenes/kill-run.ts'
import { lagRun } from './scenes/lag-run.ts'
import { limitRun } from './scenes/limit-run.ts'
import { oneKeyRun } from './scenes/one-key-run.ts'
import { padsRun } from './scenes/pads-run.ts'
import { proofRun } from './scenes/proof-run.ts'
import { requestsRun } from './scenes/requests-run.ts'
import { restoreRun } from './scenes/restore-run.ts'
import { upgradeRun } from './scenes/upgrade-run.ts'
import type { Mode } from './stage.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage)
    return 0
  }
  const options = readOptions(process.argv.slice(2))
  say(`seed ${options.seed}`)
  if (options.fuzz > 0) return fuzzed(options.seed, options.fuzz)
  const report = emptyReport()
  const until = performance.now() + options.minutes * 60_000
  const stop = stopSignal()
  if (options.pads > 0) await pads(report, options, { until, stop })
  if (options.limit > 0) await limited(report, options, { until, stop })
  if (options.requests > 0) await requested(report, options, { until, stop })
  if (options.batch > 0) await batched(report, options, { until, stop })
  if (options.deadEnds > 0) await ends(report, options)
  const isAlone = options.pads + options.limit + options.batch + options.requests > 0
  for (const [index, mode] of isAlone ? [] : options.modes.entries()) {
    const random = createRandom(`${options.seed}/${mode}`)
    if (options.lagSeconds > 0) await lag(report, mode, random, options.lagSeconds)
    if (options.faults) await faults(report, mode, random, options)
    await histories(report, mode, random, options, { share: options.modes.length - index, until, stop })
    await restores(report, mode, random, options, { share: options.modes.length - index, until, stop })
    const part = { share: options.modes.length - index, until, stop }
    await (options.upgrade || options.oneKeys > 0 ? several : kills)(report, mode, random, options, part)
  }
  for (const { kind, text } of report.problems.slice(0, 40)) say(`${kind}: ${text}`)
  for (const text of report.surprises.slice(0, 40)) say(`surprise: ${text}`)
  process.stdout.write(lastLines(report))
  return report.problems.length + report.surprises.length === 0 ? 0 : 1
}

async function fuzzed(seed: string, requests: number): Promise<number> {
  const begun = performance.now()
  const { sent, unsendable, byStatus, slowest, flaws } = await fuzz(seed, requests, (count) => {
    say(`${count} requests`)
  })
  for (const [flaw, { count, example }] of flaws)
    say(`${count} times: ${flaw}\n  ${JSON.stringify(example).slice(0, 500)}`)
  const statuses = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
  process.stdout.write(
    `fuzzed ${sent} by status ${statuses.join(', ')}\nslowest ${slowest.ms} ms, ${slowest.of}\nunsendable ${unsendable}\nflaws ${flaws.size}\n`,
  )
  say(`${Math.round(performance.now() - begun)} ms`)
  return flaws.size === 0 ? 0 : 1
}

async function faults(report: Report, mode: Mode, random: Random, { only, amounts }: Options): Promise<void> {
  const plan = {
    mode,
    amounts,
    eachMs: 3_000,
    least: 5,
    heal: true,
    random: random.fork('faults'),
    say,
    ...(only === undefined ? {} : { only }),
  }
  const { met, findings, healing } = await faultRun(plan)
  for (const [name, count] of met) report.faults.set(name, (report.faults.get(name) ?? 0) + count)
  report.recoveries.push(...healing)
  addFindings(report, findings)
  if (only === undefined || only === 'proof') {
    addFindings(report, await proofRun({ mode, random: random.fork('proof'), say }))
    report.faults.set(
      'relayer not accepted, of a proof',
      (report.faults.get('relayer not accepted, of a proof') ?? 0) + 1,
    )
  }
  if (only !== undefined && only !== 'drift') return
  const drift = await driftRun({ mode, random: random.fork('drift'), say })
  report.faults.set('nonce drift', (report.faults.get('nonce drift') ?? 0) + drift.healing.length)
  report.recoveries.push(...drift.healing)
  addFindings(report, drift.findings)
}

async function lag(report: Report, mode: Mode, random: Random, seconds: number): Promise<void> {
  const run = await lagRun({ mode, forMs: seconds * 1_000, random: random.fork('lag'), say })
  const name = 'rpc two nodes, some blocks apart'
  report.faults.set(name, (report.faults.get(name) ?? 0) + run.met)
  addFindings(report, run.findings)
}

async function ends(report: Report, { seed, deadEnds, modes }: Options): Promise<void> {
  for (const [name, play] of Object.entries(deadEndsOf(modes))) {
    addFindings(report, await play({ times: deadEnds, random: createRandom(`${seed}/${name}`), say }))
  }
}

type Pads = Pick<Part, 'until' | 'stop'>

async function pads(report: Report, { pads: payments, engine, replicas, seed }: Options, part: Pads): Promise<void> {
  addRun(report, await padsRun({ ...part, payments, engine, replicas, random: createRandom(`${seed}/pads`), say }))
}

async function limited(report: Report, { limit: payments, seed }: Options, part: Pads): Promise<void> {
  addRun(report, await limitRun({ ...part, payments, random: createRandom(`${seed}/limit`), say }))
}

async function batched(report: Report, { batch: rows, engine, replicas, seed }: Options, part: Pads): Promise<void> {
  addRun(report, await batchRun({ ...part, rows, engine, replicas, random: createRandom(`${seed}/batch`), say }))
}

function addRun(report: Report, run: { kills: number; restores: number; findings: Findings }): void {
  report.kills += run.kills
  report.restores += run.restores
  addFindings(report, run.findings)
}

async function requested(report: Report, { requests, seed }: Options, part: Pads): Promise<void> {
  const run = await requestsRun({ ...part, requests, random: createRandom(`${seed}/requests`), say })
  report.kills += run.kills
  report.restores += run.restores
  addFindings(report, run.findings)
}

type Part = { share: number; until: number; stop: AbortSignal }

/** Ctrl-C ends the killing, not the check of what was paid; a second one ends everything. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => {
    say('no more kills; what was paid is checked now')
    stop.abort()
    process.once('SIGINT', () => process.exit(130))
  })
  return stop.signal
}

async function kills(report: Report, mode: Mode, random: Random, options: Options, part: Part): Promise<void> {
  const count = Math.ceil((options.kills - report.kills) / part.share)
  if (count <= 0 || part.stop.aborted) return
  const now = performance.now()
  const until = now + (part.until - now) / part.share
  const { amounts, engine, replicas } = options
  const outcome = await killRun({ mode, amounts, engine, replicas, kills: count, until, random, stop: part.stop, say })
  report.kills += outcome.kills.count
  report.recoveries.push(...outcome.kills.recoveries)
  addFindings(report, outcome.findings)
}

/** Three gateways: what is sent to all of them at once, or what later releases do beside earlier ones. */
async function several(report: Report, mode: Mode, random: Random, options: Options, part: Part): Promise<void> {
  const { oneKeys, upgrade } = options
  const plan = { mode, random, until: part.until, stop: part.stop, say }
  const runs = [
    ...(oneKeys > 0 ? [() => oneKeyRun({ ...plan, keys: oneKeys })] : []),
    ...(upgrade ? [() => upgradeRun({ ...plan, kills: Math.ceil(options.kills / options.modes.length) })] : []),
  ]
  for (const run of runs) {
    const { kills: done, findings } = await run()
    report.kills += done.count
    report.recoveries.push(...done.recoveries)
    addFindings(report, findings)
  }
}

async function restores(report: Report, mode: Mode, random: Random, options: Options, part: Part): Promise<void> {
  const count = Math.ceil((options.restores - report.restores) / part.share)
  if (count <= 0 || part.stop.aborted) return
  const now = performance.now()
  const until = now + (part.until - now) / part.share
  const { confirmations } = options
  const plan = { mode, restores: count, confirmations, until, random: random.fork('restores'), stop: part.stop, say }
  const { restores: done, findings } = await restoreRun(plan)
  report.restores += done.count
  addFindings(report, findings)
}

async function histories(report: Report, mode: Mode, random: Random, options: Options, part: Part): Promise<void> {
  const count = Math.ceil((options.history - report.restores) / part.share)
  if (count <= 0 || part.stop.aborted) return
  const now = performance.now()
  const until = now + (part.until - now) / part.share
  const plan = { mode, restores: count, until, random: random.fork('history'), stop: part.stop, say }
  const { restores: done, kills: killed, findings } = await historyRun(plan)
  report.restores += done
  report.kills += killed
  addFindings(report, findings)
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exit(2)
  },
)
