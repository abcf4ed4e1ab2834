import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { outsideTests } from './reporter.mjs'

/** What vitest reports of a run; undefined where it wrote nothing. */
export function readResults(file) {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')), outside: JSON.parse(readFileSync(outsideTests(file), 'utf8')) }
  } catch {
    return undefined
  }
}

/** Each test that failed, each file that could not be run, and each error outside of tests, with its text. */
export function failures({ testResults, outside }) {
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

/** Tests that say that they are not for this machine or engine. In a file that failed they are those that it did not come to. */
export function skipped({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'passed')
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'skipped')
        .map(({ fullName }) => `skipped ${relative(process.cwd(), name)}: ${fullName}`),
    )
}

/** Seconds that each file took, by its path: the sum, where it runs in several projects. */
export function secondsOf(results) {
  const seconds = new Map()
  for (const { name, startTime, endTime } of results.flatMap(({ testResults }) => testResults)) {
    const file = relative(process.cwd(), name)
    seconds.set(file, (seconds.get(file) ?? 0) + Math.max(0, endTime - startTime) / 1000)
  }
  return new Map([...seconds].sort(([, a], [, b]) => b - a))
}

function head(text) {
  return text.split('\n').slice(0, 12).join('\n').slice(0, 2000)
}
