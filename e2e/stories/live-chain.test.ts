import { afterAll } from 'vitest'
import { createLiveChain } from '../../gateway/chain/live/chain.ts'
import { createSigner } from '../../gateway/chain/live/wallet-keys.ts'
import { signingOf } from '../../gateway/chain/signing.ts'
import { chainSuite } from '../../gateway/chain/suite/chain-suite.ts'
import { controlsOf } from '../../gateway/testnet/controls.ts'
import { fastInput } from '../../gateway/testnet/fast-input.ts'
import { spawnTestnet } from '../../gateway/testnet/process/spawn.ts'
import { snapshotsByCount } from '../../gateway/testnet/test-kit.ts'
import { temporaryFolder } from '../harness/gateway.ts'

const folder = temporaryFolder()
const opened: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const close of opened.reverse()) await close()
  folder.remove()
})

chainSuite('the live chain, on the offline test-net', async () => {
  const operator = createSigner()
  const { info, stop } = await spawnTestnet({
    dataDir: folder.path,
    operator: operator.address,
    snapshotAfter: snapshotsByCount,
  })
  opened.push(stop)
  const chain = await createLiveChain({ ...info, operator, fastInput: (request) => fastInput(info, request) })
  opened.push(() => chain.close())
  const controls = controlsOf(info)
  const reorganise = async (blocks: number) => {
    await controls.rollback(blocks)
    await controls.mine()
  }
  return { chain: { ...chain, ...signingOf(chain) }, reorganise }
})
