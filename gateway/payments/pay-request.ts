import type { TransferRequest } from '#shared/api/payments.ts'
import type { Address } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import { movesOfBlock } from '../chain/placed-moves.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { isFreshlyRestored } from '../legs/reconciling/restores-store.ts'
import { requestEnded } from '../requests/cancel-request.ts'
import { notKnown } from '../requests/move-request.ts'
import { hasUnknownIncome, underwayTo } from '../requests/payments-store.ts'
import { openAmount } from '../requests/states.ts'
import { findRequest, type PaymentRequest } from '../requests/store.ts'
import { learnAmounts } from '../transactions/arrivals/amounts.ts'
import { scanSteps } from '../transactions/arrivals/look.ts'
import { scannedBlocks } from '../transactions/arrivals/position-store.ts'
import { NEAR } from '../transactions/arrivals/scan.ts'
import type { World } from '../world/world.ts'
import { unitsOf } from './units.ts'

/** A payment that names a request of this gateway: what it pays, and how much of what. */
export type Asked = { request: PaymentRequest; units: bigint }

/**
 * What a request asks for that a payment names: its receiver and its token, and, where it has one, its amount as far as that is
 * neither paid nor on its way. Any account that knows its ID may pay it; an ended request is refused.
 */
export async function askedBy(world: World, input: TransferRequest): Promise<Asked | undefined> {
  if (input.requestId === undefined) return undefined
  const found = await findRequest(world.db, world.keys, input.requestId)
  if (found === undefined) throw invalid('requestId', 'is not a request of this gateway')
  const request = await counted(world, found)
  requirePayable(request, world.clock.now())
  if (input.token !== undefined && input.token !== request.token)
    throw invalid('token', `must be ${request.token}, as the request says`)
  await requireKnown(world, request, () => learnAmounts(world, request.id))
  const open = openAmount(request.standing)
  if (open === null) {
    if (input.amount === undefined) throw invalid('amount', 'is required: the request leaves it to the payer')
    return { request, units: unitsOf(input.amount) }
  }
  const left = open - (await underwayTo(world.db, world.keys, request))
  if (left <= 0n) throw underway()
  if (input.amount !== undefined && unitsOf(input.amount) !== left)
    throw invalid('amount', `must be the ${formatUnits(left)} ${request.token} that the request has still open`)
  return { request, units: left }
}

/**
 * A restored database may lack payments of a request. While a restore is fresh, returns the request once the gateway has looked
 * through all blocks that are deep enough, and throws `reconciling` before, or while a newer block pays the request's own address.
 * What waits in a pool alone is not seen.
 */
async function counted(world: World, request: PaymentRequest): Promise<PaymentRequest> {
  if (!request.isOwn || !(await isFreshlyRestored(world.db, world.clock.now()))) return request
  if (await isLookedThrough(world, request.address))
    return (await findRequest(world.db, world.keys, request.id)) ?? request
  const message =
    'A restored gateway is finding what has paid this request, and soon knows what is open. Nothing was sent.'
  throw new Refusal('reconciling', { message, headers: { 'retry-after': '2' } })
}

/** The same for a payment that was asked for before the restore. */
export async function requireCounted(world: World, id: string): Promise<void> {
  const request = await findRequest(world.db, world.keys, id)
  if (request !== undefined) await requireKnown(world, await counted(world, request), () => learnAmounts(world, id))
}

/** Whether the database has all that the chain shows to have come to an address. False while the chain cannot be asked. */
async function isLookedThrough(world: World, address: Address): Promise<boolean> {
  try {
    return (await scanSteps(world)) === 'done' && (await isUnpaidSince(world, address))
  } catch (error) {
    if (error instanceof ChainUnavailable) return false
    throw error
  }
}

/** Whether no block above those that were looked through brings something to an address. False where the node lacks one of them. */
async function isUnpaidSince({ db, chain }: World, address: Address): Promise<boolean> {
  const [{ number: last } = { number: 0 }] = await scannedBlocks(db, 1)
  const { number: newest } = await chain.head()
  if (newest - last > NEAR) return false
  // By hash: asked for a run of blocks, a node that lags leaves out what it does not have.
  for (let number = last + 1; number <= newest; number++) {
    const block = await chain.block(number)
    if (block === undefined) return false
    const moves = await movesOfBlock(chain, block)
    if (moves.some(({ to }) => to === address)) return false
  }
  return true
}

/** Refuses one that has ended, and one whose time is over, which may lapse a while later. */
function requirePayable({ standing, expiresAt }: PaymentRequest, now: number): void {
  if (standing.status !== 'OPEN') throw requestEnded({ standing })
  if (expiresAt !== null && expiresAt <= now) throw requestEnded({ standing: { ...standing, status: 'EXPIRED' } })
}

type Books = Pick<World, 'db' | 'keys' | 'clock'>

/**
 * In the database transaction that stores the payment no other one may have paid what is open, and the time of the request not
 * be over: a payment may have waited for a person for days.
 */
export async function requireStillAsked(books: Books, id: string, units: bigint): Promise<void> {
  const request = await findRequest(books.db, books.keys, id)
  if (request === undefined) throw new Refusal('request_ended')
  requirePayable(request, books.clock.now())
  await requireKnown(books, request)
  const open = openAmount(request.standing)
  if (open === null) return
  if (open - (await underwayTo(books.db, books.keys, request)) < units) throw underway()
}

/** Refuses while money is at the request's own address of which it is not known how much: it may have paid what is open. */
async function requireKnown(
  { db }: Pick<World, 'db'>,
  request: PaymentRequest,
  learn?: () => Promise<unknown>,
): Promise<void> {
  if (!(await hasUnknownIncome(db, request))) return
  // For the next try: perhaps no read asks for it meanwhile.
  learn?.().catch(() => {})
  throw notKnown('Try again in a moment; if this message stays, ask the payee. Nothing was sent.')
}

function underway(): Refusal {
  return new Refusal('request_ended', {
    message: 'Another payment of this request is on its way, and pays what is open of it.',
    details: { status: 'OPEN' },
  })
}
