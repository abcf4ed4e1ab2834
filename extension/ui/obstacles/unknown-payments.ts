import type { Intent, OpenIntent } from '../../intents/intent.ts'

type Known = Pick<Intent, 'id' | 'profileId' | 'state' | 'sent' | 'consentedAt'>

/** A payment of which it is unknown here whether it was made. `verb` is known while the wallet is open. */
export type UnknownPayment = { id: string; consentedAt: number; verb: OpenIntent['order']['verb'] | undefined }

/** Whether it was sent, and no answer said what became of it. Of one that waits for the person it is known that it was not. */
function isUnknown({ state, sent }: Known): boolean {
  return state === 'unknown' || (sent > 0 && (state === 'sending' || state === 'ready'))
}

/** The payments of unknown outcome, newest first; of one gateway, where it is named. */
export function unknownPayments(
  stored: readonly Known[],
  opened: readonly OpenIntent[],
  profileId: string | undefined,
): UnknownPayment[] {
  const verbs = new Map(opened.map(({ id, order }) => [id, order.verb]))
  return stored
    .filter((each) => isUnknown(each) && (profileId === undefined || each.profileId === profileId))
    .map(({ id, consentedAt }) => ({ id, consentedAt, verb: verbs.get(id) }))
    .sort((one, other) => other.consentedAt - one.consentedAt)
}
