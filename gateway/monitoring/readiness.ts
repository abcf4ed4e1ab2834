import { newerMigrations } from '../db/migrate.ts'
import { askDatabase } from '../db/sealed/secrets.ts'
import { runsBeside } from '../db/versions-beside.ts'
import { executorNow } from '../decryption/executor.ts'
import { countMismatches } from '../decryption/store.ts'
import { listBehind } from '../legs/reconciling/senders-store.ts'
import type { World } from '../world/world.ts'
import { findLacks, type Lacks } from './lacks.ts'
import { findWarnings, type Warning } from './warnings.ts'

/**
 * `version`: of an executor that this Sotto does not know. `missing`: of `reconciled`, how many mined transactions of this
 * gateway's keys it does not know yet. `newer`: migrations of a newer Sotto, which has changed the database under this one; `schema`
 * is ok where they say that this one goes on beside them. `token`: of a live network, whose token others may pause, revoke, or refuse the operator.
 */
export type Check = {
  name:
    | 'database'
    | 'schema'
    | 'chain'
    | 'protocol'
    | 'decryption'
    | 'derivation'
    | 'operator_gas'
    | 'reconciled'
    | 'token'
  ok: boolean
  version?: string
  missing?: number
  newer?: readonly string[]
}

/** Gas that twenty payouts take at 10 gwei: below it the operator should be topped up. */
export const OPERATOR_WEI_LOW = 50_000_000_000_000_000n
/** A part that does not answer within this time is not ready. */
const PATIENCE_MS = 5_000
/** Anyone who asks again within this time gets the same answer: probes must not become load. */
const KEPT_MS = 1_000

/** `lacks`: of the warnings, what a person has to send where. Not for everybody who can ask. */
export type Readiness = { checks: Check[]; warnings: Warning[]; lacks: Lacks }

/** Asks every part that a payment needs, at most once a second, however many ask. */
export function createChecks(world: World): () => Promise<Readiness> {
  let last: { at: number; found: Promise<Readiness> } | undefined
  return () => {
    const now = world.clock.elapsed()
    if (last === undefined || now - last.at >= KEPT_MS) last = { at: now, found: lookAtAll(world) }
    return last.found
  }
}

async function lookAtAll(world: World): Promise<Readiness> {
  const [checks, warnings = [], lacks = {}] = await Promise.all([
    checkAll(world),
    inTime(findWarnings(world)),
    inTime(findLacks(world)),
  ])
  return { checks, warnings, lacks }
}

function checkAll(world: World): Promise<Check[]> {
  return Promise.all([
    check('database', async () => {
      await askDatabase(world.db)
      return true
    }),
    checkSchema(world),
    check('chain', async () => (await world.chain.head()).number >= 0),
    checkProtocol(world),
    check('decryption', async () => world.chain.confidential.alive()),
    check('derivation', () => isDerivationSound(world)),
    checkReconciled(world),
    check('operator_gas', async () => ((await operatorWei(world)) ?? 0n) >= OPERATOR_WEI_LOW),
    ...(world.config.SOTTO_NETWORK === 'offline' ? [] : [check('token', () => isTokenOpen(world))]),
  ])
}

async function checkSchema({ db }: World): Promise<Check> {
  const newer = await inTime(newerMigrations(db))
  const ok = newer !== undefined && runsBeside(newer)
  return { name: 'schema', ok, ...(newer === undefined || newer.length === 0 ? {} : { newer }) }
}

async function checkProtocol(world: World): Promise<Check> {
  const executor = await inTime(executorNow(world))
  const ok = executor?.known === true
  return { name: 'protocol', ok, ...(executor === undefined || ok ? {} : { version: executor.version }) }
}

/** Whether the token takes payments of the operator, as far as it and the network's registry say. */
async function isTokenOpen({ chain }: World): Promise<boolean> {
  const { isPaused, refused, registered = 'valid' } = await chain.tokenPowers()
  return !isPaused && refused.length === 0 && (registered === 'valid' || registered === 'unknown')
}

/** Whether no derived amount was found to be another; of no account where none is used. */
async function isDerivationSound({ config, db }: World): Promise<boolean> {
  return config.SOTTO_AMOUNTS === 'decrypted' || (await countMismatches(db)) === 0
}

async function check(name: Check['name'], ask: () => Promise<boolean>): Promise<Check> {
  const ok = await inTime(ask())
  return { name, ok: ok === true }
}

/** Undefined where it fails, or takes too long. */
export function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref())
  return Promise.race([asked, late]).catch(() => undefined)
}

/** Addresses are not for everybody who can ask: a count says enough, and the log and `sotto doctor` say which. */
async function checkReconciled(world: World): Promise<Check> {
  const behind = await inTime(listBehind(world.db))
  if (behind?.length === 0) return { name: 'reconciled', ok: true }
  const missing = behind?.reduce((sum, sender) => sum + sender.missing, 0)
  return { name: 'reconciled', ok: false, ...(missing === undefined ? {} : { missing }) }
}

/** What the operator has for gas; undefined where there is no operator. */
export async function operatorWei({ chain }: Pick<World, 'chain'>): Promise<bigint | undefined> {
  if (chain.operator === undefined) return undefined
  const [wei] = await chain.readGas([chain.operator.address])
  return wei
}
