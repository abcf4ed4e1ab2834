import { describe, expect, test } from 'vitest'
import { TransactionStatus, WaitingFor } from '#shared/model/transaction.ts'
import { IntentState, type OpenIntent, type Order, Verb } from '../../intents/intent.ts'
import { isTerminal } from '../../intents/rules.ts'
import { transaction } from '../../testing/fixtures.ts'
import { failureShown, goesOn, isCancellable, isNews, outlookOf, paymentSteps } from './model.ts'

const address = `0x${'b'.repeat(40)}`
const orderOf = (verb: Verb): Order =>
  verb === 'transfer'
    ? { verb, walletId: 'w1', amount: '1', token: 'cSTABLE', destination: { is: 'address', address } }
    : { verb, walletId: 'w1', amount: '1' }
const types = { fund: 'FUND', mint: 'MINT', transfer: 'TRANSFER', redeem: 'REDEEM' } as const

const said = (intent: Parameters<typeof paymentSteps>[0], confidential = true) =>
  paymentSteps(intent, confidential)
    .map(({ name, state }) => `${name} ${state}`)
    .join(', ')

describe('before the gateway has a transaction', () => {
  test.each([
    ['fund', 'ready', 'sending', 'handed now, faucet later'],
    ['fund', 'refused', 'refused', 'handed failed, faucet stopped'],
    ['mint', 'sending', 'sending', 'handed now, mint later'],
    ['mint', 'ask', 'ask', 'handed stopped, mint later'],
    ['transfer', 'unknown', 'unknown', 'handed unknown, transfer unknown, check unknown'],
    ['transfer', 'ask', 'ask', 'handed stopped, transfer later, check later'],
    ['redeem', 'ready', 'sending', 'handed now, burn later, payout later'],
    ['redeem', 'unknown', 'unknown', 'handed unknown, burn unknown, payout unknown'],
    ['redeem', 'refused', 'refused', 'handed failed, burn stopped, payout stopped'],
    ['transfer', 'left', 'left', 'handed unknown, transfer unknown, check unknown'],
    ['redeem', 'discarded', 'discarded', 'handed stopped, burn stopped, payout stopped'],
  ] as const)('a %s that is %s', (verb, state, outlook, steps) => {
    const intent = { state, terminal: false, order: orderOf(verb), transaction: null, failure: null }
    expect(outlookOf(intent)).toBe(outlook)
    expect(said(intent)).toBe(steps)
  })
})

describe('once it has one', () => {
  test.each([
    ['PENDING', 'confirmation', 'pending', true],
    ['PENDING', null, 'pending', true],
    ['SETTLING', 'public_decryption', 'settling', true],
    ['SETTLING', 'operator_gas', 'settling', true],
    ['SETTLING', 'operator_liquidity', 'settling', true],
    ['SETTLING', 'token_refusal', 'settling', true],
    ['SETTLED', null, 'settled', false],
    ['SETTLED', 'confirmation', 'unsettled', true],
    ['FAILED', null, 'failed', false],
  ] as const)('%s, waiting for %s, is %s', (status, waitingFor, outlook, on) => {
    const intent = {
      state: 'accepted' as const,
      terminal: !on,
      order: orderOf('redeem'),
      transaction: transaction({ type: 'REDEEM', status, waitingFor }),
      failure: null,
    }
    expect(outlookOf(intent)).toBe(outlook)
    expect(goesOn(intent)).toBe(on)
  })
})

describe('once the gateway does not know it any more', () => {
  const forgotten = (part: Partial<OpenIntent> = {}) => ({
    state: 'accepted' as const,
    terminal: false,
    order: orderOf('redeem'),
    transaction: transaction({ type: 'REDEEM', status: 'SETTLING', waitingFor: 'public_decryption' }),
    failure: { code: 'not_found', message: '' },
    ...part,
  })

  test('nothing is known of it, and it is looked at again', () => {
    expect(outlookOf(forgotten())).toBe('forgotten')
    expect(failureShown(forgotten())).toBeUndefined()
    expect(said(forgotten())).toBe('handed unknown, burn unknown, payout unknown')
    expect(goesOn(forgotten())).toBe(true)
  })

  test('after its end: that holds', () => {
    const settled = transaction({ type: 'REDEEM', status: 'SETTLED', waitingFor: null })
    expect(outlookOf(forgotten({ terminal: true, transaction: settled }))).toBe('settled')
  })

  test('which a gateway that cannot be asked does not say', () => {
    const away = forgotten({ failure: { code: 'unreachable', message: '' } })
    expect(outlookOf(away)).toBe('settling')
    expect(failureShown(away)).toMatchObject({ code: 'unreachable' })
  })

  test('and the person does not follow it any more', () => {
    expect(outlookOf(forgotten({ state: 'left' }))).toBe('left')
    expect(said(forgotten({ state: 'left' }))).toBe('handed unknown, burn unknown, payout unknown')
    expect(goesOn(forgotten({ state: 'left' }))).toBe(false)
  })
})

