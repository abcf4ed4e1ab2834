import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import type { PlacedMove } from '../../chain/placed-moves.ts'
import type { Chain } from '../../chain/port.ts'
import type { TokenMove } from '../../chain/token-move.ts'
import { remembered } from '../../decryption/read-plaintexts.ts'
import { payoutsAmong } from '../../legs/attempts-store.ts'
import { findWatched, type Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { type Arrival, isSealed } from './arrival.ts'

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/** The addresses whose moves are no income: the gateway's own contracts and operator. */
export type OwnAddresses = Pick<Chain, 'ownContracts'> & { operator: Address | undefined }

/** A move to oneself, or a public move of nothing, brings none: anyone may write the latter with any sender. */
const bringsMoney = ({ from, to, units }: TokenMove) => from !== to && units !== 0n

/**
 * Whether a move brings a wallet money from outside. Minted and wrapped money comes from the zero address, a payout from the token
 * or the operator; a redeem through the float pays to the operator. The address of a request makes no such calls: all that comes
 * there pays it, also what its payer wraps or unwraps to it.
 */
export function isIncome(
  move: TokenMove,
  { ownContracts, operator }: OwnAddresses,
  { forRequest }: Pick<Wallet, 'forRequest'>,
): boolean {
  const { from, to } = move
  if (!bringsMoney(move)) return false
  if (forRequest) return true
  return from !== ZERO_ADDRESS && from !== operator && to !== operator && !ownContracts.includes(from)
}

/** The arrivals that moves bring to wallets of this gateway, the operator's aside. */
export async function incomeIn(world: World, moves: readonly PlacedMove[]): Promise<Arrival[]> {
  const { ownContracts, operator } = world.chain
  const some = moves.filter(bringsMoney)
  if (some.length === 0) return []
  const addresses = [...new Set(some.map(({ to }) => to))]
  const { wallets, altered } = await findWatched(world.db, world.keys, addresses, OPERATOR_ACCOUNT)
  if (altered.length > 0)
    world.log.error({ wallets: altered }, 'wallets were altered by another program, and not looked after')
  const byAddress = Map.groupBy(wallets, ({ address }) => address)
  const own = { ownContracts, operator: operator?.address }
  const arrivals = some.flatMap((move) => {
    const receivers = (byAddress.get(move.to) ?? []).filter((wallet) => isIncome(move, own, wallet))
    return receivers.map((wallet) => arrivalOf(world, move, wallet))
  })
  // The operator's key may have been another one then.
  const payouts = await payoutsAmong(world.db, [...new Set(arrivals.map(({ hash }) => hash))])
  return withAmounts(
    world,
    arrivals.filter(({ hash }) => !payouts.has(hash)),
  )
}

function arrivalOf({ chain }: World, move: PlacedMove, wallet: Wallet): Arrival {
  const { hash, block, blockHash, logIndex, from, position, units, handle = null, time } = move
  const { stable, cstable } = chain.tokens
  const token = (handle === null ? stable : cstable).symbol
  return { wallet, token, from, hash, position, block, blockHash, logIndex, time: time * 1000, handle, units }
}

/** Adds the amounts that are known without a decryption. A move known to be of nothing is no arrival. */
async function withAmounts(world: World, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const hidden = arrivals.filter((arrival) => arrival.handle !== null && !isSealed(arrival))
  const byWallet = Map.groupBy(hidden, ({ wallet }) => wallet.id)
  const known = new Map<string, ReadonlyMap<Hex, bigint>>()
  for (const [id, own] of byWallet)
    known.set(
      id,
      await remembered(
        world,
        own.map(({ handle }) => handle ?? (ZERO_HANDLE as Hex)),
        id,
      ),
    )
  return arrivals
    .map((arrival) => {
      if (arrival.handle === null) return arrival
      return { ...arrival, units: known.get(arrival.wallet.id)?.get(arrival.handle) }
    })
    .filter(({ units }) => units !== 0n)
}
