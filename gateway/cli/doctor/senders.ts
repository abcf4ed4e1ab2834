import { formatUnits } from '#shared/model/money.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { listStrangers, type Unattributed } from '../../legs/reconciling/finds/unattributed-store.ts'
import { listBehind } from '../../legs/reconciling/senders-store.ts'
import { type Finding, ok, warn } from './finding.ts'

const SHOWN = 20

/** Whether the nonces of every sender are accounted for, and what of them belongs to no payment. */
export async function checkSenders(db: Db, keys: Keyring): Promise<Finding[]> {
  const [behind, strangers] = await Promise.all([listBehind(db), listStrangers(db, keys)])
  return [
    ...behind.map(({ address, accounted, missing, since }) =>
      warn(
        'reconciling',
        `${missing} transactions of ${address} from nonce ${accounted} on are not found yet, since ${new Date(since).toISOString()}; its payments wait`,
        'let the gateway run: what waits in a pool is found once it is mined; if the node keeps no old state, SOTTO_RPC_URL_ARCHIVE names one that does',
      ),
    ),
    ...strangers
      .slice(0, SHOWN)
      .map((one) =>
        warn(
          'unattributed',
          describeUnattributed(one),
          'compare it with your own records: its payment is in no data here',
        ),
      ),
    strangers.length > SHOWN
      ? warn('unattributed', `and ${strangers.length - SHOWN} more`, 'sotto owed lists all')
      : ok('reconciled', `${behind.length} senders wait; ${strangers.length} transactions are unattributed`),
  ]
}

/** One line: who sent it, what it did, and its hash. Confidential amounts are not in it. */
export function describeUnattributed({ sender, nonce, does, toAddress: to, units, hash }: Unattributed): string {
  const what = does === null ? 'did nothing that this gateway does, or reverted' : does
  const amount = units === null ? '' : ` of ${formatUnits(units)}`
  return `${sender} nonce ${nonce}: ${what}${amount}${to === null ? '' : ` to ${to}`}, ${hash}`
}
