import type { ApiKey } from '#shared/model/sign-in.ts'
import type { WalletWithPolicy } from '#shared/model/wallet.ts'
import type { Caller } from '../auth/caller.ts'
import { listOwnApiKeys } from '../auth/manage/own-api-keys.ts'
import type { Wallet } from '../wallets/store.ts'
import { walletAnswer } from '../wallets/wallet-answer.ts'
import type { World } from '../world/world.ts'
import { keyPolicies, openPolicy } from './store.ts'

/** The wallet as the API shows it: with its policy to a session, which alone may read one. */
export function walletShown({ keys }: World, { credential }: Caller, wallet: Wallet): WalletWithPolicy {
  const shown = walletAnswer(wallet)
  return credential.type === 'session'
    ? { ...shown, policy: openPolicy(keys, 'wallet', wallet.id, wallet.policy) }
    : shown
}

export async function listApiKeysWithPolicies(world: World, caller: Caller): Promise<ApiKey[]> {
  const [listed, policies] = await Promise.all([
    listOwnApiKeys(world, caller),
    keyPolicies(world.db, world.keys, caller.account.id),
  ])
  return listed.map((key) => ({ ...key, policy: policies.get(key.id) ?? null }))
}
