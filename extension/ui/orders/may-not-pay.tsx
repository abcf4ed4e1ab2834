import { Refused } from '#shared/ui/kit/states/refused.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { sendWords } from '../../words/en/orders/send.ts'

/** Says beforehand what the gateway would say at the end: a key without the scope cannot move money. */
export function MayNotPay({ profile }: { profile: Profile }) {
  if (profile.key.scopes.includes('pay')) return null
  return <Refused what={sendWords.mayNotPay} todo={sendWords.mayNotPayTodo} />
}
