import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { type Flaw, Refusal } from '#shared/refusal.ts'
import type { WalletReading } from '../chain/port.ts'
import { AlteredRow } from '../db/sealed/row-macs.ts'
import { readerOf, readPlaintexts } from '../decryption/read-plaintexts.ts'
import { errorWords } from '../error-words.ts'
import { accountForNonces } from '../legs/reconciling/account-for-nonces.ts'
import { submitWithGas } from '../payments/sponsor.ts'
import type { Draft } from '../payments/submit/draft.ts'
import { collectedUntilNow, isBeingCollected, uncollected } from '../requests/payments-store.ts'
import {
  COLLECT_WITHIN_MS,
  isDue,
  type PaymentRequest,
  putOffCollecting,
  requestsById,
  setCollectAt,
} from '../requests/store.ts'
import { findSigning, findWallet, listWallets, type Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

const AGAIN_MS = 2_000

/** After each try in vain, or each collection, the next one comes after twice as long: dust brings no more of them than that. */
const waitAfter = (times: number) => Math.min(AGAIN_MS * 2 ** Math.min(times, 20), COLLECT_WITHIN_MS)

/**
 * Moves all that is at the own address of an ended request into its wallet: STABLE as it is, cSTABLE by the handle of its
 * balance. A payment like any other, so that however often this is done nothing moves twice; what comes in meanwhile moves next.
 */
export function collect(world: World, id: string): Promise<void> {
  return world.singleFlight.run('collecting', id, () => world.locks.run(`collect:${id}`, () => collectOne(world, id)))
}

async function collectOne(world: World, id: string): Promise<void> {
  const request = (await requestsById(world.db, world.keys, [id])).get(id)
  if (request !== undefined && (!request.isOwn || request.collectAt === null)) return
  // Another look has put it off while this one waited.
  if (!isDue(request?.collectAt ?? 0, world.clock.now())) return
  const tries = world.memory.part('collections in vain', () => new Map<string, number>())
  try {
    if (request === undefined) throw new AlteredRow('requests', id)
    const rest = await empty(world, request)
    if (rest === 'nothing') {
      tries.delete(id)
      await setCollectAt(world.db, id, request.collectAt as number, null)
      return
    }
    if (rest !== 'waits') {
      await putOffCollecting(world.db, id, rest.until)
      return
    }
  } catch (error) {
    sayLater(world, id, error)
  }
  const times = tries.get(id) ?? 0
  tries.set(id, times + 1)
  await putOffCollecting(world.db, id, world.clock.now() + waitAfter(times))
}

function sayLater(world: World, id: string, error: unknown): void {
  const told = { request: id, reason: errorWords(error), flaws: flawsIn(error) }
  world.log.warn(told, 'what a request was paid is collected later')
}

/** What a refusal is about. Its messages may name amounts that the chain seals. */
function flawsIn(error: unknown): string[] | undefined {
  if (!(error instanceof Refusal) || error.code !== 'validation_error') return undefined
  return (error.details as Flaw[]).map(({ path, reason = 'invalid' }) => `${path}: ${reason}`)
}

/**
 * What is left at an address. It waits while another payment is on its way, the node does not show what came in, or a token could
 * not be moved; until a moment where that comes too soon after the last collection.
 */
type Rest = 'nothing' | 'waits' | { until: number }

async function empty(world: World, request: PaymentRequest): Promise<Rest> {
  if (await isBeingCollected(world.db, request.id)) return 'waits'
  const from = await findSigning(world.db, world.keys, request.accountId, request.id)
  if (from === undefined) throw new Error('its address is not here')
  const to = await walletOf(world, request)
  const [reading] = await world.chain.readWallets([request.address])
  if (reading === undefined) return 'waits'
  let areAllMoved = true
  const later = (error: unknown) => {
    areAllMoved = false
    sayLater(world, request.id, error)
  }
  const drafts = await draftsOf(world, { from, to, reading, later })
  const { times, last } = await collectedUntilNow(world.db, request.id)
  const until = last + waitAfter(times)
  if (drafts.length > 0 && !isDue(until, world.clock.now())) return { until }
  for (const draft of drafts) await submitWithGas(world, draft).catch(later)
  if (!areAllMoved) return 'waits'
  if (!(await uncollected(world.db, world.keys, request.id))) return 'nothing'
  // A restored database may lack what has collected it: only what signs is looked at by itself, and here nothing is left to sign.
  if (drafts.length === 0) await accountForNonces(world, from.address)
  return 'waits'
}

/** The wallet that was asked for; where it is watched no more, the primary one. */
async function walletOf({ db, keys }: World, { accountId, walletId }: PaymentRequest): Promise<Wallet> {
  const asked = await findWallet(db, keys, accountId, walletId)
  if (asked !== undefined) return asked
  const others = await listWallets(db, keys, accountId)
  const primary = others.find(({ isPrimary }) => isPrimary) ?? others[0]
  if (primary === undefined) throw new Error('its account has no wallet')
  return primary
}

/** `later`: is told what keeps one token there; the other one moves all the same. */
type Move = { from: Wallet; to: Wallet; reading: WalletReading; later: (error: unknown) => void }

async function draftsOf(world: World, { from, to, reading, later }: Move): Promise<Draft[]> {
  const { stable, cstable } = world.chain.tokens
  const hidden = await hiddenUnits(world, from, reading.handle).catch((error: unknown) => {
    later(error)
    return 0n
  })
  const draft: Omit<Draft, 'token' | 'units' | 'confidential'> = {
    ...{ by: null, claim: undefined, wallet: from, sender: from.address, to: to.address, externalId: null },
    type: 'TRANSFER',
  }
  const encryption = { by: 'balance', handle: reading.handle } as const
  return [
    { ...draft, token: stable.symbol, units: reading.stable, confidential: false },
    { ...draft, token: cstable.symbol, units: hidden, confidential: true, encryption },
  ].filter(({ units }) => units > 0n)
}

/** Derived, or decrypted by the address's own key. */
async function hiddenUnits(world: World, { id }: Wallet, handle: Hex): Promise<bigint> {
  if (handle === ZERO_HANDLE) return 0n
  return (await readPlaintexts(world, [handle], readerOf(world, id))).get(handle) ?? 0n
}
