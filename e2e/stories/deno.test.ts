import { test } from 'vitest'
import { settlesAPayment } from '../conformance/kit/one-payment.ts'
import { conformance } from '../conformance/kit/suite.ts'
import { denoFor } from '../harness/deno.ts'

const stage = conformance({
  // Every code of every endpoint takes minutes, which the run on Node has spent already; ALL_CODES=1 spends them here.
  codes: process.env.ALL_CODES === undefined ? 'each once of two gateways' : 'all',
  runtime: denoFor,
})

test('on Deno a payment settles, from the proof to the payout', () => settlesAPayment(stage()))
