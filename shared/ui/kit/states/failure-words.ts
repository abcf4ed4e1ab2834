import type { Failure } from '../../../client-failure.ts'
import type { FailureWords } from '../../words/failures.ts'
import { failureSentences, waitWords } from '../../words/failures.ts'
import { kitWords } from '../../words/kit.ts'
import { amountsIn } from '../values/group-amount.ts'

/** A gateway that is newer, or hostile, may say more than a screen has room for. */
const LONGEST = 200

/** `lang`: where what happened is told in the gateway's words, which are English whatever the screens speak. */
export type FailureText = { what: string; todo?: string; lang?: 'en' }

/** What to tell a person of a failure. A code that is not known here is told in the gateway's words, clipped. */
export function sayFailure({ code, message, details, retryAfter, status }: Failure): FailureText {
  const known: FailureWords | undefined = Object.hasOwn(failureSentences, code)
    ? failureSentences[code as keyof typeof failureSentences]
    : undefined
  // Without a status it is the wallet's own refusal, in the words of the screens.
  const told = status === undefined ? {} : { lang: 'en' as const }
  if (known === undefined) return { what: clipped(message), ...told }
  const asTold = known.asTold && message.trim() !== ''
  const what = asTold ? clipped(message) : known.what
  const [flaw] = code === 'validation_error' ? flawsOf(details) : []
  if (flaw !== undefined) return { what: kitWords.flawElsewhere(clipped(flaw.message)) }
  const todo = retryAfter !== undefined && retryAfter > 0 ? waitWords.wait(retryAfter) : known.todo
  return { what, ...(todo !== undefined && { todo }), ...(asTold && told) }
}

/** What is wrong with which field, from the details of a `validation_error`. `reason` may be one that is not known here. */
export function flawsOf(details: unknown): { path: string; message: string; reason?: unknown }[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('path' in each) || !('message' in each)) return []
    const { path, message } = each
    const { reason } = each as { reason?: unknown }
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message, reason }] : []
  })
}

function clipped(text: string): string {
  const whole = text.trim()
  // Clipped first: a number without end must not be put in groups.
  return amountsIn(whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST - 1).trimEnd()}…`)
}
