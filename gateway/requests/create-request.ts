import type { NewRequest } from '#shared/api/requests.ts'
import { parseAmount } from '#shared/model/money.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import { sponsorsGas } from '../config/config.ts'
import { atomically } from '../db/database.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { insertClaim } from '../idempotency/store.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import { insertWallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { deriveRequest } from './derive-request.ts'
import { takeIndex } from './indexes-store.ts'
import { insertRequest, type PaymentRequest } from './store.ts'

/**
 * Asks to be paid into a wallet: at an address of its own, which is watched as wallets are and emptied into that wallet, or at
 * the wallet's, where payments of this gateway that name the request count.
 */
export async function createRequest(
  world: World,
  caller: Caller,
  input: NewRequest,
  claim?: Claim,
): Promise<PaymentRequest> {
  const { accountId, ...wallet } = await namedWallet(world, caller, input.walletId, 'walletId')
  const isOwn = input.address !== 'wallet'
  if (isOwn) requireGas(world)
  const token = tokenOf(world, input.token)
  const now = world.clock.now()
  const expiresAt = input.expiresAt == null ? null : Date.parse(input.expiresAt)
  if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'is over')
  const asked = input.amount == null ? null : (parseAmount(input.amount) ?? null)
  return atomically(world.db, async (trx) => {
    const { id, signer, secret } = deriveRequest(world, await takeIndex(trx, world.keys, accountId))
    const address = isOwn ? signer.address : wallet.address
    const times = { createdAt: now, updatedAt: now, rebuiltAt: null }
    const request: PaymentRequest = {
      ...{ id, accountId, walletId: wallet.id, address, isOwn, token, secret },
      ...{ label: input.label ?? null, memo: input.memo ?? null, externalId: input.externalId ?? null },
      ...{ expiresAt, collectAt: null, ...times },
      standing: { status: 'OPEN', asked, received: 0n, atEnd: null, told: 0n },
    }
    await insertRequest(trx, world.keys, request)
    if (isOwn) await insertWallet(trx, world.keys, addressOf(request), signer)
    if (claim !== undefined) await insertClaim(trx, claim, id, now)
    return request
  })
}

/** As a wallet: one that signs, and that no list shows. */
export function addressOf({ id, accountId, address, createdAt, rebuiltAt }: PaymentRequest) {
  const unlisted = { label: null, isPrimary: false, policy: null, forRequest: true }
  return { id, accountId, address, type: 'CUSTODIAL' as const, ...unlisted, createdAt, rebuiltAt }
}

/** An address of its own has no gas to send on what came in. */
function requireGas({ chain, config }: World): void {
  if (chain.operator !== undefined && sponsorsGas(config)) return
  throw new Refusal('not_configured', {
    message:
      'This gateway pays no gas (SOTTO_SPONSOR_GAS), so that what came to an address of its own could not be moved on. Ask with "address": "wallet".',
  })
}

function tokenOf({ chain }: World, symbol: string | undefined): string {
  const { stable, cstable } = chain.tokens
  if (symbol === undefined || symbol === cstable.symbol) return cstable.symbol
  if (symbol === stable.symbol) return stable.symbol
  throw invalid('token', `must be ${cstable.symbol} or ${stable.symbol}`)
}
