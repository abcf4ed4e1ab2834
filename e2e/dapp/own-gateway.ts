import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../harness/command.ts'
import { clean, makeKey, temporaryFolder } from '../harness/gateway.ts'

export type OwnGateway = {
  url: string
  /** The shop's key, and one of an account for the buyer. */
  keys: { shop: string; buyer: string }
  /** Resolves when the gateway ends, asked to or not. */
  ended: Promise<void>
  close(): Promise<void>
}

/** An offline gateway with a test-net and a data folder of its own, which are gone when it is closed. */
export async function ownGateway(): Promise<OwnGateway> {
  const folder = temporaryFolder()
  const args = [join(projectRoot, 'dist', 'bin.mjs'), 'start', '--port', '0', '--data-dir', folder.path]
  // In a process group of its own: Ctrl-C reaches this process alone, which then ends the gateway in order.
  const child = spawn(process.execPath, args, {
    env: { ...clean(process.env), SOTTO_LOG_LEVEL: 'warn', SOTTO_WORKER: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // However this process ends, the gateway does not outlive it.
  process.once('exit', () => child.kill())
  const close = async () => {
    child.kill()
    await ended
    folder.remove()
  }
  try {
    const url = await listening(child)
    const keys = {
      shop: await makeKey(folder.path, 'shop@sotto.local'),
      buyer: await makeKey(folder.path, 'buyer@sotto.local'),
    }
    return { url, keys, ended, close }
  } catch (error) {
    await close()
    throw error
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      const port = /^sotto listening on http:\/\/127\.0\.0\.1:(\d+)/m.exec(said)?.[1]
      if (port !== undefined) resolve(`http://localhost:${port}`)
    })
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}\n${said}`)))
  })
}
