import { type Abi, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { TokenPowers } from '../../token-powers.ts'
import { ask, type Client } from '../rpc/client.ts'
import { viewOf, viewWhatIsThere } from '../views.ts'

/** ConfidentialWrapper of protocol-apps. An older one answers the selector after a flag, in one word more. */
export const powersAbi = parseAbi([
  'function observers() view returns (address[])',
  'function pauser() view returns (address)',
  'function paused() view returns (bool)',
  'function getUnderlyingDenyListSelector() view returns (bytes4)',
  'function isBlocked(address user) view returns (bool)',
])

/** No list that a person could read is longer; a node can answer with anything. */
const OBSERVERS_MAX = 100

/** Powers over a token, and which of some addresses it refuses: one question. What the token has not is no power. */
export async function readPowers(client: Client, token: Address, addresses: readonly Address[]): Promise<TokenPowers> {
  const questions: [string, unknown[]][] = [
    ['observers', []],
    ['pauser', []],
    ['paused', []],
    ['getUnderlyingDenyListSelector', []],
    ['isBlocked', [token]],
    ...addresses.map((address): [string, unknown[]] => ['isBlocked', [address]]),
  ]
  const [observers, pauser, paused, selector, asks, ...blocked] = await answers(client, token, questions)
  const hasList = asks !== undefined
  return {
    observers: ((observers as Address[] | undefined) ?? []).slice(0, OBSERVERS_MAX),
    ...(pauser === undefined || isAddressEqual(pauser as Address, zeroAddress) ? {} : { pauser: pauser as Address }),
    isPaused: paused === true,
    denyList: !hasList ? 'none' : /^0x0*$/.test((selector as Hex | undefined) ?? '0x') ? 'own' : 'own and underlying',
    refused: addresses.filter((_, index) => blocked[index] === true),
  }
}

/** Undefined where the token refuses a question or answers with something else. A node that is away throws. */
async function answers(client: Client, token: Address, questions: [string, unknown[]][]): Promise<unknown[]> {
  const views = questions.map(([functionName, args]) => {
    const { read, ...view } = viewOf<unknown>(token, powersAbi as Abi, functionName)(...args)
    return { ...view, read: (data: Hex) => read(wordsOf(functionName, data)) }
  })
  return ask('powers over the token', () => viewWhatIsThere(client, views))
}

/** `(bool isSet, bytes4 selector)` of the older wrapper, as the newer one says it. */
function wordsOf(functionName: string, data: Hex): Hex {
  return functionName === 'getUnderlyingDenyListSelector' && data.length === 2 + 128 ? `0x${data.slice(2 + 64)}` : data
}
