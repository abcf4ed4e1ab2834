import { readdirSync, readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { computationsOf } from './computations.ts'
import { executors } from './executors.ts'
import { type Header, provingFormula } from './handles.ts'
import { type Operation, operandPlacesOf, operationIn } from './operation.ts'

/**
 * Logs of the genuine executors of every protocol version, compiled from the sources of zama-ai/fhevm at that tag, and the
 * parent hash and time of their blocks. `driver` calls every operation, `token` is an ERC-7984 token.
 */
type Vectors = { protocol: string; executor: string; driver: Mined[]; token: Mined[] }
type Mined = Header & { what: string; logs: { topics: Hex[]; data: Hex }[] }

const folder = new URL('vectors/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vectors
const vectors = readdirSync(folder).sort().map(read)
const minedBy = ({ driver, token }: Vectors) => [...driver, ...token]
const operationsOf = ({ logs }: Mined): Operation[] => logs.flatMap((log) => operationIn(log) ?? [])
/** A random number proves nothing, in no version. */
const isDrawn = (operation: Operation) => 'seed' in operation
const altered = (hex: Hex): Hex => `${hex.slice(0, 20)}${hex[20] === '0' ? '1' : '0'}${hex.slice(21)}` as Hex

/** Every computation with the place where it was made. */
function* placed(version: Vectors) {
  for (const mined of minedBy(version)) {
    const minted = new Set<Hex>()
    for (const operation of operationsOf(mined)) {
      if (!isDrawn(operation)) yield { operation, place: { ...mined, minted: new Set(minted) } }
      minted.add(operation.result)
    }
  }
}

test('there are vectors of every executor', () => {
  expect(vectors.map(({ executor }) => executor)).toEqual(Object.keys(executors))
})

describe.each(vectors)('executor $executor', (version) => {
  const formula = executors[version.executor]
  const all = [...placed(version)]

  test('emits no event of a computation that is not read', () => {
    // `VerifyInput` accepts an input, and computes nothing.
    const inputs = '0xdc370db33589e73371dc3ee42c789c003d336eefcb7c3f56fe0f51ae5b1d9702'
    for (const mined of minedBy(version)) {
      const events = mined.logs.filter(({ topics }) => topics[0] !== inputs)
      expect(operationsOf(mined)).toHaveLength(events.length)
    }
  })

  test('made every handle by one formula, found whatever was expected', () => {
    expect(all.length).toBeGreaterThan(60)
    for (const { operation, place } of all) {
      // A number has no operands, and so no origins.
      const tried = operation.name === 'TrivialEncrypt' && formula !== 'plain' ? 'of a block' : formula
      expect(provingFormula(operation, place)).toBe(tried)
      expect(provingFormula(operation, place, 'plain')).toBe(tried)
      expect(provingFormula(operation, place, formula)).toBe(formula)
    }
    for (const mined of minedBy(version)) {
      const unproven = computationsOf(operationsOf(mined), mined).filter((one) => one.formula === undefined)
      expect(unproven.filter(({ operation }) => !isDrawn(operation))).toEqual([])
    }
  })

  test('in another block none of them proves, unless blocks do not count', () => {
    const expected = formula === 'plain' ? formula : undefined
    for (const { operation, place } of all) {
      expect(provingFormula(operation, { ...place, parentHash: altered(place.parentHash) })).toBe(expected)
      expect(provingFormula(operation, { ...place, time: place.time + 1 })).toBe(expected)
    }
  })

  test('with another operand none of them proves', () => {
    for (const { operation, place } of all) {
      for (const [field, value] of Object.entries(operation)) {
        if (field === 'name' || field === 'result') continue
        const other = { ...operation, [field]: otherThan(value) } as Operation
        expect(provingFormula(other, place), `${operation.name} with another ${field}`).toBeUndefined()
      }
    }
  })

  test('only where origins count, other results before it refute it', () => {
    for (const { operation, place } of all) {
      for (const operand of operandPlacesOf(operation).filter((one) => one !== undefined)) {
        const minted = place.minted.has(operand)
          ? new Set([...place.minted].filter((one) => one !== operand))
          : new Set([...place.minted, operand])
        const expected = formula === 'of a block and of origins' ? undefined : formula
        expect(provingFormula(operation, { ...place, minted }, formula)).toBe(expected)
      }
    }
  })
})

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'bigint') return value + 1n
  // Uint32 in place of another type, and a type that nothing was cast to.
  if (typeof value === 'number') return value === 4 ? 3 : 4
  if (Array.isArray(value)) return [altered(value[0]), ...value.slice(1)]
  return altered(value as Hex)
}
