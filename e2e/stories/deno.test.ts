import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformance } from '../conformance/kit/suite.ts'
import { projectRoot } from '../harness/command.ts'
import { settled, triple } from '../harness/gateway.ts'

/** As README says it: what the gateway may reach, read, write and learn of the machine, and nothing else. */
const allowed = (folder: string) => [
  '--allow-net=127.0.0.1',
  `--allow-read=${folder},${join(projectRoot, 'dist')},${join(projectRoot, 'node_modules')},/usr/bin/ldd`,
  `--allow-write=${folder}`,
  '--allow-env',
  `--allow-ffi=${join(projectRoot, 'node_modules')}`,
  '--allow-sys=homedir,hostname,umask,cpus,networkInterfaces',
]

const stage = conformance({
  // Every code of every endpoint takes minutes, which the run on Node has spent already; ALL_CODES=1 spends them here.
  codes: process.env.ALL_CODES === undefined ? 'each once' : 'all',
  runtime: (folder) => [join(projectRoot, 'node_modules', '.bin', 'deno'), 'run', '--no-prompt', ...allowed(folder)],
})

test('on Deno a payment settles, from the proof to the payout', async () => {
  const { api, other } = await stage().actor('sound')
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '100' })
  await api.mint({ walletId: wallet.id, amount: '60' })
  const sent = await api.transfer({ walletId: wallet.id, amount: '25', toWalletId: other })
  expect((await settled(api, sent.transaction.id)).status).toBe('SETTLED')
  const { transaction } = await api.redeem({ walletId: wallet.id, amount: '10' })
  expect((await settled(api, transaction.id)).status).toBe('SETTLED')
  expect(await triple(api, wallet.id)).toEqual(['50', '25', '75'])
})
