// Runs the checks, those that wait beside those that work, says a line when each begins and ends, and ends with a summary
// whose last line counts the tests. `--quick` leaves out what needs the test-net and a browser; `--long` is what a release
// runs: more kills, seeds and requests, and the tests that take long for what they tell (`*.long.test.ts`).
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { browsers, setUpBrowsers } from './browsers/browsers.mjs'
import { failureOf } from './verify/commands.mjs'
import { failures, readResults, secondsOf, skipped } from './verify/results.mjs'
import { keepTemporaryInMemory } from './verify/temporary.mjs'
import { keepTimes, slowest } from './verify/times.mjs'

const quick = process.argv.includes('--quick')
const long = process.argv.includes('--long')
if (long) process.env.SOTTO_LONG_TESTS = '1'
// What tests start is then the build, which `scripts/setup.mjs` has just made.
process.env.SOTTO_TEST_BUILD = '1'
// Hundreds of processes load the same modules: the first leaves what it has compiled to the others.
process.env.NODE_COMPILE_CACHE = resolve('node_modules', '.cache', 'sotto-compiled')
const reports = mkdtempSync(join(tmpdir(), 'sotto-verify-'))
keepTemporaryInMemory()

const vitest = (projects, ...options) => [
  'vitest',
  'run',
  ...options,
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=json',
  '--reporter=./scripts/verify/reporter.mjs',
  `--outputFile.json=${join(reports, `${projects[0]}.json`)}`,
]
/** The first has chaos in it. What the build of the extension is made of is checked by that build. */
const elsewhere = ['e2e/chaos', ...(quick ? [] : ['shared', 'shared/ui', 'extension'])]
const typescriptProjects = [
  'tsconfig.json',
  ...globSync('{shared,extension,gateway,e2e}/**/tsconfig*.json', {
    exclude: elsewhere.map((folder) => `${folder}/tsconfig.json`),
  }).sort(),
]
const directions = ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']

/** So many files more at once than there are cores, since files wait: for a browser, the chain, or a time to pass. */
const workers = (more) => `--maxWorkers=${availableParallelism() + more}`

/** A stage is commands, all of which have to end well, or a function that answers whether it did. */
const working = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  // Several checkers each work out the types of the others anew, which takes twice the time of the processor.
  ['types', ...typescriptProjects.map((project) => ['tsc', '--noEmit', '--checkers', '1', '-p', project])],
  ['import directions', [...directions, 'gateway', 'shared', 'extension']],
  ['unused code', ['knip'], ['knip', '--production', '--include', 'exports,files', '--no-config-hints']],
  ['unit and integration tests', vitest(['unit', 'extension*', 'integration', 'postgres'], workers(2))],
]
/** These wait half of their time, for the chain or for a browser: those that wait for the one leave the processor to the others. */
const waiting = quick
  ? []
  : [
      ['browsers', findBrowsers],
      // Before browsers and gateways want the processor, of which a proof takes a core.
      ['real proofs', vitest(['proofs'])],
      ['build of the extension', ['node', 'scripts/extension.ts']],
      ['end-to-end tests and chaos', vitest(['e2e', 'chaos', ...(long ? ['postgres-story'] : [])], workers(1))],
    ]

/** Failures that are told whole at the end; of more, the first line. */
const TOLD = 3
const SLOWEST = 5

/** What works takes the time of the processor that is left: what waits would otherwise go on alone, and leave half of it. */
const BEHIND = 5

const begun = performance.now()
const stages = [...working, ...waiting]
const times = new Map()
const lacking = []
const ended = []
await Promise.all([inOrder(waiting), inOrder(working, BEHIND)])
const seconds = (performance.now() - begun) / 1000

const results = ['unit', 'proofs', 'e2e'].map((name) => readResults(join(reports, `${name}.json`))).filter(Boolean)
const files = secondsOf(results)
if (!quick) keepTimes(seconds, files)
say('')
for (const [name] of stages) say(`${times.get(name).well ? 'ok    ' : 'FAILED'} ${line(name, times.get(name).seconds)}`)
say(`       ${line('together', seconds)}`)
say(`\nThe slowest of ${files.size} files (npm run test:times lists twenty):\n${slowest(files, SLOWEST).join('\n')}`)
for (const text of lacking) say(`\nend-to-end tests skipped, ${text}`)
say('')
for (const text of results.flatMap(skipped)) say(text)
// At the end, where the last lines of a long log are what is kept.
const wrong = [...ended, ...results.flatMap(failures)]
for (const text of wrong.slice(TOLD)) say(`\n${text.split('\n')[0]}`)
for (const text of wrong.slice(0, TOLD)) say(`\n${text}`)
if (wrong.length > TOLD) say(`\nAll that failed is told in ${reports}`)
else rmSync(reports, { recursive: true, force: true })
const count = (field) => results.reduce((sum, report) => sum + report[field], 0)
say(`\n${count('numPassedTests')} passed, ${count('numFailedTests')} failed`)
process.exit([...times.values()].every(({ well }) => well) ? 0 : 1)

async function inOrder(lane, niceness) {
  for (const [name, ...steps] of lane) {
    say(`${clock()} ${name} …`)
    const since = performance.now()
    const ends = []
    for (const step of steps) ends.push(typeof step === 'function' ? step() : await run(name, step, niceness))
    const well = ends.every(Boolean)
    times.set(name, { well, seconds: (performance.now() - since) / 1000 })
    say(`${clock()} ${name}: ${well ? 'ok' : 'FAILED'}`)
  }
}

async function run(name, command, niceness) {
  const isVitest = command[0] === 'vitest'
  const heard = (text) => {
    const isNews = isVitest && /^(\d+ of \d+ files|FAILED )/.test(text)
    if (isNews) say(`${clock()} ${name}: ${text}`)
    return isNews
  }
  const failure = await failureOf(command, { heard, niceness })
  // A run of tests that says what failed needs no more words.
  const report = isVitest && readResults(command.at(-1).split('=')[1])
  const isTold = report && failures(report).length > 0
  if (failure !== undefined && !isTold) ended.push(failure)
  return failure === undefined
}

/** Later stages find the browsers by these variables. A machine that cannot have one is only red where all is expected. */
function findBrowsers() {
  const { paths, missing, lines } = setUpBrowsers()
  for (const [browser, path] of Object.entries(paths)) {
    process.env[browsers[browser].variable] = path
    say(`${clock()} ${browser} ${path}`)
  }
  lacking.push(...lines)
  process.env.SOTTO_WITHOUT_BROWSERS = missing.join(',')
  return missing.length === 0 || !process.env.CI
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

/** Since the beginning. */
function clock() {
  const passed = Math.round((performance.now() - begun) / 1000)
  return `${String(Math.floor(passed / 60)).padStart(3)}:${String(passed % 60).padStart(2, '0')}`
}

function line(name, seconds) {
  return `${name.padEnd(28)} ${seconds.toFixed(1).padStart(7)} s`
}
