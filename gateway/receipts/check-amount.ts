import type { Address, Hex } from '#shared/model/ids.ts'
import { parseAmount } from '#shared/model/money.ts'
import type { Check } from '#shared/model/nota.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { ConfidentialUnavailable } from '../chain/port.ts'
import { randomHex } from '../crypto/token.ts'
import { readerOf, readPlaintexts, remembered } from '../decryption/read-plaintexts.ts'
import type { Receipt } from '../notas/format/open-nota.ts'
import { findCustodial } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import type { Move } from './chain-evidence.ts'

type Content = Receipt['content']

const name = 'amount_on_chain'
const passed = (detail: string): Check => ({ name, result: 'passed', detail })
const failed = (detail: string): Check => ({ name, result: 'failed', detail })
const notChecked = (detail: string): Check => ({ name, result: 'not_checked', detail })

/** Compares an amount that the chain shows to everybody. */
export function publicAmountCheck(content: Content, units: bigint | undefined): Check {
  if (units === undefined) return failed('The chain shows no such amount.')
  return parseAmount(content.amount ?? '') === units
    ? passed(`The chain shows in public that ${content.amount} moved.`)
    : failed('The chain shows another amount in public.')
}

/**
 * Compares a confidential amount with its handle, for an account that holds the key of a wallet which the chain, not the
 * receipt, names as party. For everybody else it does the same look-ups about a handle that does not exist, so that neither
 * the answer nor the work for it depends on the amount, the guess, or who else is here. A watched wallet makes no
 * party: anyone may watch any address.
 */
export async function secretAmountCheck(world: World, caller: Caller, content: Content, move: Move | undefined) {
  const found = await findCustodial(world.db, world.keys, caller.account.id, [content.from, content.to], 'parties')
  const hidden = move !== undefined && 'handle' in move ? move : undefined
  const party = found.find(
    (wallet) => hidden !== undefined && isParty(hidden, wallet.address) && reaches(caller, wallet.id),
  )
  if (party === undefined || hidden === undefined) {
    await remembered(world, [unknownHandle()], null)
    return notChecked('Only an account whose own custodial wallet took part can compare it.')
  }
  const units = await plaintext(world, hidden.handle, party.id)
  if (content.amount === null) return notChecked('The receipt names no amount yet.')
  if (units === undefined) return notChecked('The amount could not be decrypted now. Try again in a moment.')
  return parseAmount(content.amount) === units
    ? passed('The handle on chain stands for the amount in the receipt.')
    : failed('The handle on chain stands for another amount.')
}

function isParty(move: Move, address: Address): boolean {
  return move.from === address || move.to === address
}

function unknownHandle(): Hex {
  return `0x${randomHex()}`
}

async function plaintext(world: World, handle: Hex, walletId: string): Promise<bigint | undefined> {
  try {
    return (await readPlaintexts(world, [handle], readerOf(world, walletId))).get(handle)
  } catch (error) {
    if (error instanceof ConfidentialUnavailable) return undefined
    throw error
  }
}
