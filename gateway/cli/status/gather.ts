import { existsSync } from 'node:fs'
import type { Address } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import { newestOfType } from '../../audit/store.ts'
import type { Config } from '../../config/config.ts'
import { isPostgres } from '../../db/database.ts'
import { schemaNumber } from '../../db/migrations.ts'
import { runningGateways } from '../../db/postgres/leases/gateways.ts'
import { countMismatches } from '../../decryption/store.ts'
import { listBehind } from '../../legs/reconciling/senders-store.ts'
import { listAllUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { readPadCounts, type WalletPads } from '../../pads/counts/store.ts'
import { countWaiting } from '../../transactions/approvals/store.ts'
import { operatorReserved } from '../../transactions/payouts/operator-reserve-store.ts'
import { countOwed, listInFlight } from '../../transactions/store.ts'
import { type KindTotal, totalsByKind } from '../../transactions/totals-store.ts'
import { version } from '../../version.ts'
import { isNew } from '../doctor/database/senders.ts'
import { findOperator } from '../operator.ts'
import { type ChainPart, readChain, type Unreached } from './chain-part.ts'
import type { Reading } from './open-to-read.ts'
import { askRunning } from './running.ts'

/** What `sotto status` tells. Times in ISO 8601, amounts as decimals; null where there is none, or nothing is known. */
export type Status = {
  version: string
  network: string
  database: { kind: 'sqlite' | 'postgresql'; schema: number }
  /** `url`: null where none runs on this folder. `onDatabase`: how many share it; null on SQLite, which one process holds. */
  gateway: { url: string | null; ready: boolean | null; notReady: string[]; onDatabase: number | null }
  operator: Address | null
  /** Redeems whose payout is promised and not signed yet, and the STABLE of those that the float pays. */
  promised: { payouts: number; stable: string }
  /** `waitingFor`: how many wait for what. */
  underWay: { payments: number; oldestSeconds: number | null; waitingFor: Record<string, number> }
  /** Payments that wait for a person: none of them is under way. */
  approvals: number
  totals: KindTotal[]
  owed: { redeems: number; minedAfterFailure: number; unattributed: number }
  reconciling: { address: Address; missing: number; since: string }[]
  derivationMismatches: number
  /** Proofs made ahead, of all wallets; `proved`: confidential payments that had none. Null where none are to be made. */
  pads: { ready: number; used: number; thrownAway: number; proved: number } | null
  /** When the newest finished backup was begun, as the audit log has it. */
  backups: { newestBegunAt: string | null }
  chain: ChainPart | Unreached
}

/** Reads everything from an open installation, its gateway and its chain. `now` in milliseconds. Writes nothing. */
export async function gatherStatus(config: Config, reading: Reading, now: number): Promise<Status> {
  const { db, keys, dir } = reading
  // A test-net whose file is gone is away like one that does not answer, and so told with the chain.
  const isAway = config.SOTTO_TESTNET !== undefined && !existsSync(config.SOTTO_TESTNET)
  const operator = isAway ? undefined : await findOperator(reading, config)
  const [running, chain] = await Promise.all([askRunning(dir), readChain(config, reading, operator)])
  const promised = await operatorReserved(reading)
  const inFlight = await listInFlight(db)
  const { owed, minedAfterAll } = await countOwed(db)
  // One that somebody has altered needs a person, too.
  let altered = 0
  const unattributed = await listAllUnattributed(db, keys, () => void altered++)
  const backup = await newestOfType(db, 'backup.made')
  const eldest = Math.min(...inFlight.map(({ createdAt }) => createdAt))
  return {
    version,
    network: config.SOTTO_NETWORK,
    database: { kind: isPostgres(db) ? 'postgresql' : 'sqlite', schema: schemaNumber() },
    gateway: {
      url: running.url ?? null,
      ready: running.says?.ok ?? null,
      notReady: (running.says?.checks ?? []).filter(({ ok }) => !ok).map(({ name }) => name),
      onDatabase: isPostgres(db) ? await runningGateways(db) : null,
    },
    operator: operator?.address ?? null,
    promised: { payouts: Number(promised.payouts), stable: formatUnits(promised.stable) },
    underWay: {
      payments: inFlight.length,
      oldestSeconds: inFlight.length === 0 ? null : Math.max(0, Math.round((now - eldest) / 1000)),
      waitingFor: countBy(inFlight.map(({ waitingFor }) => waitingFor ?? 'nothing')),
    },
    approvals: await countWaiting(db),
    totals: await totalsByKind(db),
    owed: {
      redeems: owed,
      minedAfterFailure: minedAfterAll,
      unattributed: unattributed.filter(isNew).length + altered,
    },
    reconciling: (await listBehind(db)).map(({ address, missing, since }) => ({
      address,
      missing,
      since: new Date(since).toISOString(),
    })),
    derivationMismatches: await countMismatches(db),
    pads: config.SOTTO_PADS === 0 ? null : sumOfPads(await readPadCounts(db, now)),
    backups: { newestBegunAt: backup === undefined ? null : new Date(backup).toISOString() },
    chain,
  }
}

function sumOfPads(wallets: readonly WalletPads[]): Status['pads'] {
  const sum = (of: (wallet: WalletPads) => number) => wallets.reduce((all, wallet) => all + of(wallet), 0)
  return {
    ready: sum(({ ready }) => ready),
    used: sum(({ used }) => used),
    thrownAway: sum(({ thrownAway }) => thrownAway),
    proved: sum(({ noneReady, noRight, noContract }) => noneReady + noRight + noContract),
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(names, (name) => name)
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]))
}
