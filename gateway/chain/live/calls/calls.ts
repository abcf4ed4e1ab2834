import { encodeFunctionData } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, faucetAbi, multicall3Abi, padsAbi, stableAbi } from '../../../contracts/abis.ts'
import type { Calls } from '../../calls.ts'
import type { Tokens } from '../../port.ts'
import { MULTICALL3 } from '../rpc/client.ts'
import { meaningOf } from './meaning.ts'
import { wrapCalls } from './wrap.ts'

export type CallSettings = {
  tokens: Tokens
  /** The faucet contract; without one the token's public `mint` and the gas go out through Multicall3. */
  faucet: Address | undefined
  /** The contract of pads. */
  pads: Address
  /** Whether the public token is ERC-1363 and the confidential one takes its callback. */
  transferAndCall: boolean
}

export function createCalls({ tokens, faucet, pads, transferAndCall }: CallSettings): Calls {
  const stable = tokens.stable.address
  const cstable = tokens.cstable.address
  return {
    fund(to, units, wei) {
      if (faucet === undefined) return fundThroughMulticall(stable, to, units, wei)
      const data = encodeFunctionData({ abi: faucetAbi, functionName: 'fund', args: [to, units] })
      return { to: faucet, data, value: wei }
    },

    wrap: (wallet, units) => wrapCalls(tokens, transferAndCall, wallet, units),

    transferPublic(to, units) {
      const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [to, units] })
      return { to: stable, data, value: 0n }
    },

    transferConfidential(to, input) {
      const args = [to, input.handle, input.proof] as const
      const data = encodeFunctionData({ abi: cstableAbi, functionName: 'confidentialTransfer', args })
      return { to: cstable, data, value: 0n }
    },

    transferHeld(to, handle) {
      const data = encodeFunctionData({ abi: cstableAbi, functionName: 'confidentialTransfer', args: [to, handle] })
      return { to: cstable, data, value: 0n }
    },

    unwrap(wallet, input) {
      const args = [wallet, wallet, input.handle, input.proof] as const
      return { to: cstable, data: encodeFunctionData({ abi: cstableAbi, functionName: 'unwrap', args }), value: 0n }
    },

    finalizeUnwrap(request, published) {
      const args = [request, published.units, published.proof] as const
      const data = encodeFunctionData({ abi: cstableAbi, functionName: 'finalizeUnwrap', args })
      return { to: cstable, data, value: 0n }
    },

    transferPadded(to, { handle, proof }, delta) {
      const args = [to, handle, proof, delta] as const
      return { to: pads, data: encodeFunctionData({ abi: padsAbi, functionName: 'transfer', args }), value: 0n }
    },

    redeemPublicly(units) {
      return { to: pads, data: encodeFunctionData({ abi: padsAbi, functionName: 'redeem', args: [units] }), value: 0n }
    },

    allowPads(until) {
      const data = encodeFunctionData({ abi: cstableAbi, functionName: 'setOperator', args: [pads, until] })
      return { to: cstable, data, value: 0n }
    },

    meaningOf: (call) => meaningOf(call, { stable, cstable, faucet, pads }),
  }
}

/** One transaction all the same: both calls, or neither. */
function fundThroughMulticall(stable: Address, to: Address, units: bigint, wei: bigint) {
  const callData = encodeFunctionData({ abi: stableAbi, functionName: 'mint', args: [to, units] })
  const calls = [
    { target: stable, allowFailure: false, value: 0n, callData },
    ...(wei === 0n ? [] : [{ target: to, allowFailure: false, value: wei, callData: '0x' as const }]),
  ]
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3Value', args: [calls] })
  return { to: MULTICALL3 as Address, data, value: wei }
}
