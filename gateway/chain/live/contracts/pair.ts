import type { Abi } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi, stableAbi } from '../../../contracts/abis.ts'
import type { Tokens } from '../../port.ts'
import { ask, type Client } from '../rpc/client.ts'
import { viewOf, viewWhatIsThere } from '../views.ts'
import type { Pair } from './registry.ts'

/** ERC-165 identifiers. `IERC7984ERC20Wrapper`: of OpenZeppelin since 0.4.0, whose request IDs stand in its events. */
const interfaces = { ERC1363: '0xb0202a11', IERC7984: '0x4958f2a4', IERC7984ERC20Wrapper: '0x1f1c62b2' } as const

export type Inspected = {
  tokens: Tokens
  /** Whether the public token is ERC-1363. */
  transferAndCall: boolean
  /** What the confidential one says that it is: for people. */
  wrapper: 'ERC-7984 wrapper' | 'older ERC-7984 wrapper, without request IDs' | 'does not say that it is ERC-7984'
}

/** Symbols as the contracts report them; and that they are a pair, with six decimals, one to one. Throws where they are none. */
export async function inspectPair(client: Client, pair: Pair): Promise<Inspected> {
  const stable = { address: pair.stable, abi: stableAbi } as const
  const cstable = { address: pair.cstable, abi: cstableAbi } as const
  const contracts = [
    { ...stable, functionName: 'symbol' },
    { ...stable, functionName: 'decimals' },
    { ...cstable, functionName: 'symbol' },
    { ...cstable, functionName: 'underlying' },
    { ...cstable, functionName: 'rate' },
  ] as const
  const [symbol, decimals, hiddenSymbol, underlying, rate] = await ask('the tokens', () =>
    client.multicall({ allowFailure: false, contracts }),
  )
  if (underlying.toLowerCase() !== pair.stable.toLowerCase()) {
    throw new Error(`${pair.cstable} wraps ${underlying}, not ${pair.stable}. Check the two token addresses.`)
  }
  if (decimals !== 6 || rate !== 1n) throw new Error(`${pair.stable} has ${decimals} decimals; Sotto needs six.`)
  const [isCurrent, isConfidential, transferAndCall] = await interfacesOf(client, pair)
  const older = isConfidential ? 'older ERC-7984 wrapper, without request IDs' : 'does not say that it is ERC-7984'
  const tokens = {
    stable: { address: pair.stable, symbol },
    cstable: { address: pair.cstable, symbol: hiddenSymbol },
  }
  return { tokens, transferAndCall, wrapper: isCurrent ? 'ERC-7984 wrapper' : older }
}

/**
 * By ERC-165, which a token may not have: it then says no. A node that does not answer says nothing, and is not taken for it.
 * The public token is asked last, since one without the function may burn most of the gas of the question.
 */
async function interfacesOf(client: Client, { stable, cstable }: Pair): Promise<[boolean, boolean, boolean]> {
  const says = (token: Address, id: Hex) => viewOf<boolean>(token, cstableAbi as Abi, 'supportsInterface')(id)
  const { ERC1363, IERC7984, IERC7984ERC20Wrapper } = interfaces
  const views = [says(cstable, IERC7984ERC20Wrapper), says(cstable, IERC7984), says(stable, ERC1363)]
  const [isCurrent = false, isConfidential = false, transferAndCall = false] = await ask(
    'interfaces of the tokens',
    () => viewWhatIsThere(client, views),
  )
  return [isCurrent, isConfidential, transferAndCall]
}
