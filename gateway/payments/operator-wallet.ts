import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import { findAccount, insertAccount, NO_PASSWORD, setDisabled } from '../accounts/store.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import { atomically } from '../db/database.ts'
import { insertWallet, listWallets } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

/** The operator as a caller of the use cases, with its key as a custodial wallet. Made at the first use. */
export async function operatorWallet(world: World, operator: Signer): Promise<{ caller: Caller; walletId: string }> {
  const now = world.clock.now()
  const walletId = await atomically(world.db, async (trx) => {
    if ((await findAccount(trx, world.keys, OPERATOR_ACCOUNT)) === undefined) {
      const email = 'operator@sotto.invalid'
      await insertAccount(trx, world.keys, {
        id: OPERATOR_ACCOUNT,
        email,
        passwordHash: NO_PASSWORD,
        mustChangePassword: false,
        now,
      })
      await setDisabled(trx, world.keys, OPERATOR_ACCOUNT, now)
    }
    const wallets = await listWallets(trx, world.keys, OPERATOR_ACCOUNT)
    const known = wallets.find((wallet) => wallet.address === operator.address)
    if (known !== undefined) return known.id
    const wallet = {
      id: world.newId(),
      accountId: OPERATOR_ACCOUNT,
      address: operator.address,
      type: 'CUSTODIAL' as const,
      label: 'operator',
      isPrimary: wallets.length === 0,
      createdAt: now,
      rebuiltAt: null,
      policy: null,
      forRequest: false,
    }
    await insertWallet(trx, world.keys, wallet, operator)
    return wallet.id
  })
  const account = await findAccount(world.db, world.keys, OPERATOR_ACCOUNT)
  if (account === undefined) throw new Error('the operator has no account')
  const always = new Date(now + 60_000).toISOString()
  const credential = { type: 'session' as const, id: OPERATOR_ACCOUNT, expiresAt: always, signedInAt: always }
  return { caller: { account, credential, extensionOrigin: null, policy: null }, walletId }
}