const every = Verb.options.flatMap((verb) =>
  IntentState.options.flatMap((state) =>
    TransactionStatus.options.flatMap((status) =>
      [null, ...WaitingFor.options].flatMap((waitingFor) =>
        [true, false].map((confidential) => ({ verb, state, status, waitingFor, confidential })),
      ),
    ),
  ),
)

describe('whatever is known of a payment', () => {
  test.each(every)('$verb $state $status $waitingFor $confidential', (row) => {
    const { verb, state, status, waitingFor, confidential } = row
    const known = state === 'accepted' ? transaction({ type: types[verb], status, waitingFor }) : null
    const terminal = known !== null && isTerminal(known)
    const intent = { state, terminal, order: orderOf(verb), transaction: known, failure: null }
    const steps = paymentSteps(intent, confidential)
    const states = steps.map((step) => step.state)
    const outlook = outlookOf(intent)

    expect(steps[0]?.name).toBe('handed')
    // Done is said only of what is known to be done, and failed only of what is known to have failed.
    expect(states[0] === 'done').toBe(state === 'accepted')
    expect(states.every((each) => each === 'done')).toBe(outlook === 'settled')
    expect(states.includes('failed')).toBe(outlook === 'failed' || outlook === 'refused')
    if (outlook === 'unknown' || outlook === 'left') expect(states).toEqual(states.map(() => 'unknown'))
    else expect(states).not.toContain('unknown')
    // Whatever is neither over nor up to the person is looked at again.
    expect(goesOn(intent)).toBe(['sending', 'unknown', 'waits', 'pending', 'settling', 'unsettled'].includes(outlook))
  })
})

test.each([
  ['TRANSFER', 'PENDING', null, true],
  ['TRANSFER', 'PENDING', 'approval', false],
  ['MINT', 'PENDING', null, true],
  ['REDEEM', 'PENDING', null, true],
  ['FUND', 'PENDING', null, false],
  ['TRANSFER', 'SETTLING', null, false],
  ['TRANSFER', 'SETTLED', null, false],
  ['TRANSFER', 'FAILED', null, false],
] as const)('a %s that is %s and waits for %s can be cancelled: %s', (type, status, waitingFor, expected) => {
  expect(isCancellable({ type, status, waitingFor })).toBe(expected)
})

describe('a failure that is told', () => {
  const failure = { code: 'unreachable', message: 'gone' }
  const intent = (part: Partial<OpenIntent>) =>
    ({ state: 'unknown', failure, transaction: null, ...part }) as OpenIntent
  test.each([
    ['while the outcome is not known', intent({}), failure],
    ['of one that was refused', intent({ state: 'refused' }), failure],
    ['of one that cannot be looked at', intent({ state: 'accepted', transaction: transaction() }), failure],
    ['none', intent({ failure: null }), undefined],
    ['not of one that was discarded', intent({ state: 'discarded' }), undefined],
    ['not of one that waits to be sent', intent({ state: 'ask' }), undefined],
    ['not while it is sent again', intent({ state: 'sending' }), undefined],
    [
      'not beside that of its transaction',
      intent({ state: 'accepted', transaction: transaction({ status: 'FAILED' }) }),
      undefined,
    ],
  ])('%s', (_, known, expected) => {
    expect(failureShown(known)).toEqual(expected)
  })
})

test.each([
  ['seen to end', 'settled', 'pending', 3_600_000, true],
  ['over before its screen looked', 'settled', undefined, 400, true],
  ['that ended long ago', 'settled', undefined, 3_600_000, false],
  ['seen again as it was', 'settled', 'settled', 400, false],
] as const)('a payment %s is news, or not', (_, outlook, before, since, news) => {
  expect(isNews(outlook, before, since)).toBe(news)
})
