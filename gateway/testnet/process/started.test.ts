import { expect, test } from 'vitest'
import { entry } from '../../assets.ts'

test('a whole run starts the processes of the build, a single file those of the source', () => {
  const isBuilt = process.env.SOTTO_TEST_BUILD === '1'
  expect(entry('testnet/process/process')).toMatch(isBuilt ? /\/dist\/.*\.js$/ : /\/gateway\/.*\.ts$/)
})
