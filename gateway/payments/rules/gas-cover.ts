import { formatEther } from '#shared/model/money.ts'
import { invalid } from '#shared/refusal.ts'
import type { Fees } from '../../chain/port.ts'
import { feeCeiling } from '../../legs/fees.ts'
import type { World } from '../../world/world.ts'
import { type Draft, PaymentImpossible } from '../submit/draft.ts'
import { OperatorShort } from './gas-gift.ts'

const GWEI = 1_000_000_000n

/** Wei that the sender has left, and that the payment takes at most. */
export type GasFacts = { has: bigint; needs: bigint; fees: Pick<Fees, 'gasPrice'> }

type OfPayment = Pick<Draft, 'type' | 'givenBefore'>

/** Refuses where the sender's ETH does not cover a payment's gas. */
export function requireGasCover(world: World, draft: OfPayment, facts: GasFacts): void {
  if (facts.has < facts.needs) throw lackOfGas(world, draft, facts)
}

/** The refusal of a payment whose sender has too little ETH: a flaw of the wallet, unless the operator pays. */
function lackOfGas(world: World, { type, givenBefore }: OfPayment, { has, needs, fees }: GasFacts): Error {
  const ceiling = feeCeiling(world)
  const dear = fees.gasPrice > ceiling
  const price = `gas costs ${fees.gasPrice / GWEI} gwei now and this gateway pays up to ${ceiling / GWEI} (SOTTO_MAX_FEE_GWEI)`
  if (type === 'FUND') {
    if (dear) return new PaymentImpossible(`Nothing was sent: ${price}. Try again when it is cheaper.`)
    if (givenBefore !== undefined) return new OperatorShort()
    return new PaymentImpossible('The faucet has too little ETH. Ask the server admin.')
  }
  const lack = `has ${formatEther(has < 0n ? 0n : has)} ETH for gas and needs up to ${formatEther(needs)}`
  if (dear) return invalid('walletId', `${lack}: ${price}; try again when it is cheaper`, 'gas_price')
  if (needs <= world.config.SOTTO_LIMIT_GAS) return invalid('walletId', `${lack}: fund it first`, 'insufficient_gas')
  const more = `${lack}, more than the faucet gives in a day: send it ETH, or wait until gas is cheaper`
  return invalid('walletId', more, 'insufficient_gas')
}
