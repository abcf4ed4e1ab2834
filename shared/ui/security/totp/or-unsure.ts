import { Failed, failureOf } from '../../../client-failure.ts'
import type { SecurityCode } from '../../words/failures.ts'

/** No refusal of the gateway is behind these: it may have done what was asked. */
const UNANSWERED = ['unreachable', 'timeout', 'not_sotto', 'broken_answer']

/** What makes recovery codes. Where no answer comes they may be made and never shown, which the failure `unsure` says. */
export async function orUnsure<T>(work: Promise<T>, unsure: SecurityCode): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, message } = failureOf(error)
    throw UNANSWERED.includes(code) ? new Failed({ code: unsure, message }, error) : error
  }
}
