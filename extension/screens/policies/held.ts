import type { Client } from '#shared/client.ts'
import type { Policy, PolicyOf } from '#shared/model/policy.ts'
import { plainLine } from '../../plain-text.ts'
import { walletLine } from '../../ui/wallets/wallet-name.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'

/** Something that a policy can stand at, and what stands there. */
export type Holder = {
  of: PolicyOf
  id: string
  /** Null of the account. */
  name: string | null
  policy: Policy | null
}

export function holderName({ name }: Holder): string {
  return name ?? policiesWords.whole
}

/** The account, its keys, its custodial wallets. */
export async function readHolders(api: Client): Promise<Holder[]> {
  const [{ policy }, { apiKeys }, { wallets }] = await Promise.all([
    api.getPolicy({}),
    api.listApiKeys({}),
    api.listWallets({}),
  ])
  const account: Holder = { of: 'account', id: '', name: null, policy }
  const keys = apiKeys.map(
    (key): Holder => ({ of: 'api_key', id: key.id, name: plainLine(key.label, 60), policy: key.policy ?? null }),
  )
  const custodial = wallets.filter(({ type }) => type === 'CUSTODIAL')
  const own = custodial.map(
    (wallet): Holder => ({ of: 'wallet', id: wallet.id, name: walletLine(wallet), policy: wallet.policy ?? null }),
  )
  return [account, ...keys, ...own]
}

/**
 * Puts a policy in the place of the one that `holder` has. Where another one stands there by now, nothing is written, and
 * `instead` is all that was read.
 */
export async function replacePolicy(
  api: Client,
  holder: Holder,
  policy: Policy | null,
): Promise<{ instead?: Holder[] }> {
  const { of, id } = holder
  const list = await readHolders(api)
  const now = list.find((each) => each.of === of && each.id === id)
  if (now === undefined || JSON.stringify(now.policy) !== JSON.stringify(holder.policy)) return { instead: list }
  if (of === 'account') await api.putPolicy({ policy })
  else if (of === 'api_key') await api.patchApiKey({ id, policy })
  else await api.patchWallet({ id, policy })
  return {}
}
