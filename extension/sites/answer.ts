import * as z from 'zod/mini'
import { CHAIN_ID, ENVIRONMENT, VERSION } from '#shared/api/base.ts'
import { profiles } from '../gateway/profiles.ts'
import {
  type BridgeReply,
  CAPABILITY,
  codes,
  type Method,
  methods,
  type ProviderFailure,
  PURPOSE_MAX,
} from '../provider/protocol.ts'
import { askPerson } from './asking.ts'
import { cardFailure, readCard } from './card.ts'
import { type Grant, grantOf, noteUse, permissionOf, removeGrants } from './grants.ts'
import type { Page } from './page.ts'
import { tellEvent } from './tell.ts'

const None = z.nullish(z.union([z.strictObject({}), z.tuple([])]))
const Capabilities = z.tuple([z.strictObject({ [CAPABILITY]: z.strictObject({}) })])
/** A line of plain text: no control or bidirectional characters that would make the prompt say something else. */
const Purpose = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(PURPOSE_MAX), z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u))
const CardRequest = z.union([
  None,
  z.strictObject({ purpose: z.optional(Purpose) }),
  z.tuple([z.strictObject({ purpose: z.optional(Purpose) })]),
])

const value = (of: unknown): BridgeReply => ({ is: 'value', value: of })
const failure = (code: number, message: string): BridgeReply => ({ is: 'failure', failure: { code, message } })
const badParameters = failure(codes.badParameters, 'The parameters are not those of this method.')

/** Answers one question of a page of an enabled site. `key` is the bridge's name for it. */
export async function answerPage(page: Page, method: string, params: unknown, key: string): Promise<BridgeReply> {
  const known = methods.find((each) => each === method)
  if (known === undefined) return failure(codes.unknownMethod, 'The wallet does not know this method.')
  return answers[known](page, params, key)
}

type Answerer = (page: Page, params: unknown, key: string) => Promise<BridgeReply>

const answers: Record<Method, Answerer> = {
  async sotto_getInfo(_, params) {
    if (!None.safeParse(params).success) return badParameters
    return value({ version: VERSION, environment: ENVIRONMENT, chainId: CHAIN_ID, methods })
  },

  async sotto_getPermissions({ origin }, params) {
    return None.safeParse(params).success ? value(await permissions(origin)) : badParameters
  },

  async sotto_requestPermissions(page, params, key) {
    if (!Capabilities.safeParse(params).success) return badParameters
    const granted = await permissions(page.origin)
    return granted.length > 0 ? value(granted) : ask(page, 'sotto_requestPermissions', null, key)
  },

  async sotto_revokePermissions({ origin }, params) {
    if (!Capabilities.safeParse(params).success) return badParameters
    await revoke((grant) => grant.origin === origin)
    return value(null)
  },

  async sotto_requestAddressCard(page, params, key) {
    const asked = CardRequest.safeParse(params)
    if (!asked.success) return badParameters
    const grant = await grantOf(page.origin, Date.now())
    const card = grant === undefined ? undefined : await granted(grant)
    // A grant whose wallet is gone, or a wallet that is locked, is a reason to ask the person.
    if (card?.is === 'value' || (card?.is === 'failure' && card.failure.message === unreachable)) return card
    return ask(page, 'sotto_requestAddressCard', purposeOf(asked.data), key)
  },

  async sotto_getAddressCard({ origin }, params) {
    if (!None.safeParse(params).success) return badParameters
    const grant = await grantOf(origin, Date.now())
    return grant === undefined ? failure(codes.notGranted, 'This site may not know an address card.') : granted(grant)
  },
}

function purposeOf(asked: z.infer<typeof CardRequest>): string | null {
  const object = Array.isArray(asked) ? asked[0] : asked
  return object && 'purpose' in object ? (object.purpose ?? null) : null
}

async function permissions(origin: string) {
  const grant = await grantOf(origin, Date.now())
  return grant === undefined ? [] : [permissionOf(grant)]
}

const unreachable = cardFailure(new TypeError()).message

async function granted(grant: Grant): Promise<BridgeReply> {
  try {
    const card = await readCard(grant.profileId, grant.walletId)
    await noteUse(grant.id, Date.now())
    return value(card)
  } catch (error) {
    const why: ProviderFailure = cardFailure(error)
    if (why.code === codes.notGranted) await revoke(({ id }) => id === grant.id)
    return { is: 'failure', failure: why }
  }
}

async function ask(
  { origin, tabId }: Page,
  method: 'sotto_requestPermissions' | 'sotto_requestAddressCard',
  purpose: string | null,
  key: string,
): Promise<BridgeReply> {
  const profileId = (await profiles.get()).active
  const refused = await askPerson({ origin, method, purpose, profileId }, { tabId, key }, Date.now())
  return refused === undefined ? { is: 'waiting' } : { is: 'failure', failure: refused }
}

/** Takes grants back and tells the open pages, which believe it at once. */
export async function revoke(which: (grant: Grant) => boolean): Promise<void> {
  const gone = await removeGrants(which)
  for (const origin of new Set(gone.map((grant) => grant.origin))) {
    await tellEvent(origin, 'addressCardRevoked', {})
    await tellEvent(origin, 'permissionsChanged', await permissions(origin))
  }
}
