import { writeFileSync } from 'node:fs'

/** How often a run says how far it is. */
const STEPS = 10

/**
 * A reporter of vitest, for `scripts/verify.mjs`: says now and then how far the run is, and each file that failed when it
 * did. What goes wrong outside of any test fails a run, and the JSON report leaves it out: this writes it beside that
 * report, as a list of texts.
 */
export default class Progress {
  onInit(vitest) {
    this.file = outsideTests(vitest.config.outputFile.json)
  }

  onTestRunStart(files) {
    this.files = files.length
    this.done = 0
  }

  onTestModuleEnd(module) {
    this.done += 1
    if (module.state() === 'failed') say(`FAILED ${module.relativeModuleId}`)
    const step = (done) => Math.floor((done * STEPS) / this.files)
    if (step(this.done) !== step(this.done - 1)) say(`${this.done} of ${this.files} files`)
  }

  onTestRunEnd(_modules, errors) {
    writeFileSync(this.file, JSON.stringify(errors.map(told)))
  }
}

/** The path of what this writes, by that of the JSON report. */
export function outsideTests(jsonReport) {
  return `${jsonReport}.outside`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function told({ type, message, stack, VITEST_TEST_PATH: file = 'no file', ...rest }) {
  return `${type}, ${file}\n${stack ?? message ?? JSON.stringify(rest)}`
}
