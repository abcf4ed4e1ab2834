import { printableLine } from '../../../world/printable.ts'
import type { Ended } from './end-what-ended.ts'

const AS_REPLACED = 'as in the data that was replaced'
const NOT_KNOWN =
  'What ended since this backup is not all known: disable accounts, revoke nota keys and remove trusted issuers again that had, and look at passwords, second factors and policies.'

/** What of a restore a person has to know or to see to, a line each; nothing where that is nothing. */
export function describeEnded({ alive, disabled, revoked, unpinned, others, allKnown }: Ended): string {
  const lines = [
    ...disabled.map((email) => `Disabled, ${AS_REPLACED}: ${printableLine(email)}.`),
    ...revoked.map((fingerprint) => `Revoked, ${AS_REPLACED}: nota key ${printableLine(fingerprint)}.`),
    ...unpinned.map(
      ({ fingerprint, label }) =>
        `Not trusted, ${AS_REPLACED}: the issuer ${printableLine(fingerprint)}${label === null ? '' : `, "${printableLine(label)}"`}.`,
    ),
    ...others.map(
      ({ email, parts }) =>
        `As in the backup, and otherwise in the data that was replaced: ${printableLine(email)}: ${parts.join(', ')}. Change what should not be.`,
    ),
    ...alive.map(
      ({ prefix, label, email }) =>
        `This API key lives again: ${prefix}…, "${printableLine(label)}" of ${printableLine(email)}. Revoke it if it should not.`,
    ),
    ...(allKnown ? [] : [NOT_KNOWN]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
