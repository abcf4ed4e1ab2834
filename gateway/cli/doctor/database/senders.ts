import type { Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import { listBehind } from '../../../legs/reconciling/senders-store.ts'
import { listAllUnattributed } from '../../../legs/reconciling/unattributed/lists-store.ts'
import type { Unattributed } from '../../../legs/reconciling/unattributed/store.ts'
import { type RebuiltPayments, rebuiltPayments } from '../../../transactions/rebuilding/rebuilt-store.ts'
import { counted, of } from '../../counted.ts'
import { type Finding, ok, warn } from '../finding.ts'

const SHOWN = 20

/** Whether the nonces of every sender are accounted for, and what of them belongs to no payment. */
export async function checkSenders(db: Db, keys: Keyring): Promise<Finding[]> {
  const [behind, all, rebuilt] = await Promise.all([listBehind(db), listAllUnattributed(db, keys), rebuiltPayments(db)])
  const unattributed = all.filter(isNew)
  const tickedOff = all.length - unattributed.length
  return [
    ...behind.map(({ address, accounted, missing, since }) =>
      warn(
        'reconciling',
        `${counted(missing, 'transaction')} of ${address} from nonce ${accounted} on ${of(missing, 'is', 'are')} not found yet, since ${new Date(since).toISOString()}; its payments wait`,
        'let the gateway run: what waits in a pool is found once it is mined; if the node keeps no old state, SOTTO_RPC_URL_ARCHIVE names one that does',
      ),
    ),
    ...unattributed
      .slice(0, SHOWN)
      .map((one) =>
        warn(
          'unattributed',
          describeUnattributed(one),
          `it is of another gateway on the same keys with another database (stop one of the two), of somebody who has the key, or from after the backup that was put back: compare it with your own records, then sotto owed --seen ${one.hash}`,
        ),
      ),
    unattributed.length > SHOWN
      ? warn('unattributed', `and ${unattributed.length - SHOWN} more`, 'sotto owed lists all')
      : ok(
          'reconciled',
          `${counted(behind.length, 'sender')} ${of(behind.length, 'waits', 'wait')}; ${countedUnattributed(unattributed.length)}${tickedOff === 0 ? '' : `, and ${tickedOff} ${of(tickedOff, 'was', 'were')} ticked off`}`,
        ),
    ...(rebuilt.count === 0 ? [] : [ok('payments found again', describeRebuilt(rebuilt))]),
  ]
}

function describeRebuilt({ count, last, from, to }: RebuiltPayments): string {
  const blocks = from === null ? '' : ` from ${from === to ? `block ${from}` : `blocks ${from} to ${to}`}`
  const what = `${counted(count, 'payment')} that ${of(count, 'was', 'were')} newer than a restored backup came back${blocks}`
  return `${what}, the last at ${new Date(last).toISOString()}; their externalId is not on the chain`
}

function countedUnattributed(count: number): string {
  return `${counted(count, 'transaction')} ${of(count, 'is', 'are')} unattributed`
}

/** One line: who sent it, what it did, and its hash. Confidential amounts are not in it. */
export function describeUnattributed({
  sender,
  nonce,
  does,
  toAddress: to,
  units,
  hash,
  tagRow,
}: Unattributed): string {
  const what = does === null ? 'did nothing that this gateway does, or reverted' : does
  const amount = units === null ? '' : ` of ${formatUnits(units)}`
  const tagged = tagRow === null ? '' : `, as payment ${tagRow}, whose wallet is not known here`
  return `${sender} nonce ${nonce}: ${what}${amount}${to === null ? '' : ` to ${to}`}${tagged}, ${hash}`
}

/** Whether no person has ticked it off. */
export const isNew = ({ lookedAt }: Unattributed): boolean => lookedAt === null

const UNATTRIBUTED =
  'On chain, and in no payment here (a restored backup, another gateway on the same keys, or a key used elsewhere); tick it off with --seen HASH:'
const TICKED_OFF = 'Ticked off:'
const UNSEEN = ' (not shown by the node now: payments that it could be wait, and have it sent again)'

/** What is new, and apart from it what a person knows. `unseen`: hashes that the node does not show now. */
export function describeAllUnattributed(unattributed: Unattributed[], unseen: ReadonlySet<Hex> = new Set()): string {
  const under = (head: string, some: Unattributed[]) => {
    const lines = some.map((one) => `  ${describeUnattributed(one)}${unseen.has(one.hash) ? UNSEEN : ''}\n`)
    return some.length === 0 ? '' : [`${head}\n`, ...lines].join('')
  }
  const known = unattributed.filter((one) => !isNew(one))
  return under(UNATTRIBUTED, unattributed.filter(isNew)) + under(TICKED_OFF, known)
}
