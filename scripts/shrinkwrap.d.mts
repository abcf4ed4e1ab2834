export type LockFile = { packages: Record<string, Record<string, unknown> & { dev?: true; devOptional?: true }> }

export function shrinkwrap(lock: LockFile, isPrebuilt: (folder: string) => boolean): LockFile
