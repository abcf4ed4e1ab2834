import type { Trust } from '#shared/model/nota.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { Signer, Standing } from '../../../ui/notas/verdict.ts'

/** What the gateway says of a nota. */
export const verdictWords = words('verdictWords', {
  standings: { valid: 'Valid', unproven: 'Not proven', broken: 'Not valid' } satisfies Record<Standing, string>,
  signed: 'Signed',
  signers: {
    wallet: 'Signed by the wallet itself.',
    this_gateway: 'Signed by your gateway.',
    trusted: 'Signed by an issuer that your gateway trusts.',
    unknown: 'Signed by somebody whom your gateway does not know.',
  } satisfies Record<Signer, string>,
  issuer: 'Issuer',
  trust: 'Trust',
  trusts: {
    this_gateway: 'Your gateway',
    trusted: 'Trusted by your gateway',
    unknown: 'Not known to your gateway',
  } satisfies Record<Trust, string>,
  issued: 'Issued',
  checks: 'What was checked',
  results: { passed: 'Passed', failed: 'Failed', not_checked: 'Not checked' },
  names: {
    signature: 'Unchanged since it was signed',
    dates: 'Dates',
    network: 'Network',
    wallet_signature: 'Signature of the wallet',
    amount_statement: 'Statement of the amount',
    first_leg: 'First transaction on the chain',
    payout_leg: 'Payout on the chain',
    amount_on_chain: 'Amount on the chain',
  },
  watch: 'Save as a watch-only wallet',
  watched: 'Saved. The wallet is watched from now on.',
  isWallet: 'This wallet is among yours already.',
  noLabel: 'No label',
})
