import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Status } from '../../gateway/cli/status/gather.ts'
import { readTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { paths } from '../../gateway/testnet/files.ts'
import { type Running, run, runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, makeKey, sotto, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { isAlive, testnetPids } from '../harness/processes.ts'
import { rpc } from '../harness/rpc.ts'

/** As long as a test may take: what ends has not waited for it. */
const DRAINING = { SOTTO_DRAIN_MS: '600000' }

const running: Running[] = []
const folders: ReturnType<typeof temporaryFolder>[] = []

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

afterEach(async () => {
  for (const each of running.splice(0)) {
    each.process.kill('SIGTERM')
    await each.ended
  }
})
afterAll(() => {
  for (const folder of folders) folder.remove()
})

function started(each: Running): Running {
  running.push(each)
  return each
}

/** Of the process that holds a folder, its test-net and its anvil, all of which run. */
async function pidsOf(dataDir: string, rpcUrl: string): Promise<[number, ...number[]]> {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'offline', 'holder.json'), 'utf8')) as { pid: number }
  const pids: [number, ...number[]] = [pid, ...Object.values(await testnetPids(rpcUrl))]
  expect(pids.map(isAlive)).toEqual([true, true, true])
  return pids
}

const start = (dataDir: string) => runSotto(['start', '--port', '0', '--data-dir', dataDir], DRAINING)
/** Without the setting up, which has been done and would replace what this test runs on. */
const npmStart = (dataDir: string) =>
  run('npm', ['start', '--ignore-scripts', '--', '--port', '0', '--data-dir', dataDir], DRAINING)

const signals = [
  ['SIGINT', 'the command', start],
  ['SIGTERM', 'npm', npmStart],
] as const
/** The command gets its SIGTERM below. */
const others = [
  ['SIGTERM', 'the command', start],
  ['SIGINT', 'npm', npmStart],
] as const

test.each([...signals, ...(isLong ? others : [])])(
  '%s to %s ends gateway, test-net and anvil',
  async (signal, _, launch) => {
    const dataDir = newFolder()
    const gateway = started(launch(dataDir))
    const [, rpcUrl = ''] = await gateway.says(/^sotto test-net (\S+)/m)
    await gateway.says(/^sotto listening on /m)
    const pids = await pidsOf(dataDir, rpcUrl)
    gateway.process.kill(signal)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
    expect(await gateway.ended).toBe(0)
  },
)

describe('beside a gateway that runs', () => {
  const dataDir = newFolder()
  let gateway: Gateway

  beforeAll(async () => {
    gateway = await startGateway({ dataDir, env: DRAINING })
  })
  afterAll(async () => {
    await gateway?.stop()
  })

  test('with --port 0 another runs, each on a port of its own', async () => {
    const other = await startGateway({ dataDir: newFolder() })
    const ports = [gateway, other].map(({ url }) => Number(new URL(url).port))
    expect(new Set([...ports, 7984, 0]).size).toBe(4)
    const answers = await Promise.all([gateway, other].map(({ url }) => fetch(`${url}/api/v1/sandbox`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await other.stop()).toBe(0)
  })

  test('api-key create prints the key alone, and its scopes hold', async () => {
    const args = ['--email', 'admin@sotto.local', '--label', 'reader', '--scopes', 'read']
    const printed = sotto(dataDir, 'api-key', 'create', ...args)
    expect(printed).toMatch(/^sotto_sk_[\w-]{43}\n$/)
    const api = clientOf(gateway, printed.trim())
    expect((await api.getSession({})).credential).toMatchObject({ type: 'api_key', label: 'reader', scopes: ['read'] })
    await expect(api.patchMe({ name: 'Ada' })).rejects.toMatchObject({ code: 'insufficient_scope' })
  })

  test('an account that is made and disabled is refused from its next request on, an enabled one let in again', async () => {
    const email = ['--email', 'ada@example.org']
    expect(sotto(dataDir, 'account', 'create', ...email)).toMatch(/^Account ada@example\.org made\. Its password/)
    const api = clientOf(gateway, sotto(dataDir, 'api-key', 'create', ...email, '--label', 'hers').trim())
    const bystander = clientOf(gateway, await makeKey(dataDir))
    expect((await api.getMe({})).user.email).toBe('ada@example.org')
    sotto(dataDir, 'account', 'disable', ...email)
    await expect(api.getMe({})).rejects.toMatchObject({ code: 'account_disabled' })
    expect((await bystander.getMe({})).user.email).toBe('admin@sotto.local')
    expect(sotto(dataDir, 'account', 'list')).toMatch(/^ada@example\.org +disabled /m)
    sotto(dataDir, 'account', 'enable', ...email)
    expect((await api.getMe({})).user.email).toBe('ada@example.org')
  })

  test('a second start on the same data folder waits, and then names who holds it', async () => {
    const [pid] = await pidsOf(dataDir, gateway.testnet.rpcUrl)
    const second = started(start(dataDir))
    const begun = performance.now()
    expect(await second.ended).toBe(1)
    expect(performance.now() - begun).toBeGreaterThan(14_000)
    expect(second.stderr()).toMatch(new RegExp(`in use by process ${pid}\\b`))
    expect(second.stdout()).toBe('')
    expect(gateway.process.exitCode, 'the first goes on').toBeNull()
  })

  test('SIGTERM ends gateway, test-net and anvil, and a second start that waited takes over', async () => {
    const pids = await pidsOf(dataDir, gateway.testnet.rpcUrl)
    const second = startGateway({ dataDir, env: DRAINING })
    expect(await gateway.stop()).toBe(0)
    gateway = await second
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  test('status tells everything, and all but the chain once the gateway has ended', async () => {
    const env = { SOTTO_DATA_DIR: dataDir, SOTTO_PORT: '1' }
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

  test.each([
    ['a setting that is not valid', ['config', '--port', 'abc'], /SOTTO_PORT/],
    ['an account that is not there', ['account', 'disable', '--email', 'nobody@example.org'], /nobody@example\.org/],
    ['a command that is none', ['dance'], /dance/],
  ])('%s ends with an error on standard error, and nothing on standard output', async (_, args, message) => {
    const failed = runSotto(args, { SOTTO_DATA_DIR: dataDir })
    expect(await failed.ended).toBe(1)
    expect(failed.stderr()).toMatch(message)
    expect(failed.stderr()).not.toMatch(/\n {4}at /)
    expect(failed.stdout()).toBe('')
  })
})

test('sotto testnet runs the test-net alone, names it in a file of its own, and ends with its anvil', async () => {
  const dataDir = newFolder()
  const file = join(dataDir, 'testnet.json')
  const testnet = started(runSotto(['testnet', '--data-dir', dataDir, '--testnet', file]))
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

test('a test-net whose anvil cannot be started again ends with 1, and says why', async () => {
  const dataDir = newFolder()
  const testnet = started(runSotto(['testnet', '--data-dir', dataDir]))
  const [, rpcUrl = ''] = await testnet.says(/^sotto test-net (\S+) /m)
  const { anvil } = await testnetPids(rpcUrl)
  const { snapshot, state } = paths(join(dataDir, 'offline', 'testnet'))
  rmSync(state((JSON.parse(readFileSync(snapshot, 'utf8')) as { generation: number }).generation))
  process.kill(anvil, 'SIGKILL')
  expect(await testnet.ended).toBe(1)
  expect(testnet.stderr()).toMatch(/^sotto: the test-net has failed: ENOENT/m)
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
