import { SaxesParser } from 'saxes'
import { BATCH_ROWS_MAX } from '#shared/limits.ts'
import { invalid, type Refusal } from '#shared/refusal.ts'
import { CURRENCY, type Fields, type FormalFlaw, type Given, type GivenRows, notInDollars } from './given.ts'
import { Tally } from './tally.ts'

/** Where a document says what a row needs, as ISO 20022 names it. */
const columns: Fields = {
  amount: 'InstdAmt',
  to: 'CdtrAcct',
  walletId: 'DbtrAcct',
  externalId: 'EndToEndId',
  memo: 'Ustrd',
  name: 'Cdtr/Nm',
}

/** The field that the text at the end of a path is. Elements of a payment come after those of the debtor that they share. */
const fieldAt: readonly (readonly [end: string, field: keyof Fields])[] = [
  ['Amt/InstdAmt', 'amount'],
  ['CdtrAcct/Id/Othr/Id', 'to'],
  ['PmtId/EndToEndId', 'externalId'],
  ['RmtInf/Ustrd', 'memo'],
  ['Cdtr/Nm', 'name'],
]

const DEPTH_MAX = 40
/** UTC+14, the time zone in which each day begins first. */
const FIRST_ZONE_MS = 14 * 3_600_000

/** A control character but white space, or what is beyond ASCII. */
const NOT_ASCII = /[^\t\n\r -~]/

type Payment = { line: number; fields: Fields; flaws: FormalFlaw[] }

/**
 * The payments of a customer credit transfer initiation (ISO 20022 `pain.001`, any version): creditors' accounts are addresses,
 * as `Othr/Id`, and the debtor's is a wallet, by its ID or address. Entities that the document declares are never expanded.
 * `now`: a block that is to be executed on a later day has a flaw, as no batch waits for a day.
 */
export function pain001Rows(text: string, now: number): GivenRows {
  const today = new Date(now + FIRST_ZONE_MS).toISOString().slice(0, 10)
  const parser = new SaxesParser({ xmlns: false })
  const path: string[] = []
  const rows: Given[] = []
  let messageId: string | null = null
  const all = new Tally('')
  let block: Tally | undefined
  let debtor: string | undefined
  let late: FormalFlaw | undefined
  let payment: Payment | undefined
  let value = ''
  let isDocument = false

  parser.on('error', (error) => {
    throw notXml(error.message)
  })
  parser.on('doctype', () => {
    throw notXml('a document type is not taken')
  })
  parser.on('xmldecl', ({ encoding = '' }) => {
    if (!/^(|utf-?8|us-ascii)$/i.test(encoding) && NOT_ASCII.test(text))
      throw notXml(`it says that it is in ${encoding.slice(0, 40)}, and is read as UTF-8: save it as UTF-8`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (path.length === 0) isDocument = true
    path.push(local)
    if (path.length > DEPTH_MAX) throw notXml('it is nested too deep')
    value = ''
    if (path.length === 1 && !isPain001(local, attributes)) throw notXml('it is no pain.001 document')
    if (local === 'PmtInf') {
      debtor = undefined
      late = undefined
      block = new Tally(` of the block (PmtInf) in line ${parser.line}`)
    }
    if (local === 'CdtTrfTxInf') payment = { line: parser.line, fields: {}, flaws: late === undefined ? [] : [late] }
    const currency = local === 'InstdAmt' ? attributes.Ccy : undefined
    if (payment !== undefined && local === 'InstdAmt' && currency !== CURRENCY)
      payment.flaws.push(notInDollars('InstdAmt/@Ccy'))
  })
  parser.on('text', (part) => {
    value += part
  })
  parser.on('cdata', (part) => {
    value += part
  })
  parser.on('closetag', () => {
    const where = path.join('/')
    const said = value.trim()
    value = ''
    path.pop()
    if (payment === undefined) {
      if (where.endsWith('/PmtInf/DbtrAcct/Id/Othr/Id')) debtor = said
      if (where.endsWith('/GrpHdr/MsgId')) messageId = said
      if (/\/PmtInf\/ReqdExctnDt(\/Dt|\/DtTm)?$/.test(where)) late ??= lateOn(said, today)
      for (const name of ['NbOfTxs', 'CtrlSum'] as const) {
        if (where.endsWith(`/GrpHdr/${name}`)) all.said[name] = said
        if (where.endsWith(`/PmtInf/${name}`) && block !== undefined) block.said[name] = said
      }
      if (where.endsWith('/PmtInf')) block?.check()
      return
    }
    read(payment, where, said)
    if (!where.endsWith('/CdtTrfTxInf')) return
    if (rows.length === BATCH_ROWS_MAX) throw invalid('pain001', `has more than ${BATCH_ROWS_MAX} payments: split it`)
    for (const tally of [all, block]) tally?.add(payment.fields.amount)
    rows.push(rowOf(payment, debtor))
    payment = undefined
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!isDocument || rows.length === 0) throw invalid('pain001', 'has no payment (CdtTrfTxInf)')
  all.check()
  return { rows, columns, messageId }
}

/** What is wrong with the day on which payments are to be executed. Newer versions have it in an element of its own. */
function lateOn(said: string, today: string): FormalFlaw | undefined {
  if (said === '' || (/^\d{4}-\d\d-\d\d/.test(said) && said.slice(0, 10) <= today)) return undefined
  const message = `must be a date up to today, and is "${said.slice(0, 40)}": a batch is paid when it is started`
  return { column: 'ReqdExctnDt', message, reason: 'date' }
}

function read(payment: Payment, where: string, said: string): void {
  if (where.endsWith('/CdtrAcct/Id/IBAN'))
    payment.flaws.push({
      column: 'CdtrAcct/Id/IBAN',
      message: 'is a bank account: an address is needed, as Othr/Id',
      reason: 'bank_account',
    })
  const [, field] = fieldAt.find(([end]) => where.endsWith(`/${end}`)) ?? []
  if (field === undefined || said === '' || (field === 'externalId' && said === 'NOTPROVIDED')) return
  const before = payment.fields[field]
  payment.fields[field] = field === 'memo' && before !== undefined ? `${before} ${said}` : said
}

function rowOf({ line, fields, flaws }: Payment, debtor: string | undefined): Given {
  const whole = debtor === undefined ? fields : { ...fields, walletId: debtor }
  return { line, fields: whole, ...(flaws.length === 0 ? {} : { flaws }) }
}

function isPain001(local: string, attributes: Readonly<Record<string, unknown>>): boolean {
  const spaces = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  return local === 'Document' && spaces.some(([, space]) => /:pain\.001\.\d{3}\.\d{2}$/.test(String(space)))
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function notXml(why: string): Refusal {
  return invalid('pain001', `cannot be read as XML: ${why.replaceAll('\n', ' ').slice(0, 200)}`)
}
