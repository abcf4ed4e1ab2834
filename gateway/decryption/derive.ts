import type { Hex } from '#shared/model/ids.ts'
import { compute } from '../fhe/arithmetic.ts'
import { type Computation, isProven } from '../fhe/computations.ts'
import { type Operation, operandsOf } from '../fhe/operation.ts'
import { FheType, typeOf } from '../fhe/types.ts'
import type { World } from '../world/world.ts'
import { rememberDerived } from './remember.ts'
import { findPlaintexts } from './store.ts'
import { type Waiting, waitingIn } from './waiting.ts'

/**
 * Learns what follows from computations of the executor, in the order in which it made them: the handle of a result is the
 * hash of operator, operands and block, so where the operands are known, so is the result, no matter who said that it was
 * computed. What is not proven is dropped. What lacks an operand waits for it, since receipts are seen in any order. The
 * wallet is the one for which they were looked at, which an alarm names.
 */
export async function derive(
  world: World,
  walletId: string | null,
  computations: readonly Computation[],
): Promise<void> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return
  const proven = computations.filter(isProven).map(({ operation }) => operation)
  const dropped = computations.filter(({ operation }) => !('seed' in operation)).length - proven.length
  if (dropped > 0) world.log.warn({ dropped }, 'a node showed computations that do not hash to their handles')
  if (proven.length === 0) return
  const operands = new Set(proven.flatMap(operandsOf))
  const found = await findPlaintexts(world.db, world.keys, [...operands])
  const known = new Map([...found].map(([handle, { units }]) => [handle, units]))
  const learned = evaluate(world, proven, known)
  await rememberDerived(world, walletId, amountsIn(learned))
}

/** What waited for these handles, now that they are known. */
export async function deriveFurther(
  world: World,
  walletId: string | null,
  known: ReadonlyMap<Hex, bigint>,
): Promise<void> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return
  const ready = waitingIn(world).take(known.keys())
  if (ready.length > 0) await rememberDerived(world, walletId, amountsIn(evaluate(world, ready, new Map(known))))
}

/** Evaluates in order, then again what the new amounts make possible. Adds to `known`; returns the new amounts. */
function evaluate(
  world: World,
  first: readonly (Operation | Waiting)[],
  known: Map<Hex, bigint>,
): ReadonlyMap<Hex, bigint> {
  const waiting = waitingIn(world)
  const learned = new Map<Hex, bigint>()
  const queue = [...first]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { operation, operands } = 'operation' in next ? next : { operation: next, operands: undefined }
    const get = (handle: Hex) => known.get(handle) ?? operands?.get(handle)
    const value = compute(operation, get)
    if (value === undefined) {
      waiting.add(operation, get)
      continue
    }
    if (known.has(operation.result)) continue
    known.set(operation.result, value)
    learned.set(operation.result, value)
    queue.push(...waiting.take([operation.result]))
  }
  return learned
}

/** Truth values and other types live within one transaction; what a token keeps is a euint64. */
function amountsIn(learned: ReadonlyMap<Hex, bigint>): ReadonlyMap<Hex, bigint> {
  return new Map([...learned].filter(([handle]) => typeOf(handle) === FheType.uint64))
}
