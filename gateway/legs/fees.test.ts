import fc from 'fast-check'
import { expect, test } from 'vitest'
import { higherBid } from './fees.ts'

const fee = fc.bigInt(0n, 10n ** 12n)

test('a higher bid beats the last by a tenth in both fields, and never passes the ceiling', () => {
  fc.assert(
    fc.property(fee, fee, fee, fee, fee, (a, b, c, d, ceiling) => {
      const last = { maxFee: a > b ? a : b, priorityFee: a < b ? a : b }
      const now = { maxFee: c > d ? c : d, priorityFee: c < d ? c : d }
      const bid = higherBid(last, now, ceiling)
      if (bid === undefined) return
      expect(bid.maxFee * 10n).toBeGreaterThanOrEqual(last.maxFee * 11n)
      expect(bid.priorityFee * 10n).toBeGreaterThanOrEqual(last.priorityFee * 11n)
      expect(bid.maxFee).toBeLessThanOrEqual(ceiling)
      expect(bid.priorityFee).toBeLessThanOrEqual(bid.maxFee)
    }),
  )
})
