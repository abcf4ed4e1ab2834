import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from 'viem'
import { ChainUnavailable } from '../../port.ts'

/** Between tries: behind a balancer the next one is answered by another node, or this one has caught up. Three seconds in all. */
const PAUSES_MS = [50, 100, 150, 200, 300, 400, 500, 600, 700]
/** A chain that stays shorter than it was for so long was rolled back; until then its nodes lag. */
const ROLLED_BACK_AFTER_MS = 20_000

/** What nodes say that do not have a block yet which another one has shown. */
const UNKNOWN_BLOCK =
  /header not found|unknown block|block (was )?not found|could not find block|could not be found|out ?of ?range|not yet available/i

export function isUnknownBlock(error: unknown): boolean {
  return error instanceof BaseError && UNKNOWN_BLOCK.test(error.details || error.shortMessage)
}

/** Asks again while the node that answers is behind, within the call. The last answer counts, whatever it is. */
export async function despiteLag<T>(
  ask: () => Promise<T>,
  isBehind: (answer: T) => boolean = () => false,
  saysSo: (error: unknown) => boolean = isUnknownBlock,
): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      const answer = await ask()
      if (!isBehind(answer)) return answer
    } catch (error) {
      if (!saysSo(error)) throw error
    }
    await sleep(pause)
  }
  return ask()
}

/** How high the chain is known to be: several nodes behind one URL are not equally far. */
export type Height = {
  /** A block that an answer has shown. */
  note(block: number): void
  /** What another process was shown, by the database. Each height once: what it says may have been rolled back since. */
  noteTold(block: number): void
  /** Whether a newer block was shown than this one, and the chain was not shorter for long enough to have lost it. */
  isOld(block: number): boolean
  /** Whether a head is lower than one that was shown already, and not known to be the best that there is. */
  isBehind(head: number): boolean
  /** The head that is believed although it may be lower: asking again did not help. */
  settleFor(head: number): void
  /** The newest block that should be there; 0 where none is known. */
  newest(): number
  /** Whether a block should be there. */
  isExpected(block: number): boolean
  /** For a missing block: throws if it was shown before, unless the chain has been shorter for long enough. */
  requireRolledBack(block: number): void
}

export function createHeight(now: () => number = () => performance.now()): Height {
  let highest = 0
  let expected = 0
  let told = 0
  let shorterSince: number | undefined
  const note = (block: number) => {
    expected = Math.max(expected, block)
    if (block < highest) return
    highest = block
    shorterSince = undefined
  }
  return {
    note,
    noteTold(block) {
      if (block > Math.max(told, highest)) note(block)
      told = Math.max(told, block)
    },
    isOld(block) {
      if (block >= highest) return false
      shorterSince ??= now()
      return now() - shorterSince < ROLLED_BACK_AFTER_MS
    },
    isBehind: (head) => head < expected,
    settleFor(head) {
      expected = head
      if (head >= highest) shorterSince = undefined
      else shorterSince ??= now()
    },
    newest: () => expected,
    isExpected: (block) => block <= expected,
    requireRolledBack(block) {
      if (block > highest) return
      shorterSince ??= now()
      if (now() - shorterSince < ROLLED_BACK_AFTER_MS) throw new ChainUnavailable('The node is behind: a block')
      highest = Math.min(highest, expected)
    },
  }
}
