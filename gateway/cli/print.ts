import { printable } from '../world/printable.ts'

/** The one way to standard output: whatever a text holds, it cannot steer the terminal it is shown on. */
export function print(text: string): void {
  process.stdout.write(printable(text))
}

/** The same beside it, on standard error: what a person wants to know while a script reads the other. */
export function tell(text: string): void {
  process.stderr.write(printable(text))
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

const streams = [process.stdout, process.stderr]

/** The reader of a pipe may be gone, as with `| head`: what is written then goes nowhere, and ends nothing. A full disk is told. */
export function outliveReaders(): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      // What became of a payment stands.
      process.exitCode ??= 1
      if (stream === process.stdout) tell(`sotto: not all could be written: ${error.message}\n`)
    })
  }
}

/** A pipe takes a long text piece by piece: at a plain exit the rest would be lost. `mostMs`: what has no reader by then is. */
export async function exitOnceWritten(code?: number, mostMs?: number): Promise<never> {
  // Given `undefined`, `process.exit` forgets the code that a command has set.
  const end = () => process.exit(code ?? process.exitCode)
  if (mostMs !== undefined) setTimeout(end, mostMs).unref()
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))))
  return end()
}
