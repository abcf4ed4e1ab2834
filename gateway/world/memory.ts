/**
 * What one process remembers between requests: each part belongs to one module, which makes it when it is first asked for.
 * Nothing here may be needed for correctness: a second process has a memory of its own, and a restart empties it.
 */
export type Memory = {
  part<T>(name: MemoryPart, make: () => T): T
}

export type MemoryPart =
  | 'altered batches'
  | 'batches'
  | 'amounts not learned'
  | 'amounts to check'
  | 'search starts'
  | 'search starts looked at'
  | 'blocks of a run'
  | 'collections in vain'
  | 'listening'
  | 'burns that wait'
  | 'payments that wait'
  | 'computations that wait'
  | 'decryptions under way'
  | 'executor'
  | 'unattributed read'
  | 'tags since'
  | 'operator key'
  | 'former operators looked at'
  | 'former operators noted'
  | 'legs shown'
  | 'observers'
  | 'open pages of requests'
  | 'operators'
  | 'pads'
  | 'pad counts'
  | 'publications'
  | 'reconciled'
  | 'refusals logged'
  | 'streams'
  | 'wallets counted'

export function createMemory(): Memory {
  const parts = new Map<MemoryPart, unknown>()
  return {
    part<T>(name: MemoryPart, make: () => T): T {
      if (!parts.has(name)) parts.set(name, make())
      return parts.get(name) as T
    },
  }
}
