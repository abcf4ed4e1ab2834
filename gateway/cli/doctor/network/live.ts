import type { Address } from '#shared/model/ids.ts'
import { formatEther } from '#shared/model/money.ts'
import { ask, type Client, createClient } from '../../../chain/live/rpc/client.ts'
import { signerFromKey } from '../../../chain/live/wallet-keys.ts'
import type { Config } from '../../../config/config.ts'
import { OPERATOR_WEI_LOW } from '../../../monitoring/readiness.ts'
import { namedContracts, relayerOf, SEPOLIA_CHAIN } from '../../start/live-network.ts'
import { bad, type Finding, ok, reason } from '../finding.ts'
import { type Further, furtherFound } from './further.ts'
import { examineNetwork } from './network.ts'
import { checkRelayer } from './relayer.ts'

const noNode = bad('chain', 'SOTTO_RPC_URL is not set', 'set it to the address of a Sepolia node')
const noOperator = bad('operator', 'SOTTO_OPERATOR_KEY is not set', 'set it: payments need it')

/** A live network at first hand: the chain and its tokens, the relayer, and whether the operator can pay. */
export async function checkLive(config: Config, now: number): Promise<Finding[]> {
  const { SOTTO_OPERATOR_KEY: key, SOTTO_RPC_URL: rpcUrl } = config
  const operator = key === undefined ? undefined : signerFromKey(key).address
  if (rpcUrl === undefined) return operator === undefined ? [noNode, noOperator] : [noNode]
  const client = createClient(rpcUrl, SEPOLIA_CHAIN)
  const addresses = operator === undefined ? [] : [operator]
  const [network, further, relayer, gas] = await Promise.all([
    examineNetwork(client, {
      tokens: namedContracts(config),
      addresses,
      chainId: SEPOLIA_CHAIN,
      pads: config.SOTTO_PADS > 0,
      now,
    }),
    furtherFound(furtherNodes(config), SEPOLIA_CHAIN, client),
    checkRelayer({ ...relayerOf(config), rpcUrl }),
    checkGas(client, operator),
  ])
  return [...network, ...further, ...relayer, gas]
}

function furtherNodes({ SOTTO_RPC_URLS_CONFIRM: urls, SOTTO_RPC_URL_ARCHIVE: archive }: Config): Further[] {
  const confirming = urls.map((url, index) => ({ name: `confirming node ${index + 1}`, url }))
  return [
    ...confirming.map(({ name, url }) => nodeAt(name, url, 'SOTTO_RPC_URLS_CONFIRM')),
    ...(archive === undefined ? [] : [nodeAt('archive node', archive, 'SOTTO_RPC_URL_ARCHIVE')]),
  ]
}

function nodeAt(name: string, url: string, setting: Further['setting']): Further {
  return { name, setting, client: createClient(url, SEPOLIA_CHAIN) }
}

async function checkGas(client: Client, operator: Address | undefined): Promise<Finding> {
  if (operator === undefined) return noOperator
  try {
    const wei = await ask('gas', () => client.getBalance({ address: operator }))
    const says = `${operator} holds ${formatEther(wei)} ETH`
    return wei >= OPERATOR_WEI_LOW
      ? ok('operator', says)
      : bad('operator', says, 'send it ETH: faucet and payouts need it')
  } catch (error) {
    return bad('operator', reason(error), 'check SOTTO_RPC_URL')
  }
}
