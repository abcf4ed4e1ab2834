/**
 * A manifest and its lock file without some of the development dependencies, and without what only those need: the same
 * versions at the same places, which `npm ci` takes as it takes the whole.
 */
export function subset(manifest, lock, leftOut) {
  const devDependencies = Object.fromEntries(
    Object.entries(manifest.devDependencies).filter(([name]) => !leftOut.includes(name)),
  )
  const root = { ...lock.packages[''], devDependencies }
  const kept = reached(lock.packages, root)
  const packages = Object.entries(lock.packages).filter(([folder]) => kept.has(folder))
  // Scripts of the root are not for an installation of parts.
  const { scripts: _, ...rest } = manifest
  return {
    manifest: { ...rest, devDependencies },
    lock: { ...lock, packages: { '': root, ...Object.fromEntries(packages) } },
  }
}

/** Whether what npm says is installed holds all of a lock file; what is for other machines may be missing. */
export function covers(installed, lock) {
  return Object.entries(lock.packages).every(([folder, { version, integrity, optional }]) => {
    const there = installed[folder]
    if (folder === '' || (there === undefined && optional)) return true
    return there?.version === version && there?.integrity === integrity
  })
}

/** Folders of all packages that a manifest needs, in any number of steps. */
function reached(packages, root) {
  const seen = new Set()
  const waiting = [['', root]]
  for (const [folder, entry] of waiting) {
    for (const name of needs(entry)) {
      const found = resolve(packages, folder, name)
      if (found === undefined || seen.has(found)) continue
      seen.add(found)
      waiting.push([found, packages[found]])
    }
  }
  return seen
}

/** `devDependencies` stand in the entry of the root alone. */
function needs({ dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds a package from a folder: beside it, or beside one that it lies in. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}
