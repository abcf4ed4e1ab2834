import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { closedConnectionsRead } from './closed-connections.ts'

/** A server in a thread of its own, which closes idle connections after three seconds and the second that Node adds. */
const server = new Worker(
  `const { createServer } = require('node:http')
   const server = createServer((request, response) => { request.resume(); response.end('well') })
   server.keepAliveTimeout = 3000
   server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))`,
  { eval: true },
)

afterAll(() => server.terminate())

/** Holds this thread up as a proof does, without a load on the processor. */
function compute(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('a request after a long computation goes to no connection that was closed meanwhile', async () => {
  const [port] = await once(server, 'message')
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'proof' }).then((answer) => answer.text())
  for (let proof = 0; proof < 2; proof++) {
    expect(await ask()).toBe('well')
    compute(7_500)
    await closedConnectionsRead()
    expect(await ask()).toBe('well')
  }
})
