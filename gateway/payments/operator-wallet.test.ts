import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import { setDisabled, setPassword } from '../accounts/store.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import { hashPassword } from '../crypto/password.ts'
import { createTester, createTestWorld, PASSWORD, testerOf } from '../testing/test-world.ts'
import { operatorReserved } from '../transactions/payouts/operator-reserve-store.ts'
import { reconcile } from '../transactions/reconcile.ts'
import { findTransaction } from '../transactions/store.ts'
import { operatorWallet } from './operator-wallet.ts'
import { redeem } from './redeem.ts'

test('the operator turns its float back into STABLE, by rows and legs like every payment', async () => {
  const world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_WRITES: '100' })
  const { api } = await createTester(world)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id })
  await api.mint({ walletId: wallet.id, amount: '60' })
  const { ledger, operator } = world.chain
  ledger.holder(operator.address).stable = 10_000_000n
  const { transaction } = await api.redeem({ walletId: wallet.id, amount: '10' })
  expect((await operatorReserved(world)).stable).toBe(10_000_000n)
  await reconcile(world, transaction.id)
  expect((await operatorReserved(world)).stable).toBe(0n)
  expect(ledger.confidentialOf(operator.address as Address)).toBe(10_000_000n)

  const backed = { ...world, config: { ...world.config, SOTTO_REDEEM_MODE: 'backed' as const } }
  const { caller, walletId } = await operatorWallet(backed, operator)
  expect((await operatorWallet(backed, operator)).walletId).toBe(walletId)
  const { id } = await redeem(backed, caller, { walletId, amount: '10' })
  await reconcile(backed, id)
  expect(await findTransaction(world.db, world.keys, id)).toMatchObject({ status: 'SETTLED' })
  expect(ledger.holder(operator.address).stable).toBe(10_000_000n)
  expect(ledger.confidentialOf(operator.address as Address)).toBe(0n)
})

test('neither a password nor a key that an older version gave its account leads to it', async () => {
  const world = await createTestWorld()
  const own = await createTester(world)
  await operatorWallet(world, world.chain.operator)
  const { secret: apiKey } = await createApiKey(world, { accountId: OPERATOR_ACCOUNT, label: 'test' })
  await setPassword(
    world.db,
    world.keys,
    OPERATOR_ACCOUNT,
    await hashPassword(world.keys, OPERATOR_ACCOUNT, PASSWORD),
    false,
  )
  await setDisabled(world.db, world.keys, OPERATOR_ACCOUNT, null)
  const { api } = testerOf({ ...own, apiKey }, own.app)
  await expect(api.listWallets({})).rejects.toMatchObject({ code: 'account_disabled' })
  const signIn = api.login({ email: 'operator@sotto.invalid', password: PASSWORD })
  await expect(signIn).rejects.toMatchObject({ code: 'account_disabled' })
})
