import { explain } from './cli/explain.ts'
import { exitOnceWritten, outliveReaders } from './cli/print.ts'
import { createProgram } from './cli/program.ts'
import { printable } from './world/printable.ts'

/** Entry of the command line: the only place that reads the process's environment and arguments. */
async function main(): Promise<void> {
  // No other user may read a file written from here on, by this process or a child.
  process.umask(0o077)
  const program = await createProgram(process.env, process.argv[2] ?? 'start')
  await program.parseAsync(process.argv)
}

/** What collects a gateway's output may have stopped: it must not keep the gateway from ending. */
const mostMs = /^(start$|-)/.test(process.argv[2] ?? 'start') ? 5_000 : undefined

outliveReaders()
// Whatever a look still waits for on a slow network must not keep the process from ending.
main().then(
  () => exitOnceWritten(undefined, mostMs),
  (error: unknown) => {
    process.stderr.write(`sotto: ${printable(explain(error, process.env.SOTTO_LOG_LEVEL === 'debug'))}\n`)
    return exitOnceWritten(1, mostMs)
  },
)
