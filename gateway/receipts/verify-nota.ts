import type { Check, NotaVerification, Trust } from '#shared/model/nota.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import type { Token } from '../chain/port.ts'
import {
  cardSubject,
  inspect,
  isValid,
  payersOf,
  receiptSubject,
  requestSubject,
  unchecked,
} from '../notas/format/inspect.ts'
import { type OpenNota, openNota, type Receipt } from '../notas/format/open-nota.ts'
import { isoOf } from '../notas/format/token-timestamps.ts'
import { trustOf } from '../notas/trust.ts'
import type { World } from '../world/world.ts'
import { checkOnChain } from './check-on-chain.ts'

/**
 * What a nota says, who signed it, and what of it holds. What is no nota, or was altered, is refused by name; a nota
 * that is well made and says what the chain does not is answered, with the checks that failed.
 */
export async function verifyNota(world: World, caller: Caller, text: string): Promise<NotaVerification> {
  const { wallets } = world.chain
  const nota = await openNota(text, world.clock.now(), wallets)
  const trust = await trustOf(world.db, nota)
  const checks = [...(await inspect(nota, wallets)), ...(await checksHere(world, caller, nota, trust))]
  const verdict = {
    issuedAt: isoOf(nota.content.iat),
    issuer: { fingerprint: nota.fingerprint, trust },
    valid: isValid(trust, checks) && isLookedUp(trust, checks),
    checks,
  }
  switch (nota.type) {
    case 'address-card':
      return { type: nota.type, subject: cardSubject(nota), ...verdict }
    case 'receipt':
      return { type: nota.type, subject: receiptSubject(nota), ...verdict }
    case 'request':
      return { type: nota.type, subject: requestSubject(nota), ...verdict }
  }
}

/**
 * Whether the chain was asked about each leg of a receipt that another issuer has signed, whose word alone it would be
 * otherwise: its author may choose transactions that nodes have dropped. This gateway signs what it has seen.
 */
function isLookedUp(trust: Trust, checks: Check[]): boolean {
  const isOpen = ({ name, result }: Check) => LEGS.has(name) && result === 'not_checked'
  return trust === 'this_gateway' || !checks.some(isOpen)
}

const LEGS: ReadonlySet<string> = new Set(['first_leg', 'payout_leg'])

/** Whether the nota is about the chain that this gateway serves, and then what that chain says. */
async function checksHere(world: World, caller: Caller, nota: OpenNota, trust: Trust): Promise<Check[]> {
  const [network, ...rest] = unchecked(nota, 'This gateway does not serve that chain.')
  if (network === undefined) return []
  try {
    const elsewhere = whereElse(world, nota) ?? whoElse(nota, trust)
    if (elsewhere !== undefined) return [{ ...network, result: 'failed', detail: elsewhere }, ...rest]
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_configured') return unchecked(nota, error.message)
    throw error
  }
  const here: Check = {
    ...network,
    result: 'passed',
    detail: `It is for ${nota.content.network}, as is this gateway.`,
  }
  return [here, ...(nota.type === 'receipt' ? await checkOnChain(world, caller, nota) : [])]
}

/** What keeps a nota from being about this gateway's chain; `offline` test-nets and Sepolia share a chain ID. */
function whereElse(world: World, { type, content }: OpenNota): string | undefined {
  const { SOTTO_NETWORK: network } = world.config
  if (content.chainId !== world.chain.chainId || content.network !== network) {
    const there = `${content.network} (chain ${content.chainId})`
    return `It is for ${there}; this gateway serves ${network} (chain ${world.chain.chainId}).`
  }
  if (type === 'address-card') return undefined
  const { stable, cstable } = world.chain.tokens
  const same = isSame(stable.address, content.stable) && isSame(cstable.address, content.cstable)
  if (!same) return 'It is about other token contracts than those that this gateway serves.'
  const tokens = type === 'receipt' ? tokensOf(content, { stable, cstable }) : [stable, cstable]
  if (tokens.some(({ symbol }) => symbol === content.token)) return undefined
  return `It is about ${content.token}, which is not what the transaction moved.`
}

/** What keeps a request from being paid here though it is about this gateway's chain. */
function whoElse({ type, content }: OpenNota, trust: Trust): string | undefined {
  return type === 'request' && trust !== 'this_gateway' ? payersOf(content) : undefined
}

/** The tokens that a receipt can be about. A reverted transaction does not show which it would have moved. */
function tokensOf({ type, handle, legs }: Receipt['content'], { stable, cstable }: World['chain']['tokens']): Token[] {
  if (type === 'FUND') return [stable]
  if (type === 'MINT' || type === 'REDEEM') return [cstable]
  if (legs[0]?.outcome !== 'success') return [stable, cstable]
  return [handle === null ? stable : cstable]
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
