import type { NewApiKey } from '../../../api/api-keys.ts'
import { Failed } from '../../../client-failure.ts'
import { Scope } from '../../../model/user.ts'
import { securityWords } from '../../words/security.ts'
import { textOf } from '../text-of.ts'

const DAY = 86_400_000

export const SCOPES = Scope.options
/** Chosen where the key is for some wallets only. */
export const SOME = 'some'

/** What the form asks for, as the gateway wants it. */
export function wishOf(values: FormData, now: number): NewApiKey {
  const words = securityWords.newKey
  const scopes = SCOPES.filter((scope) => values.getAll('scope').includes(scope))
  if (scopes.length === 0) throw new Failed({ code: 'no_scope', message: words.noScope })
  const walletIds = textOf(values, 'limit') === SOME ? values.getAll('wallet').map(String) : null
  if (walletIds?.length === 0) throw new Failed({ code: 'no_wallet', message: words.noWallet })
  const days = textOf(values, 'expires')
  const expiresAt = days === '' ? null : new Date(now + Number(days) * DAY).toISOString()
  return { label: textOf(values, 'label'), scopes, walletIds, expiresAt }
}
