import { type RowField, rowFields } from '#shared/model/batch.ts'
import { invalid } from '#shared/refusal.ts'
import { CURRENCY, type Fields } from './given.ts'

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

/** A word in the name of a column that says what amounts are in; the last two as DATEV and SAP shorten it. */
const CURRENCY_WORD = /currency|wahrung|waehrung|^(ccy|devise|moneda|divisa|wkz|crcy)$/
/** Codes that are English words too. */
const WORDS: readonly string[] = ['all', 'bob', 'cup', 'gel', 'mad', 'pen', 'sos', 'top', 'try']
const CODES = new Set(
  Intl.supportedValuesOf('currency')
    .map((code) => code.toLowerCase())
    .filter((code) => !WORDS.includes(code)),
)
const DOLLARS: readonly string[] = ['$', 'us$', CURRENCY.toLowerCase()]

/** Fields of which another column would pay another amount, or somebody else: of two the caller names one. */
const neverGuessed: Partial<Record<RowField, string>> = { amount: 'the amount', to: 'the address to pay to' }

/** Words of a name without accents, and signs of currencies. */
const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/us\$|\p{Sc}|[a-z0-9]+|\p{L}+/gu) ?? []

/** A word in other letters beside a known name is a currency, as in "Amount (元)". */
const isMoney = (word: string) => /[^a-z0-9]/.test(word) || CODES.has(word)

/** As the lists above have it: the amount without its currency, as in "Betrag in USD". */
function plain(name: string, field?: RowField): string {
  const words = wordsOf(name)
  if (field !== 'amount') return words.join('').replace(/[^a-z0-9]/g, '')
  const isPart = (word: string, at: number) => isMoney(word) || (/^(in|en)$/.test(word) && isMoney(words[at + 1] ?? ''))
  return words.filter((word, at) => !isPart(word, at)).join('')
}

const isCurrency = (name: string) => wordsOf(name).some((word) => CURRENCY_WORD.test(word))

/** How many columns of a header have a name that is known. */
export function knownIn(header: readonly string[]): number {
  const known = new Set(Object.values(names).flat())
  return header.filter(
    (name) => known.has(plain(name)) || names.amount.includes(plain(name, 'amount')) || isCurrency(name),
  ).length
}

/** `currencies`: columns that say what amounts are in, and are no field. */
export type Columns = { at: Map<RowField, number>; currencies: number[]; columns: Fields }

/**
 * Where each field stands, and what the file calls it. Throws where a name that was chosen is not in the header, a field is missing,
 * two columns may be the one that says what is paid, or to whom, or the name of the amount has another currency and was not chosen.
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
      placesIn(header, (one, index) => plain(one, field) === name && !taken.has(index)),
    )
    const what = neverGuessed[field]
    if (what !== undefined && found.length > 1)
      throw invalid(
        `columns.${field}`,
        `more than one column is known as ${what}: name one of ${found.map((index) => quoted(header[index] ?? '')).join(', ')}`,
      )
    const [first] = found
    if (first === undefined) continue
    const name = header[first] ?? ''
    if (field === 'amount' && wordsOf(name).some((word) => isMoney(word) && !DOLLARS.includes(word)))
      throw invalid(
        `columns.${field}`,
        `the column ${quoted(name)} is in another currency than ${CURRENCY}: name it as ${what} if it is in ${CURRENCY} after all`,
      )
    at.set(field, first)
  }
  const inHeader = `the header has ${header.slice(0, 30).map(quoted).join(', ')}`
  if (!at.has('amount'))
    throw invalid('columns.amount', `no column is known as ${neverGuessed.amount}: name it (${inHeader})`)
  if (!at.has('to') && !at.has('nota') && !at.has('toWalletId'))
    throw invalid('columns.to', `no column is known as ${neverGuessed.to}: name it (${inHeader})`)
  return {
    at,
    currencies: placesIn(header, (one, index) => isCurrency(one) && ![...at.values()].includes(index)),
    columns: Object.fromEntries([...at].map(([field, index]) => [field, header[index]?.trim() ?? ''])),
  }
}

function placesIn(header: readonly string[], is: (name: string, index: number) => boolean): number[] {
  return header.flatMap((name, index) => (is(name, index) ? [index] : []))
}

const quoted = (name: string) => `"${name.trim().slice(0, 60)}"`
