import { createServer } from 'node:net'
import * as z from 'zod/mini'
import { type Paths, readIfThere, writeDurably } from '../files.ts'

/** Ports of the RPC front and of the relayer; 0 is any free one. */
export type Ports = { rpcPort: number; relayerPort: number }

export const FREE: Ports = { rpcPort: 0, relayerPort: 0 }

const port = z.number().check(z.int(), z.minimum(1), z.maximum(65_535))
const Kept = z.object({ rpcPort: port, relayerPort: port })

/** The ports of the last start that kept them; free ones where there was none. */
export function keptPorts(paths: Pick<Paths, 'ports'>): Ports {
  const kept = Kept.safeParse(parse(readIfThere(paths.ports)))
  return kept.success ? kept.data : FREE
}

/**
 * The named ports, then the kept ones. Where another port is named for the RPC its relayer moves too: a user who gives a test-net
 * another place may do so because either was taken.
 */
export function choosePorts(named: Partial<Ports>, kept: Ports): Ports {
  const { rpcPort = kept.rpcPort } = named
  const { relayerPort = rpcPort === kept.rpcPort ? kept.relayerPort : 0 } = named
  return { rpcPort, relayerPort }
}

export function keepPorts(paths: Pick<Paths, 'ports'>, ports: Ports): void {
  writeDurably(paths.ports, `${JSON.stringify(ports)}\n`)
}

/** Throws where another program listens there: another port would be one that no attached gateway knows. */
export async function requireFree({ rpcPort, relayerPort }: Ports): Promise<void> {
  for (const [port, what] of [
    [rpcPort, 'RPC'],
    [relayerPort, 'relayer'],
  ] as const) {
    if (port !== 0 && (await isTaken(port))) throw new PortTaken(port, what)
  }
}

export class PortTaken extends Error {
  constructor(port: number, what: 'RPC' | 'relayer') {
    super(
      `Port ${port}, where the ${what} of this test-net is, is taken by another program. End that one and start again; or give the test-net other ports with --port PORT, and start the gateways that are attached to it again.`,
    )
    this.name = 'PortTaken'
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
