import type { TransactionQuery } from '#shared/api/transactions.ts'
import { Refusal } from '#shared/refusal.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { errorWords } from '../error-words.ts'
import { isFreshlyRestored } from '../legs/reconciling/restores-store.ts'
import { operatorAddresses } from '../legs/reconciling/signers.ts'
import type { Page } from '../transactions/list-store.ts'
import { listTransactions } from '../transactions/list-transactions.ts'
import { readTransaction } from '../transactions/read-transaction.ts'
import { nameAgain } from '../transactions/rebuilding/rebuilt-store.ts'
import { findTransaction, type Transaction } from '../transactions/store.ts'
import { listWallets } from '../wallets/store.ts'
import { derivedId } from '../world/new-id.ts'
import type { World } from '../world/world.ts'
import { accountForAll } from './account-for-all.ts'

/**
 * A page of an account's transactions. One that is asked for by its name alone is also found where a restore has taken the name,
 * beside tries of that name that failed; see `paymentNamed`.
 */
export async function listWithForgotten(world: World, caller: Caller, query: TransactionQuery): Promise<Page> {
  const found = await listTransactions(world, caller, query)
  const { externalId, walletId, page, pageSize, ...others } = query
  const isAlone = Object.values(others).every((value) => value === undefined)
  const isPaid = page > 1 || found.items.some(({ status }) => status !== 'FAILED')
  if (isPaid || externalId === undefined || !isAlone) return found
  const named = await paymentNamed(world, caller, externalId)
  const isAsked = named !== undefined && (walletId ?? named.walletId) === named.walletId
  return isAsked ? { items: [named, ...found.items].slice(0, pageSize), total: found.total + 1 } : found
}

/** A payment that came back from the chain has its name again with its repeat, which is the same request. */
export async function readNamed(
  world: World,
  caller: Caller,
  id: string,
  externalId: string | null,
): Promise<Transaction> {
  const transaction = await readTransaction(world, caller, id)
  if (externalId === null || !isWithoutName(transaction)) return transaction
  await nameAgain(world.db, id, externalId)
  return { ...transaction, externalId }
}

/**
 * A payment that was written again has lost its `externalId`. It is found by it all the same where that was its
 * `Idempotency-Key` too. Throws `reconciling` where a restore is fresh and the payment may not be written again yet: a client that
 * is told that there is none makes it once more.
 */
async function paymentNamed(world: World, caller: Caller, externalId: string): Promise<Transaction | undefined> {
  const { account } = caller
  const isKnown = !(await isFreshlyRestored(world.db, world.clock.now())) || (await areAllKnown(world, account.id))
  const found = await findTransaction(world.db, world.keys, derivedId(world.keys, account.id, externalId), account.id)
  if (found !== undefined && isWithoutName(found) && reaches(caller, found.walletId)) return { ...found, externalId }
  if (isKnown) return undefined
  const message =
    'A restored gateway is finding the payments that the chain has: whether this one is among them, it says soon.'
  throw new Refusal('reconciling', { message, headers: { 'retry-after': '2' } })
}

/** Whether the chain gave a payment back, and not what its account calls it. */
function isWithoutName({ rebuiltAt, externalId }: Pick<Transaction, 'rebuiltAt' | 'externalId'>): boolean {
  return rebuiltAt !== null && externalId === null
}

/** The faucet pays from the operator. */
async function areAllKnown(world: World, accountId: string): Promise<boolean> {
  const wallets = await listWallets(world.db, world.keys, accountId)
  const own = wallets.filter(({ type }) => type === 'CUSTODIAL').map(({ address }) => address)
  try {
    return await accountForAll(world, accountId, [...own, ...(await operatorAddresses(world))])
  } catch (error) {
    world.log.warn({ account: accountId, reason: errorWords(error) }, 'whether a payment was made is not known yet')
    return false
  }
}
