import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settlesAPayment } from '../conformance/kit/one-payment.ts'
import { conformance } from '../conformance/kit/suite.ts'
import { projectRoot, run } from '../harness/command.ts'
import { denoFor, folderForDeno } from '../harness/deno.ts'

const stage = conformance({
  // Every code of every endpoint takes minutes, which the run on Node has spent already; ALL_CODES=1 spends them here.
  codes: process.env.ALL_CODES === undefined ? 'each once of two gateways' : 'all',
  runtime: denoFor,
})

test('on Deno a payment settles, from the proof to the payout', () => settlesAPayment(stage()))

test('on Deno the doctor looks at the data folder with what the documents let it do', async () => {
  const folder = folderForDeno()
  try {
    mkdirSync(join(folder.path, 'offline'), { mode: 0o700 })
    const [program = '', ...flags] = denoFor(folder.path)
    const main = join(projectRoot, 'dist', 'main.js')
    const doctor = run(program, [...flags, main, 'doctor', '--data-dir', folder.path])
    await doctor.ended
    expect(doctor.stdout()).toMatch(/^(ok|warn) +disk: \d+ MiB free/m)
    expect(doctor.stdout() + doctor.stderr()).not.toContain('Requires')
  } finally {
    folder.remove()
  }
})
