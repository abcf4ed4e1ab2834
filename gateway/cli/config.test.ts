import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { administer, dir, folder, sotto } from './server-admin-fixture.ts'
import { relayerOf } from './start/live-network.ts'
import { writeTestnetFile } from './testnet-file.ts'

administer()

type Shown = Record<string, { value: string | null; from: string; file?: string }>

async function shown(line: string, more: Record<string, string> = {}): Promise<Shown> {
  return JSON.parse((await sotto(`config --json ${line}`.trim(), more)).out) as Shown
}

const SECRETS = {
  SOTTO_MASTER_KEY: 'ab'.repeat(32),
  SOTTO_OPERATOR_KEY: 'cd'.repeat(32),
  SOTTO_RPC_URL: 'https://rpc.example.org/v2/a-key',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://reader:a-password@collector.example.org',
}

const { relayerUrl: SEPOLIA_RELAYER } = relayerOf(readConfig({}))

test.each([
  ['an option', '--port 5', { SOTTO_PORT: '6' }, 'SOTTO_PORT', { value: '5', from: 'option' }],
  ['the environment', '', { SOTTO_PORT: '6' }, 'SOTTO_PORT', { value: '6', from: 'environment' }],
  ['a default', '', { SOTTO_PORT: '' }, 'SOTTO_PORT', { value: '7984', from: 'default' }],
  ['the network', '--network sepolia', {}, 'SOTTO_CONFIRMATIONS', { value: '3', from: 'default' }],
  ['the network too', '--network sepolia', {}, 'SOTTO_RELAYER_URL', { value: SEPOLIA_RELAYER, from: 'default' }],
  ['nowhere', '', { SOTTO_PUBLIC_URL: '' }, 'SOTTO_PUBLIC_URL', { value: null, from: 'none' }],
  ['a key that no file holds yet', '', {}, 'SOTTO_MASTER_KEY', { value: null, from: 'none' }],
])('a value comes from %s', async (_, line, env, name, expected) => {
  expect((await shown(line, env))[name]).toEqual(expected)
})

test('secrets in files are set, and the file is named', async () => {
  await sotto('migrate')
  const file = join(dir(), 'master.key')
  expect((await shown('')).SOTTO_MASTER_KEY).toEqual({ value: 'set', from: 'file', file })
  expect((await sotto('config')).out).toContain(`# From a file:\n# SOTTO_MASTER_KEY is set, in ${file}\n`)
  expect((await shown('', SECRETS)).SOTTO_MASTER_KEY).toEqual({ value: 'set', from: 'environment' })

  const testnet = join(folder, 'testnet.json')
  const info = { rpcUrl: '', relayerUrl: '', relayerSyncUrl: '', secret: '', pids: { testnet: 1, anvil: 1 } }
  const contracts = { genesisHash: '0x1', stable: '0x1', cstable: '0x1', faucet: '0x1', multicall3: '0x1' } as const
  writeTestnetFile(testnet, { ...info, ...contracts, chainId: 11155111 }, SECRETS.SOTTO_OPERATOR_KEY)
  const attached = { SOTTO_TESTNET: testnet }
  expect((await shown('', attached)).SOTTO_OPERATOR_KEY).toEqual({ value: null, from: 'none' })
  writeTestnetFile(testnet, { ...info, ...contracts, chainId: 11155111 }, `0x${SECRETS.SOTTO_OPERATOR_KEY}`)
  expect((await shown('', attached)).SOTTO_OPERATOR_KEY).toEqual({ value: 'set', from: 'file', file: testnet })
})

test('no secret is printed, nor a password in an address', async () => {
  for (const line of ['config', 'config --json']) {
    const { out } = await sotto(line, SECRETS)
    for (const value of Object.values(SECRETS)) expect(out).not.toContain(value)
    expect(out).not.toContain('a-password')
  }
})

test('what is printed can be given back: it is an environment file', async () => {
  const { out } = await sotto('config --limit-faucet 12.5 --worker on', SECRETS)
  const lines = out.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  const given = Object.fromEntries(lines.map((line) => /^([A-Z_]+)=(.+)$/.exec(line)?.slice(1) ?? [line, '?']))
  const config = readConfig(given)
  expect(config).toMatchObject({ SOTTO_LIMIT_FAUCET: 12_500_000n, SOTTO_WORKER: true, SOTTO_DATA_DIR: folder })
  expect((await sotto('config', { ...SECRETS, ...given })).out).toContain('SOTTO_LIMIT_FAUCET=12.5')
})
