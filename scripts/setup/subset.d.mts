type Names = Record<string, string>
type Entry = { version?: string; integrity?: string; optional?: boolean; dependencies?: Names; devDependencies?: Names }

export type Manifest = { dependencies?: Names; devDependencies: Names }
/** A lock file of npm, version 3: packages by the folder that they are installed in, the manifest under ''. */
export type LockFile = { packages: Record<string, Entry> }

export function subset(
  manifest: Manifest,
  lock: LockFile,
  leftOut: readonly string[],
): { manifest: Manifest; lock: LockFile }
export function covers(installed: LockFile['packages'], lock: LockFile): boolean
