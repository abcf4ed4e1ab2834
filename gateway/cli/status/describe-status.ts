import { printableLine } from '../../world/printable.ts'
import { counted, of } from '../counted.ts'
import type { ChainPart, Unreached } from './chain-part.ts'
import type { Status } from './gather.ts'

/** What is told, and what is said of it. */
type Line = readonly [name: string, says: string]

/** The same for a person: a line for each thing, the name first. `now` in milliseconds. */
export function describeStatus(status: Status, now: number): string {
  const { chain, network, version, database } = status
  const kind = database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const lines: Line[] = [
    ['version', `sotto ${version}, network ${network}, ${kind} with schema ${database.schema}`],
    ['gateway', gatewayLine(status.gateway)],
    ['operator', status.operator ?? noOperator(network)],
    ...chainLines(chain),
    ['promised', promisedLine(status.promised)],
    ['under way', underWayLine(status.underWay)],
    ...approvalLines(status.approvals),
    ['ended', endedLine(status.totals)],
    ['owed', owedLine(status.owed)],
    ...status.reconciling.map(
      ({ address, missing, since }): Line => [
        'reconciling',
        `${counted(missing, 'transaction')} of ${address} ${of(missing, 'is', 'are')} not known yet, since ${since}`,
      ],
    ),
    ['mismatches', `${counted(status.derivationMismatches, 'derived amount')} that a decryption contradicted`],
    ...padsLines(status.pads),
    ['backup', backupLine(status.backups.newestBegunAt, now)],
  ]
  return lines.map(([name, says]) => `${name.padEnd(13)}${says}\n`).join('')
}

/** Offline no setting has to name one. */
function noOperator(network: string): string {
  return network === 'offline'
    ? 'not known yet: the start of the gateway makes it, or that of its test-net'
    : 'none: SOTTO_OPERATOR_KEY is not set'
}

function gatewayLine({ url, ready, notReady, onDatabase }: Status['gateway']): string {
  const others = onDatabase === null ? '' : `; ${counted(onDatabase, 'gateway')} on this database`
  if (url === null) return `none runs on this folder${others}`
  if (ready === null) return `none answers at ${url}${others}`
  return `${ready ? 'ready' : `not ready (${printableLine(notReady.join(', '))})`}, at ${url}${others}`
}

function chainLines(chain: ChainPart | Unreached): Line[] {
  if ('unreached' in chain) return [['chain', `not reached: ${printableLine(chain.unreached)}`]]
  const { block, blockAgeSeconds, executor, executorKnown, protocol, operator } = chain
  const release = protocol === null ? '' : ` (protocol ${protocol})`
  const unknown = executorKnown ? '' : ', which this version does not know: amounts are decrypted'
  return [
    ['chain', `block ${block}, ${duration(blockAgeSeconds)} old`],
    ['executor', `${printableLine(executor)}${release}${unknown}`],
    ...(operator === null ? [] : holdingLines(operator)),
  ]
}

function holdingLines({ gas, stable, float, symbols, lacks }: NonNullable<ChainPart['operator']>): Line[] {
  const confidential = float === null ? 'not decrypted yet' : `${float} ${printableLine(symbols.float)}`
  return [
    ['gas', `${gas} ETH`],
    ['float', `${stable} ${printableLine(symbols.stable)}; confidential: ${confidential}`],
    ...Object.values(lacks).map(
      ({ missing, asset, address, since }): Line => [
        'lacks',
        `${missing} ${printableLine(asset)} at ${address}, which redeems wait for since ${since}`,
      ],
    ),
  ]
}

function promisedLine({ payouts, stable }: Status['promised']): string {
  if (payouts === 0) return 'no payout'
  return `${counted(payouts, 'payout')} to be made, ${stable} STABLE of ${of(payouts, 'it', 'them')} from the float`
}

function underWayLine({ payments, oldestSeconds, waitingFor }: Status['underWay']): string {
  if (oldestSeconds === null) return 'no payment'
  const reasons = Object.entries(waitingFor).map(([what, count]) => `${count} for ${what.replaceAll('_', ' ')}`)
  return `${counted(payments, 'payment')}, the oldest for ${duration(oldestSeconds)}; waiting: ${reasons.join(', ')}`
}

function approvalLines(payments: number): Line[] {
  if (payments === 0) return []
  return [['approvals', `${counted(payments, 'payment')} ${of(payments, 'waits', 'wait')} for a person`]]
}

function endedLine(totals: Status['totals']): string {
  const ended = (wanted: string) =>
    totals.reduce((sum, { status, count }) => (status === wanted ? sum + count : sum), 0)
  return `${counted(ended('SETTLED'), 'payment')} settled, ${ended('FAILED') === 0 ? 'none' : ended('FAILED')} failed`
}

function owedLine({ redeems, minedAfterFailure, unattributed }: Status['owed']): string {
  const parts = [
    ...(redeems === 0 ? [] : [counted(redeems, 'redeem')]),
    ...(minedAfterFailure === 0 ? [] : [`${counted(minedAfterFailure, 'payment')} mined after failure`]),
    ...(unattributed === 0 ? [] : [`${counted(unattributed, 'transaction')} on chain and in no payment`]),
  ]
  return parts.length === 0 ? 'nothing' : `${parts.join('; ')}: see "sotto owed"`
}

function padsLines(pads: Status['pads']): Line[] {
  if (pads === null) return []
  const { ready, used, thrownAway, proved } = pads
  const ends = `${ready} ready, ${used} used, ${thrownAway} thrown away`
  return [['pads', `${ends}; ${counted(proved, 'payment')} proved at once: see "sotto pads"`]]
}

function backupLine(newest: string | null, now: number): string {
  if (newest === null) return 'none was made yet: see "sotto backup --help"'
  const age = Math.max(0, Math.round((now - Date.parse(newest)) / 1000))
  return `the newest was begun ${newest}, ${duration(age)} ago`
}

/** Two steps of a size that a person reads at a glance: "45 s", "12 min", "5 h", "3 days". */
function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 2 * 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}
