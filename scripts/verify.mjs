// Runs the checks one after the other, prints how long each took, and ends with a line that counts the tests.
// `--quick` leaves out what needs the test-net and a browser.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const quick = process.argv.includes('--quick')
const reports = mkdtempSync(join(tmpdir(), 'sotto-verify-'))

const vitest = (project) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, `${project}.json`)}`,
]
const stages = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['types', ['tsc', '--noEmit']],
  ['types of the page', ['tsc', '--noEmit', '-p', 'gateway/pages/verify']],
  [
    'import directions',
    ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'gateway', 'shared'],
  ],
  ['unused code', ['knip']],
  ['unit and integration tests', vitest('unit')],
  ...(quick ? [] : [['end-to-end tests', vitest('e2e')]]),
]

const times = []
let failed = 0
for (const [name, [command, ...args]] of stages) {
  process.stdout.write(`\n── ${name}\n`)
  const begun = performance.now()
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  times.push([name, (performance.now() - begun) / 1000, status === 0])
  if (status !== 0) failed++
}

process.stdout.write('\n')
for (const [name, seconds, ok] of times)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(28)} ${seconds.toFixed(1).padStart(7)} s\n`)
const counts = ['unit', 'e2e']
  .map(read)
  .reduce((sum, each) => ({ passed: sum.passed + each.passed, failed: sum.failed + each.failed }))
rmSync(reports, { recursive: true, force: true })
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

function read(project) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(join(reports, `${project}.json`), 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
