/**
 * What one process remembers between requests: each part belongs to one module, which makes it when it is first asked for.
 * Nothing here may be needed for correctness: a second process has a memory of its own, and a restart empties it.
 */
export type Memory = {
  part<T>(name: MemoryPart, make: () => T): T
}

export type MemoryPart =
  | 'altered batches'
  | 'amounts not learned'
  | 'amounts to check'
  | 'batches'
  | 'turn of batches'
  | 'blocks of a run'
  | 'burns that wait'
  | 'collections in vain'
  | 'computations that wait'
  | 'decryptions under way'
  | 'executor'
  | 'former operators looked at'
  | 'former operators noted'
  | 'legs shown'
  | 'listening'
  | 'observers'
  | 'open pages of requests'
  | 'operator key'
  | 'operators'
  | 'pad counts'
  | 'pads'
  | 'payments that wait'
  | 'publications'
  | 'reconciled'
  | 'refusals logged'
  | 'search starts looked at'
  | 'search starts'
  | 'streams'
  | 'tags since'
  | 'unattributed read'
  | 'turns of unknown balances'
  | 'accounted for'
  | 'watch of requests'

export function createMemory(): Memory {
  const parts = new Map<MemoryPart, unknown>()
  return {
    part<T>(name: MemoryPart, make: () => T): T {
      if (!parts.has(name)) parts.set(name, make())
      return parts.get(name) as T
    },
  }
}
