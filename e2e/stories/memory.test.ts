import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startGateway, temporaryFolder } from '../harness/gateway.ts'

/** The most memory that a process has ever held, in MiB, as the kernel counts it. */
function peakOf(pid: number): number {
  const [, kibibytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}

test.runIf(process.platform === 'linux')(
  'connections that ask a thousand times and read nothing leave the whole process under 300 MiB',
  async () => {
    const folder = temporaryFolder()
    const gateway = await startGateway({ dataDir: folder.path })
    const sockets: Socket[] = []
    const ask = (times: number) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {})
      socket.pause()
      socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(times))
    }
    try {
      // One that is cut at once, and as many requests as are not.
      ask(1_000)
      for (let count = 0; count < 20; count++) ask(31)
      for (let waited = 0; waited < 10; waited++) {
        await sleep(300)
        expect(peakOf(gateway.process.pid ?? 0)).toBeLessThan(300)
      }
      expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
      await gateway.stop()
      folder.remove()
    }
  },
)
