import { printableLine } from '../../../world/printable.ts'
import type { Ended } from './end-what-ended.ts'

const AS_REPLACED = 'as in the replaced data'
const OTHER = 'different from the replaced data'
const OLD_MASTER = 'The master key is that of the backup again: rotate it.'
const NOT_KNOWN =
  'What ended since this backup is not all known. Disable accounts, revoke nota keys and remove trusted issuers again where you did so since, and look at passwords, second factors, policies and webhooks.'

/** What of a restore a person has to know or to see to, a line each; nothing where that is nothing. */
export function describeEnded(ended: Ended): string {
  const { alive, disabled, revoked, unrevoked, pinned, others, hasOldMaster, allKnown } = ended
  const lines = [
    ...disabled.map((email) => `Disabled, ${AS_REPLACED}: ${printableLine(email)}.`),
    ...revoked.map((fingerprint) => `Revoked, ${AS_REPLACED}: nota key ${printableLine(fingerprint)}.`),
    ...(hasOldMaster ? [OLD_MASTER] : []),
    ...unrevoked.map(
      (fingerprint) => `Not revoked, ${OTHER}: nota key ${printableLine(fingerprint)}. Revoke it if it should be.`,
    ),
    ...pinned.map(
      ({ fingerprint, label }) =>
        `Trusted, ${OTHER}: the issuer ${printableLine(fingerprint)}${label === null ? '' : `, "${printableLine(label)}"`}. Remove it if it should not be.`,
    ),
    ...others.map(
      ({ email, parts }) =>
        `As in the backup, ${OTHER}: ${printableLine(email)}: ${parts.join(', ')}. Change what should not be.`,
    ),
    ...alive.map(
      ({ prefix, label, email }) =>
        `This API key lives again: ${prefix}…, "${printableLine(label)}" of ${printableLine(email)}. Revoke it if it should not.`,
    ),
    ...(allKnown ? [] : [NOT_KNOWN]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
