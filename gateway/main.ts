import { createProgram } from './cli/program.ts'

/** Entry of the command line: the only place that reads the process's environment and arguments. */
async function main(): Promise<void> {
  await createProgram(process.env).parseAsync(process.argv)
}

// Whatever a look still waits for on a slow network must not keep the process from ending.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`sotto: ${explain(error)}\n`)
    process.exit(1)
  },
)

/** What happened, and why; the stack only where somebody looks for a bug. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (process.env.SOTTO_LOG_LEVEL === 'debug') return error.stack ?? error.message
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
