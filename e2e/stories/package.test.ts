import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, lstatSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../harness/command.ts'
import { clean, clientOf, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { isAlive, testnetPids } from '../harness/processes.ts'
import { releaseTest } from '../release-test.ts'

/** For what hangs: npm asks for minutes where no registry answers. */
const MOST_MS = 540_000
/** A machine with Node, npm and a shell, and nothing else: no compiler, no TypeScript, no clone. */
const machine = temporaryFolder()
const bin = join(machine.path, 'bin')
const env = {
  ...clean(process.env),
  HOME: machine.path,
  PATH: bin,
  npm_config_cache: run('npm', ['config', 'get', 'cache']),
}
let tarball: string

beforeAll(() => {
  mkdirSync(bin)
  symlinkSync(process.execPath, join(bin, 'node'))
  for (const program of ['npm', 'npx', 'sh']) symlinkSync(realpathSync(which(program)), join(bin, program))
  tarball = join(
    machine.path,
    run('npm', ['pack', '--silent', '--pack-destination', machine.path]).split('\n').at(-1) ?? '',
  )
  bare('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball)
})
afterAll(() => machine.remove())

function run(program: string, args: string[], options = {}): string {
  const settings = { cwd: projectRoot, encoding: 'utf8', timeout: MOST_MS, ...options } as const
  const { status, stdout, stderr, error } = spawnSync(program, args, settings)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status ?? error}\n${stdout}\n${stderr}`)
  return stdout.trim()
}

const bare = (program: string, ...args: string[]) => run(join(bin, program), args, { cwd: machine.path, env })

function which(program: string): string {
  const [found] = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => globSync(join(folder, program)))
  return found ?? expect.fail(`${program} is not on the PATH`)
}

const inPackage = (...path: string[]) => join(machine.path, 'node_modules', ...path)
const sizeOf = (folder: string) =>
  globSync('**', { cwd: folder, exclude: () => false }).reduce(
    (sum, file) => sum + lstatSync(join(folder, file)).size,
    0,
  )

test('a machine with Node alone runs the tarball, and a payment settles', async () => {
  const command = inPackage('.bin', 'sotto')
  expect(run(command, ['--version'], { cwd: machine.path, env })).toMatch(/^\d+\.\d+\.\d+$/)
  const dataDir = join(machine.path, 'data')
  const gateway = await startGateway({ dataDir, command, env })
  try {
    const owner = ['--email', 'admin@sotto.local', '--label', 'first', '--data-dir', dataDir]
    const api = clientOf(gateway, run(command, ['api-key', 'create', ...owner], { env }))
    const { wallet } = await api.createWallet({ type: 'custodial' })
    await api.fund({ walletId: wallet.id, amount: '100' })
    await api.mint({ walletId: wallet.id, amount: '60' })
    const { transaction } = await api.redeem({ walletId: wallet.id, amount: '10' })
    expect((await settled(api, transaction.id)).status).toBe('SETTLED')
    expect(await triple(api, wallet.id)).toEqual(['50', '50', '100'])
  } finally {
    await gateway.stop()
  }
})

test('programs import what the tarball has for them', () => {
  const program = `
    import { createClient } from 'sotto/client'
    import { connectSotto } from 'sotto/provider'
    import { verify } from 'sotto/webhooks'
    console.log(typeof createClient({ origin: 'http://127.0.0.1:1' }).transfer, typeof connectSotto, typeof verify)`
  expect(bare('node', '--input-type=module', '--eval', program)).toBe('function function function')
  for (const types of ['client/sotto-client.d.ts', 'webhooks/receive.d.ts', 'client/zod/mini/index.d.ts'])
    expect(lstatSync(inPackage('sotto', 'dist', types)).size).toBeGreaterThan(0)
})

/** What npm started notices its end by itself, as `gateway/cli/start/parent.test.ts` has it. */
releaseTest('ending npx, which hands no signal on, ends gateway, test-net and anvil', async () => {
  const dataDir = join(machine.path, 'of npx')
  const runtime = [join(bin, 'npx'), '--prefer-offline', '--yes', `--package=${tarball}`]
  const gateway = await startGateway({ dataDir, command: 'sotto', runtime, env })
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'offline', 'holder.json'), 'utf8')) as { pid: number }
  const pids = [pid, ...Object.values(await testnetPids(gateway.testnet.rpcUrl))]
  expect([gateway.process.pid, pids.map(isAlive)]).toEqual([expect.not.toBeOneOf([pid]), [true, true, true]])
  await gateway.stop()
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('it carries its shrinkwrap, its licences and its documents, and no source, test or map', () => {
  const files = globSync('**', { cwd: inPackage('sotto') })
  const documents = ['README.md', 'LICENSE', ...globSync('gateway/docs/*.md', { cwd: projectRoot })]
  expect(files).toEqual(expect.arrayContaining(['npm-shrinkwrap.json', 'dist/licenses.txt', ...documents]))
  expect(files.filter((file) => /\.map$|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
})

test('it is as small as the decision about the package says', () => {
  const whole = sizeOf(inPackage()) / 1e6
  const anvil = sizeOf(inPackage('@foundry-rs')) / 1e6
  expect(whole).toBeLessThan(120)
  expect(whole - anvil).toBeLessThan(65)
})

test('it runs as a user who has no home, as the one of the unit may be', () => {
  // As libuv answers where there is neither HOME nor an entry of the user's.
  const lacksHome = `import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    os.homedir = () => process.env.HOME ?? (() => { throw new Error('uv_os_homedir returned ENOENT') })()
    syncBuiltinESMExports()`
  const node = ['--import', `data:text/javascript,${encodeURIComponent(lacksHome)}`]
  const { HOME: _, ...homeless } = env
  const dataDir = join(machine.path, 'service')
  const command = [inPackage('sotto', 'dist', 'bin.mjs'), 'config', '--data-dir', dataDir]
  expect(run(join(bin, 'node'), [...node, ...command], { cwd: machine.path, env: homeless })).toContain(dataDir)
})

/** What a Node that calls itself older makes of the command. That the oldest can read it, `scripts/package.test.ts` says. */
const calledOlder = (version: string) => [
  process.execPath,
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
]
/** One that is old indeed, where the machine has it. */
const old = globSync(['/usr/bin/node', '/usr/local/bin/node']).filter(isOld)

test.each([
  ...['10.24.1', '20.20.2', '22.13.1'].map((version) => [version, calledOlder(version)] as const),
  ...old.map((node) => [node, [node]] as const),
])('an older Node is told in one line what to install: %s', (_, [node = '', ...flags]) => {
  // Alone: nothing of what it would load has to be there.
  const alone = join(machine.path, 'bin.mjs')
  copyFileSync(inPackage('sotto', 'dist', 'bin.mjs'), alone)
  const { status, stdout, stderr } = spawnSync(node, [...flags, alone], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^sotto needs Node 22\.14 or newer, and this is [\d.]+: install Node 24 from \S+\n$/)
})

function isOld(node: string): boolean {
  const [major = 0, minor = 0] = run(node, ['-p', 'process.versions.node']).split('.').map(Number)
  return major < 22 || (major === 22 && minor < 14)
}
