import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet } from '../../harness/testnet.ts'
import { milliseconds } from '../kit/report.ts'

/**
 * `node e2e/bench/batches/proofs.ts [rows] [singles]`, after a build: confidential payments with genuine TFHE proofs, as rows of a
 * batch, of which 32 share a proof, and as transfers with a proof each.
 */
const ROWS = Number(process.argv[2] ?? 64)
const SINGLES = Number(process.argv[3] ?? 8)

const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const env = {
  ...testnet.environment(),
  SOTTO_FULL_PROOFS: 'on',
  SOTTO_PADS: '0',
  SOTTO_RECEIPT_WAIT_MS: '180000',
}
const gateway = await startGateway({ dataDir: folder.path, env })
const api = clientOf(gateway, await makeKey(folder.path))
const { wallet } = await api.createWallet({ type: 'custodial' })
await testnet.controls.setBalance(wallet.address as `0x${string}`, 10n ** 20n)
await api.fund({ walletId: wallet.id, amount: '100' })
await api.mint({ walletId: wallet.id, amount: '100' })
const rowAt = (index: number) => ({
  walletId: wallet.id,
  amount: '0.01',
  to: `0x${String(index + 10_000).padStart(40, '1')}`,
})
// The thread starts, and fetches its keys.
await api.transfer(rowAt(0))

const alone = await milliseconds(async () => {
  for (let index = 0; index < SINGLES; index++) await api.transfer(rowAt(index))
})
const { batch } = await api.createBatch({ rows: Array.from({ length: ROWS }, (_, index) => rowAt(index)) })
const shared = await milliseconds(async () => {
  await api.startBatch({ id: batch.id })
  for (;;) {
    const { status, progress, reason } = (await api.getBatch({ id: batch.id })).batch
    if (status === 'DONE' && progress.length === 1 && progress[0]?.status === 'SETTLED') return
    if (status !== 'RUNNING') throw new Error(`the batch is ${status}: ${JSON.stringify({ progress, reason })}`)
    await pause(100)
  }
})
const each = (took: number, count: number) => `${(took / count / 1_000).toFixed(2)} s`
process.stdout.write(
  [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`,
    '',
    '| payments | in all | each |',
    '| --- | --: | --: |',
    `| ${ROWS} rows of a batch, ${batch.report.proofs} proofs | ${(shared / 1_000).toFixed(1)} s | ${each(shared, ROWS)} |`,
    `| ${SINGLES} one by one, a proof each | ${(alone / 1_000).toFixed(1)} s | ${each(alone, SINGLES)} |`,
    `| one by one / batch | | ${(alone / SINGLES / (shared / ROWS)).toFixed(1)} |`,
    '',
  ].join('\n'),
)
await gateway.stop()
await testnet.stop()
folder.remove()
