import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { writeTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { type Controls, controlsOf } from '../../gateway/testnet/controls.ts'
import { paths } from '../../gateway/testnet/files.ts'
import { loadSecrets } from '../../gateway/testnet/secrets.ts'
import { type Money, moneyOn, operator, snapshotsByCount, spawnTestNet } from '../../gateway/testnet/test-kit.ts'
import type { TestnetInfo, TestnetOptions } from '../../gateway/testnet/types.ts'

export type Testnet = {
  info: TestnetInfo
  /** What a test may do to the chain that a gateway may not. */
  controls: Controls
  /** Bare transactions, past the gateway. */
  money: Money
  operator: `0x${string}`
  /** Environment for a gateway that uses this test-net, perhaps through a test's detours, or with another token. */
  environment(
    through?: Partial<Pick<TestnetInfo, 'rpcUrl' | 'relayerUrl' | 'relayerSyncUrl' | 'cstable'>>,
  ): Record<string, string>
  /** The key of one more operator, with ETH and the faucet: gateways that pay at the same time need one each. */
  newOperator(): Promise<`0x${string}`>
  stop(): Promise<void>
}

const faucetAbi = parseAbi(['function setOperator(address operator, bool allowed)'])

/** A test-net of the test's own, for gateways that do not bring theirs. */
export async function startTestnet(folder: string, options: Pick<TestnetOptions, 'protocol'> = {}): Promise<Testnet> {
  const dataDir = join(folder, 'testnet')
  const { info, stop } = await spawnTestNet(dataDir, { snapshotAfter: snapshotsByCount, ...options })
  const controls = controlsOf(info)
  const money = moneyOn(info)
  let files = 0
  return {
    info,
    controls,
    money,
    operator: operator.address,
    environment(through = {}) {
      files += 1
      const file = join(folder, `testnet-${files}.json`)
      writeTestnetFile(file, { ...info, ...through })
      return { SOTTO_TESTNET: file, SOTTO_OPERATOR_KEY: `0x${'07'.repeat(32)}` }
    },
    async newOperator() {
      const key = generatePrivateKey()
      const { address } = privateKeyToAccount(key)
      await controls.setBalance(address, 10n ** 24n)
      const owner = privateKeyToAccount(loadSecrets(paths(dataDir)).ownerKey)
      const args = [address, true] as const
      await money.send(owner, info.faucet, encodeFunctionData({ abi: faucetAbi, functionName: 'setOperator', args }))
      return key
    },
    stop,
  }
}
