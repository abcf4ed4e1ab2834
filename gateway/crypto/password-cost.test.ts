import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const printed = `import('./password-cost.ts').then((costs) => console.log(JSON.stringify(costs)))`

test('outside of tests a password costs what RFC 9106 recommends, and a passphrase what age takes', () => {
  const text = execFileSync(process.execPath, ['--eval', printed], { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(JSON.parse(text)).toEqual({
    passphraseCost: { logN: 18 },
    passwordCost: { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 },
  })
})
