import type { Formula } from './handles.ts'

/**
 * Executors whose handles can be proven, by the version that they give themselves (`getVersion` of FHEVMExecutor.sol).
 * The proof does not rely on it: it tries every formula. It tells a node that lies from a chain
 * that was upgraded to what this version does not know.
 */
export const executors: Readonly<Record<string, Formula>> = {
  '0.1.0': 'plain',
  '0.2.0': 'plain',
  '0.3.0': 'of a block',
  '0.4.0': 'of a block',
  '0.5.0': 'of a block',
  '0.6.0': 'of a block and of origins',
}

/** Protocol releases that brought these executors. Of the last one there is none yet: it was merged in August 2026. */
export const protocols: Readonly<Record<string, string>> = {
  '0.1.0': '0.10 or 0.11',
  '0.2.0': '0.11',
  '0.3.0': '0.12',
  '0.4.0': '0.13',
  '0.5.0': '0.14',
  '0.6.0': '0.15',
}

export function isKnownExecutor(version: string): boolean {
  return Object.hasOwn(executors, version)
}
