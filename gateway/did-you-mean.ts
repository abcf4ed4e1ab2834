import { nearestOf } from './nearest.ts'

/** What other APIs call a field of ours, in lower case and without what joins words. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  pageSize: ['limit', 'size', 'count', 'perpage', 'take'],
  page: ['offset', 'pagenumber', 'skip'],
  from: ['since', 'after', 'start', 'startdate'],
  to: ['until', 'before', 'end', 'enddate', 'recipient', 'receiver', 'destination', 'address'],
  amount: ['value', 'sum', 'quantity'],
  label: ['name', 'title'],
  externalId: ['reference', 'ref', 'clientid', 'orderid'],
  walletId: ['wallet', 'fromwalletid', 'source'],
  toWalletId: ['towallet', 'recipientwalletid'],
  currentPassword: ['oldpassword'],
}

/** The field that a client most likely meant by one that is not known; undefined where none is near. */
export function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const plain = plainly(name)
  const bySpelling = known.find((field) => plainly(field) === plain)
  return bySpelling ?? known.find((field) => otherNames[field]?.includes(plain)) ?? nearestOf(name, known)
}

/** "page_size", "page-size" and "PageSize" alike. */
const plainly = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
