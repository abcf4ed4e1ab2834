import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeFunctionData, type Hex } from 'viem'
import { cstableAbi, faucetAbi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { TAG_BYTES } from '../../../gateway/legs/tags/tag.ts'
import { paths } from '../../../gateway/testnet/files.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { rpc } from '../../harness/rpc.ts'
import { startTestnet } from '../../harness/testnet.ts'
import { sottoVerbs } from './money.ts'

type Call = { from: Hex; to: Hex; value: Hex; gas: Hex; input: Hex }
type Mined = Call & { hash: Hex; blockNumber: Hex }

/**
 * `node e2e/bench/payments/gas.ts`, after a build: what each call of each money verb takes of gas, and what it would have taken
 * in the same block without its tag.
 */
const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const { rpcUrl } = testnet.info
const note = JSON.parse(readFileSync(paths(join(folder.path, 'testnet')).anvilPid, 'utf8'))
const { host, port } = note.running.at(-1) as { host: string; port: number }
const node = `http://${host}:${port}`
const gateway = await startGateway({ dataDir: folder.path, env: testnet.environment() })
try {
  const verbs = await sottoVerbs(clientOf(gateway, await makeKey(folder.path)), testnet)
  const rows = ['| verb | call | gas | without the tag | more |', '| --- | --- | --: | --: | --: |']
  for (const [verb, pay] of Object.entries(verbs)) {
    // The first of a kind fills slots that are empty.
    await pay()
    const before = await height()
    await pay()
    for (const call of await minedSince(before)) {
      const [whole, bare] = [await gasOf(call), await gasOf({ ...call, input: withoutTag(call.input) })]
      rows.push(`| ${verb} | ${nameOf(call.input)} | ${whole} | ${bare} | ${whole - bare} |`)
    }
  }
  process.stdout.write(`${rows.join('\n')}\n`)
} finally {
  await gateway.stop()
  await testnet.stop()
  folder.remove()
}

async function height(): Promise<number> {
  return Number(await rpc<Hex>(rpcUrl, 'eth_blockNumber'))
}

async function minedSince(before: number): Promise<Mined[]> {
  const found: Mined[] = []
  for (let number = before + 1; number <= (await height()); number++) {
    const block = `0x${number.toString(16)}`
    found.push(...(await rpc<{ transactions: Mined[] }>(rpcUrl, 'eth_getBlockByNumber', block, true)).transactions)
  }
  return found
}

function withoutTag(data: Hex): Hex {
  return data.slice(0, -2 * TAG_BYTES) as Hex
}

/** Of a call in the place of a mined one: after the block before. */
async function gasOf({ from, to, value, gas, input, blockNumber }: Mined): Promise<number> {
  const before = `0x${(Number(blockNumber) - 1).toString(16)}`
  const call = { from, to, value, gas, data: input }
  const { gasUsed, error } = await rpc<{ gasUsed: Hex; error?: string }>(node, 'debug_traceCall', call, before, {
    tracer: 'callTracer',
  })
  if (error !== undefined) throw new Error(error)
  return Number(gasUsed)
}

function nameOf(data: Hex): string {
  return decodeFunctionData({ abi: [...cstableAbi, ...stableAbi, ...faucetAbi], data }).functionName
}
