import type { Transaction } from '#shared/model/transaction.ts'
import { isSame, looksLike } from '../../ui/addresses/address-rules.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import type { Payee } from './model.ts'

/**
 * Whether this address was paid before. `like`: it was not, but one that looks the same at both ends is known here, which
 * is how money is stolen from anyone who copies an address out of a list.
 */
export type Acquaintance =
  | { is: 'own' }
  | { is: 'known' }
  | { is: 'new' }
  | { is: 'like'; other: string; name?: string }

/** Who is a contact was chosen once before. `transactions` are those that are kept in this browser; `own` the addresses of the account's wallets. */
export function acquaintanceOf(
  payee: Pick<Payee, 'address' | 'own' | 'contact'>,
  transactions: readonly Transaction[],
  own: readonly string[],
  contacts: readonly SeenContact[] = [],
): Acquaintance {
  if (payee.own) return { is: 'own' }
  if (payee.contact !== undefined) return { is: 'known' }
  const alike = contacts.find(({ address }) => looksLike(address, payee.address))
  if (alike !== undefined) return { is: 'like', other: alike.address, name: alike.name }
  const paid = transactions.flatMap(({ type, status, to }) =>
    type === 'TRANSFER' && status !== 'FAILED' && to !== null ? [to] : [],
  )
  if (paid.some((address) => isSame(address, payee.address))) return { is: 'known' }
  const other = [...paid, ...own].find((address) => looksLike(address, payee.address))
  return other === undefined ? { is: 'new' } : { is: 'like', other }
}
