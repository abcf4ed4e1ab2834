import { type RunningTestnet, startTestnet } from '../start.ts'
import type { FromProcess, ToProcess } from './messages.ts'

/** The test-net's own process. It ends with its parent: the IPC channel closes when the parent is gone, however. */
const STOP_MS = 4_000

let starting: Promise<RunningTestnet> | undefined
let stopping: Promise<void> | undefined

function tell(message: FromProcess): void {
  if (process.connected) process.send?.(message, () => {})
}

async function run(options: Extract<ToProcess, { is: 'start' }>['options']): Promise<void> {
  const log = (line: string) => tell({ is: 'log', line })
  try {
    starting = startTestnet({ ...options, log }, () => tellPids())
    const testnet = await starting
    const tellPids = () => tell({ is: 'pids', pids: testnet.info.pids })
    tell({ is: 'ready', info: testnet.info })
    void testnet.failed.then((error) => fail(error))
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  tell({ is: 'failed', reason: error instanceof Error ? error.message : String(error) })
  void end(1)
}

/** Snapshot, then anvil, then us. What hangs is left behind after four seconds: the journal has it all. */
function end(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code), STOP_MS)
    await starting?.then(({ stop }) => stop()).catch(() => {})
    process.exit(code)
  })()
  return stopping
}

process.on('message', (message: ToProcess) => {
  if (message.is === 'start') void run(message.options)
  else void end(0)
})
process.on('disconnect', () => void end(0))
process.on('SIGTERM', () => void end(0))
process.on('SIGINT', () => void end(0))
