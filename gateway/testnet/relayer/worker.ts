import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../chain/rpc.ts'
import { openCleartexts } from '../coprocessor/cleartexts.ts'
import { createFollower } from '../coprocessor/follower.ts'
import { paths as pathsOf } from '../files.ts'
import { createAcl } from '../kms/acl.ts'
import { createSignatures } from '../kms/erc1271.ts'
import { loadSecrets } from '../secrets.ts'
import { createTfhe } from '../tfhe/tfhe.ts'
import { startRelayer } from './server.ts'

/** Coprocessor, KMS and relayer, in a thread beside the RPC front. They see the chain through it, like anyone else. */
export type RelayerData = { dataDir: string; port: number }
export type ToRelayer = { is: 'begin'; rpcPort: number } | { is: 'changed' } | { is: 'stop' }
export type FromRelayer = { is: 'ready'; port: number } | { is: 'log'; line: string } | { is: 'stopped' }

const { dataDir, port } = workerData as RelayerData
const tell = (message: FromRelayer) => parentPort?.postMessage(message)
const log = (line: string) => tell({ is: 'log', line })

const paths = pathsOf(dataDir)
const secrets = loadSecrets(paths)
const cleartexts = openCleartexts(paths.cleartexts)
const tfhe = createTfhe(paths.tfhe)
/** Follows in the background, so that a decryption after many blocks has little left to wait for. */
const FOLLOW_AFTER_MS = 250

async function begin(rpcPort: number) {
  const rpc = connect({ host: '127.0.0.1', port: rpcPort })
  const follower = createFollower(rpc, cleartexts, log)
  const services = {
    cleartexts,
    follower,
    acl: createAcl(rpc),
    signatures: createSignatures(rpc),
    tfhe,
    kmsKey: secrets.kmsKey,
    coprocessorKey: secrets.coprocessorKey,
    now: () => Math.floor(Date.now() / 1000),
    log,
  }
  const server = await startRelayer(services, port, secrets.secret)
  let due: NodeJS.Timeout | undefined
  let ending = false
  // A stop cuts a question to the node that is under way: nothing is wrong then.
  const failed = (error: unknown) => {
    if (!ending) log(`coprocessor: ${String(error)}`)
  }
  function followSoon(): void {
    due ??= setTimeout(() => {
      due = undefined
      follower.sync().catch(failed)
    }, FOLLOW_AFTER_MS)
  }
  async function stop(): Promise<void> {
    ending = true
    clearTimeout(due)
    await server.close()
    rpc.close()
  }
  followSoon()
  tell({ is: 'ready', port: server.port })
  return { followSoon, stop }
}

let begun: ReturnType<typeof begin> | undefined
parentPort?.on('message', async (message: ToRelayer) => {
  if (message.is === 'begin') begun = begin(message.rpcPort)
  const running = await begun
  if (message.is === 'changed') running?.followSoon()
  if (message.is !== 'stop') return
  await running?.stop()
  await tfhe.close()
  cleartexts.close()
  tell({ is: 'stopped' })
})
