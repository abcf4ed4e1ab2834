import type { NewApiKey } from '#shared/api/api-keys.ts'
import { API_KEYS_MAX } from '#shared/limits.ts'
import type { ApiKey } from '#shared/model/sign-in.ts'
import { invalid } from '#shared/refusal.ts'
import { listWallets } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { auditedChange } from '../audited-change.ts'
import type { Caller } from '../caller.ts'
import { createApiKey, findOwnApiKey, hasAllApiKeys } from '../credentials/api-keys.ts'
import type { RequestContext } from '../request-context.ts'

/** The secret is in the answer and nowhere else. A key for a wallet that is not the account's is refused at its place. */
export async function makeApiKey(
  world: World,
  { account }: Caller,
  input: NewApiKey,
  context: RequestContext,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const expiresAt = input.expiresAt == null ? null : Date.parse(input.expiresAt)
  if (expiresAt !== null && expiresAt <= world.clock.now()) throw invalid('expiresAt', 'must be in the future')
  if (input.walletIds != null) await requireOwn(world, account.id, input.walletIds)
  return auditedChange(world, context, async (db) => {
    if (await hasAllApiKeys(db, account.id))
      throw invalid('', `an account can have at most ${API_KEYS_MAX} API keys: revoke one first`)
    const { id, secret } = await createApiKey(
      { ...world, db },
      {
        accountId: account.id,
        label: input.label,
        walletIds: input.walletIds ?? null,
        expiresAt,
        ...(input.scopes === undefined ? {} : { scopes: input.scopes }),
      },
    )
    const apiKey = await findOwnApiKey(db, account.id, id)
    if (apiKey === undefined) throw new Error(`API key ${id} was not stored`)
    context.audit.subject = id
    return { apiKey, secret }
  })
}

async function requireOwn(world: World, accountId: string, walletIds: string[]): Promise<void> {
  const own = new Set((await listWallets(world.db, world.keys, accountId)).map(({ id }) => id))
  const stranger = walletIds.findIndex((id) => !own.has(id))
  if (stranger >= 0) throw invalid(`walletIds.${stranger}`, 'is not a wallet of this account')
}
