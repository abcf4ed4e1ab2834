import { join } from 'node:path'
import { writeTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { type Controls, controlsOf } from '../../gateway/testnet/controls.ts'
import { spawnTestnet } from '../../gateway/testnet/process/spawn.ts'
import { type Money, moneyOn, operator } from '../../gateway/testnet/test-kit.ts'
import type { TestnetInfo } from '../../gateway/testnet/types.ts'

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
  stop(): Promise<void>
}

/** A test-net of the test's own, for gateways that do not bring theirs. */
export async function startTestnet(folder: string): Promise<Testnet> {
  const { info, stop } = await spawnTestnet({ dataDir: join(folder, 'testnet'), operator: operator.address })
  let files = 0
  return {
    info,
    controls: controlsOf(info),
    money: moneyOn(info),
    operator: operator.address,
    environment(through = {}) {
      files += 1
      const file = join(folder, `testnet-${files}.json`)
      writeTestnetFile(file, { ...info, ...through })
      return { SOTTO_TESTNET: file, SOTTO_OPERATOR_KEY: `0x${'07'.repeat(32)}` }
    },
    stop,
  }
}
