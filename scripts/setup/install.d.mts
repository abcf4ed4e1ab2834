import type { Level } from './levels.mjs'

/** Runs npm with these arguments in a folder. */
export type Npm = (args: string[], folder: string) => Promise<void>

export function installation(
  root: string,
  wanted: Level,
): { level: Level; run: (npm: Npm) => Promise<void> } | undefined
