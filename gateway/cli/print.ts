import { printable } from '../world/printable.ts'

/** The one way to standard output: whatever a text holds, it cannot steer the terminal it is shown on. */
export function print(text: string): void {
  process.stdout.write(printable(text))
}
