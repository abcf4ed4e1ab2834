import { expect, test } from 'vitest'
import { repeated } from '../../../gateway/testing/how-often.ts'
import type { Mode } from '../stage.ts'
import { readByTwo } from './readers.ts'

const TIMES = repeated(30)

test.each<Mode>(['backed', 'float'])(
  `two simultaneous readers of a redeem that is settling pay once, ${TIMES} times over, %s`,
  async (mode) => {
    const seed = process.env.CHAOS_SEED ?? String(Date.now())
    const payouts = await readByTwo(mode, TIMES, seed)
    expect(payouts).toHaveLength(TIMES)
    expect(
      payouts.filter((times) => times !== 1),
      `seed ${seed}`,
    ).toEqual([])
  },
)
