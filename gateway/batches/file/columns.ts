import { type RowField, rowFields } from '#shared/model/batch.ts'
import { invalid } from '#shared/refusal.ts'
import type { Fields } from './given.ts'

/** Names of columns as payroll and accounting software exports them, without signs and accents, the likelier first. */
const names: Record<RowField, readonly string[]> = {
  walletId: ['walletid', 'fromwallet', 'fromwalletid', 'wallet', 'debtoraccount', 'from'],
  amount: [
    ...['amount', 'netamount', 'netpay', 'paymentamount', 'amountdue', 'total', 'sum', 'value'],
    ...['betrag', 'nettobetrag', 'auszahlung', 'importe', 'importeneto', 'montant', 'montantnet'],
  ],
  token: ['token'],
  to: [
    ...['to', 'address', 'toaddress', 'payto', 'walletaddress', 'recipientaddress', 'payeeaddress', 'destination'],
    ...[
      'beneficiaryaccount',
      'creditoraccount',
      'adresse',
      'empfangeradresse',
      'direccion',
      'destino',
      'adressebeneficiaire',
    ],
  ],
  nota: ['nota', 'addresscard', 'card'],
  toWalletId: ['towalletid', 'towallet'],
  externalId: [
    ...[
      'externalid',
      'reference',
      'paymentreference',
      'endtoendid',
      'invoicenumber',
      'invoiceno',
      'invoice',
      'employeeid',
    ],
    ...['referenz', 'rechnungsnummer', 'personalnummer', 'referencia', 'factura', 'numerofacture', 'ref', 'id'],
  ],
  memo: [
    ...['memo', 'note', 'notes', 'description', 'purpose', 'details', 'remittanceinformation'],
    ...['verwendungszweck', 'concepto', 'libelle', 'motif'],
  ],
  name: [
    ...[
      'name',
      'employee',
      'employeename',
      'payee',
      'beneficiary',
      'beneficiaryname',
      'recipient',
      'vendor',
      'supplier',
    ],
    ...['empfanger', 'mitarbeiter', 'beneficiario', 'empleado', 'nombre', 'beneficiaire', 'nom'],
  ],
}

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** How many columns of a header have a name that is known. */
export function knownIn(header: readonly string[]): number {
  const known = new Set(Object.values(names).flat())
  return header.filter((name) => known.has(plain(name))).length
}

/** Where each field stands, and what the file calls it. Throws where a name that was chosen is not in the header, or a field is missing. */
export function columnsIn(header: readonly string[], chosen: Fields): { at: Map<RowField, number>; columns: Fields } {
  const at = new Map<RowField, number>()
  for (const field of rowFields) {
    const name = chosen[field]
    if (name === undefined) continue
    const index = header.findIndex((one) => one.trim() === name.trim())
    if (index === -1) throw invalid(`columns.${field}`, `there is no column ${quoted(name)} in the header`)
    at.set(field, index)
  }
  for (const field of rowFields) {
    if (at.has(field)) continue
    const taken = new Set(at.values())
    const found = names[field]
      .map((name) => header.findIndex((one, index) => plain(one) === name && !taken.has(index)))
      .find((index) => index !== -1)
    if (found !== undefined) at.set(field, found)
  }
  const inHeader = `the header has ${header.slice(0, 30).map(quoted).join(', ')}`
  if (!at.has('amount')) throw invalid('columns.amount', `no column is known as the amount: name it (${inHeader})`)
  if (!at.has('to') && !at.has('nota') && !at.has('toWalletId'))
    throw invalid('columns.to', `no column is known as the address to pay to: name it (${inHeader})`)
  return { at, columns: Object.fromEntries([...at].map(([field, index]) => [field, header[index]?.trim() ?? ''])) }
}

const quoted = (name: string) => `"${name.trim().slice(0, 60)}"`
