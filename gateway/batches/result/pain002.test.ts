import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { BatchRow, RowStatus } from '#shared/model/batch.ts'
import { alice, count, draft, rowsTo, runUntil, setUpEach, start, world } from '../batches-fixture.ts'
import type { Batch } from '../store.ts'
import { pain002 } from './pain002.ts'

/**
 * Of the schema `pain.002.001.10`: what an element that is written here may hold, in this order (`?`: perhaps, `*`: any number),
 * or the form of its text. Codes of transactions and groups: External Code Sets of ISO 20022.
 */
const schema: Record<string, readonly string[] | RegExp> = {
  Document: ['CstmrPmtStsRpt'],
  CstmrPmtStsRpt: ['GrpHdr', 'OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts*'],
  GrpHdr: ['MsgId', 'CreDtTm'],
  OrgnlGrpInfAndSts: ['OrgnlMsgId', 'OrgnlMsgNmId', 'OrgnlCreDtTm?', 'OrgnlNbOfTxs?', 'OrgnlCtrlSum?', 'GrpSts?'],
  OrgnlPmtInfAndSts: ['OrgnlPmtInfId', 'OrgnlNbOfTxs?', 'OrgnlCtrlSum?', 'PmtInfSts?', 'TxInfAndSts*'],
  TxInfAndSts: [
    'StsId?',
    'OrgnlInstrId?',
    'OrgnlEndToEndId?',
    'OrgnlUETR?',
    'TxSts?',
    'StsRsnInf*',
    'ChrgsInf*',
    'AccptncDtTm?',
    'AcctSvcrRef?',
  ],
  StsRsnInf: ['Orgtr?', 'Rsn?', 'AddtlInf*'],
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  OrgnlNbOfTxs: /^\d{1,15}$/,
  GrpSts: /^(ACCC|ACCP|ACSC|ACSP|ACTC|ACWC|PART|PDNG|RCVD|RJCT)$/,
  TxSts: /^(ACCC|ACCP|ACFC|ACIS|ACPD|ACSC|ACSP|ACTC|ACWC|ACWP|BLCK|CANC|CPUC|PATC|PDNG|PRES|RCVD|RJCT)$/,
  AddtlInf: /^.{1,105}$/su,
  ...Object.fromEntries(
    ['MsgId', 'OrgnlMsgId', 'OrgnlMsgNmId', 'OrgnlPmtInfId', 'StsId', 'OrgnlEndToEndId', 'AcctSvcrRef'].map((name) => [
      name,
      /^.{1,35}$/su,
    ]),
  ),
}

type Element = { name: string; inside: Element[]; text: string }

function elementsIn(xml: string): Element {
  const root: Element = { name: '', inside: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name }) => {
    const element = { name, inside: [], text: '' }
    open.at(-1)?.inside.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.inside[0] ?? root
}

/** What of a document the schema does not allow. */
function flawsOf({ name, inside, text }: Element): string[] {
  const allowed = schema[name]
  if (allowed === undefined) return [`${name} is unknown`]
  if (allowed instanceof RegExp) return inside.length === 0 && allowed.test(text) ? [] : [`${name}: ${text}`]
  const order = new RegExp(
    `^${allowed.map((each) => `(${each.replace(/[?*]$/, '')} )${each.match(/[?*]$/) ?? ''}`).join('')}$`,
  )
  const names = inside.map((one) => `${one.name} `).join('')
  return [...(order.test(names) ? [] : [`${name} has ${names}`]), ...inside.flatMap(flawsOf)]
}

const textsOf = (element: Element, name: string): string[] =>
  element.name === name ? [element.text] : element.inside.flatMap((one) => textsOf(one, name))

const row = (number: number, status: RowStatus, part: Partial<BatchRow> = {}): BatchRow => ({
  row: number,
  line: null,
  status,
  walletId: 'w',
  amount: '1',
  token: 'cSTABLE',
  to: null,
  externalId: `salary-${number}`,
  memo: null,
  name: null,
  transactionId: null,
  txHash: null,
  error: null,
  retryOf: null,
  retriedAs: null,
  ...part,
})

async function reportOn(rows: readonly BatchRow[], batch: Partial<Batch> = {}): Promise<Element> {
  async function* each() {
    yield* rows
  }
  return elementsIn(await pain002({ id: 'batch', messageId: null, ...batch } as Batch, each(), Date.UTC(2027, 0, 31)))
}

const every = ['INVALID', 'WAITING', 'PENDING', 'SETTLED', 'FAILED', 'CANCELLED'] as const

