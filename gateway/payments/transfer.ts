import type { TransferRequest } from '#shared/api/payments.ts'
import type { Address } from '#shared/model/ids.ts'
import { invalid } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/store.ts'
import { operatorAddresses } from '../legs/reconciling/signers.ts'
import { flawed } from '../notas/format/flaws.ts'
import { transferEncryption } from '../pads/encryption.ts'
import { giveBack } from '../pads/reserve.ts'
import type { Transaction } from '../transactions/store.ts'
import { custodialWallet, namedWallet, reachableWallets } from '../wallets/own-wallet.ts'
import { readCard } from '../wallets/read-card.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { type Asked, askedBy } from './pay-request.ts'
import { submitWithGas } from './sponsor.ts'
import { unitsOf } from './units.ts'

/** Moves cSTABLE confidentially (the default), or STABLE publicly. */
export async function transfer(
  world: World,
  caller: Caller,
  input: TransferRequest,
  claim?: Claim,
): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const asked = await askedBy(world, input)
  const confidential = isConfidential(world, asked?.request.token ?? input.token)
  const to = await destination(world, caller, wallet, input, asked)
  const units = asked?.units ?? unitsOf(input.amount ?? '')
  const { stable, cstable } = world.chain.tokens
  const encryption = confidential ? await transferEncryption(world, wallet.address) : undefined
  try {
    return await submitWithGas(world, {
      claim,
      wallet,
      type: 'TRANSFER',
      token: confidential ? cstable.symbol : stable.symbol,
      units,
      confidential,
      encryption,
      to,
      externalId: input.externalId ?? null,
      sender: wallet.address,
      failure: 'transfer_failed',
      ...(asked === undefined ? {} : { requestId: asked.request.id }),
    })
  } finally {
    if (encryption?.by === 'pad') giveBack(world, wallet.address, encryption.pad)
  }
}

function isConfidential(world: World, token: string | undefined): boolean {
  const { stable, cstable } = world.chain.tokens
  if (token === undefined || token === cstable.symbol) return true
  if (token === stable.symbol) return false
  throw invalid('token', `must be ${cstable.symbol} or ${stable.symbol}`)
}

async function destination(
  world: World,
  caller: Caller,
  from: Wallet,
  input: TransferRequest,
  asked: Asked | undefined,
): Promise<Address> {
  if (asked !== undefined) return payable(world, from, asked.request.address, 'requestId')
  if (input.toWalletId !== undefined) {
    const { address } = await namedWallet(world, caller, input.toWalletId, 'toWalletId')
    return payable(world, from, address, 'toWalletId')
  }
  if (input.nota !== undefined) return payable(world, from, await addressOn(world, caller, input.nota, input), 'nota')
  const address = world.chain.wallets.checksum(input.to ?? '')
  if (address === undefined) throw invalid('to', 'has a wrong checksum: check it, or write it in lower case')
  return payable(world, from, address, 'to')
}

/** A card without a proven maker is paid to only where the caller knows its address, or says that it is well. */
async function addressOn(world: World, caller: Caller, nota: string, { acceptUnverified }: TransferRequest) {
  const { address, verdict } = await readCard(world, nota)
  if (verdict.valid || acceptUnverified === true) return address
  const known = await reachableWallets(world, caller)
  if (!known.some((wallet) => wallet.address === address)) throw flawed('unverified')
  return address
}

async function payable(world: World, from: Wallet, address: Address, path: 'to' | 'nota' | 'toWalletId' | 'requestId') {
  if (/^0x0{40}$/.test(address)) throw invalid(path, 'is the zero address: what is sent there is lost', 'recipient')
  if (address === from.address) throw invalid(path, 'is the sending wallet', 'recipient')
  // It would join the float, with no redeem to owe it to.
  if ((await operatorAddresses(world)).includes(address))
    throw invalid(path, 'is an operator of this gateway, or was one', 'recipient')
  if (world.chain.ownContracts.includes(address))
    throw invalid(path, 'is a contract that cannot return the money', 'recipient')
  return address
}
