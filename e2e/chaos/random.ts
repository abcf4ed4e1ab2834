/** Choices that a seed decides, so that a run can be had again. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(options: readonly T[]): T
  chance(probability: number): boolean
  /** Choices of its own for a part, which do not depend on how often others ask. */
  fork(name: string): Random
}

/** mulberry32, seeded with a text's FNV-1a hash. */
export function createRandom(seed: string): Random {
  let state = fnv1a(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick<T>(options: readonly T[]): T {
      const picked = options[between(0, options.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    chance: (probability) => next() < probability,
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
