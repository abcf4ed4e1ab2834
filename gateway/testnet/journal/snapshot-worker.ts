import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Duplex, PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort } from 'node:worker_threads'
import { createGunzip, createGzip } from 'node:zlib'
import { archiveFor, type Thinning } from '../archive/thinning.ts'
import { connect, type Place, type Rpc } from '../chain/rpc.ts'
import { flushFolder } from '../files.ts'
import { stripTraces } from './strip-traces.ts'

/** A thread for the heavy lifting of snapshots, so that the RPC front keeps answering. */
export type SnapshotJob = { id: number; place: Place; file: string; thinning?: Thinning }
/** `dumped`: anvil may change again. */
export type SnapshotNews =
  | { id: number; is: 'dumped' }
  | { id: number; is: 'done' }
  | { id: number; is: 'failed'; reason: string }

const tell = (news: SnapshotNews) => parentPort?.postMessage(news)

parentPort?.on('message', async (job: SnapshotJob) => {
  try {
    await dump(job, () => tell({ id: job.id, is: 'dumped' }))
    tell({ id: job.id, is: 'done' })
  } catch (error) {
    tell({ id: job.id, is: 'failed', reason: String(error) })
  }
})

/**
 * `anvil_dumpState` answers gzipped JSON in hexadecimal. When this returns, it is on disk, without traces and without
 * blocks that are in the archive. Where it throws, as on a full disk, it leaves nothing there.
 */
async function dump({ place, file, thinning }: SnapshotJob, dumped: () => void): Promise<void> {
  const rpc = connect(place)
  const { answer, thin } = await ask(rpc, thinning).finally(rpc.close)
  dumped()
  const from = answer.indexOf('"0x') + 3
  const to = answer.lastIndexOf('"')
  if (from < 3 || to < from) throw new Error(`anvil gave no state: ${answer.subarray(0, 200)}`)
  const state = Buffer.from(answer.toString('latin1', from, to), 'hex')
  const beside = `${file}.new`
  try {
    await pipeline(
      Readable.from([state]),
      createGunzip(),
      stripTraces(),
      thin,
      createGzip({ level: 1 }),
      createWriteStream(beside, { mode: 0o600 }),
    )
    const fd = openSync(beside, 'r+')
    fsyncSync(fd)
    closeSync(fd)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  flushFolder(dirname(file))
}

async function ask(rpc: Rpc, thinning: Thinning | undefined): Promise<{ answer: Buffer; thin: Duplex }> {
  const thin = thinning ? await archiveFor(rpc, thinning) : new PassThrough()
  const answer = await rpc.forward('{"jsonrpc":"2.0","id":1,"method":"anvil_dumpState","params":[]}')
  return { answer, thin }
}
