import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '#gateway/app.ts'
import type { Source } from '#gateway/config/config.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '#gateway/testing/test-world.ts'

export type Gateway = { port: number; origin: string; world: TestWorld; tester: Tester; close(): Promise<void> }

/** The gateway on the fake chain, over real HTTP: what browsers do with it needs no test-net. */
export async function serveGateway(settings: Source = {}): Promise<Gateway> {
  const world = await createTestWorld({
    SOTTO_LIMIT_LOGINS: '1000',
    SOTTO_LIMIT_WRITES: '1000',
    SOTTO_LIMIT_READS: '1000',
    ...settings,
  })
  restBetweenLooks(world)
  const app = createApp(world)
  const tester = await createTester(world, {}, app)
  const server = createServer(getRequestListener(app.fetch))
  const port = await listen(server)
  return {
    port,
    origin: `http://localhost:${port}`,
    world,
    tester,
    async close() {
      await end(server)
      await world.db.destroy()
    },
  }
}

/** What looks again and again beside the requests does so as often as on the real clock: a browser keeps a stream open. */
export function restBetweenLooks(world: TestWorld): void {
  const { clock, closing } = world
  const passing = clock.sleep
  clock.sleep = async (ms, signal) => {
    if (signal !== closing) return passing(ms, signal)
    await sleep(ms)
    clock.pass(ms)
  }
}

export type Site = { port: number; origin: string; close(): Promise<void> }

/** Some other site on this machine: an empty page at every path. */
export async function serveSite(): Promise<Site> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><h1>Elsewhere</h1>'),
  )
  const port = await listen(server)
  return { port, origin: `http://localhost:${port}`, close: () => end(server) }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
