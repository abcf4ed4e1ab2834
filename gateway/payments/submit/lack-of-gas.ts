import { formatEther } from '#shared/model/money.ts'
import { invalid } from '#shared/refusal.ts'
import type { Fees } from '../../chain/port.ts'
import { feeCeiling } from '../../legs/fees.ts'
import type { World } from '../../world/world.ts'
import { OperatorShort } from '../rules/gas-gift.ts'
import { type Draft, PaymentImpossible } from './draft.ts'

const GWEI = 1_000_000_000n

export type Lack = { has: bigint; needs: bigint; fees: Pick<Fees, 'gasPrice'> }

/** The refusal of a payment whose sender has too little ETH: a flaw of the wallet, unless the operator pays. */
export function lackOfGas(
  world: World,
  { type, givenBefore }: Pick<Draft, 'type' | 'givenBefore'>,
  { has, needs, fees }: Lack,
): Error {
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
