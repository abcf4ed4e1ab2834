import type { BatchRow, RowStatus } from '#shared/model/batch.ts'
import type { Batch } from '../store.ts'

/** Statuses of ISO 20022: accepted and settled, pending, accepted and not executed yet, rejected, cancelled. */
const codes: Record<RowStatus, string> = {
  INVALID: 'RJCT',
  WAITING: 'RCVD',
  PENDING: 'PDNG',
  SETTLED: 'ACSC',
  FAILED: 'RJCT',
  CANCELLED: 'CANC',
}

/**
 * A payment status report, `pain.002.001.10`, about every payment of a batch: of one that was retried, the newest row says what became
 * of it.
 */
export async function pain002(batch: Batch, rows: AsyncIterable<BatchRow>, now: number): Promise<string> {
  const statuses: string[] = []
  const entries: string[] = []
  for await (const row of rows) {
    if (row.retriedAs !== null) continue
    statuses.push(codes[row.status])
    entries.push(entryOf(row))
  }
  const original = batch.messageId ?? batch.id
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>',
    `<GrpHdr><MsgId>${textOf(batch.id, 35)}</MsgId><CreDtTm>${new Date(now).toISOString()}</CreDtTm></GrpHdr>`,
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${textOf(original, 35)}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId>`,
    `<OrgnlNbOfTxs>${entries.length}</OrgnlNbOfTxs><GrpSts>${groupOf(statuses)}</GrpSts></OrgnlGrpInfAndSts>`,
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${textOf(batch.id, 35)}</OrgnlPmtInfId>`,
    ...entries,
    '</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>\n',
  ].join('\n')
}

/**
 * Status of the whole batch. With rows of several kinds it is partly accepted, or rejected where none is paid or may still be. The
 * schema has no status for a cancelled group.
 */
function groupOf(statuses: readonly string[]): string {
  const [only, ...others] = new Set(statuses)
  if (only !== undefined && others.length === 0 && only !== 'CANC') return only
  return statuses.every((status) => status === 'RJCT' || status === 'CANC') ? 'RJCT' : 'PART'
}

function entryOf({ row, status, externalId, error, transactionId }: BatchRow): string {
  const reason = error === null ? '' : `<StsRsnInf><AddtlInf>${textOf(error, 105)}</AddtlInf></StsRsnInf>`
  const reference = transactionId === null ? '' : `<AcctSvcrRef>${textOf(transactionId, 35)}</AcctSvcrRef>`
  return [
    `<TxInfAndSts><StsId>${row}</StsId>`,
    `<OrgnlEndToEndId>${textOf(externalId ?? 'NOTPROVIDED', 35)}</OrgnlEndToEndId>`,
    `<TxSts>${codes[status]}</TxSts>${reason}${reference}</TxInfAndSts>`,
  ].join('')
}

/** What XML 1.0 cannot hold is left out. */
function textOf(text: string, most: number): string {
  const clean = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
  const cut = [...clean].slice(0, most).join('')
  return cut.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