test('each status of a row is a code, and the document is as the schema has it', async () => {
  const document = await reportOn(every.map((status, index) => row(index + 1, status)))
  expect(flawsOf(document)).toEqual([])
  expect(textsOf(document, 'TxSts')).toEqual(['RJCT', 'RCVD', 'PDNG', 'ACSC', 'RJCT', 'CANC'])
  expect(textsOf(document, 'OrgnlNbOfTxs')).toEqual(['6'])
})

test.each<[RowStatus[], string]>([
  [['SETTLED', 'SETTLED'], 'ACSC'],
  [['WAITING', 'WAITING'], 'RCVD'],
  [['PENDING', 'PENDING'], 'PDNG'],
  [['FAILED', 'INVALID'], 'RJCT'],
  [['CANCELLED', 'CANCELLED'], 'RJCT'],
  [['CANCELLED', 'FAILED'], 'RJCT'],
  [['SETTLED', 'FAILED'], 'PART'],
  [['SETTLED', 'CANCELLED'], 'PART'],
  [['SETTLED', 'PENDING'], 'PART'],
  [['PENDING', 'FAILED'], 'PART'],
])('%j together are %s', async (statuses, group) => {
  const document = await reportOn(statuses.map((status, index) => row(index + 1, status)))
  expect(flawsOf(document)).toEqual([])
  expect(textsOf(document, 'GrpSts')).toEqual([group])
})

test('of a payment that was retried the newest try alone is told, and counted', async () => {
  const retry = { retryOf: 2, externalId: 'salary-2' }
  const rows = [row(1, 'SETTLED'), row(2, 'FAILED', { retriedAs: 3 }), row(3, 'FAILED', { ...retry, retriedAs: 4 })]
  const document = await reportOn([...rows, row(4, 'SETTLED', retry)])
  expect(flawsOf(document)).toEqual([])
  expect(textsOf(document, 'OrgnlEndToEndId')).toEqual(['salary-1', 'salary-2'])
  expect(textsOf(document, 'TxSts')).toEqual(['ACSC', 'ACSC'])
  expect([textsOf(document, 'OrgnlNbOfTxs'), textsOf(document, 'GrpSts')]).toEqual([['2'], ['ACSC']])
})

test('texts keep to the lengths of the schema, and nothing of one is read as XML', async () => {
  const mark = '<Amt>&"\uffff'
  const long = {
    externalId: mark + 'x'.repeat(200),
    error: mark + '\u{1f4b8}'.repeat(200),
    transactionId: 't'.repeat(24),
  }
  const document = await reportOn([row(1, 'FAILED', long), row(2, 'SETTLED', { externalId: null })], {
    messageId: mark + 'm'.repeat(200),
  })
  expect(flawsOf(document)).toEqual([])
  expect(textsOf(document, 'OrgnlEndToEndId')).toEqual([`<Amt>&"${'x'.repeat(28)}`, 'NOTPROVIDED'])
  expect(textsOf(document, 'AddtlInf')).toEqual([`<Amt>&"${'\u{1f4b8}'.repeat(98)}`])
  expect(textsOf(document, 'AcctSvcrRef')).toEqual(['t'.repeat(24)])
  expect(textsOf(document, 'OrgnlMsgId')).toEqual([`<Amt>&"${'m'.repeat(28)}`])
})

describe('of a batch that was paid', () => {
  setUpEach()

  const report = async (id: string) => elementsIn(await alice.api.batchReportXml({ id }))

  test('it says what is rejected, pending, not begun, settled and cancelled, with reason and reference', async () => {
    const flawed = { ...rowsTo(1)[0], amount: '1,5', externalId: 'comma' }
    world.chain.ledger.automine = false
    const { id } = await draft({ rows: [flawed, ...rowsTo(20)] })
    await start(id)
    await runUntil(id, (batch) => count(batch, 'PENDING') === 16)
    const under = await report(id)
    expect(flawsOf(under)).toEqual([])
    expect(textsOf(under, 'TxSts')).toEqual(['RJCT', ...Array(16).fill('PDNG'), ...Array(4).fill('RCVD')])
    expect(textsOf(under, 'AddtlInf')).toEqual([expect.stringMatching(/^amount has a comma/)])
    await alice.api.cancelBatch({ id })
    world.chain.ledger.automine = true
    world.chain.ledger.mineEmpty()
    await runUntil(id, (batch) => count(batch, 'PENDING') === 0)
    const after = await report(id)
    expect(flawsOf(after)).toEqual([])
    expect(textsOf(after, 'TxSts')).toEqual(['RJCT', ...Array(16).fill('ACSC'), ...Array(4).fill('CANC')])
    expect(textsOf(after, 'AcctSvcrRef')).toHaveLength(16)
    expect(textsOf(after, 'GrpSts')).toEqual(['PART'])
  })
})
