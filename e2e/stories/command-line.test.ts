import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Status } from '../../gateway/cli/status/gather.ts'
import { readTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { type Running, run, runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, makeKey, sotto, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { isAlive, testnetPids } from '../harness/processes.ts'
import { rpc } from '../harness/rpc.ts'

/** As long as a test may take: what ends has not waited for it. */
const DRAINING = { SOTTO_DRAIN_MS: '600000' }

let folder: ReturnType<typeof temporaryFolder>
const running: Running[] = []

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(async () => {
  for (const each of running.splice(0)) {
    each.process.kill('SIGTERM')
    await each.ended
  }
  folder.remove()
})

function started(each: Running): Running {
  running.push(each)
  return each
}

/** A gateway with everything that belongs to it, ready. */
async function startedGateway(launch: (dataDir: string) => Running) {
  const gateway = started(launch(folder.path))
  const [, rpcUrl = ''] = await gateway.says(/^sotto test-net (\S+)/m)
  await gateway.says(/^sotto listening on /m)
  const { pid } = JSON.parse(readFileSync(join(folder.path, 'offline', 'holder.json'), 'utf8')) as { pid: number }
  const pids = [pid, ...Object.values(await testnetPids(rpcUrl))]
  expect(pids.map(isAlive)).toEqual([true, true, true])
  return { gateway, pid, pids }
}

const start = (dataDir: string) => runSotto(['start', '--port', '0', '--data-dir', dataDir], DRAINING)
/** Without the setting up, which has been done and would replace what this test runs on. */
const npmStart = (dataDir: string) =>
  run('npm', ['start', '--ignore-scripts', '--', '--port', '0', '--data-dir', dataDir], DRAINING)

test.each([
  ['SIGTERM', 'the command', start],
  ['SIGINT', 'the command', start],
  ['SIGTERM', 'npm', npmStart],
  ['SIGINT', 'npm', npmStart],
] as const)('%s to %s ends gateway, test-net and anvil', async (signal, _, launch) => {
  const { gateway, pids } = await startedGateway(launch)
  gateway.process.kill(signal)
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
  expect(await gateway.ended).toBe(0)
})

test('a second start on the same data folder waits, and then names who holds it', async () => {
  const { pid, gateway } = await startedGateway(start)
  const second = started(start(folder.path))
  const begun = performance.now()
  expect(await second.ended).toBe(1)
  expect(performance.now() - begun).toBeGreaterThan(14_000)
  expect(second.stderr()).toMatch(new RegExp(`in use by process ${pid}\\b`))
  expect(second.stdout()).toBe('')
  expect(gateway.process.exitCode, 'the first goes on').toBeNull()
})

test('a second start takes over from a first that ends while it waits', async () => {
  const first = await startedGateway(start)
  const second = started(start(folder.path))
  first.gateway.process.kill('SIGTERM')
  const [, url = ''] = await second.says(/^sotto listening on (\S+)$/m)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('with --port 0 two gateways run side by side, each on a port of its own', async () => {
  const other = temporaryFolder()
  const gateways: Gateway[] = await Promise.all([folder, other].map(({ path }) => startGateway({ dataDir: path })))
  const ports = gateways.map(({ url }) => Number(new URL(url).port))
  expect(new Set([...ports, 7984, 0]).size).toBe(4)
  const answers = await Promise.all(gateways.map(({ url }) => fetch(`${url}/api/v1/sandbox`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0])
  other.remove()
})

test('sotto testnet runs the test-net alone, names it in a file of its own, and ends with its anvil', async () => {
  const file = join(folder.path, 'testnet.json')
  const testnet = started(runSotto(['testnet', '--data-dir', folder.path, '--testnet', file]))
  const [, rpcUrl = '', stable] = await testnet.says(/^sotto test-net (\S+) chain 11155111 stable (\S+) cstable \S+$/m)
  await testnet.says(/^funded key 0x[0-9a-f]{64}$/m)
  expect(Number(await rpc(rpcUrl, 'eth_chainId'))).toBe(11155111)
  await expect.poll(() => statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0)
  expect(readTestnetFile(file)).toMatchObject({ rpcUrl, stable })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { anvil } = await testnetPids(rpcUrl)
  testnet.process.kill('SIGTERM')
  expect(await testnet.ended).toBe(0)
  await expect.poll(() => isAlive(anvil)).toBe(false)
})

test('api-key create prints the key alone, and its scopes hold', async () => {
  const gateway = await startGateway({ dataDir: folder.path })
  const args = ['--email', 'admin@sotto.local', '--label', 'reader', '--scopes', 'read']
  const printed = sotto(folder.path, 'api-key', 'create', ...args)
  expect(printed).toMatch(/^sotto_sk_[\w-]{43}\n$/)
  const api = clientOf(gateway, printed.trim())
  expect((await api.getSession({})).credential).toMatchObject({ type: 'api_key', label: 'reader', scopes: ['read'] })
  await expect(api.patchMe({ name: 'Ada' })).rejects.toMatchObject({ code: 'insufficient_scope' })
  await gateway.stop()
})

test('status tells everything beside a gateway that runs, and all but the chain once that has ended', async () => {
  const gateway = await startGateway({ dataDir: folder.path })
  const env = { SOTTO_DATA_DIR: folder.path, SOTTO_PORT: '1' }
  const told = async () => {
    const command = runSotto(['status', '--json'], env)
    const code = await command.ended
    return { code, status: JSON.parse(command.stdout()) as Status }
  }
  expect(await told()).toMatchObject({
    code: 0,
    status: {
      gateway: { url: gateway.url, ready: true },
      chain: { executor: '0.4.0', executorKnown: true, protocol: '0.13', operator: { float: '0' } },
    },
  })
  await gateway.stop()
  expect(await told()).toMatchObject({
    code: 2,
    status: { gateway: { ready: null }, chain: { unreached: expect.stringContaining('not running') } },
  })
})

test('a disabled account is refused from its next request on, an enabled one let in again', async () => {
  const gateway = await startGateway({ dataDir: folder.path })
  const api = clientOf(gateway, makeKey(folder.path, 'ada@example.org'))
  const bystander = clientOf(gateway, makeKey(folder.path))
  expect((await api.getMe({})).user.email).toBe('ada@example.org')
  sotto(folder.path, 'account', 'disable', '--email', 'ada@example.org')
  await expect(api.getMe({})).rejects.toMatchObject({ code: 'account_disabled' })
  expect((await bystander.getMe({})).user.email).toBe('admin@sotto.local')
  expect(sotto(folder.path, 'account', 'list')).toMatch(/^ada@example\.org +disabled /m)
  sotto(folder.path, 'account', 'enable', '--email', 'ada@example.org')
  expect((await api.getMe({})).user.email).toBe('ada@example.org')
  await gateway.stop()
})

test('config prints what is in force and where it comes from, no secret, and an option wins over its variable', async () => {
  const secrets = {
    SOTTO_MASTER_KEY: 'ab'.repeat(32),
    SOTTO_OPERATOR_KEY: 'cd'.repeat(32),
    SOTTO_RELAYER_API_KEY: 'a-relayer-key',
    SOTTO_ADMIN_PASSWORD: 'a password of sixteen',
    SOTTO_RPC_URL: 'https://rpc.example.org/v2/an-rpc-key',
    DATABASE_URL: 'postgres://sotto:a-database-password@localhost/sotto',
  }
  const config = runSotto(['config', '--port', '1234'], { ...secrets, SOTTO_PORT: '4321', SOTTO_HOST: '::1' })
  expect(await config.ended).toBe(0)
  const lines = config.stdout().split('\n')
  expect(lines).toContain('SOTTO_PORT=1234')
  expect(lines).toContain('SOTTO_HOST=::1')
  for (const [name, value] of Object.entries(secrets)) {
    expect(lines).toContain(`# ${name} is set`)
    expect(config.stdout() + config.stderr()).not.toContain(value)
  }
})

test.each([
  ['a setting that is not valid', ['config', '--port', 'abc'], /SOTTO_PORT/],
  ['an account that is not there', ['account', 'disable', '--email', 'nobody@example.org'], /nobody@example\.org/],
  ['a command that is none', ['dance'], /dance/],
])('%s ends with an error on standard error, and nothing on standard output', async (_, args, message) => {
  const env = { SOTTO_DATA_DIR: folder.path }
  expect(await runSotto(['migrate'], env).ended).toBe(0)
  const failed = runSotto(args, env)
  expect(await failed.ended).toBe(1)
  expect(failed.stderr()).toMatch(message)
  expect(failed.stderr()).not.toMatch(/\n {4}at /)
  expect(failed.stdout()).toBe('')
})
