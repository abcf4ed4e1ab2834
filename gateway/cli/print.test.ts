import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const LENGTH = 3_000_000

/** In a shell, where what stands behind the pipe may be gone. */
function inShell(script: string, behind: string) {
  const program = `import { exitOnceWritten, outliveReaders } from '${resolve('gateway/cli/print.ts')}'; outliveReaders(); ${script}`
  const command = `"$NODE" --input-type=module -e "$PROGRAM" | ${behind}; echo "\${PIPESTATUS[0]}"`
  const env = { ...process.env, NODE: process.execPath, PROGRAM: program }
  return spawnSync('bash', ['-c', command], { env, encoding: 'utf8', timeout: 120_000 }).stdout.trim().split(/\s+/)
}

const long = `process.stdout.write('x'.repeat(${LENGTH}));`

test.runIf(spawnSync('bash', ['-c', 'true']).status === 0)(
  'what is written to a pipe is written before the end',
  () => {
    expect(inShell(`${long} await exitOnceWritten(3)`, 'wc -c')).toEqual([String(LENGTH), '3'])
  },
)

test.runIf(spawnSync('bash', ['-c', 'true']).status === 0)('a reader that is gone ends nothing', () => {
  const slowly = `for (let times = 0; times < 20; times++) { ${long} await new Promise((done) => setTimeout(done, 20)) }`
  expect(inShell(`${slowly} await exitOnceWritten(3)`, 'head -c 10')).toEqual(['xxxxxxxxxx3'])
})

test.runIf(spawnSync('bash', ['-c', 'true']).status === 0)('the code that a command has set is that of the end', () => {
  expect(inShell('process.exitCode = 2; await exitOnceWritten()', 'cat')).toEqual(['2'])
  expect(inShell('process.exitCode = 2; await exitOnceWritten(1)', 'cat')).toEqual(['1'])
  expect(inShell('await exitOnceWritten(undefined, 5_000)', 'cat')).toEqual(['0'])
})
