import { join } from 'node:path'
import { test } from 'vitest'
import { settlesAPayment } from '../conformance/kit/one-payment.ts'
import { conformance } from '../conformance/kit/suite.ts'
import { projectRoot } from '../harness/command.ts'

/** As `gateway/docs/running.md` says it: what the gateway may reach, read, write and learn of the machine, and nothing else. */
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

test('on Deno a payment settles, from the proof to the payout', () => settlesAPayment(stage()))
