// Runs the checks one after the other, prints how long each took, and ends with a line that counts the tests.
// `--quick` leaves out what needs the test-net and a browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { browsers, setUpBrowsers } from './browsers/browsers.mjs'
import { outsideTests } from './outside-tests.mjs'

const quick = process.argv.includes('--quick')
const reports = mkdtempSync(join(tmpdir(), 'sotto-verify-'))

const vitest = (...projects) => [
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  '--reporter=./scripts/outside-tests.mjs',
  `--outputFile.json=${join(reports, `${projects[0]}.json`)}`,
]
const typescriptProjects = ['tsconfig.json', ...globSync('{shared,extension,gateway,e2e}/**/tsconfig*.json').sort()]
const directions = ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']

/** A stage is commands, all of which have to end well, or a function that answers whether it did, now or later. */
const stages = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['types', ...typescriptProjects.map((project) => ['tsc', '--noEmit', '-p', project])],
  ['import directions', [...directions, 'gateway', 'shared', 'extension']],
  ['unused code', ['knip']],
  ['unit and integration tests', vitest('unit', 'extension*', 'integration', 'postgres')],
]
if (!quick) {
  stages.push(['build of the extension', ['node', 'scripts/extension.ts']])
  stages.push(['browsers', findBrowsers])
  // Chaos waits most of its time, and drives no browser.
  stages.push(['end-to-end tests', () => runTogether(vitest('e2e'), vitest('chaos'))])
}

/** Characters of what a command that failed said last. */
const LAST_WORDS = 600

const times = []
const lacking = []
const ended = []
let failed = 0
for (const [name, ...steps] of stages) {
  process.stdout.write(`\n── ${name}\n`)
  const begun = performance.now()
  const ends = []
  for (const step of steps) ends.push(typeof step === 'function' ? await step() : await run(step))
  const well = ends.every(Boolean)
  times.push([name, (performance.now() - begun) / 1000, well])
  if (!well) failed++
}

process.stdout.write('\n')
for (const [name, seconds, ok] of times)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(28)} ${seconds.toFixed(1).padStart(7)} s\n`)
const runs = ['unit', 'e2e', 'chaos'].map(read).filter((report) => report !== undefined)
rmSync(reports, { recursive: true, force: true })
for (const line of lacking) process.stdout.write(`\nend-to-end tests skipped, ${line}\n`)
// Again at the end, where the last lines of a long log are what is kept.
for (const line of [...ended, ...runs.flatMap(failures)]) process.stdout.write(`\n${line}\n`)
const count = (field) => runs.reduce((sum, report) => sum + report[field], 0)
process.stdout.write(`\n${count('numPassedTests')} passed, ${count('numFailedTests')} failed\n`)
process.exit(failed === 0 ? 0 : 1)

function run(command) {
  return endOf(command, spawned(command, 'inherit'), (chunk) => process.stderr.write(chunk))
}

/** Commands side by side. What the second one says is printed when it has ended, so that the two can be told apart. */
async function runTogether(shown, held) {
  const said = []
  const child = spawned(held, 'pipe')
  child.stdout.on('data', (chunk) => said.push(chunk))
  const ends = await Promise.all([run(shown), endOf(held, child, (chunk) => said.push(chunk))])
  process.stdout.write(Buffer.concat(said))
  return ends.every(Boolean)
}

function spawned([command, ...args], stdout) {
  return spawn(command, args, { stdio: ['ignore', stdout, 'pipe'], shell: process.platform === 'win32' })
}

/** Whether a command ended well. What it says last on standard error is told at the end, where it did not. */
async function endOf(command, child, passOn) {
  let last = ''
  child.stderr.on('data', (chunk) => {
    passOn(chunk)
    last = `${last}${chunk}`.slice(-LAST_WORDS)
  })
  const [status, signal] = await once(child, 'close').catch((error) => [error.message])
  if (status !== 0) ended.push(`FAILED ${command.join(' ')}: it ended with ${signal ?? status}\n${last.trim()}`)
  return status === 0
}

/** Later stages find the browsers by these variables. A machine that cannot have one is only red where all is expected. */
function findBrowsers() {
  const { paths, missing, lines } = setUpBrowsers()
  for (const [browser, path] of Object.entries(paths)) {
    process.env[browsers[browser].variable] = path
    process.stdout.write(`${browser} ${path}\n`)
  }
  lacking.push(...lines)
  process.env.SOTTO_WITHOUT_BROWSERS = missing.join(',')
  return missing.length === 0 || !process.env.CI
}

/** What vitest reports of a run; undefined where it wrote nothing. */
function read(project) {
  const file = join(reports, `${project}.json`)
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')), outside: JSON.parse(readFileSync(outsideTests(file), 'utf8')) }
  } catch {
    return undefined
  }
}

/** Each test that failed, each file that could not be run, and what went wrong outside of tests, with what was said. */
function failures({ testResults, outside }) {
  const inTests = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const tests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `FAILED ${file}: ${fullName}\n${head(failureMessages.join('\n'))}`)
      return tests.length > 0 ? tests : [`FAILED ${file}\n${head(message)}`]
    })
  return [...inTests, ...outside.map((text) => `FAILED outside of any test: ${head(text)}`)]
}

function head(text) {
  return text.split('\n').slice(0, 12).join('\n').slice(0, 2000)
}
