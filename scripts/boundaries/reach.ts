import { dirname, join } from 'node:path'

/** `*rules.ts` and `model.ts`, in whatever room they stand. */
const pure = /(^|[/-])(rules|model)\.tsx?$/
/** Rooms and packages with side effects: the browser, stores, the clock, the database, the network, the screen. */
const impure =
  /^extension\/(browser|native-browser|surface-port)\.ts$|^extension\/(background\/ask|store\/(list-)?item)\.ts$|^gateway\/(world\/(world|clock|outgoing\/)|db\/(open|database|sqlite)|chain\/live\/|http\/)|^(node:|preact|idb$|webextension-polyfill|wxt)/

/** A file's imports and re-exports that stay once types are erased, as paths of the repository or names of packages. */
export function valueImports(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const statements = code.matchAll(/^(?:import|export)\s+(?!type\s)([\w*{},\s$]*?)(?:from\s*)?['"]([^'"]+)['"]/gm)
  return [...statements].flatMap(([, names = '', path = '']) => {
    const named = names
      .match(/^\s*\{([^}]*)\}\s*$/)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '')
    if (named?.every((name) => /^\s*type\s/.test(name))) return []
    if (path.startsWith('#shared/')) return [`shared/${path.slice('#shared/'.length)}`]
    return [path.startsWith('.') ? join(dirname(file), path).replaceAll('\\', '/') : path]
  })
}

/** How a pure file reaches something impure, file by file; undefined where it does not, or is not pure. */
export function impurePath(file: string, sources: ReadonlyMap<string, string>): string[] | undefined {
  if (!pure.test(file)) return undefined
  const seen = new Set<string>()
  const paths = [[file]]
  for (const path of paths) {
    const last = path.at(-1) as string
    for (const next of valueImports(last, sources.get(last) ?? '')) {
      if (seen.has(next)) continue
      seen.add(next)
      if (impure.test(next)) return [...path, next]
      if (sources.has(next)) paths.push([...path, next])
    }
  }
  return undefined
}
