import { lookOf } from '#shared/model/look.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { isSame, looksLike } from '../../ui/addresses/address-rules.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import type { Payee } from './model.ts'

/**
 * Whether this address was paid before. `like`: it was not, but one that looks the same at both ends is known here, which
 * is how money is stolen from anyone who copies an address out of a list. `namesake`: its card, or the label of a watched
 * wallet, gives it the name of a contact, or one that can be read for it, and it is not that contact.
 */
export type Acquaintance =
  | { is: 'own' }
  | { is: 'known' }
  | { is: 'new' }
  | { is: 'like'; other: string; name?: string }
  | { is: 'namesake'; other: string; name: string }

/**
 * `transactions` are those that are kept in this browser; `own` the addresses of the account's wallets. A contact that was
 * never paid is as new as any other address: it may come from a file, and its card from the maker of the file.
 */
export function acquaintanceOf(
  payee: Pick<Payee, 'address' | 'label' | 'own' | 'contact'>,
  transactions: readonly Transaction[],
  own: readonly string[],
  contacts: readonly SeenContact[] = [],
): Acquaintance {
  if (payee.own) return { is: 'own' }
  const alike = contacts.find(({ address }) => looksLike(address, payee.address))
  if (alike !== undefined) return { is: 'like', other: alike.address, name: alike.name }
  const namesake = payee.contact === undefined ? namesakeOf(payee.label, contacts) : undefined
  if (namesake !== undefined) return { is: 'namesake', other: namesake.address, name: namesake.name }
  const paid = transactions.flatMap(({ type, status, to }) =>
    type === 'TRANSFER' && status !== 'FAILED' && to !== null ? [to] : [],
  )
  if (paid.some((address) => isSame(address, payee.address))) return { is: 'known' }
  const other = [...paid, ...own].find((address) => looksLike(address, payee.address))
  if (other !== undefined) return { is: 'like', other }
  return { is: 'new' }
}

function namesakeOf(label: string | null, contacts: readonly SeenContact[]): SeenContact | undefined {
  if (label === null) return undefined
  const look = lookOf(label)
  return contacts.find(({ name }) => lookOf(name) === look)
}
