import { readOptions, usage } from './options.ts'
import { createRandom } from './random.ts'
import { addFindings, emptyReport, lastLines } from './report.ts'
import { killRun } from './scenes/kill-run.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage)
    return 0
  }
  const options = readOptions(process.argv.slice(2))
  say(`seed ${options.seed}`)
  const report = emptyReport()
  const until = performance.now() + options.minutes * 60_000
  for (const [index, mode] of options.modes.entries()) {
    const random = createRandom(`${options.seed}/${mode}`)
    const share = options.modes.length - index
    const kills = Math.ceil((options.kills - report.kills) / share)
    const now = performance.now()
    const outcome = await killRun({ mode, kills, until: now + (until - now) / share, random, say })
    report.kills += outcome.kills.count
    report.recoveries.push(...outcome.kills.recoveries)
    addFindings(report, outcome.findings)
  }
  for (const { kind, text } of report.problems.slice(0, 40)) say(`${kind}: ${text}`)
  process.stdout.write(lastLines(report))
  return report.problems.length === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exit(2)
  },
)
