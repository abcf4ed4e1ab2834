import type { Rolldown } from 'vite'

type ChunkNames = Exclude<Rolldown.CodeSplittingGroup['name'], string>

/** WXT puts a module without anything in it into every page: a file of its own would be waited for all the same. */
const EMPTY = 'wxt-html-plugins'

/**
 * Everything that a module imports statically goes into one chunk. Left alone, the bundler makes a chunk of its own of
 * every few modules that some later screen also uses: fifty files, a quarter more to load, before the first paint.
 */
export function inOneChunk(name: string, start: string): Rolldown.CodeSplittingOptions {
  let reached: Set<string> | undefined
  const chunkOf: ChunkNames = (id, context) => {
    reached ??= reach(start, (module) => context.getModuleInfo(module)?.importedIds ?? [])
    return reached.has(id) || id.includes(EMPTY) ? name : null
  }
  return { groups: [{ name: chunkOf, debugName: name, priority: 2 }, parts] }
}

/**
 * What several screens draw with is one chunk, too: as files of their own, a hundred parts of a few hundred bytes would weigh
 * more by their names in the package than by what is in them.
 */
const parts: Rolldown.CodeSplittingGroup = {
  name: 'parts',
  test: /\/(extension|shared)\/(ui(?!\/qr\/(picture|decode|camera))|store|sites|words\/en)\//,
  minShareCount: 2,
  priority: 1,
}

function reach(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const seen = new Set([start])
  // A set that grows while it is walked is walked to its end.
  for (const id of seen) for (const next of importsOf(id)) seen.add(next)
  return seen
}
