import type { Check, NotaVerification } from '#shared/model/nota.ts'

type Judged = Pick<NotaVerification, 'valid' | 'checks' | 'issuer'>

/**
 * What a gateway's verdict on a nota comes to. `valid`: nothing speaks against it, and it is known who signed. `broken`:
 * something in it is not so. `unproven`: it holds in itself, but no known issuer stands for it, or it is another gateway's
 * receipt, and the chain could not be asked about all of its transactions.
 */
export type Standing = 'valid' | 'broken' | 'unproven'

export function standingOf({ valid, checks }: Judged): Standing {
  if (checks.some(({ result }) => result === 'failed')) return 'broken'
  return valid ? 'valid' : 'unproven'
}

/** Who answers for a nota. The wallet's own signature says more than any issuer can. */
export type Signer = 'wallet' | 'this_gateway' | 'trusted' | 'unknown'

export function signerOf({ checks, issuer }: Judged): Signer {
  const own = checks.some(({ name, result }) => name === 'wallet_signature' && result === 'passed')
  return own ? 'wallet' : issuer.trust
}

/** The failed ones first, then those that could not be made: what passed needs no attention. */
export function inOrder(checks: readonly Check[]): Check[] {
  const rank = { failed: 0, not_checked: 1, passed: 2 }
  return [...checks].sort((one, other) => rank[one.result] - rank[other.result])
}
