import { describe, expect, test } from 'vitest'
import { sayFailure } from './failure-words.ts'

describe('what is said of a failure', () => {
  test('a known code has a sentence of its own, whatever the gateway said', () => {
    expect(sayFailure({ code: 'invalid_credentials', message: '<b>no</b>' })).toEqual({
      what: 'E-mail or password is wrong.',
    })
  })

  test('where the gateway knows more, its sentence is shown with our advice', () => {
    expect(sayFailure({ code: 'invalid_nota', message: 'The signature is broken.' })).toEqual({
      what: 'The signature is broken.',
      todo: 'Ask its sender for a new one.',
    })
  })

  test.each(['from_next_year', 'constructor', '__proto__'])(
    'the unknown code %s is told as the gateway tells it, clipped to 200 characters',
    (code) => {
      expect(sayFailure({ code, message: 'Update your wallet.' })).toEqual({ what: 'Update your wallet.' })
      expect(sayFailure({ code, message: 'x'.repeat(5_000) }).what).toHaveLength(200)
    },
  )

  test('its amounts are written as all others; a number without end is clipped before it is put in groups', () => {
    expect(sayFailure({ code: 'mint_failed', message: 'It moved 1250 STABLE.' }).what).toBe(
      'It moved 1\u202f250.00 STABLE.',
    )
    const endless = `${'1'.repeat(1_000_000)} STABLE`
    expect(sayFailure({ code: 'mint_failed', message: endless }).what.length).toBeLessThan(300)
  })

  test.each([
    [7, 'Wait 7 seconds.'],
    [0.2, 'Wait a second.'],
    [600, 'Wait 10 minutes.'],
    [1e40, 'Try again another day.'],
  ])('with %d seconds to wait it says how long', (retryAfter, todo) => {
    expect(sayFailure({ code: 'rate_limited', message: '', retryAfter })).toEqual({ what: 'Too many requests.', todo })
  })

  test('a flaw that belongs to no field is told in a sentence', () => {
    const details = [{ path: 'walletIds', message: 'repeats a wallet' }]
    expect(sayFailure({ code: 'validation_error', message: '', details }).what).toBe(
      'The gateway refused what was sent: repeats a wallet.',
    )
  })

  test.each([undefined, null, 'text', [7], [{ path: 1, message: 'x' }]])(
    'details of the wrong shape are ignored: %j',
    (details) => {
      expect(sayFailure({ code: 'validation_error', message: '', details }).what).toBe(
        'Something in the form is not right.',
      )
    },
  )
})
