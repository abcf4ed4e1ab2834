/** Whether this is the run of a release, `npm run test:long`. */
export const isLong = process.env.SOTTO_LONG_TESTS === '1'

/** So many repetitions as a rule, and ten times as many before a release. */
export const repeated = (usual: number): number => (isLong ? usual * 10 : usual)

/** Whether this is a test, and not of such a run: `npm run chaos` goes as far as a release. */
export const isBrief = process.env.VITEST !== undefined && !isLong
