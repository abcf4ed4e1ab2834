import { parentPort, workerData } from 'node:worker_threads'
import { artifact } from '../../contracts/artifacts.ts'
import { connect } from '../chain/rpc.ts'
import { openCleartexts } from '../coprocessor/cleartexts.ts'
import { createFollower } from '../coprocessor/follower.ts'
import { paths as pathsOf } from '../files.ts'
import { createAcl } from '../kms/acl.ts'
import { loadSecrets } from '../secrets.ts'
import { createTfhe } from '../tfhe/tfhe.ts'
import { startRelayer } from './server.ts'

/** Coprocessor, KMS and relayer, in a thread beside the RPC front. They see the chain through it, like anyone else. */
export type RelayerData = { dataDir: string; rpcPort: number; port: number }
export type ToRelayer = { is: 'changed' } | { is: 'stop' }
export type FromRelayer = { is: 'ready'; port: number } | { is: 'log'; line: string } | { is: 'stopped' }

const { dataDir, rpcPort, port } = workerData as RelayerData
const tell = (message: FromRelayer) => parentPort?.postMessage(message)
const log = (line: string) => tell({ is: 'log', line })

const paths = pathsOf(dataDir)
const secrets = loadSecrets(paths)
const rpc = connect(rpcPort)
const cleartexts = openCleartexts(paths.cleartexts)
const follower = createFollower(rpc, artifact('FHEVMExecutor').abi, cleartexts, log)
const tfhe = createTfhe(paths.tfhe)
const services = {
  cleartexts,
  follower,
  acl: createAcl(rpc),
  tfhe,
  kmsKey: secrets.kmsKey,
  coprocessorKey: secrets.coprocessorKey,
  now: () => Math.floor(Date.now() / 1000),
  log,
}

/** Follows in the background, so that a decryption after many blocks has little left to wait for. */
const FOLLOW_AFTER_MS = 250
let due: NodeJS.Timeout | undefined
function followSoon(): void {
  due ??= setTimeout(() => {
    due = undefined
    follower.sync().catch((error) => log(`coprocessor: ${String(error)}`))
  }, FOLLOW_AFTER_MS)
}

const server = await startRelayer(services, port, secrets.secret)

parentPort?.on('message', async (message: ToRelayer) => {
  if (message.is === 'changed') return followSoon()
  clearTimeout(due)
  await server.close()
  await tfhe.close()
  rpc.close()
  cleartexts.close()
  tell({ is: 'stopped' })
})
tell({ is: 'ready', port: server.port })
followSoon()
