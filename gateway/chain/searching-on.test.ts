import { expect, test } from 'vitest'
import type { Chain } from './port.ts'
import { ChainUnavailable } from './port.ts'
import { searchingOn } from './searching-on.ts'
import { SearchUnfinished } from './unavailable.ts'

const request = `0x${'a'.repeat(64)}` as const
const paid = { hash: request, block: 7, units: 1n }

/** A chain whose searches end with this call of theirs. */
function chainThatEndsAt(last: number, otherwise: () => Error = () => new SearchUnfinished('ask again')) {
  const calls: unknown[][] = []
  const finalized: Chain['finalized'] = async (...asked) => {
    calls.push(asked)
    if (calls.length < last) throw otherwise()
    return paid
  }
  return { calls, chain: searchingOn({ chainId: 5, finalized } as Chain) }
}

test('a search goes on until it has come to its end, and the rest of the chain is as it was', async () => {
  const { calls, chain } = chainThatEndsAt(4)
  expect(await chain.finalized(request, 3)).toEqual(paid)
  expect(calls).toEqual(Array(4).fill([request, 3]))
  expect(chain.chainId).toBe(5)
})

test('and not where the chain does not answer, nor without end', async () => {
  const away = chainThatEndsAt(2, () => new ChainUnavailable('fetch failed'))
  await expect(away.chain.finalized(request, 3)).rejects.toThrow('fetch failed')
  expect(away.calls).toHaveLength(1)
  const endless = chainThatEndsAt(Number.MAX_SAFE_INTEGER)
  await expect(endless.chain.finalized(request, 3)).rejects.toThrow(SearchUnfinished)
  expect(endless.calls).toHaveLength(1_000)
})
