import { createProgram } from './cli/program.ts'
import { printable } from './world/printable.ts'

/** Entry of the command line: the only place that reads the process's environment and arguments. */
async function main(): Promise<void> {
  // Whatever is written from here on, by us or by a child, is nobody else's to read.
  process.umask(0o077)
  await createProgram(process.env).parseAsync(process.argv)
}

// Whatever a look still waits for on a slow network must not keep the process from ending.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`sotto: ${printable(explain(error))}\n`)
    process.exit(1)
  },
)

/** What happened, and why; the stack only where somebody looks for a bug. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (process.env.SOTTO_LOG_LEVEL === 'debug') return error.stack ?? error.message
  // A cause's own message may carry the URL that failed, and with it somebody's RPC key.
  const cause = error.cause as { shortMessage?: string; details?: string } | undefined
  const detail = cause?.details ?? cause?.shortMessage
  return detail === undefined ? error.message : `${error.message}: ${detail}`
}
