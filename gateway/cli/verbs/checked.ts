import { type Command, InvalidArgumentError } from 'commander'
import type * as z from 'zod/mini'
import { flawsOf } from '../../flaws.ts'
import { printableLine } from '../../world/printable.ts'

/** How the command line calls a field of a body. */
const names: Readonly<Record<string, string>> = {
  amount: 'the amount',
  walletId: '--wallet',
  to: '--to',
  nota: '--card',
  toWalletId: '--to-wallet',
  requestId: '--request',
  token: '--token',
  externalId: '--external-id',
}

/** A body by the API's own rules, before anything is sent. Throws with what it lacks, in the words of the command line. */
export function checked<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const flaws = parsed.error.issues.flatMap((issue) => flawsOf(issue, input, schema))
  throw new Error(flaws.map(({ path, message }) => printableLine(`${names[path] ?? path} ${message}`)).join('; '))
}

export function withWait(command: Command, about: string, fallback?: number): Command {
  return command.option('--wait <seconds>', about, secondsIn, fallback)
}

function secondsIn(text: string): number {
  if (!/^(0|[1-9]\d{0,6})$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.')
  return Number(text)
}
