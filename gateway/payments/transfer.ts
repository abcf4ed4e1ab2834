import type { TransferRequest } from '#shared/api/payments.ts'
import type { Address } from '#shared/model/ids.ts'
import { invalid } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { operatorAddresses } from '../legs/reconciling/signers.ts'
import { flawed } from '../notas/format/invalid-nota.ts'
import { readCard } from '../notas/read-card.ts'
import { transferEncryption } from '../pads/encryption.ts'
import { giveBack } from '../pads/reserve.ts'
import type { Transaction } from '../transactions/store.ts'
import { custodialWallet, namedWallet, reachableWallets } from '../wallets/own-wallet.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { requireKeyRemembered } from './all-counted.ts'
import { type Asked, askedBy } from './pay-request.ts'
import { submitWithGas } from './sponsor.ts'
import type { Draft } from './submit/draft.ts'
import { unitsOf } from './units.ts'

/** For a row of a batch: the amount, encrypted in one proof with other rows. */
type OfBatch = Pick<Draft, 'ofBatch' | 'encryption'>

/** Moves cSTABLE confidentially (the default), or STABLE publicly. */
export async function transfer(
  world: World,
  caller: Caller,
  input: TransferRequest,
  claim?: Claim,
  of: OfBatch = {},
): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const paid = payeeOf(world, caller, wallet, input)
  const { asked, confidential, to, issuer } = await paid.catch(async (error: unknown) => {
    // A request that has ended, or a card, may be what the forgotten payment of this key has paid.
    await requireKeyRemembered(world, { claim, wallet, sender: wallet.address })
    throw error
  })
  const units = asked?.units ?? unitsOf(input.amount ?? '')
  const externalId = input.externalId ?? null
  const requestId = asked === undefined ? {} : { requestId: asked.request.id }
  return transferAs(world, {
    by: caller,
    claim,
    wallet,
    confidential,
    units,
    to,
    issuer,
    externalId,
    ...requestId,
    ...of,
  })
}

/** Whom a transfer pays, and in which token. */
async function payeeOf(world: World, caller: Caller, wallet: Wallet, input: TransferRequest) {
  const asked = await askedBy(world, input)
  const confidential = isConfidential(world, asked?.request.token ?? input.token)
  return { asked, confidential, ...(await destination(world, caller, wallet, input, asked)) }
}

export type TransferOrder = Omit<Draft, 'type' | 'token' | 'sender' | 'givenBefore'>

/** The draft of a transfer, once its receiver is known. */
export async function transferAs(world: World, order: TransferOrder): Promise<Transaction> {
  const { wallet, confidential } = order
  const { stable, cstable } = world.chain.tokens
  const encryption = confidential ? (order.encryption ?? (await transferEncryption(world, wallet.address))) : undefined
  try {
    return await submitWithGas(world, {
      ...order,
      type: 'TRANSFER',
      token: confidential ? cstable.symbol : stable.symbol,
      encryption,
      sender: wallet.address,
    })
  } finally {
    if (encryption?.by === 'pad') giveBack(world, wallet.address, encryption.pad)
  }
}

export function isConfidential(world: World, token: string | undefined): boolean {
  const { stable, cstable } = world.chain.tokens
  if (token === undefined || token === cstable.symbol) return true
  if (token === stable.symbol) return false
  throw invalid('token', `must be ${cstable.symbol} or ${stable.symbol}`)
}

type Payee = Pick<TransferRequest, 'to' | 'nota' | 'toWalletId' | 'acceptUnverified'>
type Destination = { to: Address; issuer: string | undefined }

/** The receiver of a transfer; refuses addresses that must not be paid. */
export async function destination(
  world: World,
  caller: Caller,
  from: Wallet,
  input: Payee,
  asked?: Asked,
): Promise<Destination> {
  const paid = async (address: Address, path: 'to' | 'nota' | 'toWalletId' | 'requestId', issuer?: string) => ({
    to: await payable(world, from, address, path),
    issuer,
  })
  if (asked !== undefined) return paid(asked.request.address, 'requestId')
  if (input.toWalletId !== undefined) {
    const { address } = await namedWallet(world, caller, input.toWalletId, 'toWalletId')
    return paid(address, 'toWalletId')
  }
  if (input.nota !== undefined) {
    const { address, issuer } = await addressOn(world, caller, input.nota, input)
    return paid(address, 'nota', issuer)
  }
  const address = world.chain.wallets.checksum(input.to ?? '')
  if (address === undefined) throw invalid('to', 'has a wrong checksum: check it, or write it in lower case')
  return paid(address, 'to')
}

/**
 * A card without a proven maker is paid only if the caller knows its address, or accepts it unverified. `issuer`: one that
 * is pinned. Valid alone is a card for which an address has signed itself, as anyone makes one; and this gateway makes cards of
 * addresses that are only watched.
 */
async function addressOn(world: World, caller: Caller, nota: string, { acceptUnverified }: Payee) {
  const { address, verdict, fingerprint } = await readCard(world, nota)
  const issuer = verdict.trust === 'trusted' ? fingerprint : undefined
  if (verdict.valid || acceptUnverified === true) return { address, issuer }
  const known = await reachableWallets(world, caller)
  if (!known.some((wallet) => wallet.address === address)) throw flawed('unverified')
  return { address, issuer }
}

async function payable(world: World, from: Wallet, address: Address, path: 'to' | 'nota' | 'toWalletId' | 'requestId') {
  if (/^0x0{40}$/.test(address)) throw invalid(path, 'is the zero address: what is sent there is lost', 'recipient')
  if (address === from.address) throw invalid(path, 'is the sending wallet', 'recipient')
  // The amount would join the float, with no redeem that it belongs to.
  if ((await operatorAddresses(world)).includes(address))
    throw invalid(path, 'is an operator of this gateway, or was one', 'recipient')
  if (world.chain.ownContracts.includes(address))
    throw invalid(path, 'is a contract that cannot return the money', 'recipient')
  return address
}
