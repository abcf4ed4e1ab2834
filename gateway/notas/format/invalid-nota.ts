import { Refusal } from '#shared/refusal.ts'

/**
 * Everything for which a nota is refused, by name. The name stands in `details.reason` of the refusal, so that a client
 * need not read the sentence.
 */
const sentences = {
  too_large: 'This is over 16 KiB; no nota is.',
  not_a_nota: 'This is not a nota: a nota is three parts of base64url, joined by dots.',
  not_signed: 'This is not signed ("alg": "none"); a nota is signed with Ed25519.',
  wrong_algorithm: 'This is not signed with Ed25519 ("alg": "EdDSA").',
  header_field: 'Its header is not that of a nota.',
  duplicate_field: 'It says one thing twice.',
  wrong_type: 'This is another kind of nota.',
  wrong_key: 'The key in its header is not the one that its "kid" names.',
  broken_signature: 'Its signature is broken: it was changed after it was signed, or cut off.',
  unknown_version: 'It is of a version that this gateway does not know.',
  malformed_content: 'It was signed, but what it says is not what a nota says.',
  wrong_checksum: 'An address in it has a wrong checksum.',
  expired: 'It has expired.',
  from_the_future: 'It says that it was issued in the future.',
  wrong_chain: 'It is for another chain.',
  unverified:
    'It is not known who made it: neither this gateway nor an issuer pinned here, and the wallet itself did not sign. ' +
    'Compare its address with one you have from elsewhere, then import it as a wallet or send "acceptUnverified": true.',
  wallet_signature: "The wallet's own signature in it was not made by the address that it names.",
} as const

export type Flaw = keyof typeof sentences

/** The refusal of a nota, with what in it was found where that helps. */
export function flawed(reason: Flaw, more?: string): Refusal {
  const message = more === undefined ? sentences[reason] : `${sentences[reason]} ${more}`
  return new Refusal('invalid_nota', { message, details: { reason } })
}
