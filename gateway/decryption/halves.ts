import type { Hex } from '#shared/model/ids.ts'

/** Handles that fit into one request to the KMS. */
export const HANDLES = 32

/** What to ask for in place of a request that failed as a whole, perhaps for one handle in it: it is found by halves. */
export function halvesOf(handles: readonly Hex[]): Hex[][] {
  const half = Math.ceil(handles.length / 2)
  return [handles.slice(half), handles.slice(0, half)].filter((part) => part.length > 0)
}
