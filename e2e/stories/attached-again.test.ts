import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { freePort } from '../../gateway/testing/free-port.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { type Running, runSotto } from '../harness/command.ts'
import { clientOf, makeKey, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { rpc } from '../harness/rpc.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, 'testnet.json')
})
afterEach(() => folder.remove())

function startAlone(...args: string[]): Running {
  return runSotto(['testnet', '--data-dir', join(folder.path, 'alone'), ...args], { SOTTO_TESTNET: file })
}

async function portsOf(testnet: Running): Promise<(string | undefined)[]> {
  await testnet.says(/Ctrl-C stops it/)
  return [...testnet.stdout().matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)
}

async function end(testnet: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  testnet.process.kill(signal)
  await testnet.ended
}

function occupy(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** An orderly end is the easier one, before a release. */
test.each(isLong ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
  'a gateway goes on after its test-net ended by %s and is back',
  async (by) => {
    let testnet = startAlone()
    const ports = await portsOf(testnet)
    const { operatorKey } = readTestnetFile(file)
    const gateway = await startGateway({ dataDir: folder.path, env: { SOTTO_TESTNET: file } })
    try {
      const api = clientOf(gateway, await makeKey(folder.path))
      const { wallet } = await api.createWallet({ type: 'custodial' })
      const other = await api.createWallet({ type: 'custodial' })
      await api.fund({ walletId: wallet.id, amount: '25' })
      await api.mint({ walletId: wallet.id, amount: '10' })
      await end(testnet, by)
      await expect(api.mint({ walletId: wallet.id, amount: '1' })).rejects.toThrow('The chain did not answer')

      testnet = startAlone()
      expect(await portsOf(testnet)).toEqual(ports)
      // What the operator has is at the address of this key.
      expect(readTestnetFile(file).operatorKey).toBe(operatorKey)
      const { transaction } = await api.transfer({ walletId: wallet.id, to: other.wallet.address, amount: '4' })
      expect(transaction.status).toBe('SETTLED')
      expect(await triple(api, wallet.id)).toEqual(['15', '6', '21'])
      expect(await triple(api, other.wallet.id)).toEqual(['0', '4', '4'])
    } finally {
      await gateway.stop()
      await end(testnet)
    }
  },
)

test('a port that is taken is refused with what to do, and one that is named is kept from then on', async () => {
  const first = startAlone()
  const [port = ''] = await portsOf(first)
  await end(first)
  const intruder = await occupy(Number(port))
  const refused = startAlone()
  expect(await refused.ended).toBe(1)
  expect(refused.stderr()).toContain(`Port ${port}, where the RPC of this test-net is, is taken by another program.`)
  expect(refused.stderr()).toContain('--port PORT')
  expect(refused.stderr()).not.toContain('    at ')

  const other = await freePort()
  for (const args of [['--port', String(other)], []]) {
    const moved = startAlone(...args)
    expect((await portsOf(moved))[0]).toBe(String(other))
    expect(await rpc(`http://127.0.0.1:${other}`, 'eth_chainId')).toBe('0xaa36a7')
    await end(moved)
  }
  intruder.close()
})
