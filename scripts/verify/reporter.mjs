import { writeFileSync } from 'node:fs'

/** Characters of a line that tells a failure. */
const LINE = 300
/** How often a run says how far it is. */
const STEPS = 10
/** A run in which no file ends for so long hangs, and is ended; the long tests of a release take hours. */
const HANGS_MS = process.env.SOTTO_LONG_TESTS === '1' ? undefined : 20 * 60_000

/**
 * A reporter of vitest, for `scripts/verify.mjs`: says now and then how far the run is, and each test that failed when its file
 * ends. What goes wrong outside of any test fails a run, and the JSON report leaves it out: this writes it beside that
 * report, as a list of texts. A run that hangs is ended with the names of the files that it waits for.
 */
export default class Progress {
  onInit(vitest) {
    this.file = outsideTests(vitest.config.outputFile.json)
  }

  onTestRunStart(files) {
    this.files = files.length
    this.done = 0
    this.under = new Set()
    this.watch()
  }

  onTestModuleStart(module) {
    this.under.add(module.relativeModuleId)
  }

  onTestModuleEnd(module) {
    this.done += 1
    this.under.delete(module.relativeModuleId)
    this.watch()
    if (module.state() === 'failed') for (const line of linesOf(module)) say(`FAILED ${line}`)
    const step = (done) => Math.floor((done * STEPS) / this.files)
    if (step(this.done) !== step(this.done - 1)) say(`${this.done} of ${this.files} files`)
  }

  onTestRunEnd(_modules, errors) {
    clearTimeout(this.hangs)
    writeFileSync(this.file, JSON.stringify(errors.map(told)))
  }

  watch() {
    clearTimeout(this.hangs)
    if (HANGS_MS === undefined) return
    this.hangs = setTimeout(() => {
      for (const file of this.under) say(`FAILED ${file}: it hangs`)
      process.exit(1)
    }, HANGS_MS)
  }
}

/** The path of what this writes, by that of the JSON report. */
export function outsideTests(jsonReport) {
  return `${jsonReport}.outside`
}

/** The failed tests of a file, a line each. The report, at the end of the run, has all of it. */
function linesOf(module) {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests('failed')]
  if (tests.length === 0) return [file]
  return tests.map((test) => {
    const [line = ''] = (test.result().errors?.[0]?.message ?? '').split('\n')
    return `${file}: ${test.name}: ${line}`.slice(0, LINE)
  })
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function told({ type, message, stack, VITEST_TEST_PATH: file = 'no file', ...rest }) {
  return `${type}, ${file}\n${stack ?? message ?? JSON.stringify(rest)}`
}
