import type { Stage } from '../stage.ts'
import type { Entry } from './books.ts'
import type { Problem } from './check.ts'
import type { Decryptor } from './decrypt.ts'
import type { Mined } from './ledger.ts'

type Hex = `0x${string}`

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Payment by payment: what the chain moved for it, at most once; for what is settled the amount that was asked; for
 * what failed nothing. And no transaction of the gateway's keys that belongs to no payment.
 */
export async function checkPayments(
  stage: Stage,
  decryptor: Decryptor,
  books: Entry[],
  mined: Mined[],
): Promise<Problem[]> {
  const byHash = new Map(mined.map((one) => [one.hash, one]))
  await decryptAll(decryptor, mined)
  const problems: Problem[] = []
  const claimed = new Set<Hex>()
  for (const entry of books) {
    for (const { hashes } of entry.legs) for (const hash of hashes) claimed.add(hash)
    problems.push(...(await checkPayment(stage, decryptor, entry, byHash)))
  }
  for (const one of mined) {
    if (!claimed.has(one.hash)) {
      problems.push({ kind: 'doubled', text: `${one.hash} of ${one.from} at nonce ${one.nonce} belongs to no payment` })
    }
  }
  return problems
}

/** All handles of a sender in as few questions as can be; afterwards every one is remembered. */
async function decryptAll(decryptor: Decryptor, mined: Mined[]): Promise<void> {
  const bySender = Map.groupBy(
    mined
      .filter(({ success }) => success)
      .flatMap(({ hidden }) => hidden.map((move) => ({ ...move, asker: knower(decryptor, move) }))),
    ({ asker }) => asker,
  )
  for (const [asker, moves] of bySender) {
    if (asker !== undefined)
      await decryptor.read(
        asker,
        moves.map(({ handle }) => handle),
      )
  }
}

function knower(decryptor: Decryptor, { from, to }: { from: Hex; to: Hex }): Hex | undefined {
  return [from, to].find((address) => decryptor.holders.has(address.toLowerCase()))
}

async function checkPayment(
  stage: Stage,
  decryptor: Decryptor,
  entry: Entry,
  byHash: Map<Hex, Mined>,
): Promise<Problem[]> {
  const name = `${entry.type} ${entry.id}`
  const done = entry.legs
    .filter(({ movesValue }) => movesValue)
    .flatMap(({ hashes }) => hashes.flatMap((hash) => byHash.get(hash) ?? []))
    .filter(({ success }) => success)
  const moved = await Promise.all(done.map((one) => movedBy(decryptor, entry, one)))
  const effective = moved.filter((units) => units > 0n)
  const problems: Problem[] = []
  if (effective.length > 1) problems.push({ kind: 'doubled', text: `${name} moved value ${effective.length} times` })
  const total = effective.reduce((sum, units) => sum + units, 0n)
  if (entry.status === 'SETTLED' && total !== entry.units) {
    problems.push({ kind: 'lost', text: `${name} is SETTLED over ${entry.units}, the chain moved ${total}` })
  }
  if (entry.status === 'FAILED' && total > 0n) {
    problems.push({
      kind: 'lost',
      text: `${name} is FAILED, and the chain moved ${total} (${done.map(({ hash }) => hash)})`,
    })
  }
  if (entry.type === 'REDEEM') problems.push(...checkPayout(stage, entry, name, done, total, byHash))
  return problems
}

/** Units that one of a payment's transactions moved out of its wallet, to whom it was meant. */
async function movedBy(decryptor: Decryptor, entry: Entry, one: Mined): Promise<bigint> {
  if (entry.type === 'FUND')
    return one.public.filter(({ to }) => same(to, entry.from)).reduce((sum, move) => sum + move.units, 0n)
  const isRight = ({ from, to }: { from: Hex; to: Hex }) =>
    same(from, entry.from) && (entry.type !== 'TRANSFER' || same(to, entry.toAddress ?? ''))
  if (entry.confidential === 0) return one.public.find(isRight)?.units ?? 0n
  const move = one.hidden.find(isRight)
  if (move === undefined) return 0n
  return (await decryptor.read(entry.from, [move.handle])).get(move.handle) ?? 0n
}

/** What was burned is paid, once, to the wallet: by the token's own finalizing, or out of the operator's float. */
function checkPayout(
  stage: Stage,
  entry: Entry,
  name: string,
  burns: Mined[],
  burned: bigint,
  byHash: Map<Hex, Mined>,
): Problem[] {
  const attempts = entry.legs.filter(({ movesValue }) => !movesValue).flatMap(({ hashes }) => hashes)
  const made = attempts.flatMap((hash) => byHash.get(hash) ?? []).filter(({ success }) => success)
  const settlement = entry.settlementTxHash === null ? undefined : byHash.get(entry.settlementTxHash)
  const payouts = new Map([...made, ...(settlement === undefined ? [] : [settlement])].map((one) => [one.hash, one]))
  const paid = [...payouts.values()].map((one) => payoutIn(stage, entry, burns, one)).filter((units) => units > 0n)
  const total = paid.reduce((sum, units) => sum + units, 0n)
  if (paid.length > 1 || total > burned) {
    return [{ kind: 'doubled', text: `${name} was paid out ${paid.length} times: ${total} for ${burned}` }]
  }
  if (entry.status === 'SETTLED' && total !== entry.units) {
    const text = `${name} is SETTLED, was paid ${total} of ${entry.units}: ${evidenceOf(entry, byHash)}`
    return [{ kind: 'lost', text }]
  }
  return []
}

/** What the books say of a payment's transactions, and the chain. */
function evidenceOf({ txHash, settlementTxHash, legs }: Entry, byHash: Map<Hex, Mined>): string {
  const shown = (hash: Hex) => {
    const one = byHash.get(hash)
    return `${hash} ${one === undefined ? 'not mined' : one.success ? 'mined' : 'reverted'}`
  }
  const told = legs.map(
    ({ kind, state, nonce, hashes }) => `${kind} ${state} ${nonce}: ${hashes.map(shown).join(', ')}`,
  )
  return [`tx ${txHash}, settlement ${settlementTxHash}`, ...told].join('; ')
}

function payoutIn(stage: Stage, entry: Entry, burns: Mined[], one: Mined): bigint {
  if (stage.mode === 'float') {
    const move = one.public.find(({ from, to }) => same(from, stage.operator.address) && same(to, entry.from))
    return move?.units ?? 0n
  }
  const requests = burns.flatMap(({ hidden }) => hidden.map(({ handle }) => handle))
  return one.finalized.find(({ request }) => requests.includes(request))?.units ?? 0n
}
