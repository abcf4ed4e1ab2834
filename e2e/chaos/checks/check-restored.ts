import { formatUnits, parseAmount } from '#shared/model/money.ts'
import { listBehind } from '../../../gateway/legs/reconciling/senders-store.ts'
import { listAllUnattributed } from '../../../gateway/legs/reconciling/unattributed/lists-store.ts'
import type { Stage } from '../stage.ts'
import { type Intent, SOMEBODY_ELSE } from '../traffic/intent.ts'
import type { Wallet } from '../traffic/wallets.ts'
import { type Purse, purseOf } from './balances.ts'
import { type Entry, readBooks } from './books.ts'
import { checkRest, type Problem, problem } from './check.ts'
import { type Decryptor, openDecryptor } from './decrypt.ts'

type Hex = `0x${string}`
export type Purses = Map<string, Purse>

/** What everybody holds on chain, read past the gateway. */
export async function readPurses(stage: Stage): Promise<Purses> {
  const decryptor = await openDecryptor(stage)
  try {
    return await pursesOf(stage, decryptor)
  } finally {
    decryptor.close()
  }
}

async function pursesOf(stage: Stage, decryptor: Decryptor): Promise<Purses> {
  const addresses = [...[...decryptor.holders.values()].map(({ address }) => address), SOMEBODY_ELSE as Hex]
  const purses: Purses = new Map()
  for (const address of addresses) purses.set(address.toLowerCase(), await purseOf(stage, decryptor, address))
  return purses
}

/**
 * After restores a database has what it knew, and what came back from the chain: every payment that a client was told of is
 * there, under the ID that it was told. Each wish that ended as settled has moved its amount once; no other has moved
 * anything. Held against what everybody held before and holds now.
 */
export async function checkRestored(stage: Stage, intents: Intent[], wallets: Wallet[], before: Purses) {
  const books = await readBooks(stage)
  const byId = new Map(books.map((entry) => [entry.id, entry]))
  const now = await readPurses(stage)
  const problems = [
    ...twice(intents, byId),
    ...gone(intents, byId),
    ...differences(stage, effects(intents, byId), wallets, before, now),
    ...unfinished(books, intents),
    ...(await checkRest(stage, books)),
    ...(await stillBehind(stage)),
  ]
  const settled = books.filter(({ status }) => status === 'SETTLED').length
  return { payments: intents.length, settled, problems }
}

/** One that failed before anything was signed left its key free: a repeat has a row of its own. */
function twice(intents: Intent[], byId: Map<string, Entry>): Problem[] {
  const isSigned = (id: string) => (byId.get(id)?.legs.length ?? 0) > 0
  return intents
    .filter(({ ids }) => [...ids].filter(isSigned).length > 1)
    .map(({ key }) => problem('doubled', `key ${key} has two signed transactions`))
}

/** What was signed says whose it is: no key is refused for a payment that is like it, and none has lost its own. */
function gone(intents: Intent[], byId: Map<string, Entry>): Problem[] {
  return [
    ...intents
      .filter(({ foundHash }) => foundHash !== undefined)
      .map(({ key, foundHash }) => problem('lost', `key ${key} was answered with ${foundHash}, not with its payment`)),
    ...intents
      .filter(({ outcome, ids }) => outcome === 'made' && ![...ids].some((id) => byId.has(id)))
      .map(({ key }) => problem('lost', `no transaction of key ${key} is there`)),
  ]
}

function effects(intents: Intent[], byId: Map<string, Entry>): Intent[] {
  return intents.filter(({ ids }) => [...ids].some((id) => byId.get(id)?.status === 'SETTLED'))
}

function differences(stage: Stage, moved: Intent[], wallets: Wallet[], before: Purses, now: Purses): Problem[] {
  const expected: Purses = new Map([...before].map(([address, purse]) => [address, { ...purse }]))
  const at = (address: string) => expected.get(address.toLowerCase()) ?? { stable: 0n, cstable: 0n }
  const addressOf = new Map(wallets.map(({ id, address }) => [id, address]))
  for (const { verb, body } of moved) {
    const units = parseAmount(body.amount ?? '') ?? 0n
    const from = at(addressOf.get(body.walletId ?? '') ?? '')
    const operator = at(stage.operator.address)
    if (verb === 'fund') from.stable += units
    if (verb === 'mint') [from.stable, from.cstable] = [from.stable - units, from.cstable + units]
    if (verb === 'redeem') [from.stable, from.cstable] = [from.stable + units, from.cstable - units]
    if (verb === 'redeem' && stage.mode === 'float') {
      operator.stable -= units
      operator.cstable += units
    }
    if (verb !== 'transfer') continue
    const to = at(body.to ?? addressOf.get(body.toWalletId ?? '') ?? '')
    const token = body.token === 'STABLE' ? 'stable' : 'cstable'
    from[token] -= units
    to[token] += units
  }
  const tokens = (address: string) =>
    address === SOMEBODY_ELSE ? (['stable'] as const) : (['stable', 'cstable'] as const)
  return [...now].flatMap(([address, has]) =>
    tokens(address).flatMap((token) => {
      const off = has[token] - at(address)[token]
      const text = `${address} has ${formatUnits(has[token])} ${token}, ${formatUnits(off < 0n ? -off : off)} ${off < 0n ? 'less' : 'more'} than its payments make`
      return off === 0n ? [] : [problem(off > 0n ? 'doubled' : 'lost', text)]
    }),
  )
}

function unfinished(books: Entry[], intents: Intent[]): Problem[] {
  const rows = books.filter(({ status, waitingFor }) => !['SETTLED', 'FAILED'].includes(status) || waitingFor !== null)
  const open = intents.filter(({ outcome }) => outcome === 'open')
  return [
    ...rows.map(({ id, type, status, waitingFor }) =>
      problem('stuck', `${type} ${id} is ${status}, waits for ${waitingFor}`),
    ),
    ...open.map(({ key, verb, asked }) => problem('stuck', `${verb} ${key} has no answer after ${asked} calls`)),
  ]
}

function stillBehind(stage: Stage): Promise<Problem[]> {
  return stage.withStore(async ({ db, keys }) => {
    const behind = (await listBehind(db)).map(({ address, missing }) =>
      problem('stuck', `${address} is still being reconciled: ${missing} are missing`),
    )
    // What moved value, and is in no payment: nothing but this gateway had its keys.
    const strangers = (await listAllUnattributed(db, keys)).filter(({ does }) => does !== null)
    return [
      ...behind,
      ...strangers.map(({ hash, does, tagRow }) =>
        problem('doubled', `${hash}, a ${does}, belongs to no payment; its tag names ${tagRow}`),
      ),
    ]
  })
}
