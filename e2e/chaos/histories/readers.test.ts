import { expect, test } from 'vitest'
import type { Mode } from '../stage.ts'
import { readByTwo } from './readers.ts'

test.each<Mode>(['backed', 'float'])(
  'two simultaneous readers of a redeem that is settling pay once, five hundred times over, %s',
  async (mode) => {
    const seed = process.env.CHAOS_SEED ?? String(Date.now())
    const payouts = await readByTwo(mode, 500, seed)
    expect(payouts).toHaveLength(500)
    expect(
      payouts.filter((times) => times !== 1),
      `seed ${seed}`,
    ).toEqual([])
  },
)
