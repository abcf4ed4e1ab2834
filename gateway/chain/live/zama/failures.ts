import * as z from 'zod/mini'
import { errorWords } from '../../../error-words.ts'

/**
 * What became of a question to Zama's client. `behind`: the node does not know yet that it is allowed. `busy`: the relayer
 * says that asking again will help. `refused`: it does not take the request as it is. `not allowed`: the chain's access list
 * does not let it. `failing`: the relayer or the KMS cannot now, and asking again at once does not help. `unverifiable`: an
 * answer that the keys of this client do not verify, as after a rotation. `unreachable`: none of these.
 */
export type FailureKind = 'behind' | 'busy' | 'refused' | 'not allowed' | 'failing' | 'unverifiable' | 'unreachable'

export class ZamaFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string) {
    super(message)
    this.name = 'ZamaFailure'
    this.kind = kind
  }
}

/** The relayer's answer where it refused a question. An answer without a label is a proxy's. */
export class RelayerRefused extends Error {
  readonly status: number
  readonly label: string | undefined
  constructor(status: number, label: string | undefined, message: string) {
    super(message)
    this.name = 'RelayerRefused'
    this.status = status
    this.label = label
  }
}

/** Source: `ERROR_LABEL_DEFS` of zama-ai/fhevm, relayer/src/http/openapi/expected_labels.rs (`retryable`). */
const PASSING: ReadonlySet<string | undefined> = new Set([
  '503 readiness_check_timed_out',
  '503 response_timed_out',
  '503 protocol_paused',
  '503 gateway_not_reachable',
  '500 host_acl_failed',
])

/** Labels that this version does not know are judged by their status. */
export function kindOfRefusal(status: number, label: string | undefined): FailureKind {
  if (status === 429 || PASSING.has(`${status} ${label}`)) return 'busy'
  if (label === 'not_allowed_on_host_acl') return 'not allowed'
  return status >= 400 && status < 500 ? 'refused' : 'failing'
}

export function kindOf(error: unknown): FailureKind {
  if (error instanceof ZamaFailure) return error.kind
  const refused = refusalIn(error)
  if (refused !== undefined) return kindOfRefusal(refused.status, refused.label)
  if (!(error instanceof Error)) return 'unreachable'
  if (UNVERIFIABLE.test(`${error.name}: ${error.message}`)) return 'unverifiable'
  return NOT_YET_ALLOWED.test(error.message) ? 'behind' : 'unreachable'
}

/**
 * Words of @zama-fhe/relayer-sdk 0.4.3 where keys do not fit: signcrypted shares, signatures of the KMS, of coprocessors,
 * and a proof that was made for another public key.
 */
const UNVERIFIABLE =
  /occured during decryption|list of KMS signers|KMS signers threshold|(Unknown|Threshold)CoprocessorSigner|InputProofRejected/i
/** What the client's own question to the access list comes to: the relayer was not asked yet. */
const NOT_YET_ALLOWED = /not authorized|not allowed/i

const refusal = z.object({ status: z.number(), relayerApiError: z.object({ label: z.string() }) })
/** An answer in words that the client does not know, as text. */
const unknown = z.object({ status: z.number(), bodyJson: z.string() })
const body = z.object({ error: z.object({ label: z.string() }) })

function refusalIn(error: unknown): { status: number; label: string | undefined } | undefined {
  if (error instanceof RelayerRefused) return error
  const known = refusal.safeParse(error)
  if (known.success) return { status: known.data.status, label: known.data.relayerApiError.label }
  const strange = unknown.safeParse(error)
  if (strange.success) return { status: strange.data.status, label: labelIn(strange.data.bodyJson) }
  const status = z.object({ name: z.literal('RelayerV2ResponseStatusError'), status: z.number() }).safeParse(error)
  return status.success ? { status: status.data.status, label: undefined } : undefined
}

export function labelIn(text: string): string | undefined {
  try {
    const parsed = body.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.error.label : undefined
  } catch {
    return undefined
  }
}

/** For the log: the label where there is one, and the message without the addresses that ethers quotes in it. */
export function wordsOf(error: unknown): string {
  const said = errorWords(error)
  const refused = refusalIn(error)
  return refused === undefined ? said : `${refused.status} ${refused.label ?? 'without a label'}: ${said}`
}
