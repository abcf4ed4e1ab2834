import type { WalletBalances } from '#shared/model/balances.ts'
import { plainLine } from '../../plain-text.ts'
import { walletLine } from './wallet-name.ts'

/** So many wallets are listed at once; from so many on there is a search. */
export const SHOWN = 50
export const SEARCH_FROM = 12

export type Choices = {
  /** ID and text of each wallet that is listed. */
  options: [id: string, text: string][]
  /** How many more there are that match. */
  more: number
}

/** What is known of a wallet where its balances do not matter. */
export type Held = Pick<WalletBalances, 'wallet'>

/** The wallets to choose among. The chosen one is always there, so that a search does not change the choice. */
export function choicesOf(list: readonly Held[], search: string, chosen: string | undefined): Choices {
  const sought = plainLine(search, 100).toLowerCase()
  const found = list.filter(({ wallet }) => wallet.id === chosen || matches(wallet, sought))
  const shown = found.slice(0, SHOWN)
  const at = found.findIndex(({ wallet }) => wallet.id === chosen)
  const kept = at >= SHOWN ? [...shown.slice(0, -1), ...found.slice(at, at + 1)] : shown
  return { options: kept.map(({ wallet }) => [wallet.id, walletLine(wallet)]), more: found.length - kept.length }
}

function matches({ label, address }: WalletBalances['wallet'], sought: string): boolean {
  return address.toLowerCase().includes(sought) || (label ?? '').toLowerCase().includes(sought)
}

/** The wallet of this ID; where there is none of it, the primary one, else the first. */
export function chosenOf(list: readonly WalletBalances[], id: string | undefined): WalletBalances | undefined {
  return list.find(({ wallet }) => wallet.id === id) ?? list.find(({ wallet }) => wallet.isPrimary) ?? list[0]
}

export type Wished = {
  from: WalletBalances
  /** Whether another one was chosen, which is not among them any more. Nothing may be paid before that was seen. */
  gone: boolean
}

/** The wallet that a form is about; of an empty list, none. */
export function wishedOf(list: readonly WalletBalances[], id: string | null): Wished | undefined {
  const from = chosenOf(list, id ?? undefined)
  return from && { from, gone: id !== null && from.wallet.id !== id }
}

/** Wallets that can pay: the gateway holds their keys. */
export function custodialOf(list: readonly WalletBalances[]): WalletBalances[] {
  return list.filter(({ wallet }) => wallet.type === 'CUSTODIAL')
}
