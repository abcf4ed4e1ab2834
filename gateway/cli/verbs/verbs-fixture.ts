import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { createProgram } from '../program.ts'

// Set-up of the tests beside this. Its bindings are live.
export let world: TestWorld
export let alice: Tester
export let wallet: { id: string; address: Address }
export let url: string

/** How many of the gateway's next answers are lost, after the gateway has done its work. */
export const wire = { lost: 0, asked: [] as { path: string; key: string | null }[] }

const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
let server: Server

/**
 * A gateway on a fake chain behind a real socket, for all tests of the file that calls it: a wallet has 40 STABLE and 60
 * cSTABLE.
 */
export function setUpGateway(): void {
  beforeAll(async () => {
    world = await createTestWorld(roomy)
    alice = await createTester(world)
    wallet = await walletWithMoney(alice)
    const answer = async (request: Request, { incoming }: HttpBindings) => {
      const { pathname } = new URL(request.url)
      wire.asked.push({ path: pathname.replace('/api/v1', ''), key: request.headers.get('idempotency-key') })
      const said = await alice.app.request(new Request(request, { headers: withHost(request.headers) }))
      if (request.method === 'POST' && wire.lost-- > 0) incoming.socket.destroy()
      return said
    }
    server = createServer(getRequestListener((request, env) => answer(request, env as HttpBindings)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = 0
    wire.lost = 0
    wire.asked.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
}

function withHost(headers: Headers): Headers {
  const all = new Headers(headers)
  all.set('host', 'localhost:7984')
  return all
}

export type Said = { out: string; told: string; code: number | string }

/** Runs a command as a client would type it, with the key in the environment. */
export async function sotto(words: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  const said = { out: '', told: '' }
  const into = (name: 'out' | 'told') => (text: string | Uint8Array) => {
    said[name] += text
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('told'))
  process.exitCode = 0
  try {
    const source = { SOTTO_GATEWAY_URL: url, SOTTO_API_KEY: alice.apiKey, SOTTO_GATEWAY_FILE: '', ...env }
    await exiting(await createProgram(source, words[0])).parseAsync(['node', 'sotto', ...words])
  } catch (error) {
    // As `main.ts` does it.
    said.told += `sotto: ${(error as Error).message}\n`
    process.exitCode = 1
  } finally {
    vi.restoreAllMocks()
  }
  return { ...said, code: process.exitCode ?? 0 }
}

/** An address at which nothing listens. */
export async function freeAddress(): Promise<string> {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  await new Promise((resolve) => taken.close(resolve))
  return `http://127.0.0.1:${port}`
}

export const keyIn = ({ told }: Said): string => /^Idempotency-Key: (\S+)$/m.exec(told)?.[1] ?? ''

/** Throws where the process would end. */
function exiting(program: Command): Command {
  for (const command of program.commands) command.exitOverride()
  return program
}
