import { expect, test } from 'vitest'
import { WaitingFor } from '#shared/model/transaction.ts'
import { stepperWords, waitingWords } from '../../words/en/payments/progress.ts'
import { shownSteps, waitingText } from './steps-shown.ts'

const steps = [
  { name: 'handed', state: 'done' },
  { name: 'burn', state: 'done' },
  { name: 'payout', state: 'now' },
] as const

test('the step under way says what it waits for', () => {
  expect(shownSteps(steps, { waitingFor: 'operator_gas' })).toEqual([
    { title: stepperWords.names.handed, state: 'done' },
    { title: stepperWords.names.burn, state: 'done' },
    { title: stepperWords.names.payout, state: 'now', note: waitingWords.operator_gas },
  ])
})

test('or nothing, where it waits for nothing or nothing is known of it', () => {
  for (const known of [null, { waitingFor: null }]) {
    expect(shownSteps(steps, known).every((step) => !('said' in step))).toBe(true)
  }
})

test.each([...WaitingFor.options, 'amount'])('%s has its sentence', (reason) => {
  expect(waitingText(reason)).toMatch(/\.$/)
})

test.each([null, 'something_new', 'toString'])('%s has none', (reason) => {
  expect(waitingText(reason)).toBeUndefined()
})
