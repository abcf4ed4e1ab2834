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
