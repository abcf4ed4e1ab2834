import { decodeFunctionData, isAddressEqual } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, faucetAbi, multicall3Abi, padsAbi, stableAbi } from '../../../contracts/abis.ts'
import type { Meaning } from '../../calls.ts'
import type { Call } from '../../port.ts'
import { MULTICALL3 } from '../rpc/client.ts'

type Contracts = { stable: Address; cstable: Address; faucet: Address | undefined; pads: Address }

/** The mirror of `calls.ts`: which of its calls some call data is. */
export function meaningOf(call: Call, contracts: Contracts): Meaning | undefined {
  const { stable, cstable, faucet, pads } = contracts
  try {
    if (isAddressEqual(call.to, stable)) return ofStable(call, cstable)
    if (isAddressEqual(call.to, cstable)) return ofCstable(call)
    if (isAddressEqual(call.to, pads)) return ofPads(call)
    if (faucet !== undefined && isAddressEqual(call.to, faucet)) return ofFaucet(call)
    return isAddressEqual(call.to, MULTICALL3) ? ofMulticall(call, stable) : undefined
  } catch {
    // Data that is no call of these contracts.
    return undefined
  }
}

function ofStable({ data }: Call, cstable: Address): Meaning | undefined {
  const { functionName, args } = decodeFunctionData({ abi: stableAbi, data })
  if (functionName === 'transfer') return { does: 'transfer', to: args[0], units: args[1] }
  const wraps = functionName === 'transferAndCall' && isAddressEqual(args[0], cstable)
  return wraps ? { does: 'wrap', units: args[1] } : undefined
}

function ofCstable({ data }: Call): Meaning | undefined {
  const { functionName, args } = decodeFunctionData({ abi: cstableAbi, data })
  if (functionName === 'wrap') return { does: 'wrap', units: args[1] }
  if (functionName === 'confidentialTransfer') return { does: 'hidden transfer', to: args[0] }
  if (functionName === 'unwrap') return { does: 'unwrap' }
  return functionName === 'finalizeUnwrap' ? { does: 'finalize', request: args[0] } : undefined
}

function ofPads({ data }: Call): Meaning | undefined {
  const { functionName, args } = decodeFunctionData({ abi: padsAbi, data })
  if (functionName === 'transfer') return { does: 'hidden transfer', to: args[0] }
  return functionName === 'redeem' ? { does: 'unwrap' } : undefined
}

function ofFaucet({ data }: Call): Meaning | undefined {
  const { functionName, args } = decodeFunctionData({ abi: faucetAbi, data })
  return functionName === 'fund' ? { does: 'fund', to: args[0], units: args[1] } : undefined
}

function ofMulticall({ data }: Call, stable: Address): Meaning | undefined {
  const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data })
  const [first] = functionName === 'aggregate3Value' ? args[0] : []
  if (first === undefined || !isAddressEqual(first.target, stable)) return undefined
  const mint = decodeFunctionData({ abi: stableAbi, data: first.callData })
  return mint.functionName === 'mint' ? { does: 'fund', to: mint.args[0], units: mint.args[1] } : undefined
}
