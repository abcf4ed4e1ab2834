import { type TestFunction, test } from 'vitest'
import { isLong } from '../gateway/testing/how-often.ts'

/** `test` of what only the run of a release makes, `npm run test:long`, beside others of its file that every run makes. */
export const releaseTest: (name: string, run: TestFunction) => void = isLong ? test : () => {}
