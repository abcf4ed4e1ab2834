import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { choosePorts, FREE, keepPorts, keptPorts, type Ports, requireFree } from './ports.ts'

const kept: Ports = { rpcPort: 8545, relayerPort: 8546 }

test.each<[string, Partial<Ports>, Ports, Ports]>([
  ['nothing is known: free ones', {}, FREE, FREE],
  ['nothing is named: those of before', {}, kept, kept],
  ['the port of before is named: the relayer stays where it was', { rpcPort: 8545 }, kept, kept],
  ['another one is named: the relayer moves, too', { rpcPort: 9000 }, kept, { rpcPort: 9000, relayerPort: 0 }],
  ['both are named', { rpcPort: 9000, relayerPort: 9001 }, kept, { rpcPort: 9000, relayerPort: 9001 }],
])('%s', (_, named, before, expected) => {
  expect(choosePorts(named, before)).toEqual(expected)
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-ports-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('ports are kept in a file, and what is none counts as nothing', () => {
  const paths = { ports: join(folder, 'ports.json') }
  expect(keptPorts(paths)).toEqual(FREE)
  keepPorts(paths, kept)
  expect(keptPorts(paths)).toEqual(kept)
  for (const text of ['', '{', '[]', '{"rpcPort":1}', '{"rpcPort":-1,"relayerPort":70000}']) {
    writeFileSync(paths.ports, text)
    expect(keptPorts(paths)).toEqual(FREE)
  }
})

test.each(['rpcPort', 'relayerPort'] as const)('one that is taken is refused by name: %s', async (which) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const ports = { ...FREE, [which]: port }
  const what = which === 'rpcPort' ? 'RPC' : 'relayer'
  await expect(requireFree(ports)).rejects.toThrow(`Port ${port}, where the ${what} of this test-net is, is taken`)
  await new Promise((resolve) => server.close(resolve))
  await requireFree(ports)
})
