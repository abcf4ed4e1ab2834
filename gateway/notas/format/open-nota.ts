import type * as z from 'zod/mini'
import type { Address, Hex } from '#shared/model/ids.ts'
import { CardContent, ReceiptContent, RequestContent, VERSION } from './content.ts'
import { type Envelope, openEnvelope } from './envelope.ts'
import { flawed } from './invalid-nota.ts'
import type { Addresses } from './statements.ts'
import { checkMoments } from './token-timestamps.ts'

type Signed = Pick<Envelope, 'fingerprint' | 'key'>

/** Contents as far as they hold without asking anybody: shape, version, dates and checksums. */
export type Card = Signed & { type: 'address-card'; content: CardContent & { address: Address; walletSignature?: Hex } }
export type Receipt = Signed & { type: 'receipt'; content: ReceiptContent & ReceiptHex }
export type Request = Signed & {
  type: 'request'
  content: RequestContent & { address: Address; stable: Address; cstable: Address }
}
export type OpenNota = Card | Receipt | Request

type ReceiptHex = {
  from: Address
  to: Address
  stable: Address
  cstable: Address
  handle: Hex | null
  legs: { txHash: Hex; blockHash: Hex }[]
  walletSignature?: Hex
}

/** Opens a nota, or refuses it by name. Whether to believe who signed it is another question. `now` in milliseconds. */
export async function openNota(nota: string, now: number, addresses: Addresses): Promise<OpenNota> {
  const { type, content, fingerprint, key } = await openEnvelope(nota)
  if (content.v !== VERSION) throw flawed('unknown_version')
  if (type === 'address-card') {
    const card = read(CardContent, content)
    checkMoments(card, now)
    checkAddresses(addresses, [card.address])
    return { type, content: card as Card['content'], fingerprint, key }
  }
  if (type === 'request') {
    const request = read(RequestContent, content)
    checkMoments(request, now)
    checkAddresses(addresses, [request.address, request.stable, request.cstable])
    return { type, content: request as Request['content'], fingerprint, key }
  }
  const receipt = read(ReceiptContent, content)
  checkMoments(receipt, now)
  checkAddresses(addresses, [receipt.from, receipt.to, receipt.stable, receipt.cstable])
  return { type, content: receipt as Receipt['content'], fingerprint, key }
}

/** The same, where only an address card will do. */
export async function openCard(nota: string, now: number, addresses: Addresses): Promise<Card> {
  const opened = await openNota(nota, now, addresses)
  if (opened.type === 'address-card') return opened
  const what = opened.type === 'receipt' ? 'A receipt' : 'A request'
  throw flawed('wrong_type', `${what} names no wallet to pay or to watch; an address card does.`)
}

function read<S extends z.ZodMiniType>(schema: S, content: unknown): z.infer<S> {
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue?.path
  throw flawed('malformed_content', `Look at "${path?.join('.').slice(0, 60)}".`)
}

/** A nota spells addresses as EIP-55 does, so that a mistyped one shows. */
function checkAddresses(addresses: Addresses, texts: string[]): void {
  const wrong = texts.find((text) => addresses.checksum(text) !== text)
  if (wrong !== undefined) throw flawed('wrong_checksum', wrong)
}
