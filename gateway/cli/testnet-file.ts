import { writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Hex } from '#shared/model/ids.ts'
import type { TestnetInfo } from '../testnet/types.ts'
import { bytesOf } from './explain.ts'
import { quoted } from './print.ts'

/** In the network's folder while a gateway runs: how the commands beside it find its test-net. */
export const TESTNET_FILE = 'testnet.json'

const hex = z.templateLiteral(['0x', z.string()])

const TestnetFile = z.object({
  rpcUrl: z.string(),
  relayerUrl: z.string(),
  relayerSyncUrl: z.string(),
  chainId: z.literal(11155111),
  genesisHash: hex,
  stable: hex,
  cstable: hex,
  faucet: hex,
  multicall3: hex,
  secret: z.string(),
  /** Key of the faucet's owner, if the test-net runs alone: a gateway that attaches can then fund at once. */
  operatorKey: z.optional(hex),
  pids: z.object({ testnet: z.number(), anvil: z.number() }),
})

/** Holds the test-net's secret: mode 0600. */
export function writeTestnetFile(file: string, info: TestnetInfo, operatorKey?: string): void {
  const named = operatorKey === undefined ? info : { ...info, operatorKey }
  writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`, { mode: 0o600 })
}

/** `operatorKey`: only in the file of a test-net that runs alone. */
export function readTestnetFile(file: string): TestnetInfo & { operatorKey?: Hex | undefined } {
  const found = testnetFileIn(file)
  if (found !== undefined) return found
  throw new Error(`${file} names no test-net: start one with ${testnetStart(file)}`)
}

/** What a person types to start the test-net of a file. */
export const testnetStart = (file: string): string => `SOTTO_TESTNET=${quoted(file)} sotto testnet`

/** The same; undefined where there is no such file, or it holds something else. */
export function testnetFileIn(file: string): z.infer<typeof TestnetFile> | undefined {
  return TestnetFile.safeParse(jsonIn(file)).data
}

/** Undefined where there is no file, or it holds no JSON. */
function jsonIn(file: string): unknown {
  try {
    return JSON.parse(bytesOf(file).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
