import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { paths } from '../../../gateway/testnet/files.ts'
import { loadSecrets } from '../../../gateway/testnet/secrets.ts'
import type { Testnet } from '../../harness/testnet.ts'

const abi = parseAbi(['function setOperator(address operator, bool allowed)'])
const ETHER = 10n ** 18n

export type Operator = { account: PrivateKeyAccount; env: { SOTTO_OPERATOR_KEY: string } }

/**
 * Another operator of a test-net's faucet. Every gateway and script in a benchmark has one of its own: a gateway stops to
 * find out what has happened when somebody else uses the key that it signs with.
 */
export async function appointOperator({ info, money, controls }: Testnet, folder: string): Promise<Operator> {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  const owner = privateKeyToAccount(loadSecrets(paths(join(folder, 'testnet'))).ownerKey)
  await controls.setBalance(account.address, 1_000_000n * ETHER)
  await controls.setBalance(owner.address, ETHER)
  await money.send(
    owner,
    info.faucet,
    encodeFunctionData({ abi, functionName: 'setOperator', args: [account.address, true] }),
  )
  return { account, env: { SOTTO_OPERATOR_KEY: key } }
}
