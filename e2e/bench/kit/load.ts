import { connect, type Socket } from 'node:net'

export type Target = { port: number; path: string; headers?: Record<string, string> }

/** Requests per second over so many kept connections, each sending its next request when it has its answer. */
export async function measure(target: Target, connections: number, seconds: number): Promise<number> {
  const request = Buffer.from(
    [`GET ${target.path} HTTP/1.1`, `Host: 127.0.0.1:${target.port}`, ...fields(target), '', ''].join('\r\n'),
  )
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const counts = await Promise.all(Array.from({ length: connections }, () => converse(target.port, request, until)))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1_000)
}

function fields({ headers = {} }: Target): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** One connection until the time is over. Anything but a 200 ends the measurement. */
function converse(port: number, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let count = 0
    let received = ''
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.once('connect', () => socket.write(request))
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      if (!received.startsWith('HTTP/1.1 200 ')) return reject(new Error(received.slice(0, 500)))
      received = ''
      count++
      if (performance.now() < until) return socket.write(request)
      socket.destroy()
      resolve(count)
    })
  })
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1]
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length)
}
