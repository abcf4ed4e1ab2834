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

/** Names of a column that says what the amounts are in. */
const currencyNames: readonly string[] = [
  ...['currency', 'currencycode', 'paymentcurrency', 'ccy'],
  ...['wahrung', 'waehrung', 'devise', 'moneda', 'divisa'],
]

/** Fields of which another column would pay another amount, or somebody else: of two the caller names one. */
const neverGuessed: Partial<Record<RowField, string>> = { amount: 'the amount', to: 'the address to pay to' }

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** How many columns of a header have a name that is known. */
export function knownIn(header: readonly string[]): number {
  const known = new Set([...Object.values(names).flat(), ...currencyNames])
  return header.filter((name) => known.has(plain(name))).length
}

/** `currencies`: columns that say what the amounts are in. */
export type Columns = { at: Map<RowField, number>; currencies: number[]; columns: Fields }

/**
 * Where each field stands, and what the file calls it. Throws where a name that was chosen is not in the header, a field is missing,
 * or two columns may be the one that says what is paid, or to whom.
 */
export function columnsIn(header: readonly string[], chosen: Fields): Columns {
  const at = new Map<RowField, number>()
  for (const field of rowFields) {
    const name = chosen[field]
    if (name === undefined) continue
    const [index, twin] = placesIn(header, (one) => one.trim() === name.trim())
    if (index === undefined) throw invalid(`columns.${field}`, `there is no column ${quoted(name)} in the header`)
    if (twin !== undefined && neverGuessed[field] !== undefined)
      throw invalid(
        `columns.${field}`,
        `there is more than one column ${quoted(name)} in the header: rename the others`,
      )
    at.set(field, index)
  }
  for (const field of rowFields) {
    if (at.has(field)) continue
    const taken = new Set(at.values())
    const found = names[field].flatMap((name) =>
      placesIn(header, (one, index) => plain(one) === name && !taken.has(index)),
    )
    const what = neverGuessed[field]
    if (what !== undefined && found.length > 1)
      throw invalid(
        `columns.${field}`,
        `more than one column is known as ${what}: name one of ${found.map((index) => quoted(header[index] ?? '')).join(', ')}`,
      )
    if (found[0] !== undefined) at.set(field, found[0])
  }
  const inHeader = `the header has ${header.slice(0, 30).map(quoted).join(', ')}`
  if (!at.has('amount'))
    throw invalid('columns.amount', `no column is known as ${neverGuessed.amount}: name it (${inHeader})`)
  if (!at.has('to') && !at.has('nota') && !at.has('toWalletId'))
    throw invalid('columns.to', `no column is known as ${neverGuessed.to}: name it (${inHeader})`)
  return {
    at,
    // One that was chosen as the token says its name.
    currencies: placesIn(header, (one, index) => currencyNames.includes(plain(one)) && index !== at.get('token')),
    columns: Object.fromEntries([...at].map(([field, index]) => [field, header[index]?.trim() ?? ''])),
  }
}

function placesIn(header: readonly string[], is: (name: string, index: number) => boolean): number[] {
  return header.flatMap((name, index) => (is(name, index) ? [index] : []))
}

const quoted = (name: string) => `"${name.trim().slice(0, 60)}"`
