import { encodeFunctionData } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, stableAbi } from '../../../contracts/abis.ts'
import type { Calls } from '../../calls.ts'
import type { Tokens } from '../../port.ts'

/** A wrap that follows its approval cannot be tried before the approval is mined (336 k measured). */
const WRAP_GAS = 700_000n

/** Public STABLE to cSTABLE: one call where the token can (`transferAndCall`), else an exact approval and a wrap. */
export function wrapCalls(
  tokens: Tokens,
  transferAndCall: boolean,
  wallet: Address,
  units: bigint,
): ReturnType<Calls['wrap']> {
  const [stable, cstable] = [tokens.stable.address, tokens.cstable.address]
  if (transferAndCall) {
    const args = [cstable, units, '0x'] as const
    const data = encodeFunctionData({ abi: stableAbi, functionName: 'transferAndCall', args })
    return [{ kind: 'wrap', call: { to: stable, data, value: 0n } }]
  }
  const approve = encodeFunctionData({ abi: stableAbi, functionName: 'approve', args: [cstable, units] })
  const wrap = encodeFunctionData({ abi: cstableAbi, functionName: 'wrap', args: [wallet, units] })
  return [
    { kind: 'approve', call: { to: stable, data: approve, value: 0n } },
    { kind: 'wrap', call: { to: cstable, data: wrap, value: 0n }, fixedGas: WRAP_GAS },
  ]
}
