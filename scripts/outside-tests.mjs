import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest. What goes wrong outside of any test fails a run, and the JSON report leaves it out:
 * this writes it beside that report, as a list of texts.
 */
export default class OutsideTests {
  onInit(vitest) {
    this.file = outsideTests(vitest.config.outputFile.json)
  }

  onTestRunEnd(_modules, errors) {
    writeFileSync(this.file, JSON.stringify(errors.map(told)))
  }
}

/** The path of what this writes, by that of the JSON report. */
export function outsideTests(jsonReport) {
  return `${jsonReport}.outside`
}

function told({ type, message, stack, VITEST_TEST_PATH: file = 'no file', ...rest }) {
  return `${type}, ${file}\n${stack ?? message ?? JSON.stringify(rest)}`
}
