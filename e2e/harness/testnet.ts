import { join } from 'node:path'
import { writeTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { type Controls, controlsOf } from '../../gateway/devnet/controls.ts'
import { spawnDevnet } from '../../gateway/devnet/spawn.ts'
import { type Money, moneyOn, operator } from '../../gateway/devnet/test-kit.ts'
import type { DevnetInfo } from '../../gateway/devnet/types.ts'

export type Testnet = {
  info: DevnetInfo
  /** What a test may do to the chain that a gateway may not. */
  controls: Controls
  /** Bare transactions, past the gateway. */
  money: Money
  operator: `0x${string}`
  /** Environment for a gateway that uses this test-net, perhaps through a test's detours. */
  environment(through?: Partial<Pick<DevnetInfo, 'rpcUrl' | 'relayerUrl' | 'relayerSyncUrl'>>): Record<string, string>
  stop(): Promise<void>
}

/** A test-net of the test's own, for gateways that do not bring theirs. */
export async function startTestnet(folder: string): Promise<Testnet> {
  const { info, stop } = await spawnDevnet({ dataDir: join(folder, 'testnet'), operator: operator.address })
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
