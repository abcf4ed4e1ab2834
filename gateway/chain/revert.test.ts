import { expect, test } from 'vitest'
import { atPayout, isHeldBack, revertOf } from './revert.ts'

/** What a payment that would meet it, or a payout of a burn, is to make of it. */
test.each([
  // error, passes for a payment, passes for a payout, held back by an order
  ['EnforcedPause', true, true, true],
  ['HCUBlockLimitExceeded', true, true, false],
  ['AddressIsDenied', false, true, true],
  ['BlockedUser', false, true, true],
  ['WrapperBlockedAddress', false, true, true],
  ['UnderlyingDenyListedAddress', false, true, true],
  ['UnderlyingDenyListCallFailed', true, true, true],
  ['InvalidUnderlyingDenyListResponse', true, true, true],
  ['SenderDenied', true, true, true],
  ['KMSInvalidSigner', true, true, false],
  ['InvalidKmsContext', true, true, false],
  ['InvalidUnwrapRequest', false, false, false],
  ['ERC7984InvalidReceiver', false, false, false],
  ['InvalidZeroHandle', false, false, false],
  ['Unknown', true, true, false],
])('%s: payment passes %s, payout passes %s, held back %s', (name, payment, payout, heldBack) => {
  const revert = revertOf(name)
  expect(revert.transient).toBe(payment)
  expect(atPayout(revert)).toEqual({ ...revert, transient: payout })
  expect(isHeldBack(revert)).toBe(heldBack)
})

test('who lacks ETH for a FUND is told: no wallet of the account', () => {
  expect(revertOf('InsufficientFunds').text).toBe(
    'the sender (of a FUND the operator) has too little ETH (InsufficientFunds)',
  )
})
