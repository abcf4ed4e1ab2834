import type { Hex } from '#shared/model/ids.ts'
import { NotAllowed } from '../chain/port.ts'
import { errorWords } from '../error-words.ts'
import type { World } from '../world/world.ts'
import { decryptionsUnderway } from './decryptions-underway.ts'
import { HANDLES, halvesOf } from './halves.ts'
import type { Reader } from './read-plaintexts.ts'
import { rememberDecrypted } from './remember.ts'
import type { Plaintext } from './store.ts'

/** One request to the relayer in so long. */
const EVERY_MS = 60_000
/** A wallet's turn comes again after so long: with many wallets in use later, while each gets one within a day. */
const WALLET_EVERY_MS = 6 * 60 * 60_000
const WALLETS = 10_000

type Watched = {
  reader: Reader
  handles: Set<Hex>
  /** Parts of a request that was refused for one handle in it: each is asked for by itself. */
  parts: Hex[][]
  checkedAt: number | undefined
  triedAt: number
}
type Watch = { wallets: Map<string, Watched>; lastAt: number }

function watchOf(world: World): Watch {
  return world.memory.part('amounts to check', () => ({ wallets: new Map(), lastAt: world.clock.elapsed() }))
}

/**
 * Notes amounts that were believed without the KMS having opened them, the newest of each wallet, and checks some if that
 * costs no caller anything.
 */
export function noteBelieved(world: World, reader: Reader, known: ReadonlyMap<Hex, Plaintext>): void {
  const { walletId } = reader
  const derived = [...known].filter(([, { origin }]) => origin === 'derived')
  if (derived.length === 0 || walletId === null) return
  const { wallets } = watchOf(world)
  const watched = wallets.get(walletId) ?? { reader, handles: new Set(), parts: [], checkedAt: undefined, triedAt: 0 }
  for (const [handle] of derived) {
    watched.handles.delete(handle)
    watched.handles.add(handle)
  }
  keepNewest(watched, HANDLES)
  wallets.set(walletId, watched)
  for (const oldest of wallets.keys()) {
    if (wallets.size <= WALLETS) break
    wallets.delete(oldest)
  }
  checkInBackground(world)
}

/** What a reorganisation has left behind is known to no KMS: asked for, it would have it refuse all that is asked along. */
export function forgetBelieved(world: World, walletId: string, handle: Hex): void {
  const watched = watchOf(world).wallets.get(walletId)
  if (watched !== undefined) forget(watched, [handle])
}

function forget(watched: Watched, handles: readonly Hex[]): void {
  for (const handle of handles) watched.handles.delete(handle)
  watched.parts = watched.parts.map((part) => part.filter((handle) => !handles.includes(handle)))
  watched.parts = watched.parts.filter((part) => part.length > 0)
}

function keepNewest({ handles }: Watched, most: number): void {
  for (const oldest of handles) {
    if (handles.size <= most) return
    handles.delete(oldest)
  }
}

/** Anyone who reads or pays does not wait for it. */
export function checkInBackground(world: World): void {
  checkDerived(world).catch((error: unknown) => {
    const reason = errorWords(error)
    world.log.warn({ reason }, 'derived amounts could not be checked now')
  })
}

/**
 * Holds derived amounts of one wallet against the KMS: at most once a minute, and only while no call waits for the relayer.
 * Rejects where it cannot be done now.
 */
export async function checkDerived(world: World): Promise<void> {
  const watch = watchOf(world)
  const now = world.clock.elapsed()
  if (now - watch.lastAt < EVERY_MS || world.closing.aborted || !decryptionsUnderway(world).none()) return
  const [walletId, watched] = nextOf(watch, now) ?? []
  if (walletId === undefined || watched === undefined) return
  watch.lastAt = now
  watched.triedAt = now
  const handles = watched.parts[0] ?? [...watched.handles]
  try {
    const opened = await world.chain.confidential.decrypt(await watched.reader.unseal(), handles)
    await rememberDecrypted(world, walletId, opened)
  } catch (error) {
    noteFailure(watched, handles, error)
    throw error
  }
  forget(watched, handles)
  if (watched.parts.length === 0) watched.checkedAt = now
}

/**
 * One handle that is not opened must not keep the others from being checked: what a balance was in a block that was taken
 * back, say. It is found by halves; what the KMS refuses by itself is dropped.
 */
function noteFailure(watched: Watched, handles: readonly Hex[], error: unknown): void {
  const isAlone = handles.length === 1
  watched.parts = [...(isAlone ? [] : halvesOf(handles)), ...watched.parts.slice(1)]
  if (isAlone && error instanceof NotAllowed) forget(watched, handles)
}

/** The wallet that was asked about least recently, among those whose turn it is. */
function nextOf({ wallets }: Watch, now: number): [string, Watched] | undefined {
  const due = [...wallets].filter(([, { handles, checkedAt }]) => {
    return handles.size > 0 && (checkedAt === undefined || now - checkedAt >= WALLET_EVERY_MS)
  })
  return due.sort(([, a], [, b]) => a.triedAt - b.triedAt)[0]
}
