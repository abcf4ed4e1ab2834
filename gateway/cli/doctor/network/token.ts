import type { Address } from '#shared/model/ids.ts'
import type { Registered, TokenPowers } from '../../../chain/token-powers.ts'
import { printableLine } from '../../../world/printable.ts'
import { counted } from '../../counted.ts'
import { bad, type Finding, ok } from '../finding.ts'

const OTHER_TOKEN = 'set SOTTO_STABLE_ADDRESS and SOTTO_CSTABLE_ADDRESS to a pair that it has'

const registryFindings: Record<Registered, () => Finding> = {
  valid: () => ok('registry', 'has the pair, and calls it valid'),
  unknown: () => ok('registry', 'does not have the pair: tokens of your own, or of an issuer that you trust'),
  revoked: () => bad('registry', 'has revoked the pair', OTHER_TOKEN),
  another: () => bad('registry', 'has another token under the confidential one', OTHER_TOKEN),
}

/** What others may do to the token. Observers are no fault, and all users of the token should know of them. */
export function powersFound(powers: TokenPowers): Finding[] {
  const { observers, pauser, isPaused, denyList, refused, registered } = powers
  return [
    ...(registered === undefined ? [] : [registryFindings[registered]()]),
    observers.length === 0
      ? ok('observers', 'none: the token lets no other address decrypt balances and amounts')
      : ok(
          'observers',
          `${counted(observers.length, 'address', 'addresses')} may decrypt every balance and amount: ${observers.join(', ')}`,
        ),
    isPaused
      ? bad('pause', 'the token is paused: nothing moves', `wait; ${pauser ?? 'its owner'} and its owner can end it`)
      : ok('pause', pauser === undefined ? 'the token names no address that may pause it' : `${pauser} may pause it`),
    denyListFound(denyList, refused),
  ]
}

function denyListFound(denyList: TokenPowers['denyList'], refused: readonly Address[]): Finding {
  const [first] = refused
  if (first !== undefined)
    return bad(
      'deny list',
      `refuses the operator ${first}`,
      'use another SOTTO_OPERATOR_KEY, or ask who issues the token',
    )
  const lists = {
    none: 'the token has none',
    own: 'the token has one of its own',
    'own and underlying': 'the token has one of its own, and asks the one of the token under it',
  }
  return ok('deny list', lists[denyList])
}

/** What a contract calls itself may be any text. */
export function nameOf(symbol: string): string {
  return printableLine(symbol).slice(0, 40)
}
