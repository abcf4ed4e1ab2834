import { test } from 'vitest'
import { settlesAPayment } from '../conformance/kit/one-payment.ts'
import { conformance } from '../conformance/kit/suite.ts'

const stage = conformance({
  // Every code of every endpoint takes minutes, which the run on SQLite has spent already; ALL_CODES=1 spends them here.
  codes: process.env.ALL_CODES === undefined ? 'each once' : 'all',
  engine: 'postgres',
})

test('on PostgreSQL a payment settles, from the proof to the payout', () => settlesAPayment(stage()))
