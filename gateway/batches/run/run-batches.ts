import type { Caller } from '../../auth/caller.ts'
import { callerNamed } from '../../auth/identify.ts'
import { atomically } from '../../db/database.ts'
import { errorWords } from '../../error-words.ts'
import { findWallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import type { Row } from '../rows-store.ts'
import { type Batch, findBatch, listRunning, moveBatch, type Reason } from '../store.ts'
import { rowsOf, type Totals } from '../totals.ts'
import { sayAltered, unlessAltered } from './altered.ts'
import { follow } from './follow.ts'
import { prove } from './inputs.ts'
import { begunIn, gone, keepOnly, type Lane, laneOf, later, missed, unsignedIn } from './lane.ts'
import { AT_ONCE_PER_WALLET, ROWS_PER_PROOF } from './limits.ts'
import { type Outcome, payRow } from './pay-row.ts'
import { underwayRows, waitingRows, waitingWallets } from './run-store.ts'

const TURN = 'turn:batches'
const EVERY_MS = 1_000
/** Payments that end within this time make room together. */
const BETWEEN_MS = 50
/** Of all wallets: each waits for its receipt, and asks for it. */
const AT_ONCE = 64
/** Rows that are prepared and signed at once, which is work for this process: a payment outside of batches waits behind no more. */
const UNSIGNED_AT_ONCE = 16

/**
 * Pays the rows of batches that are started, until the gateway closes. Of several gateways on one database one pays at a time;
 * two would pay nothing twice, since each row is one request under one key.
 */
export async function runBatches(world: World): Promise<void> {
  while (!world.closing.aborted) {
    const hasTurn = await world.locks.hasTurn(TURN).catch(() => false)
    if (hasTurn)
      await round(world).catch((error: unknown) => {
        world.log.error({ error: errorWords(error) }, 'a round of the batches failed')
      })
    await untilNews(world)
    await world.clock.sleep(BETWEEN_MS, world.closing)
  }
  await Promise.all(begunIn(world))
  await world.locks.endTurn(TURN).catch(() => {})
}

/** Sleeps until a row has been dealt with, or a while. */
async function untilNews(world: World): Promise<void> {
  const patience = new AbortController()
  const stop = () => patience.abort()
  world.closing.addEventListener('abort', stop, { once: true })
  await Promise.race([...begunIn(world), ...unsignedIn(world), world.clock.sleep(EVERY_MS, patience.signal)])
  patience.abort()
  world.closing.removeEventListener('abort', stop)
}

/** Begins what there is room for. */
export async function round(world: World): Promise<void> {
  await follow(world)
  const running = await listRunning(world.db, world.keys, sayAltered(world))
  const paying = new Set<string>()
  for (const batch of inTurn(world, running)) {
    if (world.closing.aborted) return
    const wallets = await waitingWallets(world.db, batch.id)
    for (const walletId of wallets) paying.add(walletId)
    await unlessAltered(world, batch.id, () => payBatch(world, batch, wallets))
  }
  keepOnly(world, new Set(running.map(({ id }) => id)), paying)
}

/** `wallets`: from which rows of it wait to be paid. */
async function payBatch(world: World, batch: Batch, wallets: readonly string[]): Promise<void> {
  if (wallets.length === 0) return endIfPaid(world, batch)
  const caller = await payerOf(world, batch)
  if (caller === undefined) return
  const each = Math.ceil(UNSIGNED_AT_ONCE / wallets.length)
  for (const walletId of wallets) await fill(world, batch, caller, walletId, each)
}

/** The oldest batch of an account comes first. Each round begins with another account: a batch of thousands of rows delays no other account. */
function inTurn(world: World, running: readonly Batch[]): Batch[] {
  const accounts = [...Map.groupBy(running, ({ accountId }) => accountId).values()]
  const turn = world.memory.part('turn of batches', () => ({ rounds: 0 }))
  const first = turn.rounds++ % Math.max(1, accounts.length)
  return [...accounts.slice(first), ...accounts.slice(0, first)].flat()
}

/** Asks again in the database transaction that ends it: a retry may have added rows since. */
async function endIfPaid({ db, keys, clock }: World, { id, accountId, totals }: Batch): Promise<void> {
  if (isLeft(totals)) return
  const change = { from: ['RUNNING'], to: 'DONE', now: clock.now() } as const
  await atomically(db, async (trx) => {
    const now = await findBatch(trx, keys, accountId, id)
    if (now !== undefined && !isLeft(now.totals)) await moveBatch(trx, keys, now, change)
  })
}

const isLeft = (totals: Totals) => rowsOf(totals, 'PENDING') > 0 || rowsOf(totals, 'WAITING') > 0

/** In whose name it is paid. One whose key was revoked, or whose session has ended, pays nothing more. */
async function payerOf(world: World, batch: Batch): Promise<Caller | undefined> {
  const caller = batch.payer && (await callerNamed(world, batch.payer))
  const pays = caller?.credential.type === 'session' || caller?.credential.scopes.includes('pay')
  if (caller?.account.id === batch.accountId && pays) return caller
  const message = 'The API key or session that started this batch is revoked, or has ended. Resume it with another.'
  await pause(world, batch, { code: 'credential_ended', message, row: null })
  return undefined
}

async function pause(world: World, { id, accountId }: Pick<Batch, 'id' | 'accountId'>, reason: Reason): Promise<void> {
  const change = { from: ['RUNNING'], to: 'PAUSED', reason, now: world.clock.now() } as const
  const isPaused = await atomically(world.db, (db) => moveBatch(db, world.keys, { id, accountId }, change))
  if (isPaused) world.log.warn({ batch: id, reason: reason.code }, 'a batch is paused')
}

/** Begins rows of a wallet in their order, as many as there is room for. `unsigned`: how many of its rows may be unsigned at once. */
async function fill(world: World, batch: Batch, caller: Caller, walletId: string, unsigned: number): Promise<void> {
  const lane = laneOf(world, walletId)
  if (lane.proving || world.clock.elapsed() < lane.notBefore) return
  const busy = new Set([...(await underwayRows(world.db, walletId)), ...lane.begun.keys()])
  const room = Math.min(
    AT_ONCE_PER_WALLET - busy.size,
    AT_ONCE - begunIn(world).length,
    UNSIGNED_AT_ONCE - unsignedIn(world).length,
    unsigned - lane.unsigned.size,
  )
  if (room <= 0) return
  const most = lane.begun.size + (world.chain.confidential.isCostly ? AT_ONCE_PER_WALLET + ROWS_PER_PROOF : room)
  const wanted = { batchId: batch.id, walletId, most }
  const waiting = await waitingRows(world.db, world.keys, wanted, sayAltered(world))
  const rows = waiting.filter(({ id }) => !lane.begun.has(id))
  if (!(await encryptAhead(world, lane, batch, walletId, rows))) return
  for (const row of rows.slice(0, room)) begin(world, batch, caller, lane, row)
}

/** False while a proof is made, for which no other wallet waits. */
async function encryptAhead(
  world: World,
  lane: Lane,
  batch: Batch,
  walletId: string,
  rows: readonly Row[],
): Promise<boolean> {
  const shared = rows.filter(({ id }) => !lane.alone.has(id))
  const { cstable } = world.chain.tokens
  const next = shared.find(({ token }) => token === cstable.symbol)
  if (!world.chain.confidential.isCostly || next === undefined || lane.inputs.has(next.id)) return true
  const wallet = await findWallet(world.db, world.keys, batch.accountId, walletId)
  if (wallet === undefined) return true
  lane.proving = true
  const proved = prove(world, wallet.address, lane.inputs, shared)
    .then(() => gone(lane))
    .catch(missed(world, lane, batch))
    .finally(() => {
      lane.proving = false
      lane.begun.delete(PROOF)
    })
  lane.begun.set(PROOF, proved)
  return false
}

const PROOF = 'proof'

function begin(world: World, batch: Batch, caller: Caller, lane: Lane, row: Row): void {
  const input = lane.alone.has(row.id) ? undefined : lane.inputs.get(row.id)
  const { promise: signed, resolve } = Promise.withResolvers<void>()
  const isSigned = () => {
    lane.unsigned.delete(row.id)
    resolve()
  }
  const paid = payRow(world, caller, row, { input, isSigned })
    .then((outcome) => take(world, batch, lane, row, outcome))
    .catch(missed(world, lane, batch))
    .finally(() => {
      lane.begun.delete(row.id)
      isSigned()
    })
  lane.begun.set(row.id, paid)
  lane.unsigned.set(row.id, signed)
}

async function take(world: World, batch: Batch, lane: Lane, row: Row, outcome: Outcome): Promise<void> {
  switch (outcome.is) {
    case 'paid':
    case 'failed':
      lane.inputs.delete(row.id)
      lane.alone.delete(row.id)
      return gone(lane)
    case 'input refused':
      lane.inputs.clear()
      lane.alone.set(row.id, batch.id)
      return
    case 'later':
      return later(world, lane, batch, outcome.reason)
    case 'stuck':
      return pause(world, batch, outcome.reason)
  }
}
