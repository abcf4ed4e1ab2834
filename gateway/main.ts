import { createProgram } from './cli/program.ts'
import { ConfigurationError } from './config.ts'
import { FolderInUse } from './db/folder-lock.ts'

/** Entry of the command line: the only place that reads the process's environment and arguments. */
async function main(): Promise<void> {
  await createProgram(process.env).parseAsync(process.argv)
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigurationError || error instanceof FolderInUse
  const text = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`sotto: ${text}\n`)
  process.exit(1)
})
