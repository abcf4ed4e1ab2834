import { type Failure, failureOf } from '../../../client-failure.ts'

/** Said at the password, where a sign-in that has ended begins again. */
export const SIGN_IN_ENDED: Failure = { code: 'sign_in_ended', message: '' }

/** Whether a sign-in that waits for a code has ended: no further code can be right. */
export function hasEnded(error: unknown): boolean {
  const { code, details } = failureOf(error)
  return code === 'invalid_totp' && typeof details === 'object' && details !== null && 'ended' in details
}
